"""Clauses: one command each; pieces without an order go to their neighbour."""

import pytest

from companion.rooms.understanding.clauses import Clause, clauses_of, orders, stands
from companion.rooms.understanding.cover import Token, cover
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.lexicon import Lexeme, words_of
from companion.words.language import Language


def cut(text: str, language: Language) -> list[Clause]:
    folded = fold(text, language)
    return clauses_of(cover(folded, [words_of(language)], (), language), language)


def verbs(clauses: list[Clause]) -> list[list[str]]:
    return [[str(t.value) for t in c.of("verb")] for c in clauses]


@pytest.mark.parametrize(
    ("text", "language", "pieces"),
    [
        ("turn on the light", Language.EN, 1),
        ("turn on the light and close the curtain", Language.EN, 2),
        ("turn on the light then lock the door", Language.EN, 2),
        ("電気をつけて", Language.JA, 1),
        ("電気を消してカーテンを閉めて", Language.JA, 2),
    ],
)
def test_each_command_is_a_clause(text: str, language: Language, pieces: int) -> None:
    found = [c for c in cut(text, language) if c.acts]
    assert len(found) == pieces, verbs(found)


def token(cls: str, value: object, form: str = "", text: str = "x") -> Token:
    return Token(text, 0, len(text), (Lexeme(cls, value, form),))


@pytest.mark.parametrize(
    ("word", "ordering"),
    [
        (token("verb", "on", "te"), True),
        (token("verb", "on", "do"), True),
        (token("verb", "on", "past"), False),
        (token("verb", "be_on", "te"), False),
        (token("adj", "brighter", "ku"), True),
        (token("adj", "pretty", "ku"), False),
        (token("dir", "up"), True),
        (token("kind", "light"), False),
    ],
)
def test_only_some_words_are_the_heart_of_a_command(word: Token, ordering: bool) -> None:
    assert orders(word) is ordering


def test_a_verb_of_how_a_thing_stands_is_told_from_an_order() -> None:
    assert stands(token("verb", "be_open", "state"))
    assert not stands(token("verb", "open", "te"))


def test_a_thing_with_its_value_needs_no_verb() -> None:
    named, valued = token("kind", "tv"), token("number", 30.0)
    assert Clause([named, valued]).whole
    assert not Clause([named]).whole
    assert not Clause([valued]).whole


def test_sounds_and_politeness_say_nothing_by_themselves() -> None:
    assert Clause([token("fill", None), token("tail", "please")]).empty
    assert not Clause([token("kind", "light")]).empty
