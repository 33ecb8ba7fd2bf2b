"""Trouble with words is told for a while, and over by itself (F14)."""

import pytest

from companion.ports.listening import Transcript
from companion.voice.hearing import TOLD_S, Hearing, WordQuality


@pytest.mark.parametrize(
    ("rejected", "times", "told"),
    [("other_language", 1, Hearing.OTHER_LANGUAGE), ("no_speech", 3, Hearing.NO_WORDS)],
)
def test_words_of_no_use_are_not_told_for_ever(rejected: str, times: int, told: Hearing) -> None:
    """A television's German would be on the page until the next sentence, perhaps for days."""
    quality = WordQuality()
    for _ in range(times):
        quality.take(Transcript(text="", language=None, rejected=rejected))
    quality.passes(TOLD_S - 1)
    assert quality.trouble() is told
    quality.passes(2)
    assert quality.trouble() is None
    quality.take(Transcript(text="", language=None, rejected=rejected))
    assert quality.trouble() is told
