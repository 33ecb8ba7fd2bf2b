"""Voices to choose and to try (issue 13, point 8)."""

import pytest

from companion.engines.voice.scripted import ScriptedVoice, Settings
from companion.phrases.acknowledgements import SAMPLE
from companion.voice.shelf import Shelf
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle


def shelf(voice: ScriptedVoice, wanted: str = "") -> Shelf:
    return Shelf(
        engines={language: (voice,) for language in Language},
        style=lambda _: VoiceStyle(voice=wanted),
        sheet="koto.yaml",
        words=("okay_nabu", "alexa"),
        chosen_words=("okay_nabu",),
        wake_engine="pymicro_wakeword",
    )


async def test_a_sample_is_a_phrase_of_ours_in_that_voice() -> None:
    voice = ScriptedVoice(Settings())
    clips = [clip async for clip in shelf(voice).sample(Language.EN, "tone")]
    assert sum(clip.length_s for clip in clips) > 0.5
    assert "".join(voice.made).replace(" ", "") == SAMPLE.en.replace(" ", "")
    with pytest.raises(KeyError):
        await anext(shelf(voice).sample(Language.EN, "none"))


@pytest.mark.parametrize(("wanted", "chosen"), [("", True), ("tone", True), ("other", False)])
def test_the_voice_in_use_is_marked(wanted: str, chosen: bool) -> None:
    voice = ScriptedVoice(Settings())
    voice.gone = "stopped"
    found = shelf(voice, wanted).voices()
    assert [(one.name, one.chosen) for one in found] == [("tone", chosen)] * 2
    assert all(one.trouble is not None for one in found)


def test_a_wake_word_shows_the_line_that_chooses_it() -> None:
    first, second = shelf(ScriptedVoice(Settings())).wake()
    assert (first.phrase, first.chosen) == ("Okay Nabu", True)
    assert second.line == "wake: {engine: pymicro_wakeword, settings: {words: [alexa]}}"
