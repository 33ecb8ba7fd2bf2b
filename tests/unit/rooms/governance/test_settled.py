"""Tests of the checks that make a plan of proposed tasks, whoever proposes them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.governance.draft import Draft, ask, report, tell
from companion.rooms.governance.settled import (
    AGAINST,
    MOST_QUESTIONS,
    OUTSIDE,
    TOO_MANY,
    TOO_MANY_QUESTIONS,
    TWICE,
    UNKNOWN_KIND,
    settled,
)
from companion.rooms.governance.themes import theme_of
from companion.rooms.governance.wish import wish_of
from companion.words.language import Bilingual
from tests.proof.plans.home import bare
from tests.unit.rooms.governance.samples import NOW, home

ENERGY = theme_of("save energy")


def device(which: str, does: str, hours: int = 0, **more: object) -> Draft:
    at = NOW + timedelta(hours=hours)
    return Draft(kind="device", slots={"device": which, "operation": does, **more}, at=at)


def why(*drafts: Draft) -> list[Bilingual]:
    _, refused = settled(drafts, ENERGY, home()[1], NOW)
    return [one.why for one in refused]


@pytest.mark.parametrize(
    ("drafts", "reason"),
    [
        ([Draft(kind="conjure")], UNKNOWN_KIND),
        ([device("light.hall", "turn_on")], OUTSIDE),
        ([device("lock.front_door", "lock")], OUTSIDE),
        ([tell("あ", "a"), tell("あ", "a")], TWICE),
        (
            [
                device("climate.living", "set_temperature", value=20),
                device("climate.living", "set_temperature", value=28),
            ],
            AGAINST,
        ),
    ],
)
def test_code_refuses(drafts: list[Draft], reason: Bilingual) -> None:
    """Infeasible, contradictory, above the tier or outside the purpose: refused with its reason."""
    assert why(*drafts)[-1] == reason


def test_tier_three_is_refused_before_anything_else() -> None:
    """Not even for a purpose that would be served."""
    assert why(device("lock.front_door", "unlock")) == [
        Bilingual("自分からはしないことです", "it is never done of my own accord")
    ]


@pytest.mark.parametrize("many", [0, 1, 6, 20])
def test_c_060_a_goal_has_five_to_ten_tasks(many: int) -> None:
    """C-060: filled up with words, or cut, with the report at its end."""
    tasks, refused = settled(
        [tell(f"{n}つ目", f"number {n}") for n in range(many)], ENERGY, home()[1], NOW
    )
    assert 5 <= len(tasks) <= 10
    assert tasks[-1].kind == "report"
    assert [one.why for one in refused] == [TOO_MANY] * max(0, many - 9)


def test_c_060_also_in_a_home_without_devices() -> None:
    """C-060: what needs a device is left out."""
    tasks, _ = settled([device("light.hall", "turn_off")], ENERGY, bare(), NOW)
    assert len(tasks) == 5
    assert {task.kind for task in tasks} == {"tell", "report"}


def test_questions_a_day_are_bounded() -> None:
    """A plan does not ask more than three things a day, approvals among them."""
    drafts = [ask(f"{n}？", f"{n}?", NOW + timedelta(minutes=n)) for n in range(5)]
    tasks, refused = settled(drafts, ENERGY, home()[1], NOW)
    assert sum(task.kind == "ask" for task in tasks) == MOST_QUESTIONS
    assert {one.why for one in refused} == {TOO_MANY_QUESTIONS}


def test_tasks_are_ordered_by_time() -> None:
    """The routine, whose question may wait, goes before the report at the end."""
    drafts = [
        report(NOW),
        device("light.hall", "turn_off", hours=3),
        device("light.living", "turn_off", hours=1),
        tell("始め", "begin"),
    ]
    tasks, _ = settled(drafts, ENERGY, home()[1], NOW)
    times = [task.at or NOW for task in tasks[:-2]]
    assert times == sorted(times)
    assert [task.kind for task in tasks[-2:]] == ["routine", "report"]


@pytest.mark.parametrize(
    ("purpose", "refused"),
    [
        ("save energy, and don't ask me anything", "ask"),
        ("save energy, no announcements please", "tell"),
        ("save energy but do not touch the lights", "device"),
    ],
)
def test_the_words_of_the_purpose_rule_out_tasks(purpose: str, refused: str) -> None:
    """C-003: nobody is asked, spoken to at night, or has a lamp moved against them."""
    drafts = [
        ask("あ", "a"),
        tell("い", "b", NOW.replace(hour=23)),
        device("light.hall", "turn_off"),
    ]
    kept, _ = settled(drafts, ENERGY, home()[1], NOW, wish_of(purpose))
    assert refused not in {draft.kind for draft in kept if draft.at is not None or refused == "ask"}
    kept, _ = settled(drafts, ENERGY, home()[1], NOW)
    assert refused in {draft.kind for draft in kept}


@pytest.mark.parametrize("acts", [True, False])
def test_what_goes_on_gets_a_routine(acts: bool) -> None:
    """Of its first act that has a time, else of its first words; above tier 1 of none."""
    at = NOW.replace(hour=21, minute=5)
    lamp = Draft(kind="device", slots={"device": "light.hall", "operation": "turn_off"}, at=at)
    warm = {"device": "climate.living", "operation": "set_temperature", "value": 20}
    drafts = [
        tell("あ", "a", at),
        Draft(kind="device", slots=warm, at=at),
        *([lamp] if acts else []),
    ]
    kept, _ = settled(drafts, ENERGY, home()[1], NOW)
    (made,) = [draft for draft in kept if draft.kind == "routine"]
    assert made.slots["at"] == "21:05"
    assert made.slots.get("device") == ("light.hall" if acts else None)
    once, _ = settled(drafts, replace(ENERGY, repeats=False), home()[1], NOW)
    assert not any(draft.kind == "routine" for draft in once)
