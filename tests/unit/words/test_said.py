"""What enters the house as one value, and the language it is read and answered in."""

import pytest

from companion.words.language import Language
from companion.words.said import language_to_answer, language_to_read, told_language

JA, EN = Language.JA, Language.EN


@pytest.mark.parametrize("facts", [{}, {"language": ""}, {"language": "fr"}, {"language": None}])
def test_a_language_that_nobody_told_or_that_is_none_of_ours_is_none(
    facts: dict[str, object],
) -> None:
    assert told_language(facts) is None


@pytest.mark.parametrize(
    ("text", "told", "read", "answered"),
    [
        ("電気をつけて", EN, JA, JA),  # its letters are Japanese, whatever was told
        ("turn on the TV", JA, EN, JA),  # the voice that reads the answer speaks Japanese
        ("turn on the TV", None, EN, EN),
        ("26", EN, EN, EN),  # no letters at all: as told, and not the household's
        ("26", None, JA, JA),
    ],
)
def test_letters_decide_what_is_read_and_the_assistant_what_is_answered(
    text: str, told: Language | None, read: Language, answered: Language
) -> None:
    facts = {} if told is None else {"language": told.value}
    assert language_to_read(text, told_language(facts), JA) is read
    assert language_to_answer(text, facts, JA) is answered
