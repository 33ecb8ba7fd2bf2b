"""Shelf: the voices that can be chosen, each with a sample, and the wake words."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from companion.phrases.acknowledgements import SAMPLE
from companion.phrases.reasons import in_both
from companion.ports.speech import SpeechEngine
from companion.ports.voice_shelf import VoiceOffered, WakeWordOffered
from companion.words.audio import AudioClip
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """Voices and wake words of this installation. Implements the port `VoiceShelf`."""

    engines: Mapping[Language, Sequence[SpeechEngine]]
    """Of each language, best first."""
    style: Callable[[Language], VoiceStyle]
    """How the persona speaks now."""
    sheet: str
    words: Sequence[str]
    """Built-in wake words of the engine in use, as the configuration names them."""
    chosen_words: Sequence[str]
    wake_engine: str

    def voices(self) -> Sequence[VoiceOffered]:
        """Every voice of every engine, Japanese first."""
        return tuple(
            VoiceOffered(
                name=name,
                language=language,
                chosen=self._is_chosen(language, engine, name),
                trouble=in_both(why) if (why := engine.why_down()) else None,
            )
            for language in Language
            for engine in self.engines[language]
            for name in engine.voices(language)
        )

    def wake(self) -> Sequence[WakeWordOffered]:
        """Built-in wake words of the engine in use."""
        return tuple(
            WakeWordOffered(
                phrase=word.replace("_", " ").title(),
                chosen=word in self.chosen_words,
                line=f"wake: {{engine: {self.wake_engine}, settings: {{words: [{word}]}}}}",
            )
            for word in self.words
        )

    async def sample(self, language: Language, voice: str) -> AsyncGenerator[AudioClip, None]:
        """The phrase in this voice, at the persona's pace and pitch. Raises `KeyError`,
        `SpeechUnavailable`."""
        engine = next((e for e in self.engines[language] if voice in e.voices(language)), None)
        if engine is None:
            raise KeyError(voice)
        style = replace(self.style(language), voice=voice)
        text = SAMPLE.get(language)
        async with aclosing(engine.speak(text, language=language, style=style)) as clips:
            async for clip in clips:
                yield clip

    def _is_chosen(self, language: Language, engine: SpeechEngine, name: str) -> bool:
        if engine is not next(iter(self.engines[language]), None):
            return False
        wanted = self.style(language).voice
        return name == wanted if wanted else name == engine.voices(language)[0]
