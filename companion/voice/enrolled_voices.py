"""Enrolled voices: keeps the voices that the companion knows, as vectors in one private file.

No sound is kept. The file is read anew when it has changed, since the command line enrols while the
service runs.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from math import sqrt
from pathlib import Path

from companion.ports.listening import SpeakerId, VoicePrint
from companion.service.private_file import overwritten, write_private
from companion.service.wire_json import read_object
from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip

log = logging.getLogger(__name__)

FILE = "voices.json"
PIECE_S = 3.0
"""A recording is enrolled in pieces of this length: what varies between sentences evens out."""
LEAST_SPEECH_S = 10.0
"""Less speech tells too little of a voice; a minute is better."""
ALIKE, MOST_UNLIKE = 0.75, 0.2
"""Share of the pieces that may be less alike to their mean than `ALIKE`. Measured: pieces of one
voice 0.87 or more, of five voices mixed 0.37 to 0.73."""


class NotEnrolled(ValueError):
    """Error: the recording does not tell one voice. `why` is `too_short` or `several_voices`."""

    def __init__(self, why: str, speech_s: float = 0.0) -> None:
        super().__init__(f"{why}: {speech_s:.0f} s of speech")
        self.why, self.speech_s = why, speech_s


class VoicesUnreadable(OSError):
    """Error: the file of the enrolled voices is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolledVoice:
    """声: one person's voice."""

    name: str
    vector: tuple[float, ...]
    """Mean of unit length."""
    speech_s: float
    """Speech it was made of."""
    enrolled_at: datetime


async def voice_of(engine: SpeakerId, clip: AudioClip) -> tuple[tuple[float, ...], float]:
    """Vector and seconds of speech of a recording of one person. Raises `NotEnrolled`,
    `ListeningUnavailable`."""
    size = round(PIECE_S * HEARING_RATE_HZ) * SAMPLE_BYTES
    starts = range(0, max(1, len(clip.pcm) - size // 2), size)
    return mean_voice([await engine.print_of(AudioClip(clip.pcm[at : at + size])) for at in starts])


def mean_voice(prints: Sequence[VoicePrint]) -> tuple[tuple[float, ...], float]:
    """One vector of the pieces of a recording, and their speech in seconds. Raises
    `NotEnrolled`."""
    there = [one for one in prints if one.vector]
    speech_s = sum(one.speech_s for one in there)
    if speech_s < LEAST_SPEECH_S:
        raise NotEnrolled("too_short", speech_s)
    mean = _unit([sum(values) for values in zip(*(one.vector for one in there), strict=True)])
    unlike = [one for one in there if likeness(one.vector, mean) < ALIKE]
    if len(unlike) > MOST_UNLIKE * len(there):
        raise NotEnrolled("several_voices", speech_s)
    return mean, speech_s


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """Cosine of two vectors of unit length; -1 where they come from two engines."""
    if len(one) != len(other):
        return -1.0
    return sum(a * b for a, b in zip(one, other, strict=True))


class EnrolledVoices:
    """The voices in the file of a state folder."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / FILE
        self._stamp: tuple[int, int] | None = None
        self._voices: tuple[EnrolledVoice, ...] = ()

    def all(self) -> tuple[EnrolledVoice, ...]:
        """Every voice, in the order of enrolment. Raises `VoicesUnreadable`."""
        try:
            about = self._path.stat()
        except FileNotFoundError:
            self._stamp, self._voices = None, ()
            return ()
        stamp = (about.st_mtime_ns, about.st_ino)
        if stamp != self._stamp:
            self._voices, self._stamp = _read(self._path), stamp
        return self._voices

    def enrol(self, voice: EnrolledVoice) -> None:
        """Keep a voice, in place of an earlier one of this name. Raises `OSError`."""
        others = [one for one in self.all() if not _same(one.name, voice.name)]
        self._write([*others, voice])

    def erase(self, name: str) -> bool:
        """Forget a voice; whether there was one. Raises `OSError`."""
        voices = self.all()
        left = [one for one in voices if not _same(one.name, name)]
        if len(left) == len(voices):
            return False
        self._write(left)
        return True

    def _write(self, voices: Sequence[EnrolledVoice]) -> None:
        with overwritten(self._path):
            if not voices:
                self._path.unlink()
                return
            rows = [{**asdict(one), "enrolled_at": one.enrolled_at.isoformat()} for one in voices]
            write_private(self._path, json.dumps({"voices": rows}, ensure_ascii=False))


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _unit(vector: Sequence[float]) -> tuple[float, ...]:
    length = sqrt(sum(value * value for value in vector)) or 1.0
    return tuple(value / length for value in vector)


def _read(path: Path) -> tuple[EnrolledVoice, ...]:
    try:
        rows = read_object(path.read_bytes())["voices"]
        return tuple(
            EnrolledVoice(
                name=str(row["name"]),
                vector=tuple(float(value) for value in row["vector"]),
                speech_s=float(row["speech_s"]),
                enrolled_at=datetime.fromisoformat(row["enrolled_at"]),
            )
            for row in rows
        )
    except (ValueError, KeyError, TypeError) as error:
        raise VoicesUnreadable(f"{path}: {error}") from error
