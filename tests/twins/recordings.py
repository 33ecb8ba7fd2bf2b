"""Recordings of tests/data/audio: what they are, and their samples."""

import json
import wave
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip

FOLDER = Path(__file__).parents[1] / "data" / "audio"


@dataclass(frozen=True)
class Recording:
    """One line of the manifest."""

    file: str
    transcript: str
    language: str
    sha256: str

    @property
    def path(self) -> Path:
        return FOLDER / self.file


@cache
def recordings() -> tuple[Recording, ...]:
    """All, in the order of the manifest."""
    rows = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))["clips"]
    return tuple(
        Recording(r["file"], r["transcript"] or "", r["language"], r["sha256"]) for r in rows
    )


def sound(file: str) -> AudioClip:
    """The samples of one recording."""
    with wave.open(str(FOLDER / file)) as opened:
        assert (opened.getframerate(), opened.getnchannels()) == (HEARING_RATE_HZ, 1)
        return AudioClip(opened.readframes(opened.getnframes()))


def silence(seconds: float) -> AudioClip:
    """No sound at all."""
    return AudioClip(bytes(round(seconds * HEARING_RATE_HZ) * SAMPLE_BYTES))


def joined(*clips: AudioClip) -> AudioClip:
    """One after the other."""
    return AudioClip(b"".join(clip.pcm for clip in clips))


def louder(clip: AudioClip, times: float) -> AudioClip:
    """The same, so many times louder, cut off at full scale."""
    samples = array("h", clip.pcm)
    return AudioClip(array("h", (_in_range(round(s * times)) for s in samples)).tobytes())


def _in_range(value: int) -> int:
    return max(-32768, min(32767, value))


def blocks(clip: AudioClip) -> list[bytes]:
    """Whole blocks as a microphone gives them; the last is filled up with silence."""
    size = BLOCK_SAMPLES * SAMPLE_BYTES
    pieces = [clip.pcm[at : at + size] for at in range(0, len(clip.pcm), size)]
    return [piece.ljust(size, b"\0") for piece in pieces]
