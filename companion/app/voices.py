"""Voices: builds the voice engines of both languages, each loaded when it first speaks."""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack

from companion.app.foundations import Foundations
from companion.ports.speech import SpeechEngine
from companion.service.settings import Engine
from companion.words.language import Language

TWIN = Engine(engine="scripted")


def build_voices(
    stack: AsyncExitStack, on: Foundations, *, heard: bool
) -> Mapping[Language, Sequence[SpeechEngine]]:
    """Engines of each language, best first. Where nobody hears them (`heard`), a tone of the same
    length stands for both. A voice whose own code is broken is left out."""
    wanted = on.settings.voice
    lines = {"ja": wanted.ja, "en": wanted.en, "last_resort": wanted.last_resort}
    if not heard:
        lines = {"twin": TWIN}
    built: dict[str, SpeechEngine] = {}
    for name, own in lines.items():
        voice = on.plug_ins.built(f"voice.{name}", "voice", own.engine, own.settings, {})
        if voice is not None:
            built[name] = voice
            stack.push_async_callback(voice.close)
    return {
        language: tuple(
            voice
            for name, voice in built.items()
            if name in (language.value, "last_resort", "twin") and language in voice.languages()
        )
        for language in Language
    }
