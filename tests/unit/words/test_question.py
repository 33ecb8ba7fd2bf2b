"""A question is known by its mark, and without one by its form: speech is written without marks."""

import pytest

from companion.words.question import is_question


@pytest.mark.parametrize(
    "text",
    [
        "Where is it?",
        "when's the plumber due",
        "so what time do we eat",
        "well which bus does she take",
        "is granny staying the night",
        "did anybody feed the hens",
        "what did I tell you about the boiler",
        "鍵はどこだっけ",
        "父さんは今日も来るか",
    ],
)
def test_issue_15_a_spoken_question_needs_no_mark(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "鍵は箱の中です。",
        "what a lovely morning",
        "when I wake up I want coffee",
        "did it all by myself",
        "Did the ferry to Skye. Rough sea.",
        "has to be done before noon",
        "そうか",
    ],
)
def test_issue_15_a_statement_that_begins_like_one_asks_nothing(text: str) -> None:
    assert not is_question(text)
