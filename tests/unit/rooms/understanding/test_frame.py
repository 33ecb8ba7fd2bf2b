"""Frame: what one clause speaks of, before the home is asked."""

import pytest

from companion.rooms.understanding.clauses import clauses_of
from companion.rooms.understanding.cover import cover
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.frame import Frame, Group, frame_of
from companion.rooms.understanding.lexicon import words_of
from companion.words.language import Language

EN, JA = Language.EN, Language.JA


def framed(text: str, language: Language) -> Frame:
    folded = fold(text, language)
    tokens = cover(folded, [words_of(language)], (), language)
    return frame_of(clauses_of(tokens, language)[0], language)


@pytest.mark.parametrize(
    ("text", "language", "verb", "kind"),
    [
        ("turn on the light", EN, "on", "light"),
        ("close the curtains", EN, "close", "curtain"),
        ("電気を消して", JA, "off", "light"),
        ("カーテンを開けて", JA, "open", "curtain"),
    ],
)
def test_a_clause_names_a_deed_and_a_kind(
    text: str, language: Language, verb: str, kind: str
) -> None:
    frame = framed(text, language)
    assert frame.does(verb)
    assert frame.kinds == {kind}


def test_a_number_keeps_its_unit() -> None:
    frame = framed("エアコンを26度にして", JA)
    assert (frame.number, frame.unit) == (26.0, "degree")
    assert framed("set the light to 40 percent", EN).number == 40.0


def test_two_colours_are_more_than_one_wish_can_hold() -> None:
    assert framed("make the light red blue", EN).torn
    assert not framed("make the light red", EN).torn


def test_what_is_left_out_stands_apart() -> None:
    frame = framed("turn off all the lights except the lamp", EN)
    assert frame.does("off")
    assert frame.excepted


def test_a_group_knows_what_was_said_of_it() -> None:
    assert Group(areas=("hall",)).placed
    assert Group(kinds=("light",)).thing
    assert Group(it=True).said
    assert not Group().said
