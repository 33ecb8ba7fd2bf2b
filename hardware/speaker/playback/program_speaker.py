"""Program speaker: plays through a program that reads a WAV stream from its standard input.

The program is a process of its own: silence is its end, which needs the consent of no sound system
and of no library that hangs.
"""

import asyncio
import struct
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress

from companion.ports.body import SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.audio import SAMPLE_BYTES, AudioClip
from hardware.speaker.playback.clip_speaker import ClipSpeaker, Playing

ENDLESS = 0x7FFF_FF00
"""Bytes of sound that the header promises, since nobody knows yet how many there will be."""
TROUBLE_CHARS = 160


class ProgramSpeaker(ClipSpeaker):
    """Speaker whose driver names a program and the remedy where the program is missing."""

    def __init__(
        self, command: Sequence[str], clock: Clock, *, remedy: str, env: dict[str, str] | None
    ) -> None:
        """`env`: the program's environment; None for this process's own."""
        super().__init__(clock)
        self._command = tuple(command)
        self._remedy = remedy
        self._env = env
        self._child: asyncio.subprocess.Process | None = None

    async def _sounds(self, playing: Playing, clips: AsyncGenerator[AudioClip, None]) -> None:
        child = self._child = await self._started()
        feeding = asyncio.create_task(self._feed(child, playing, clips), name=f"{playing.sound} in")
        try:
            said = await _all_of(child)
        finally:
            _end(child)  # silence first: a voice that is broken off may end its clause
            feeding.cancel()
            await asyncio.wait({feeding})
            await child.wait()
            self._child = None
        if child.returncode:
            last = said.decode(errors="replace").strip().splitlines()
            self._trouble = (
                last[-1][:TROUBLE_CHARS] if last else f"it ended with {child.returncode}"
            )
            raise SpeakerUnavailable(self._trouble)
        self._trouble = ""
        if not feeding.cancelled() and (error := feeding.exception()) is not None:
            raise error

    async def _started(self) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=self._env,
            )
        except OSError as error:
            self._trouble = f"{self._command[0]}: {error.strerror}; {self._remedy}"
            raise SpeakerUnavailable(self._trouble) from error

    async def _is_ready(self, child: asyncio.subprocess.Process) -> None:
        """Until the program can take sound; at once for one that does not tell."""

    async def _feed(
        self,
        child: asyncio.subprocess.Process,
        playing: Playing,
        clips: AsyncGenerator[AudioClip, None],
    ) -> None:
        """Give the program each clip as it comes. A program that ended is none of its troubles."""
        assert child.stdin is not None
        first = True
        try:
            async for clip in clips:
                if first:
                    await self._is_ready(child)
                    child.stdin.write(header(clip.rate_hz))
                    first = False
                playing.gives(clip)
                playing.waits = False
                child.stdin.write(clip.pcm)
                with suppress(ConnectionError):
                    await child.stdin.drain()
                playing.waits = True
            playing.waits = False
        finally:
            child.stdin.close()


def header(rate_hz: int) -> bytes:
    """Head of a WAV stream of 16-bit mono sound whose length nobody knows yet."""
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", ENDLESS + 36, b"WAVE", b"fmt ", 16, 1, 1),
        *(rate_hz, rate_hz * SAMPLE_BYTES, SAMPLE_BYTES, 8 * SAMPLE_BYTES, b"data", ENDLESS),
    )


async def _all_of(child: asyncio.subprocess.Process) -> bytes:
    """Wait for its end; gives what it wrote of its troubles."""
    assert child.stderr is not None
    said = await child.stderr.read()
    await child.wait()
    return said


def _end(child: asyncio.subprocess.Process) -> None:
    """Kill it if it runs: a program that is asked to end may drain its buffer first."""
    with suppress(ProcessLookupError):
        child.kill()
