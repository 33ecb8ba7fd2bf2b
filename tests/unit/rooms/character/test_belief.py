"""Belief is distorted by personality, by numbers."""

from dataclasses import replace

import pytest

from companion.rooms.character.belief import believe, taken_in
from companion.words.stage import Appearance, Percept, Value
from tests.unit.rooms.character.people import OTHER, person, view

ASKED = Percept(kind="ask", text="", object_id="door", by=OTHER)
WARNED = Percept(kind="warn", text="", object_id="door", by=OTHER)
FAILED = Percept(kind="refusal", text="鍵がかかっている", object_id="door", verb="OPEN")


def test_e_018_belief_is_subjective_and_need_not_be_the_fact() -> None:
    """E-018: one and the same door of danger 0.5."""
    calm = believe(view(person(n=0.0), danger=0.5))
    anxious = believe(view(person(n=1.0), danger=0.5))
    assert calm.danger["door"] == pytest.approx(0.2)
    assert anxious.danger["door"] == pytest.approx(0.8)
    assert "恐れるほどではない" in calm.text
    assert "危ない" in anxious.text


def test_e_018_a_look_that_finds_nothing_lessens_the_fear_and_leaves_it_personal() -> None:
    """E-018: belief changes by what was looked at, and stays each one's own."""
    felt = {}
    for anxiety in (0.0, 1.0):
        scene = view(person(n=anxiety), danger=0.5)
        before, after = believe(scene), believe(replace(scene, looked=frozenset({"door"})))
        assert 0.0 < after.danger["door"] < before.danger["door"] / 2
        felt[anxiety] = after.danger["door"]
    assert felt[0.0] < felt[1.0]


def test_e_019_a_strong_fighter_is_a_threat_to_the_timid_and_prey_to_the_bold() -> None:
    """E-019."""
    fighter = person(strength=0.9, actor=OTHER)
    timid = believe(view(person(n=0.9), other=fighter))
    bold = believe(view(person(n=0.1), other=fighter))
    assert timid.threat[OTHER] > 0.9 > bold.threat[OTHER]
    assert "脅威" in timid.text
    assert "相手にとって不足はない" in bold.text


def test_e_026_high_openness_takes_in_what_others_tell() -> None:
    """E-026: a warning of a harmless-looking door."""
    felt = {
        openness: believe(view(person(o=openness), WARNED)).danger["door"]
        for openness in (0.2, 0.5, 0.9)
    }
    assert felt == {0.2: 0.0, 0.5: pytest.approx(0.4), 0.9: pytest.approx(0.8)}
    assert (taken_in(person(o=0.33)), taken_in(person(o=0.67))) == (0.0, 1.0)


def test_e_027_low_agreeableness_reads_a_proposal_as_hostile() -> None:
    """E-027."""
    other = person(actor=OTHER)
    assert believe(view(person(a=0.33), ASKED, other=other)).hostile == {OTHER}
    friendly = believe(view(person(a=0.34), ASKED, other=other))
    assert friendly.hostile == frozenset()
    assert "頼んでいる" in friendly.text
    assert "たくらんでいる" in believe(view(person(a=0.1), ASKED, other=other)).text


def test_e_029_growth_mindset_decides_how_a_failure_is_read() -> None:
    """E-029: information gathered, or proof of incompetence."""
    learns = believe(view(person(growth=0.9), FAILED)).text
    despairs = believe(view(person(growth=0.1), FAILED)).text
    assert "手がかり" in learns
    assert "だめだ" in despairs
    assert "鍵がかかっている" in learns
    assert "鍵がかかっている" in despairs


def test_e_024_values_weigh_what_is_worth_having() -> None:
    """E-024: a coefficient and not a label."""
    greedy, frugal = person(values={Value.WEALTH: 1.0}), person(values={Value.WEALTH: 0.0})
    seen = (Appearance(object_id="door", worth=0.5),)
    eager = believe(replace(view(greedy), appearances=seen))
    idle = believe(replace(view(frugal), appearances=seen))
    assert eager.worth["door"] == pytest.approx(4 * idle.worth["door"])
    assert "価値がある" in eager.text
    assert idle.text == "変わったことはない"
