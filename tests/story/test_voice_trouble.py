"""The microphone gives trouble: the page tells it, writing goes on, and listening comes back.

The microphone is the simulated one; wake word, voice activity and speech to text are scripted.
"""

import asyncio
import math
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.app import Companion
from companion.service.settings import Driver, Engine, Settings
from companion.service.supervision import until
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from hardware.microphone.simulated import SimulatedMicrophone
from tests.story.lived import client_of
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
SPEED = 10.0


def _settings(folder: Path, **microphone: Any) -> Settings:
    driver = {"driver": "simulated", "place": "kitchen", **microphone}
    given = {
        "microphone": Driver.model_validate(driver),
        "wake": Engine(engine="scripted"),
        "vad": Engine(engine="scripted"),
        "turn": Engine(engine="scripted"),
        "ears": Engine(engine="scripted"),
        "speaker_id": Engine(engine="scripted"),
    }
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), folder, speed=SPEED)
    return settings.model_copy(update=given)


def _tone(peak: int, seconds: float) -> AudioClip:
    """Cut off at full scale, as a card does."""
    sound = (peak * math.sin(n / 9) for n in range(round(seconds * HEARING_RATE_HZ)))
    return AudioClip(array("h", (round(max(-32768, min(32767, it))) for it in sound)).tobytes())


Trouble = Callable[[SimulatedMicrophone], None]


def _fails(how: str) -> Trouble:
    return lambda microphone: setattr(microphone, "fail", how)


async def _shows(page: httpx.AsyncClient, text: str) -> None:
    """On the line of the home's microphone."""
    while f'data-home-hears role="status">{text}' not in (await page.get("/talk")).text:
        await asyncio.sleep(0.1)


async def _write_to_it(house: Companion, page: httpx.AsyncClient, to: str = "on") -> None:
    """A written command is done while it does not hear."""
    home = house.foundations.dollhouse
    assert home is not None
    reply = await page.post("/api/say", json={"text": f"turn {to} the kitchen light"})
    assert reply.is_success
    await until(lambda: home.device("light.kitchen").value() == to)


TROUBLES: tuple[tuple[Trouble, str], ...] = (
    (_fails("gone"), "the microphone dropped out: no microphone is"),
    (_fails("hung"), "the microphone dropped out: the microphone gives no sound"),
    (_fails("silent"), "the microphone gives no sound at all"),
    (lambda it: it.say(_tone(60_000, 8.0)), "the sound is too loud"),
    (lambda it: it.say(_tone(3_000, 40.0)), "there is a loud sound without a pause"),
)


async def test_f14_trouble_is_told_and_over_by_itself(tmp_path: Path) -> None:
    """Vanished, hung, muted, clipped, music: each is told, a written command is done, and it
    listens again."""
    async with awake(_settings(tmp_path)) as house, client_of(house) as page:
        home, microphone = house.foundations.dollhouse, house.outside.voice.hearing.microphone
        assert home is not None
        assert isinstance(microphone, SimulatedMicrophone)
        await home.clock.start()
        for number, (begins, told) in enumerate(TROUBLES):
            await _shows(page, "it waits for the wake word")
            begins(microphone)
            await _shows(page, told)
            await _write_to_it(house, page, "off" if number % 2 else "on")
            microphone.fail = "none"
        await _shows(page, "it waits for the wake word")


async def test_f14_a_microphone_that_is_not_there_at_the_start_is_found_when_it_comes(
    tmp_path: Path,
) -> None:
    """Listening begins with the first sound that can be had, without a restart."""
    file = tmp_path / "room.wav"
    driver = {"driver": "wav_file", "path": str(file), "loop": True}
    async with awake(_settings(tmp_path / "state", **driver)) as house, client_of(house) as page:
        home = house.foundations.dollhouse
        assert home is not None
        await home.clock.start()
        await _shows(page, f"there is no {file}")
        assert "Until then you can write to it" in (await page.get("/talk")).text
        await _write_to_it(house, page)
        with wave.open(str(file), "w") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(HEARING_RATE_HZ)
            out.writeframes(_tone(50, 4.0).pcm)
        await _shows(page, "it waits for the wake word")
