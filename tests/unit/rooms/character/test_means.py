"""The same desire is pursued by different means, chosen by a sum that can be read."""

from dataclasses import replace

import pytest

from companion.rooms.character.belief import believe
from companion.rooms.character.desire import desires
from companion.rooms.character.means import scored, taste, ways
from companion.words.score import TermName, best_of
from companion.words.stage import CharacterSheet, Manner, Value
from tests.unit.rooms.character.people import DOOR, THIRST, person, view

INTELLECTUAL = person(o=0.9, c=0.8, e=0.3, a=0.6, n=0.5, grit=0.8)
ROUGH = person(o=0.2, c=0.1, e=0.6, a=0.1, n=0.3, grit=0.6)
DEPENDENT = person(o=0.3, c=0.3, e=0.8, a=0.9, n=0.6, grit=0.1)


def chosen(sheet: CharacterSheet, danger: float = 0.0) -> str:
    now = view(sheet, danger=danger)
    belief = believe(now)
    means = [way for want in desires(now) for way in ways(now, want)]
    entries = {scored(way, belief, sheet).name: way for way in means}
    best = best_of([scored(way, belief, sheet) for way in means])
    return entries[best.name].tags[-1].verb


@pytest.mark.parametrize(
    ("sheet", "verb"),
    [(INTELLECTUAL, "INSPECT"), (ROUGH, "ATTACK"), (DEPENDENT, "CALL")],
    ids=["intellectual", "rough", "dependent"],
)
def test_e_023_personality_changes_the_means_to_the_same_desire(
    sheet: CharacterSheet, verb: str
) -> None:
    """E-023: the intellectual examines the lock, the rough one kicks, the dependent one calls."""
    assert chosen(sheet) == verb


@pytest.mark.parametrize(
    ("manner", "own"),
    [(Manner.CARE, INTELLECTUAL), (Manner.FORCE, ROUGH), (Manner.HELP, DEPENDENT)],
)
def test_e_023_each_manner_suits_its_own_personality_most(
    manner: Manner, own: CharacterSheet
) -> None:
    """E-023: a way is liked for who somebody is, and not alike by all."""
    others = [taste(manner, one) for one in (INTELLECTUAL, ROUGH, DEPENDENT) if one is not own]
    assert taste(manner, own) > max(others) + 0.1


def test_e_024_every_term_of_the_choice_is_a_number_with_its_reason() -> None:
    """E-024: personality acts as weights, and the sum can be read."""
    now = view(INTELLECTUAL, danger=0.8)
    way = ways(now, desires(now)[0])[0]
    entry = scored(way, believe(now), INTELLECTUAL)
    assert {term.name for term in entry.terms} >= {TermName.DESIRE, TermName.DANGER}
    assert entry.total == pytest.approx(sum(term.value for term in entry.terms))
    fearless = replace(INTELLECTUAL, values={**INTELLECTUAL.values, Value.LIFE: 0.0})
    bold = scored(way, believe(now), fearless)
    assert TermName.DANGER not in {term.name for term in bold.terms}
    assert bold.total > entry.total


def test_e_022_an_intention_is_a_plan_of_acts() -> None:
    """E-022: drinking needs the cup in the hand first."""
    now = view(person(wants=(THIRST,)))
    plans = [" ".join(map(str, way.tags)) for way in ways(now, desires(now)[0])]
    assert plans == ["(GET: 水) (DRINK: 水)"]


def test_what_was_refused_is_no_way_until_the_scene_changes() -> None:
    """E-028: other means to the same end."""
    now = view(ROUGH)
    kicked = replace(now, spent=frozenset({"(ATTACK: door)"}))
    want = desires(now)[0]
    verbs = {way.tags[-1].verb for way in ways(now, want)}
    left = {way.tags[-1].verb for way in ways(kicked, want)}
    assert verbs - left == {"ATTACK"}
    assert left


def test_tastes_are_shares_and_opposite_people_have_opposite_tastes() -> None:
    for manner in Manner:
        for sheet in (INTELLECTUAL, ROUGH, DEPENDENT):
            assert 0.0 <= taste(manner, sheet) <= 1.0
    assert taste(Manner.FORCE, ROUGH) > 0.8 > 0.4 > taste(Manner.FORCE, DEPENDENT)
    assert DOOR.object_id == "door"
