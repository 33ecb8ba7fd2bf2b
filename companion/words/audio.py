"""Audio 音声: sound as the voice pipeline passes it on."""

from dataclasses import dataclass

HEARING_RATE_HZ = 16_000
"""Samples per second of everything that listens: microphones, wake word, VAD, speech to text."""
BLOCK_SAMPLES = 512
"""Samples in one block from a microphone (32 ms): the frame of the Silero VAD at 16 kHz."""
SAMPLE_BYTES = 2
"""Samples are signed 16-bit little-endian, one channel."""


@dataclass(frozen=True, slots=True)
class AudioClip:
    """音: a stretch of mono 16-bit sound."""

    pcm: bytes
    rate_hz: int = HEARING_RATE_HZ

    @property
    def length_s(self) -> float:
        """Length in seconds."""
        return len(self.pcm) / SAMPLE_BYTES / self.rate_hz
