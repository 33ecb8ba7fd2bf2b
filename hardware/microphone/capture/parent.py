"""Parent side of the capture process: makes a child process behave as the microphone port promises.

The child is killed when it gives nothing for `stall_s`, and its death is a
`MicrophoneUnavailable`, never the end of the service. Stalls are real seconds.
"""

import asyncio
import json
import socket
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from companion.ports.microphone import MicrophoneUnavailable
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ
from companion.words.language import Bilingual
from hardware import capture_process
from hardware.microphone.capture.frames import ENDED, GONE, HEAD, LOST, SOUND

CHILD = "hardware.microphone.capture.child"
FIRST_BLOCK_GRACE_S = 10.0
"""Starting an interpreter and a sound server takes seconds on a busy small board."""
KEPT_BLOCKS = 4 * HEARING_RATE_HZ // BLOCK_SAMPLES
"""Four seconds: a command that is heard late is worth more than one with a hole in it. With one
second, a burst of load cut the first words off a command in two of three tries."""


class CaptureChild:
    """Microphone whose source is read by a child process. Implements the port `Microphone`."""

    def __init__(
        self,
        name: str,
        place: str,
        source: Mapping[str, Any],
        *,
        stall_s: float,
        remedy: Bilingual,
        is_live: bool = True,
    ) -> None:
        self._name, self._place, self._source = name, place, dict(source)
        self._stall_s, self._remedy, self._is_live = stall_s, remedy, is_live
        self._child: asyncio.subprocess.Process | None = None
        self._kept = _Kept(is_live)
        self._dropped_before = 0
        """By the captures that have ended."""
        self._trouble: Bilingual | None = None

    @property
    def name(self) -> str:
        """Config name."""
        return self._name

    @property
    def place(self) -> str:
        """Room id it stands in."""
        return self._place

    @property
    def is_live(self) -> bool:
        """Whether sound comes at its own pace."""
        return self._is_live

    @property
    def pid(self) -> int | None:
        """The child's process id while it captures; for tests of faults."""
        return self._child.pid if self._child else None

    def dropped(self) -> int:
        """Blocks that nobody took in time since the start, and gaps that the device told of."""
        return self._dropped_before + self._kept.dropped

    def waiting(self) -> int:
        """Blocks that have come and are not taken yet."""
        return len(self._kept) if self._is_live else 0

    def trouble(self) -> Bilingual | None:
        """Why the last attempt ended; None while it is fine."""
        return self._trouble

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        """Start the child and give what it sends. Raises `MicrophoneUnavailable`."""
        child, reader, writer = await self._start()
        self._child = child
        self._dropped_before = self.dropped()
        kept = self._kept = _Kept(self._is_live)
        reads = asyncio.create_task(kept.fill(reader), name=f"microphone {self._name}")
        try:
            wait_s = self._stall_s + FIRST_BLOCK_GRACE_S
            while (block := await self._next(kept, reads, wait_s)) is not None:
                wait_s = self._stall_s
                self._trouble = None
                yield block
        finally:
            reads.cancel()
            writer.close()
            await capture_process.ended(child)
            await asyncio.gather(reads, return_exceptions=True)
            self._child = None

    async def _next(self, kept: "_Kept", reads: asyncio.Task[None], wait_s: float) -> bytes | None:
        """The oldest block that is kept; None at the end of a recording."""
        try:
            async with asyncio.timeout(wait_s):
                return await kept.take()
        except TimeoutError:
            ja = f"マイクから{wait_s:g}秒間音が届きません"
            en = f"the microphone gave no sound for {wait_s:g} s"
        except _Gone as gone:
            ja, en = gone.words.ja, gone.words.en
        raise self._unavailable(ja, en)

    async def _start(
        self,
    ) -> tuple[asyncio.subprocess.Process, asyncio.StreamReader, asyncio.StreamWriter]:
        ours, theirs = socket.socketpair()
        try:
            child = await capture_process.started(CHILD, theirs.fileno())
        except OSError as error:
            ours.close()
            raise self._unavailable(
                f"マイクを読む処理を始められません（{error}）",
                f"what reads the microphone cannot start ({error})",
            ) from error
        finally:
            theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.write(json.dumps(self._source).encode() + b"\n")
        return child, reader, writer

    def _unavailable(self, ja: str, en: str) -> MicrophoneUnavailable:
        remedy = self._remedy
        error = MicrophoneUnavailable(f"{en}. {remedy.en}", f"{ja}。{remedy.ja}")
        self._trouble = error.words
        return error


class _Gone(Exception):
    """The child told why there is no sound, or ended without a word."""

    def __init__(self, words: Bilingual) -> None:
        self.words = words


class _Kept:
    """Blocks that came and were not taken yet. Of a live source at most four seconds."""

    def __init__(self, is_live: bool) -> None:
        self._blocks: deque[bytes] = deque()
        self._is_live = is_live
        self._came, self._room = asyncio.Event(), asyncio.Event()
        self._end: _Gone | None = None
        self._ended = False
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._blocks)

    async def fill(self, reader: asyncio.StreamReader) -> None:
        """Read frames until the last."""
        try:
            while not self._ended:
                kind, size = HEAD.unpack(await reader.readexactly(HEAD.size))
                await self._took(kind, await reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            self._end = _Gone(
                Bilingual("マイクを読む処理が落ちました", "the microphone's process died")
            )
            self._came.set()

    async def take(self) -> bytes | None:
        """The oldest; None after the last of a recording. Raises `_Gone`."""
        while not self._blocks:
            if self._end is not None:
                raise self._end
            if self._ended:
                return None
            self._came.clear()
            await self._came.wait()
        self._room.set()
        return self._blocks.popleft()

    async def _took(self, kind: int, content: bytes) -> None:
        if kind == SOUND:
            await self._keep(content)
        elif kind == GONE:
            ja, _, en = content.decode(errors="replace").partition("\n")
            self._end, self._ended = _Gone(Bilingual(ja, en)), True
        elif kind == LOST:
            self.dropped += 1
        elif kind == ENDED:
            self._ended = True
        self._came.set()

    async def _keep(self, block: bytes) -> None:
        while not self._is_live and len(self._blocks) >= KEPT_BLOCKS:
            self._room.clear()
            await self._room.wait()
        if len(self._blocks) >= KEPT_BLOCKS:
            self._blocks.popleft()
            self.dropped += 1
        self._blocks.append(block)
