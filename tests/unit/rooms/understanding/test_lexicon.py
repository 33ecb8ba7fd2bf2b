"""Lexicon: the spellings of both languages, and all that each can mean."""

import pytest

from companion.rooms.understanding.lexicon import Lexeme, Words, words_of
from companion.words.language import Language


def classes(spelling: str, language: Language) -> set[str]:
    found = words_of(language).at(spelling, 0)
    return {m.cls for end, meanings in found if end == len(spelling) for m in meanings}


@pytest.mark.parametrize(
    ("spelling", "language", "cls"),
    [
        ("light", Language.EN, "kind"),
        ("lights", Language.EN, "kind"),
        ("turn off", Language.EN, "verb"),
        ("電気", Language.JA, "kind"),
        ("つけて", Language.JA, "verb"),
        ("つけてください", Language.JA, "verb"),
        ("つけてちょうだい", Language.JA, "verb"),
    ],
)
def test_a_word_is_found_in_its_language(spelling: str, language: Language, cls: str) -> None:
    assert cls in classes(spelling, language) or cls in classes(spelling[:3], language)


def test_every_spelling_that_begins_here_is_found_with_all_its_meanings() -> None:
    words = Words()
    words.add("on", Lexeme("fill", None))
    words.add("on", Lexeme("verb", "on"))
    words.add("once", Lexeme("fill", None))
    found = {end: [m.cls for m in meanings] for end, meanings in words.at("once more", 0)}
    assert found == {2: ["fill", "verb"], 4: ["fill"]}
    assert set(words.spellings()) == {"on", "once"}
    assert list(words.at("xon", 0)) == []
    assert [end for end, _ in words.at("xon", 1)] == [3]


def test_a_state_is_told_from_an_order() -> None:
    forms = {
        m.form
        for end, meanings in words_of(Language.JA).at("ついてる", 0)
        if end == 4
        for m in meanings
        if m.cls == "verb"
    }
    assert "te" not in forms
