"""Everything that may be spoken, as silence of known length."""

from collections.abc import AsyncGenerator

from companion.phrases.acknowledgements import ACKNOWLEDGEMENTS
from companion.ports.body import SoundUnknown
from companion.ports.speech import SpeechUnavailable
from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip
from companion.words.ids import EventId
from companion.words.language import Language


def silence(seconds: float, rate_hz: int = HEARING_RATE_HZ) -> AudioClip:
    return AudioClip(bytes(round(seconds * rate_hz) * SAMPLE_BYTES), rate_hz)


class SpokenTwin:
    """Implements the port `Spoken`. `unknown`: ids of which there is no message. `breaks_after`:
    clips after which the voice fails."""

    def __init__(self) -> None:
        self.clips: tuple[AudioClip, ...] = (silence(0.5), silence(2.0))
        self.unknown: set[int] = set()
        self.breaks_after: int | None = None
        self.loudness = 1.0

    def volume(self) -> float:
        return self.loudness

    async def message(self, utterance_id: EventId) -> AsyncGenerator[AudioClip, None]:
        if utterance_id in self.unknown:
            raise SoundUnknown(f"utterance:{utterance_id}")
        for number, clip in enumerate(self.clips):
            if self.breaks_after == number:
                raise SpeechUnavailable("the voice gave no sound")
            yield clip

    async def phrase(self, name: str, language: Language) -> AsyncGenerator[AudioClip, None]:
        if name not in ACKNOWLEDGEMENTS:
            raise SoundUnknown(f"phrase:{name}")
        yield silence(0.4)
