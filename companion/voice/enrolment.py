"""Enrolment: one person's voice becomes known by a recording of their reading."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from companion.ports.listening import SpeakerId
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices, likeness, voice_of
from companion.voice.who_speaks import STRANGE_BELOW
from companion.words.audio import AudioClip


@dataclass(frozen=True, slots=True)
class Enrolled:
    """Result of an enrolment."""

    speech_s: float
    """Seconds of speech that it was made of."""
    alike: tuple[str, ...]
    """Other people whose voices are so much like it that they may be taken for each other."""


@dataclass(frozen=True)
class Enrolment:
    """Enrols voices in the file of a state folder."""

    engine: SpeakerId
    voices: EnrolledVoices
    now: Callable[[], datetime]

    async def enrol(self, name: str, clip: AudioClip) -> Enrolled:
        """Keep the voice of a recording of one person, in place of an earlier one of this name.
        Raises `NotEnrolled`, `ListeningUnavailable`, `OSError`."""
        vector, speech_s = await voice_of(self.engine, clip)
        alike = tuple(
            one.name
            for one in self.voices.all()
            if one.name.casefold() != name.casefold()
            and likeness(one.vector, vector) >= STRANGE_BELOW
        )
        self.voices.enrol(
            EnrolledVoice(name=name, vector=vector, speech_s=speech_s, enrolled_at=self.now())
        )
        return Enrolled(speech_s, alike)
