"""A sentence spoken at a satellite in the bedroom, over Home Assistant's own protocol (issue 12.2).

What a device truly is comes from the simulator's ground truth.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from wyoming.asr import Transcript
from wyoming.client import AsyncTcpClient
from wyoming.handle import Handled

from companion.app import Companion
from companion.links.broker import free_port
from companion.service.home_settings import Links, Wyoming
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
BEDSIDE, UNKNOWN = "assist_satellite.bedside", "assist_satellite.new"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    """Nobody comes or goes; Home Assistant's assistant may connect."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    own = Wyoming(port=free_port(), rooms={BEDSIDE: "bedroom"})
    async with awake(settings.model_copy(update={"links": Links(wyoming=own)})) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house


async def spoken(house: Companion, text: str, language: str, satellite: str) -> str:
    """What the satellite reads aloud."""
    port = house.foundations.settings.links.wyoming.port
    context = {"conversation_id": "1", "satellite_id": satellite}
    async with asyncio.timeout(60), AsyncTcpClient("127.0.0.1", port) as client:
        await client.write_event(Transcript(text, context, language).event())
        answer = await client.read_event()
    assert answer is not None
    return Handled.from_event(answer).text or ""


def lit(house: Companion) -> set[str]:
    assert house.foundations.dollhouse is not None
    lights = [d.id for d in house.home.house.devices() if d.id.startswith("light.")]
    return {i for i in lights if house.foundations.dollhouse.device(i).value() == "on"}


async def test_the_light_is_that_of_the_room_in_which_the_satellite_stands(
    house: Companion,
) -> None:
    """The room and the language that a satellite knows are not dropped on the way."""
    assert "Done" in await spoken(house, "turn on the light", "en", BEDSIDE)
    assert lit(house) == {"light.bedroom"}
    # A Japanese voice reads the answer aloud, also to a sentence without a Japanese letter.
    answer = await spoken(house, "turn off the light", "ja", BEDSIDE)
    assert not answer.isascii(), answer
    assert lit(house) == set()
    asked = await spoken(house, "turn on the light", "en", UNKNOWN)
    assert "?" in asked, "from nowhere in particular it could be any"
    assert lit(house) == set()
