"""The simulated speaker: takes time, logs, fails on command."""

import asyncio

import pytest

from companion.ports.body import SoundUnknown, SpeakerUnavailable
from companion.words.ids import EventId
from hardware.speaker.playback.clip_speaker import BETWEEN_ALARMS_S
from hardware.speaker.playback.tones import TONES
from hardware.speaker.simulated import Settings, build
from tests.twins.clock import EVENING, JumpClock
from tests.twins.spoken import SpokenTwin


async def test_it_takes_as_long_as_the_sound_is() -> None:
    """Each chime has its length; what was played is logged."""
    clock = JumpClock()
    speaker = build(Settings(), clock=clock)
    for name, tone in TONES.items():
        assert await speaker.play(f"chime:{name}") == pytest.approx(tone.length_s, abs=1e-3)
    await clock.sleep(BETWEEN_ALARMS_S)
    words = SpokenTwin().message(EventId(12))
    assert await speaker.play_clips("utterance:12", words) == pytest.approx(2.5)
    whole_s = sum(tone.length_s for tone in TONES.values()) + BETWEEN_ALARMS_S + 2.5
    assert clock.monotonic() == pytest.approx(whole_s, abs=0.01)
    assert speaker.played[0].at == EVENING
    assert [p.sound for p in speaker.played][-1] == "utterance:12"


async def test_stop_cuts_it_short() -> None:
    """S-22: silence at once; the log tells how much was heard."""
    clock = JumpClock()
    speaker = build(Settings(), clock=clock)
    playing = asyncio.create_task(speaker.play("chime:alarm"))
    await clock.sleep(1)
    await speaker.stop()
    assert await playing == pytest.approx(1)
    assert speaker.played[-1].seconds == pytest.approx(1)
    assert await speaker.play("chime:done") == pytest.approx(0.6)


async def test_one_sound_at_a_time() -> None:
    """Two players take turns."""
    clock = JumpClock()
    speaker = build(Settings(), clock=clock)
    await asyncio.gather(speaker.play("chime:done"), speaker.play("chime:done"))
    assert clock.monotonic() == pytest.approx(1.2, abs=1e-3)


@pytest.mark.parametrize(
    "sound", ["chime:x", "utterance:12", "utterance:-1", "hello", "", "text:hi"]
)
async def test_only_what_is_recorded_can_be_played(sound: str) -> None:
    """Issue 2 item 6: no text, no file name, nothing unknown."""
    speaker = build(Settings(), clock=JumpClock())
    with pytest.raises(SoundUnknown):
        await speaker.play(sound)


async def test_failures_on_command() -> None:
    """F14: gone says so; a silent one is heard to be silent."""
    speaker = build(Settings(fail="gone"), clock=JumpClock())
    with pytest.raises(SpeakerUnavailable):
        await speaker.play("chime:done")
    speaker.fail = "silent"
    assert await speaker.play("chime:done") == 0.0
