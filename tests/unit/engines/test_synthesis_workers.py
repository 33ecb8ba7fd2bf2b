"""What the workers of the voices make of words of the other language."""

from importlib.util import find_spec

import pytest

from companion.engines import weights
from companion.engines.synthesis import openjtalk_worker, piper_worker
from companion.engines.synthesis.voice_weights import JOE, JOE_FILES

STYLE = {"pace": 1.0, "pitch_semitones": 0.0, "volume": 1.0}


@pytest.mark.skipif(find_spec("pyopenjtalk") is None, reason="pyopenjtalk-plus is not installed")
def test_an_english_word_in_a_japanese_text_is_not_spelled_letter_by_letter() -> None:
    made = openjtalk_worker.serve({})

    def length(text: str) -> int:
        return len(made({"text": text, **STYLE}, b"")[1])

    assert length("Ledvanceの明かり") < 0.75 * length("エルイーディーブイエーエヌシーイーの明かり")
    assert length("Ledvanceの明かり") > length("の明かり")


@pytest.mark.skipif(not JOE_FILES.paths(weights.MODELS_DIR), reason="the voice joe was not fetched")
def test_a_name_in_kanji_in_an_english_text_is_pronounced() -> None:
    made = piper_worker.serve({"threads": 1})
    voice = str(weights.MODELS_DIR / f"{JOE}.onnx")

    def length(text: str) -> int:
        return len(made({"text": text, "voice": voice, **STYLE}, b"")[1])

    name = piper_worker._KANJI_NAME.search("The 寝室")
    assert name is not None
    assert piper_worker._in_letters(name).strip() == "Shinshitsu"
    assert length("The 寝室 is dark.") > 1.15 * length("The is dark.")
