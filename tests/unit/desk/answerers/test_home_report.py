"""Tests of the answer for the whole home."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import pytest

from companion.desk.answerers.home_report import HomeReport
from companion.ports.answerer import Answer
from companion.ports.capability import Catalogue
from companion.ports.house import House
from companion.rooms.expression.claims import Names
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from tests.unit.desk.answerers.sentence import NOTHING, heard
from tests.unit.store.samples import START

THINGS = {
    "light.hall": ("Hall light", ("turn_on", "turn_off"), ""),
    "cover.bedroom": ("Bedroom curtain", ("open", "close"), ""),
    "lock.front": ("Front door lock", ("lock", "unlock"), ""),
    "binary_sensor.window": ("Kitchen window", (), "window"),
    "media_player.tv": ("Television", ("play", "pause"), ""),
    "switch.fridge": ("Fridge", ("turn_on", "turn_off"), ""),
}
AT_REST = {
    "light.hall": "off",
    "cover.bedroom": "closed",
    "lock.front": "locked",
    "binary_sensor.window": "off",
    "media_player.tv": "idle",
    "switch.fridge": "on",
}


@dataclass
class Reported:
    """A home with the values that its devices reported."""

    values: Mapping[str, str | None]
    there: bool = True
    _things: Mapping[str, Device] = field(init=False)

    def __post_init__(self) -> None:
        self._things = {
            one: Device(
                id=DeviceId(one),
                domain=Domain(one.partition(".")[0]),
                name=Bilingual(name, name),
                area="",
                operations=operations,
                attributes={"device_class": device_class},
            )
            for one, (name, operations, device_class) in THINGS.items()
        }

    def connected(self) -> bool:
        return self.there

    def device(self, device_id: DeviceId) -> Device | None:
        return self._things.get(str(device_id))

    def devices(self) -> tuple[Device, ...]:
        return tuple(self._things.values())

    def state(self, device_id: DeviceId) -> DeviceState | None:
        return DeviceState(device_id=device_id, value=self.values[str(device_id)], at=START)


async def told(text: str, *, there: bool = True, **values: str | None) -> Answer | None:
    reported = AT_REST | {key.replace("__", "."): value for key, value in values.items()}
    house = cast(House, Reported(reported, there))
    return await HomeReport(
        names=Names(house=house, catalogue=cast(Catalogue, {}), places={})
    ).answer(heard(text))


def words(answer: Answer | None) -> Bilingual:
    assert answer is not None
    assert isinstance(answer.words, Bilingual)
    return answer.words


@pytest.mark.parametrize(
    "text",
    [
        "what's going on at home?",
        "Is everything all right?",
        "今、家の中どうなってる？",
        "家の様子を教えて",
    ],
)
async def test_what_is_on_open_or_unlocked_is_told(text: str) -> None:
    """A4: by the reports of the things; what rests is not named."""
    found = words(await told(text, light__hall="on", binary_sensor__window="on"))
    assert "hall light" in found.en
    assert "kitchen window" in found.en
    assert "bedroom curtain" not in found.en
    assert "Front door lock" not in found.ja
    found = words(await told(text, lock__front="unlocked"))
    assert "Front door lock" in found.ja


async def test_what_plays_is_told_and_a_fridge_is_not() -> None:
    """A fridge is on for good."""
    found = words(await told("how's the house?", media_player__tv="playing")).en.casefold()
    assert "television is on" in found
    assert "fridge" not in found


async def test_at_rest_it_says_so_and_without_reports_it_does_not() -> None:
    """T-29: a home that is not reached is not said to be shut."""
    assert "off and shut" in words(await told("how's the house?")).en
    assert "off and shut" not in words(await told("how's the house?", there=False)).en
    assert "off and shut" not in words(await told("how's the house?", lock__front=None)).en


@pytest.mark.parametrize(
    "text", ["how is everybody?", "what's up?", "家に帰るね", "turn off the house"]
)
async def test_other_sentences_are_not_its_own(text: str) -> None:
    """Whole sentences alone."""
    assert await told(text) is None


async def test_strangers_are_told_nothing() -> None:
    """T-09: whoever is at the door."""
    house = cast(House, Reported(AT_REST))
    stranger = heard("is everything all right?", NOTHING, TrustLabel.GUEST)
    assert (
        await HomeReport(names=Names(house=house, catalogue=cast(Catalogue, {}), places={})).answer(
            stranger
        )
        is None
    )
