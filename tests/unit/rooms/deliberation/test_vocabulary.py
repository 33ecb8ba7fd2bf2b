"""The closed vocabulary: words for a mood, and what it leans to."""

import pytest

from companion.rooms.deliberation.vocabulary import MARKED, band, felt, mood_words, tendency
from companion.words.language import Language
from companion.words.mood import Mood, Vad


def test_mood_words_are_true_of_the_mood() -> None:
    """B-025: only words that hold are shown."""
    low = Mood(Vad(-0.9, -0.9, -0.9), Vad(-0.9, -0.9, -0.9))
    assert mood_words(low, Language.EN) == ("low-spirited", "sleepy", "hesitant")
    assert mood_words(Mood(), Language.EN) == ("even", "calm", "steady")


def test_the_mood_as_felt_is_between_the_long_mood_and_the_recent_average() -> None:
    """B-025: a quarrel of a moment ago is half of it."""
    mood = felt(Mood(Vad(0.75, 0.0, 0.0), Vad(-0.25, 0.5, 0.0)))
    assert mood == Vad(0.25, 0.25, 0.0)


@pytest.mark.parametrize("language", list(Language))
def test_only_a_marked_mood_leans_anywhere(language: Language) -> None:
    """B-025: an even mood has no leaning, and each axis has one of its own."""
    assert tendency(Mood(), language) == ()
    bold = Vad(MARKED, 0.0, -MARKED)
    assert len(tendency(Mood(bold, bold), language)) == 2


def test_the_edge_of_a_band_belongs_to_the_marked_mood() -> None:
    assert [band(v) for v in (-MARKED, -MARKED + 0.01, MARKED - 0.01, MARKED)] == [0, 1, 1, 2]
