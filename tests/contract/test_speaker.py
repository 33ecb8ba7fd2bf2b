"""The port `Speaker`: one suite over every driver found; real ones play to a virtual device."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.ports.body import SoundUnknown, Speaker, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.audio import AudioClip
from hardware.speaker.playback.tones import TONES, chime
from tests.contract.body_parts import body
from tests.slow_time import at_real_rate
from tests.virtual_sound import Recording, VirtualSound, virtual_sound

FAMILY = "hardware.speaker"
every = pytest.mark.parametrize("name", plugins.discover(FAMILY))
REAL = ("alsa", "sounddevice")
real = pytest.mark.parametrize("name", REAL)


@dataclass
class Clips:
    """A sound in pieces, as speech comes; tells whether it was closed."""

    pieces: int = 4
    pause_s: float = 0.0
    closed: bool = False

    @property
    def length_s(self) -> float:
        return self.pieces * chime("chime:attention").length_s

    async def given(self) -> AsyncGenerator[AudioClip, None]:
        try:
            for _ in range(self.pieces):
                await asyncio.sleep(self.pause_s)
                yield chime("chime:attention")
        finally:
            self.closed = True


@asynccontextmanager
async def mouth(
    name: str, tmp_path: Path, patch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Speaker, Clock, VirtualSound | None]]:
    if name in REAL:
        async with virtual_sound() as sound:
            sound.enter(patch)
            clock = SystemClock(ZoneInfo("UTC"))
            yield plugins.build(FAMILY, name, {}, {"clock": clock}), clock, sound
        return
    async with body(tmp_path) as has:
        own = {"folder": str(tmp_path / "spoken")} if name == "wav_file" else {}
        yield plugins.build(FAMILY, name, own, has), has["clock"], None


@every
@at_real_rate
async def test_every_chime_is_known(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played to the end it gives its whole length."""
    async with mouth(name, tmp_path, monkeypatch) as (speaker, clock, _):
        for chime_name in ("attention", "wake", "thinking") if name in REAL else TONES:
            sound = f"chime:{chime_name}"
            began = clock.monotonic()
            seconds = await speaker.play(sound)
            assert seconds == pytest.approx(speaker.length_s(sound), abs=0.01)
            assert clock.monotonic() - began >= 0.8 * seconds
        assert speaker.trouble() == ""


@every
@pytest.mark.parametrize("sound", ["chime:none", "", "/etc/passwd", "hello", "utterance:7"])
async def test_a_sound_that_is_no_chime_is_unknown(name: str, sound: str, tmp_path: Path) -> None:
    """T11: names, never paths or texts."""
    async with body(tmp_path) as has:
        own = {"folder": str(tmp_path / "spoken")} if name == "wav_file" else {}
        speaker: Speaker = plugins.build(FAMILY, name, own, has)
        with pytest.raises(SoundUnknown):
            await speaker.play(sound)
        with pytest.raises(SoundUnknown):
            speaker.length_s(sound)


@every
@at_real_rate
async def test_clips_are_played_as_they_come(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with mouth(name, tmp_path, monkeypatch) as (speaker, _, _sound):
        clips = Clips()
        seconds = await speaker.play_clips("utterance:7", clips.given())
        assert seconds == pytest.approx(clips.length_s, abs=0.01)
        assert clips.closed


@every
@at_real_rate
async def test_stop_is_silence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S-22: it gives what was really played; with nothing playing it is harmless; the next sound is
    heard."""
    async with mouth(name, tmp_path, monkeypatch) as (speaker, clock, _):
        await speaker.stop()
        clips = Clips(pieces=8)
        playing = asyncio.create_task(speaker.play_clips("utterance:7", clips.given()))
        await clock.sleep(1.5)
        await speaker.stop()
        assert 0 < await playing < 0.5 * clips.length_s
        assert clips.closed
        assert await speaker.play("chime:done") == pytest.approx(0.6, abs=0.01)


@every
@at_real_rate
async def test_an_alarm_waits_for_no_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F14: half a minute of speech must not keep it from ringing; none is begun between its rounds,
    and it goes on with speech once the alarm is over."""
    async with mouth(name, tmp_path, monkeypatch) as (speaker, clock, _):
        clips, late = Clips(pieces=40), Clips()
        speech = asyncio.create_task(speaker.play_clips("utterance:7", clips.given()))
        await clock.sleep(1)
        began = clock.monotonic()
        rang = asyncio.create_task(speaker.play("chime:alarm"))
        assert await speech < 0.5 * clips.length_s
        assert await rang > 0
        assert clock.monotonic() - began < 0.5 * clips.length_s
        with pytest.raises(SpeakerUnavailable, match="an alarm rings"):
            await speaker.play_clips("utterance:8", late.given())
        await clock.sleep(3)
        assert await speaker.play_clips("utterance:8", Clips(pieces=1).given()) > 0


@every
@at_real_rate
async def test_a_caller_who_is_cancelled_leaves_no_sound_behind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with mouth(name, tmp_path, monkeypatch) as (speaker, clock, _):
        clips = Clips(pieces=8)
        playing = asyncio.create_task(speaker.play_clips("utterance:7", clips.given()))
        await clock.sleep(0.5)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        assert clips.closed
        began = clock.monotonic()
        await speaker.play("chime:wake")
        assert clock.monotonic() - began < 3


@every
@at_real_rate
async def test_a_voice_that_breaks_off_is_told_after_what_it_gave(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken() -> AsyncGenerator[AudioClip, None]:
        yield chime("chime:wake")
        raise RuntimeError("the voice is gone")

    async with mouth(name, tmp_path, monkeypatch) as (speaker, _, _sound):
        with pytest.raises(RuntimeError, match="the voice is gone"):
            await speaker.play_clips("utterance:7", broken())
        assert await speaker.play("chime:wake") > 0


@real
@at_real_rate
async def test_it_is_really_heard_and_really_silent(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P14: recorded from the virtual speaker; silent 150 ms after `stop`."""
    async with mouth(name, tmp_path, monkeypatch) as (speaker, clock, sound):
        assert sound is not None
        async with sound.recorded() as heard:
            await speaker.play_clips("utterance:7", Clips(pieces=2).given())
            await until_heard(heard, 1.4)
        assert heard.loud().length_s == pytest.approx(1.5, abs=0.15)
        async with sound.recorded() as heard:
            playing = asyncio.create_task(speaker.play("chime:alarm_loud"))
            await until_heard(heard, 0.5)
            asked = clock.monotonic()
            await speaker.stop()
            assert 0 < await playing < speaker.length_s("chime:alarm_loud")
            await asyncio.sleep(0.5)
        assert heard.last_loud_at - asked < 0.15


@real
@at_real_rate
async def test_silence_waits_for_no_voice_that_ends_its_clause(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P14: the player sounded on until the voice had ended."""

    async def slow() -> AsyncGenerator[AudioClip, None]:
        for _ in range(3):
            yield chime("chime:attention")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(2)

    async with mouth(name, tmp_path, monkeypatch) as (speaker, clock, sound):
        assert sound is not None
        async with sound.recorded() as heard:
            playing = asyncio.create_task(speaker.play_clips("utterance:7", slow()))
            await until_heard(heard, 0.3)
            asked = clock.monotonic()
            await speaker.stop()
            await playing
        assert heard.last_loud_at - asked < 0.5


async def until_heard(heard: Recording, seconds: float) -> None:
    """Until so much of it was recorded as sound."""
    async with asyncio.timeout(20):
        while heard.loud().length_s < seconds:
            await asyncio.sleep(0.02)
