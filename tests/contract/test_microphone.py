"""The port `Microphone`: one suite over every driver found (P-007, F14)."""

import asyncio
import os
import signal
import wave
from array import array
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.ports.microphone import Microphone, MicrophoneUnavailable
from companion.service import plugins
from companion.service.supervision import until
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip
from companion.words.language import has_japanese
from hardware.microphone.capture.parent import KEPT_BLOCKS, CaptureChild
from hardware.microphone.simulated import SimulatedMicrophone
from tests.twins.clock import JumpClock
from tests.twins.recordings import FOLDER, sound
from tests.virtual_sound import VirtualSound, virtual_sound

FAMILY = "hardware.microphone"
DRIVERS = plugins.discover(FAMILY)
CLIP = "home-turn-on-kitchen-lights.wav"
BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
pytestmark = pytest.mark.real("microphone")


def built(name: str, **section: Any) -> Any:
    return plugins.build(FAMILY, name, section, {"clock": JumpClock()})


@asynccontextmanager
async def speaking(name: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Microphone]:
    """A driver before which the clip is said once it listens."""
    if name == "wav_file":
        yield built(name, path=FOLDER / CLIP, place="hall")
    elif name == "simulated":
        yield built(name, said_files=(FOLDER / CLIP,), noise_db=-90, place="hall")
    else:
        async with virtual_sound() as virtual:
            virtual.enter(monkeypatch)
            driver: CaptureChild = built(name, place="hall")
            yield _Spoken(driver, virtual)


class _Spoken:
    """A microphone before which the clip is played when its first block has come."""

    def __init__(self, driver: CaptureChild, virtual: VirtualSound) -> None:
        self._driver, self._virtual = driver, virtual

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    async def blocks(self) -> Any:
        async with aclosing(self._driver.blocks()) as blocks:
            yield await anext(blocks)
            says = asyncio.create_task(self._virtual.say(FOLDER / CLIP))
            try:
                async for block in blocks:
                    yield block
            finally:
                says.cancel()
                await asyncio.gather(says, return_exceptions=True)


async def heard(
    microphone: Microphone, seconds: float, *, until: float = 0.0, most_s: float = 0.0
) -> AudioClip:
    """What it gives in its first seconds, and on until so much sound was heard."""
    taken: list[bytes] = []
    async with asyncio.timeout(60), aclosing(microphone.blocks()) as blocks:
        async for block in blocks:
            assert len(block) == BLOCK_BYTES
            taken.append(block)
            length_s = len(taken) * BLOCK_SAMPLES / HEARING_RATE_HZ
            if length_s >= seconds and (length_s >= most_s or energy(_clip(taken)) >= until):
                break
    return _clip(taken)


def _clip(taken: list[bytes]) -> AudioClip:
    return AudioClip(b"".join(taken))


def energy(clip: AudioClip) -> float:
    return sum(s * s for s in array("h", clip.pcm)) / HEARING_RATE_HZ


