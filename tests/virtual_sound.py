"""A virtual loudspeaker and microphone: a PulseAudio server of the test's own, without hardware.

`spk` is its speaker, whose sound can be recorded; `mic` is its microphone, into which sound can be
played. It needs pulseaudio, pulseaudio-utils and libasound2-plugins; `make setup-test` brings them.
"""

import array
import asyncio
import math
import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.words.audio import SAMPLE_BYTES, AudioClip

SPEAKER_RATE_HZ = 48_000
MICROPHONE_RATE_HZ = 16_000
QUIET = 60
"""Peak below which nothing sounds, of 32767."""
_PROGRAMS = ("pulseaudio", "pactl", "parec", "paplay")
NAMES = ("XDG_RUNTIME_DIR", "HOME", "PULSE_SERVER")
"""What programs find the server by."""
_ALSA = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
_START_S = 20.0
_LIKE_HARDWARE = ("nice", "-n", "-15") if os.geteuid() == 0 else ()
"""A sound card does not wait for a busy processor: the server and what plays into it come first."""


@dataclass
class Recording:
    """What a virtual device sounds, as it sounds."""

    rate_hz: int
    pcm: bytearray = field(default_factory=bytearray)
    began_at: float = math.inf
    """By `time.monotonic`, when its first sample sounded. Told by the block that came soonest after
    its sound: the others waited for the recorder's or for our own turn on a busy machine."""
    _last_loud: int = 0
    """Samples up to the end of the last block in which something sounded."""

    def take(self, block: bytes) -> None:
        self.pcm += block
        so_far = len(self.pcm) // SAMPLE_BYTES
        self.began_at = min(self.began_at, time.monotonic() - so_far / self.rate_hz)
        if loudest(block) > QUIET:
            self._last_loud = so_far

    @property
    def last_loud_at(self) -> float:
        """By `time.monotonic`, when something sounded last."""
        return self.began_at + self._last_loud / self.rate_hz

    def clip(self) -> AudioClip:
        return AudioClip(bytes(self.pcm), self.rate_hz)

    def loud(self) -> AudioClip:
        """The sound without the silence before and after it."""
        step = self.rate_hz // 100 * SAMPLE_BYTES
        blocks = [bytes(self.pcm[at : at + step]) for at in range(0, len(self.pcm), step)]
        loud = [number for number, block in enumerate(blocks) if loudest(block) > QUIET]
        if not loud:
            return AudioClip(b"", self.rate_hz)
        return AudioClip(b"".join(blocks[loud[0] : loud[-1] + 1]), self.rate_hz)


@dataclass(frozen=True)
class VirtualSound:
    """The server while it runs, and the environment in which programs find it."""

    env: dict[str, str]

    @asynccontextmanager
    async def recorded(
        self, device: str = "spk.monitor", rate_hz: int = SPEAKER_RATE_HZ
    ) -> AsyncIterator[Recording]:
        """Record a device while open; begun once the first block has come."""
        child = await asyncio.create_subprocess_exec(
            *(*_LIKE_HARDWARE, "parec", f"--device={device}", f"--rate={rate_hz}", "--channels=1"),
            *("--format=s16le", "--latency-msec=10"),
            stdout=asyncio.subprocess.PIPE,
            env=self.env,
        )
        recording = Recording(rate_hz)
        first = asyncio.Event()

        async def listen() -> None:
            assert child.stdout is not None
            while block := await child.stdout.read(rate_hz // 100 * SAMPLE_BYTES):
                recording.take(block)
                first.set()

        task = asyncio.create_task(listen())
        try:
            async with asyncio.timeout(_START_S):
                await first.wait()
            yield recording
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
            await task

    def enter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on this process and its children see no other sound device."""
        for name in NAMES:
            monkeypatch.setenv(name, self.env[name])

    async def say(self, *wavs: Path) -> None:
        """Play files into the microphone `mic`, one after the other, until the last has sounded."""
        for wav in wavs:
            child = await asyncio.create_subprocess_exec(
                *(*_LIKE_HARDWARE, "paplay", "--device=mic_in", "--latency-msec=50", str(wav)),
                env=self.env,
            )
            try:
                assert await child.wait() == 0
            finally:
                with suppress(ProcessLookupError):
                    child.kill()
                await child.wait()


def loudest(block: bytes) -> int:
    samples = array.array("h", block[: len(block) // SAMPLE_BYTES * SAMPLE_BYTES])
    return max(map(abs, samples), default=0)


def missing() -> tuple[str, ...]:
    """Programs that it needs and that are not installed."""
    return tuple(name for name in _PROGRAMS if shutil.which(name) is None)


@asynccontextmanager
async def virtual_sound() -> AsyncIterator[VirtualSound]:
    """Bring the server up; skip, with the reason, where its programs are not installed."""
    if lacks := missing():
        pytest.skip(f"{', '.join(lacks)} not installed: scripts/system-packages.sh test")
    with tempfile.TemporaryDirectory(prefix="sound-") as name:
        folder = Path(name)
        (folder / ".asoundrc").write_text(_ALSA, encoding="utf-8")
        env = {
            **os.environ,
            "XDG_RUNTIME_DIR": name,
            "HOME": name,
            "PULSE_SERVER": f"unix:{name}/native",
        }
        with (folder / "server.log").open("wb") as log:
            server = await asyncio.create_subprocess_exec(
                *(*_LIKE_HARDWARE, "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1"),
                *("--log-target=stderr", "--disallow-exit"),
                "-L",
                f"module-native-protocol-unix socket={name}/native auth-anonymous=1",
                *("-L", f"module-null-sink sink_name=spk rate={SPEAKER_RATE_HZ} channels=1"),
                *("-L", f"module-null-sink sink_name=mic_in rate={MICROPHONE_RATE_HZ} channels=1"),
                *("-L", "module-remap-source master=mic_in.monitor source_name=mic"),
                stdout=log,
                stderr=log,
                env=env,
            )
        try:
            await _answers(server, env, folder / "server.log")
            yield VirtualSound(env)
        finally:
            with suppress(ProcessLookupError):
                server.kill()
            await server.wait()


async def _answers(server: asyncio.subprocess.Process, env: dict[str, str], log: Path) -> None:
    """Until it serves."""
    async with asyncio.timeout(_START_S):
        while True:
            asked = await asyncio.create_subprocess_exec(
                *("pactl", "info"),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                env=env,
            )
            if await asked.wait() == 0:
                return
            assert server.returncode is None, f"see {log}"
            await asyncio.sleep(0.1)
