"""Ears on a Wyoming server: speech to text on another machine of the home, for example
wyoming-faster-whisper.

The protocol tells neither how sure the server is nor whether anybody spoke: an empty text and one
that repeats itself are rejected here, noise as far as the server leaves it out.
"""

from collections.abc import Iterator

from pydantic import Field
from wyoming.asr import Transcribe
from wyoming.asr import Transcript as Told
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.info import Describe, Info

from companion.engines.listening.whisper import Decoded, not_asked, why_rejected
from companion.engines.speech_server.wyoming_server import (
    ServerFailed,
    WyomingPlace,
    WyomingServer,
)
from companion.ports.listening import Enough, ListeningUnavailable, Transcript, never_enough
from companion.words.audio import SAMPLE_BYTES, AudioClip
from companion.words.language import Language, language_of

CHUNK_BYTES = 3200
"""A tenth of a second, as satellites send it."""


class Settings(WyomingPlace):
    """Settings of the server and of how to ask it."""

    port: int = Field(10300, ge=1, le=65535, description="its port")
    model: str = Field("", description="name of its model; empty: the server's own choice")
    longest_s: float = Field(120.0, gt=0, description="a longer clip is not recognised")


class WyomingEars:
    """Ears that ask a server, one connection for each clip. Implements the port `Ears`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._server = WyomingServer(settings)
        self._failed = ""

    async def warm(self) -> None:
        """See that a server is there which can hear. Raises `ListeningUnavailable`."""
        try:
            async with self._server.asked(Describe().event()) as events:
                async for event in events:
                    if Info.is_type(event.type):
                        if not Info.from_event(event).asr:
                            raise ServerFailed("the server offers no speech to text")
                        break
        except ServerFailed as error:
            raise self._unavailable(error) from error
        self._failed = ""

    async def recognise(
        self,
        clip: AudioClip,
        *,
        language: Language | None,
        vocabulary: str = "",
        enough: Enough = never_enough,
    ) -> Transcript:
        """Recognise the words of the clip; the protocol takes no `vocabulary`. Raises
        `ListeningUnavailable`, `ValueError` for another sample rate."""
        if (unasked := not_asked(clip, language, self._settings.longest_s)) is not None:
            return unasked
        try:
            told = await self._told(clip, language)
        except ServerFailed as error:
            raise self._unavailable(error) from error
        self._failed = ""
        return _transcript(told, language)

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""
        return self._failed

    async def close(self) -> None:
        """No connection stays open between clips."""

    async def _told(self, clip: AudioClip, language: Language | None) -> Told:
        asked = Transcribe(
            name=self._settings.model or None, language=language.value if language else None
        )
        async with self._server.asked(asked.event(), *_sound(clip)) as events:
            async for event in events:
                if Told.is_type(event.type):
                    told = Told.from_event(event)
                    if not isinstance(told.text, str):
                        raise ValueError("its transcript is no text")
                    return told
        raise ServerFailed("no transcript came")

    def _unavailable(self, error: ServerFailed) -> ListeningUnavailable:
        self._failed = f"speech to text gave no answer: {error}; see ears.settings"
        return ListeningUnavailable(self._failed)


def _sound(clip: AudioClip) -> Iterator[Event]:
    form = {"rate": clip.rate_hz, "width": SAMPLE_BYTES, "channels": 1}
    yield AudioStart(**form).event()
    for at in range(0, len(clip.pcm), CHUNK_BYTES):
        yield AudioChunk(audio=clip.pcm[at : at + CHUNK_BYTES], **form).event()
    yield AudioStop().event()


def _transcript(told: Told, asked: Language | None) -> Transcript:
    """The server's word for it, guarded as our own is."""
    text, tag = told.text.strip(), str(told.language or "").partition("-")[0].lower()
    rejected = why_rejected(Decoded(text, score=0.0, no_speech=0.0))
    if tag and tag not in tuple(Language):
        return Transcript(text="", language=None, rejected="other_language")
    language = Language(tag) if tag else language_of(text, asked or Language.EN)
    return Transcript(text=text, language=language, rejected=rejected)


def build(settings: Settings) -> WyomingEars:
    """Build the ears; nobody is asked yet."""
    return WyomingEars(settings)
