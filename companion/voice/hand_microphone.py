"""The hand microphone gives the sound of one press of a button, as it comes over the network."""

import asyncio
from array import array
from collections import deque
from collections.abc import AsyncGenerator

from companion.ports.push_to_talk import SoundFault
from companion.voice.hearing import FULL_SCALE, NEARLY_NOTHING
from companion.voice.segmenter import BLOCK_S
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES
from companion.words.language import Bilingual
from companion.words.said import PHONE

LEAST_SPEECH_PEAK = 0.02
"""Speech that stays below is too quiet to be read well: -34 dB of full scale."""
CLIPPED_SHARE = 0.01
"""Share of blocks at full scale from which a sound is clipped."""
SETTLING_S = 0.5
"""A browser's gain control begins high: what it clips this early is its own (0.06 s measured in
Chromium) and no reason to move away."""
RATE_OFF_BY = 0.25
"""Share by which sound and time may differ; a wrong rate makes a factor of two or three."""
STALL_S = 5.0
"""Real seconds without any sound after which no more comes: a satellite that finds its own wake
word may stop sending without a word, and a browser that sleeps does."""
_BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
_SCALE = 32_768


class HandMicrophone:
    """Microphone whose sound lasts as long as a button is pressed. It keeps the whole of it (1 MB
    at most), since the engines may still be loading. Implements the port `Microphone`."""

    name = PHONE
    is_live = True

    def __init__(self, place: str, most_s: float) -> None:
        self.place = place
        self._most_samples = round(most_s * HEARING_RATE_HZ)
        self._samples = self._peak = self._clipped = self._count = 0
        self._rest = b""
        self._blocks: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._is_over = False

    @property
    def length_s(self) -> float:
        """Seconds of sound so far."""
        return self._samples / HEARING_RATE_HZ

    @property
    def peak(self) -> float:
        """Loudest sample so far, 0 to 1."""
        return self._peak / _SCALE

    @property
    def is_silent(self) -> bool:
        """Whether it gives no sound at all, not even noise: it is muted."""
        return self._peak <= NEARLY_NOTHING

    def take(self, pcm: bytes) -> None:
        """The next sound, of whole samples. At the longest press it is over."""
        if self._is_over:
            return
        self._samples += len(pcm) // SAMPLE_BYTES
        sound = self._rest + pcm
        whole = len(sound) // _BLOCK_BYTES * _BLOCK_BYTES
        for at in range(0, whole, _BLOCK_BYTES):
            self._keep(sound[at : at + _BLOCK_BYTES])
        self._rest = sound[whole:]
        self._is_over = self._samples >= self._most_samples
        self._changed.set()

    def finish(self) -> None:
        """No more sound comes; what has come is heard to its end."""
        self._is_over = True
        self._changed.set()

    def cut(self) -> None:
        """No more of it is heard."""
        self._blocks.clear()
        self.finish()

    def faults(self, took_s: float | None) -> tuple[SoundFault, ...]:
        """Faults of the sound. `took_s`: seconds that the recording took, where they are known."""
        off_s = 0.0 if took_s is None else abs(self.length_s - took_s)
        found = {
            SoundFault.SILENT: self.is_silent,
            SoundFault.QUIET: not self.is_silent and self.peak < LEAST_SPEECH_PEAK,
            SoundFault.CLIPPED: self._clipped > CLIPPED_SHARE * self._count,
            SoundFault.WRONG_RATE: off_s > RATE_OFF_BY * (took_s or 0.0),
        }
        return tuple(fault for fault, is_there in found.items() if is_there)

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        """Block after block, until it is finished, or no sound comes any more."""
        while True:
            while self._blocks:
                yield self._blocks.popleft()
            if self._is_over:
                return
            self._changed.clear()
            try:
                async with asyncio.timeout(STALL_S):
                    await self._changed.wait()
            except TimeoutError:
                self.finish()

    def dropped(self) -> int:
        """None: a whole press is kept."""
        return 0

    def waiting(self) -> int:
        """Blocks that the browser has sent and nobody took yet."""
        return len(self._blocks)

    def trouble(self) -> Bilingual | None:
        """None: the browser tells its own."""
        return None

    def _keep(self, block: bytes) -> None:
        samples = array("h", block)
        peak = max(max(samples), -min(samples))
        self._peak = max(self._peak, peak)
        self._count += 1
        self._clipped += peak >= FULL_SCALE and self._count > SETTLING_S / BLOCK_S
        self._blocks.append(block)