@pytest.mark.parametrize("name", [d for d in DRIVERS if d != "absent"])
async def test_what_is_said_before_it_arrives_whole(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with speaking(name, monkeypatch) as microphone:
        assert microphone.place == "hall"
        assert microphone.name
        late = 30.0 if name == "sounddevice" else 0.0
        got = await heard(microphone, 2.4, until=0.95 * energy(sound(CLIP)), most_s=late)
        assert microphone.trouble() is None
        assert microphone.dropped() == 0
    assert energy(got) == pytest.approx(energy(sound(CLIP)), rel=0.1)


@pytest.mark.parametrize("name", DRIVERS)
async def test_what_cannot_be_opened_is_told_with_the_remedy(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """F14, in both languages; and it is told again when it is tried again."""
    section: dict[str, Any] = {}
    if name == "wav_file":
        section = {"path": tmp_path / "gone.wav"}
    if name == "sounddevice":
        section = {"device": "no such microphone"}
        monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/none")
    microphone: Microphone = built(name, **section)
    if isinstance(microphone, SimulatedMicrophone):
        microphone.fail = "gone"
    for _ in range(2):
        with pytest.raises(MicrophoneUnavailable) as raised:
            await heard(microphone, 1.0)
        assert has_japanese(raised.value.words.ja)
        assert not has_japanese(raised.value.words.en)
    trouble = microphone.trouble()
    assert trouble is not None
    assert has_japanese(trouble.ja)


def written(path: Path, rate_hz: int, channels: int) -> Path:
    """The clip at another rate: each sample is repeated, and on every channel."""
    times = rate_hz // HEARING_RATE_HZ
    samples = array("h", (s for s in array("h", sound(CLIP).pcm) for _ in range(times * channels)))
    with wave.open(str(path), "w") as out:
        out.setframerate(rate_hz)
        out.setnchannels(channels)
        out.setsampwidth(SAMPLE_BYTES)
        out.writeframes(samples.tobytes())
    return path


LOSING_DEVICE = """
from types import SimpleNamespace

class PortAudioError(Exception): pass

def query_devices(*_): return {"max_input_channels": 1, "default_samplerate": 16000.0}

def check_input_settings(**_): pass

class RawInputStream:
    active = True

    def __init__(self, *, blocksize, callback, **_):
        self._blocksize, self._callback = blocksize, callback

    def __enter__(self):
        for lost in (False, True, False, True, False):
            status = SimpleNamespace(input_overflow=lost)
            self._callback(bytes(2 * self._blocksize), self._blocksize, None, status)

    def __exit__(self, *_): pass
"""
"""Package `sounddevice` of a device that loses sound twice in five blocks."""


async def test_sound_that_the_device_lost_is_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A hole in the words is told, whoever made it."""
    (tmp_path / "sounddevice.py").write_text(LOSING_DEVICE)
    monkeypatch.syspath_prepend(str(tmp_path))
    microphone: Microphone = built("sounddevice")
    await heard(microphone, 5 * BLOCK_SAMPLES / HEARING_RATE_HZ)
    assert microphone.dropped() == 2


HURRIED_DEVICE = """
import time

class PortAudioError(Exception): pass

def query_devices(*_): return {"max_input_channels": 1, "default_samplerate": 16000.0}

def check_input_settings(**_): pass

class Status: input_overflow = False

class RawInputStream:
    active = True

    def __init__(self, *, blocksize, callback, **_):
        self._blocksize, self._callback = blocksize, callback

    def __enter__(self):
        came = [0.0]

        def now():
            came[0] += self._blocksize / 48000
            return came[0]

        time.monotonic = now
        for _ in range(900):
            self._callback(bytes(2 * self._blocksize), self._blocksize, None, Status())

    def __exit__(self, *_): pass
"""
"""Package `sounddevice` of a device that runs at 48 kHz and tells 16 kHz; its time passes in its
own pace."""


async def test_a_device_that_runs_at_another_rate_than_it_tells_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """F14: what is said would be heard three times too slow, and no word understood."""
    (tmp_path / "sounddevice.py").write_text(HURRIED_DEVICE)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(MicrophoneUnavailable, match=r"another sample rate.*x 3\.0") as raised:
        await heard(built("sounddevice"), 60.0)
    assert "サンプルレート" in raised.value.words.ja


@pytest.mark.parametrize(("rate_hz", "channels"), [(48_000, 2), (32_000, 1), (48_000, 1)])
async def test_another_rate_and_more_channels_are_converted(
    rate_hz: int, channels: int, tmp_path: Path
) -> None:
    path = written(tmp_path / "other.wav", rate_hz, channels)
    got = AudioClip(
        b"".join([block async for block in built("wav_file", path=path, pace="fast").blocks()])
    )
    assert got.length_s == pytest.approx(sound(CLIP).length_s, abs=0.05)
    assert energy(got) == pytest.approx(energy(sound(CLIP)), rel=0.15)


async def test_a_recording_waits_for_whoever_reads_it_and_ends() -> None:
    microphone = built("wav_file", path=FOLDER / "noise-no_speech.wav", pace="fast")
    assert not microphone.is_live
    count = 0
    async with aclosing(microphone.blocks()) as blocks:
        async for _ in blocks:
            count += 1
            if count % 20 == 0:
                await asyncio.sleep(0.01)
    assert count == 188
    assert microphone.dropped() == 0
    assert microphone.pid is None


@pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all" * 99])
async def test_a_file_that_is_no_sound_is_told(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.wav"
    path.write_bytes(content)
    with pytest.raises(MicrophoneUnavailable, match=r"broken\.wav.*sound file"):
        await heard(built("wav_file", path=path), 1.0)


async def test_sound_that_nobody_takes_is_dropped_from_the_old_end() -> None:
    """Not more than some seconds are kept: words that are older answer nothing any more."""
    microphone = built("wav_file", path=FOLDER / CLIP, loop=True)
    async with asyncio.timeout(60), aclosing(microphone.blocks()) as blocks:
        first = await anext(blocks)
        await until(lambda: microphone.dropped() > 10)  # counted while it is captured
        assert microphone.waiting() == KEPT_BLOCKS
        later = [await anext(blocks) for _ in range(31)]
    whole = sound(CLIP).pcm
    assert first == whole[:BLOCK_BYTES]
    assert later[0] != whole[BLOCK_BYTES : 2 * BLOCK_BYTES]
    assert microphone.dropped() > 10


@pytest.mark.parametrize(
    ("fault", "told"), [(signal.SIGKILL, "process died"), (signal.SIGSTOP, "gave no sound for")]
)
async def test_a_driver_that_dies_or_hangs_is_ended_and_opened_again(
    fault: signal.Signals, told: str
) -> None:
    """F14: vanish and return."""
    microphone = built("wav_file", path=FOLDER / CLIP, loop=True, stall_s=0.5)

    async def until_it_fails() -> None:
        async with asyncio.timeout(60), aclosing(microphone.blocks()) as blocks:
            await anext(blocks)
            assert microphone.pid is not None
            os.kill(microphone.pid, fault)
            async for _ in blocks:
                pass  # what had come before

    with pytest.raises(MicrophoneUnavailable, match=told):
        await until_it_fails()
    assert microphone.trouble() is not None
    assert microphone.pid is None
    await heard(microphone, 0.2)
    assert microphone.trouble() is None


async def test_the_simulated_room_is_louder_near_and_echoes() -> None:
    near, far, echoing, watching = (
        built("simulated", said_files=(FOLDER / CLIP,), noise_db=-96, pace="fast", **more)
        for more in (
            {},
            {"distance_m": 2.0},
            {"echo": 0.5},
            {"television_file": FOLDER / "home-set-kitchen-lights-to-red.wav"},
        )
    )
    energies = [energy(await heard(one, 2.3)) for one in (near, far, echoing, watching)]
    assert energies[1] == pytest.approx(energies[0] / 4, rel=0.1)
    assert energies[2] > 1.05 * energies[0]
    assert energies[3] > 1.02 * energies[0]


async def test_a_hung_simulated_microphone_is_told() -> None:
    microphone = built("simulated")
    microphone.fail = "hung"
    with pytest.raises(MicrophoneUnavailable, match="no sound"):
        await heard(microphone, 1.0)
    microphone.fail = "silent"
    assert not any((await heard(microphone, 0.5)).pcm)
