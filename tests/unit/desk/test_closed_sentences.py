"""Closed sentences: what ends a turn at once beside the grammar (issue 13, point 2)."""

import pytest

from companion.desk.closed_sentences import is_closed


@pytest.mark.parametrize(
    "text",
    [
        "止まれ",
        "待って",
        "Stop!",
        "はい",
        "no thanks",
        "ありがとう",
        "静かにして",
        "元に戻して",
        "undo that",
        "Good morning.",
        "おやすみなさい",
        "who are you?",
    ],
)
def test_a_sentence_of_a_closed_vocabulary_lacks_nothing(text: str) -> None:
    assert is_closed(text)


@pytest.mark.parametrize(
    "text", ["", "電気を", "turn on the", "why did you turn on the", "undo the", "hey", "もしもし"]
)
def test_a_sentence_that_has_begun_is_none(text: str) -> None:
    assert not is_closed(text)
