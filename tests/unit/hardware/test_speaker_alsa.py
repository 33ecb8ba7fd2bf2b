"""The ALSA driver against a stand-in for `aplay` that takes its time and can refuse (F14)."""

import array
import asyncio
import stat
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.ports.body import SoundUnknown, SpeakerUnavailable
from companion.service.clock import SystemClock
from hardware.speaker.alsa import AlsaSpeaker, Settings
from hardware.speaker.playback.tones import RATE_HZ, TONES, samples
from tests.slow_time import at_real_rate

PLAYER = """#!{python}
import sys, time, wave
with wave.open(sys.stdin.buffer) as sound:
    rate_hz = sound.getframerate()
    seconds = 0
    while block := len(sound.readframes(1024)) / 2:
        seconds += block / rate_hz
assert sys.argv[1:] == ["-q", "-D", "card"], sys.argv
{then}
"""


def made(settings: Settings) -> AlsaSpeaker:
    return AlsaSpeaker(settings, SystemClock(ZoneInfo("UTC")))


def speaker(folder: Path, then: str = "time.sleep(seconds)") -> AlsaSpeaker:
    program = folder / "aplay"
    program.write_text(PLAYER.format(python=sys.executable, then=then), encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return made(Settings(device="card", program=str(program)))


@at_real_rate
async def test_a_chime_is_played_to_its_end(tmp_path: Path) -> None:
    mouth = speaker(tmp_path)
    assert await mouth.play("chime:done") == pytest.approx(TONES["done"].length_s, rel=0.05)
    assert mouth.trouble() == ""


@at_real_rate
async def test_stop_is_silence_and_tells_how_much_was_heard(tmp_path: Path) -> None:
    mouth = speaker(tmp_path)
    playing = asyncio.create_task(mouth.play("chime:alarm"))
    await asyncio.sleep(0.6)
    await mouth.stop()
    async with asyncio.timeout(30):
        assert 0 < await playing < TONES["alarm"].length_s


async def test_a_cancelled_sound_leaves_no_player_behind(tmp_path: Path) -> None:
    mouth = speaker(tmp_path)
    playing = asyncio.create_task(mouth.play("chime:alarm"))
    while mouth._child is None:
        await asyncio.sleep(0.01)
    child = mouth._child
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert child.returncode is not None


@pytest.mark.parametrize(
    ("then", "why"),
    [
        ('sys.exit("aplay: main:831: audio open error: No such device")', "No such device"),
        ('sys.exit("aplay: main:831: audio open error: Device or resource busy")', "busy"),
        ("sys.exit(3)", "ended with 3"),
    ],
)
async def test_a_card_that_is_away_or_taken_is_told(tmp_path: Path, then: str, why: str) -> None:
    """F14: the failure is the driver's own word, and stays until a sound was heard."""
    mouth = speaker(tmp_path, then)
    with pytest.raises(SpeakerUnavailable):
        await mouth.play("chime:alarm")
    assert why in mouth.trouble()


async def test_without_the_program_the_remedy_is_named(tmp_path: Path) -> None:
    mouth = made(Settings(program=str(tmp_path / "none")))
    with pytest.raises(SpeakerUnavailable, match="alsa-utils"):
        await mouth.play("chime:alarm")


@pytest.mark.parametrize("sound", ["chime:none", "utterance:7", "/etc/passwd"])
async def test_what_it_has_no_sound_for_is_unknown(tmp_path: Path, sound: str) -> None:
    with pytest.raises(SoundUnknown):
        await speaker(tmp_path).play(sound)


@pytest.mark.parametrize("name", TONES)
def test_tones_are_as_long_as_they_say_and_can_be_heard(name: str) -> None:
    made = array.array("h", samples(TONES[name]))
    assert len(made) / RATE_HZ == pytest.approx(TONES[name].length_s, abs=0.001)
    assert max(made) > 32_767 * TONES[name].loudness * 0.9


def test_the_loud_alarm_is_the_loudest() -> None:
    """The ladder climbs (issue 4, item 4)."""
    louder = max(array.array("h", samples(TONES["alarm_loud"])))
    assert louder > 1.9 * max(array.array("h", samples(TONES["alarm"])))
