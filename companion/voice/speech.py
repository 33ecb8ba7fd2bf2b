"""Speech: makes the sound of a recorded message or of an acknowledgement, in the persona's voice.

It is given the event id of a recorded message or the name of a phrase and nothing else. A message
is spoken in the language it was rendered in; where its voice does not serve, the next one of that
language speaks, and the health page says so.
"""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from companion.phrases import health
from companion.phrases.acknowledgements import ACKNOWLEDGEMENTS
from companion.ports.body import SoundUnknown
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.speech import SpeechEngine, SpeechUnavailable
from companion.voice.read_aloud import read_aloud
from companion.words.audio import AudioClip
from companion.words.event import Event
from companion.words.finding import Finding
from companion.words.ids import EventId
from companion.words.language import Language, language_of
from companion.words.voice_style import VoiceStyle

log = logging.getLogger(__name__)


class Speech:
    """Everything that may be spoken, as sound. Implements the port `Spoken`."""

    def __init__(
        self,
        record: Record,
        voices: Mapping[Language, Sequence[SpeechEngine]],
        *,
        style: Callable[[Language], VoiceStyle],
        volume: Callable[[], float],
        household: Language,
        ready_ahead: bool,
        names: Mapping[str, str] | None = None,
    ) -> None:
        """`voices`: engines of each language, best first. `volume`: asked for each message.
        `ready_ahead`: load the household's voice at the start, not with the first words.
        `names`: of the companion and of people, in Latin letters, each with its kana."""
        self._record = record
        self._voices = voices
        self._style = style
        self._volume = volume
        self._household = household
        self._ready_ahead = ready_ahead
        self._names = names or {}
        self._phrases: dict[tuple[str, Language, VoiceStyle], tuple[AudioClip, ...]] = {}
        """Acknowledgements that were made before: they are heard at once."""

    async def message(self, utterance_id: EventId) -> AsyncGenerator[AudioClip, None]:
        """Sound of a recorded message. Raises `SoundUnknown`, `SpeechUnavailable`."""
        event = await self._record.event(utterance_id)
        if event is None or not event.assistant_text:
            raise SoundUnknown(f"utterance:{utterance_id}")
        language = self._language(event)
        async with aclosing(self._spoken(event.assistant_text, language)) as clips:
            async for clip in clips:
                yield clip

    async def phrase(self, name: str, language: Language) -> AsyncGenerator[AudioClip, None]:
        """Sound of an acknowledgement. Raises `SoundUnknown`, `SpeechUnavailable`."""
        if name not in ACKNOWLEDGEMENTS:
            raise SoundUnknown(f"phrase:{name}")
        key = (name, language, self._now(language))
        if key not in self._phrases:
            text = ACKNOWLEDGEMENTS[name].get(language)
            self._phrases[key] = tuple([clip async for clip in self._spoken(text, language)])
        for clip in self._phrases[key]:
            yield clip

    def volume(self) -> float:
        """Loudness of what is spoken now."""
        return self._volume()

    def residents(self) -> Sequence[ResidentSpec]:
        """The loading of the household's voice, where it can be heard."""
        if not self._ready_ahead:
            return ()
        return (ResidentSpec("voice loads", self.get_ready, Stage.DRIVERS, finishes=True),)

    async def get_ready(self) -> None:
        """Load the household's voice and make its acknowledgements."""
        for name in ACKNOWLEDGEMENTS:
            try:
                async for _ in self.phrase(name, self._household):
                    pass
            except SpeechUnavailable as error:
                log.warning("no voice: %s", error)
                return

    async def findings(self) -> Mapping[str, Finding]:
        """Whether the household's own voice serves."""
        if not self._ready_ahead:
            return {}
        why_down = [voice.why_down() for voice in self._voices[self._household]]
        return {"voice": health.voice(why_down[0] if why_down else "", another=not all(why_down))}

    def _language(self, event: Event) -> Language:
        told = event.payload.get("language")
        if told in tuple(Language):
            return Language(told)
        return language_of(event.assistant_text, self._household)

    def _now(self, language: Language) -> VoiceStyle:
        style = self._style(language)
        return replace(style, volume=style.volume * self._volume())

    async def _spoken(self, text: str, language: Language) -> AsyncGenerator[AudioClip, None]:
        """By the first voice that serves; one that breaks off in the middle is not begun anew."""
        style, text = self._now(language), read_aloud(text, language, self._names)
        error = SpeechUnavailable(f"no voice speaks {language.value}")
        for voice in self._voices[language]:
            begun = False
            try:
                async with aclosing(voice.speak(text, language=language, style=style)) as clips:
                    async for clip in clips:
                        begun = True
                        yield clip
                return
            except SpeechUnavailable as unavailable:
                log.warning("voice: %s", unavailable)
                error = unavailable
                if begun:
                    break
        raise error
