"""Acts: what is wished of the things, from the words of one clause."""

import pytest

from companion.rooms.understanding.acts import act_of, domains_of
from companion.words.language import Language
from tests.unit.rooms.understanding.test_frame import framed

EN, JA = Language.EN, Language.JA


def domain_of(thing: str) -> str:
    return thing.partition(".")[0]


@pytest.mark.parametrize(
    ("text", "language", "does", "value"),
    [
        ("turn on the light", EN, "turn_on", None),
        ("電気を消して", JA, "turn_off", None),
        ("close the curtains", EN, "close", None),
        ("カーテンを開けて", JA, "open", None),
        ("set the light to 40 percent", EN, "set_brightness", 40.0),
        ("open the curtains halfway", EN, "set_position", 50.0),
        ("エアコンを26度にして", JA, "set_temperature", 26.0),
    ],
)
def test_a_clause_is_one_act(text: str, language: Language, does: str, value: float | None) -> None:
    frame = framed(text, language)
    act = act_of(frame, domains_of(frame, domain_of))
    assert act is not None
    assert (act.does, act.value) == (does, value)


@pytest.mark.parametrize(
    ("text", "language", "up"),
    [
        ("make the light brighter", EN, True),
        ("make the light dimmer", EN, False),
        ("電気を明るくして", JA, True),
        ("電気を暗くして", JA, False),
    ],
)
def test_a_change_has_a_direction(text: str, language: Language, up: bool) -> None:
    frame = framed(text, language)
    act = act_of(frame, domains_of(frame, domain_of))
    assert act is not None
    assert act.value is None
    assert (act.change > 0) is up


def test_the_kinds_of_a_clause_are_domains() -> None:
    assert domains_of(framed("turn on the light", EN), domain_of) == {"light"}
    assert domains_of(framed("close the curtains", EN), domain_of) >= {"cover"}


def test_a_clause_without_a_deed_is_no_act() -> None:
    frame = framed("the light", EN)
    assert act_of(frame, domains_of(frame, domain_of)) is None
