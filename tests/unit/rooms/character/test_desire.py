"""Desires compete by numbers, and grit says when a want is given up."""

from dataclasses import replace

import pytest

from companion.rooms.character.desire import desires, given_up, priority
from companion.words.stage import ActorView, CharacterSheet, Value
from tests.unit.rooms.character.people import DOOR, THIRST, person, view

BOTH = (DOOR, THIRST)


def thirsty(sheet: CharacterSheet, level: int = 5) -> ActorView:
    return replace(view(sheet), levels={"渇き": level})


def test_e_020_desires_are_bodily_and_of_the_aim() -> None:
    """E-020: 喉を潤したい beside the long aim, each with a priority."""
    wanted = desires(thirsty(person(wants=BOTH)))
    assert {one.want.id for one in wanted} == {"door", "thirst"}
    assert all(one.word() in ("High", "Mid", "Low") for one in wanted)
    bodily = [
        next(one.priority for one in desires(thirsty(person(wants=BOTH), level)) if one.want.status)
        for level in (0, 3, 5)
    ]
    assert bodily == sorted(set(bodily)), "a bodily want grows with its level"
    assert bodily[0] == 0


def test_e_021_personality_settles_the_conflict() -> None:
    """E-021: the ascetic endures thirst, the instinctive one drinks."""
    ascetic = person(c=1.0, grit=1.0, values={Value.TRUTH: 0.8}, wants=BOTH)
    instinctive = person(c=0.1, grit=0.1, values={Value.TRUTH: 0.8}, wants=BOTH)
    assert [d.want.id for d in desires(thirsty(ascetic))] == ["door", "thirst"]
    assert [d.want.id for d in desires(thirsty(instinctive))] == ["thirst", "door"]


@pytest.mark.parametrize(("level", "word"), [(5, "High"), (3, "Mid"), (1, "Low")])
def test_e_021_priority_has_three_bands(level: int, word: str) -> None:
    """E-021, S-15: High, Mid, Low by the bands of the figures."""
    eager = person(c=0.0, wants=(THIRST,))
    assert desires(thirsty(eager, level))[0].word() == word


def test_e_024_values_are_weights_on_desire() -> None:
    """E-024: doubling what truth is worth doubles the pull."""
    little, much = person(values={Value.TRUTH: 0.4}), person(values={Value.TRUTH: 0.8})
    assert priority(DOOR, much, {}) == pytest.approx(2 * priority(DOOR, little, {}))


@pytest.mark.parametrize(("grit", "most"), [(0.0, 0), (0.5, 2), (1.0, 4)])
def test_e_028_grit_says_after_how_many_failures_one_gives_up(grit: float, most: int) -> None:
    """E-028."""
    sheet = person(grit=grit)
    assert not given_up(DOOR, view(sheet, failures=most))
    assert given_up(DOOR, view(sheet, failures=most + 1))


def test_what_is_reached_is_no_longer_wanted() -> None:
    sheet = person(wants=(DOOR,))
    now = view(sheet)
    state = now.state
    shut = next(one for one in state.objects if one.id == "door")
    assert desires(now) != ()

    opened = replace(state, objects=(replace(shut, state="open"),))
    assert desires(replace(now, state=opened)) == ()
