"""Tests of the order in which the tasks of a plan run."""

from datetime import datetime, timedelta

from companion.rooms.governance.draft import Draft, ask, guard, tell
from companion.rooms.governance.sequence import ANSWER_TIME, in_sequence
from tests.unit.rooms.governance.samples import NOW, home

DEVICE = home()[1].house.devices()[0]


def at(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


def watch(begin: float, end: float, *, hopes: bool = False) -> Draft:
    (made,) = guard([DEVICE], at(end), at=at(begin), hopes=hopes, is_="open")
    return made


def times(found: tuple[Draft, ...]) -> list[tuple[str, datetime | None, str]]:
    return [(one.kind, one.at, str(one.slots.get("until", ""))) for one in found]


def test_c_066_a_guard_is_cut_where_another_task_is_due() -> None:
    """C-066: one after another, and what is due at eight does not wait for midnight."""
    found = in_sequence([watch(0, 8), tell("a", "a", at(3))], NOW, 9)
    assert times(found) == [
        ("watch", at(0), at(3).isoformat()),
        ("tell", at(3), ""),
        ("watch", at(3), at(8).isoformat()),
    ]


def test_what_is_due_when_a_guard_begins_goes_before_it() -> None:
    """Also where it was proposed after the guard, or has no time."""
    found = in_sequence([watch(0, 8), tell("a", "a", at(0)), tell("b", "b")], NOW, 9)
    assert [one.kind for one in found] == ["tell", "tell", "watch"]


def test_a_question_keeps_some_time_for_its_answer() -> None:
    """The next piece would end it."""
    found = in_sequence([watch(0, 8), ask("a", "a", at(3))], NOW, 9)
    assert found[-1].at == at(3) + ANSWER_TIME


def test_the_longest_pieces_stay_where_a_plan_is_full() -> None:
    """C-060: ten tasks at most."""
    drafts = [watch(0, 9), *(tell(f"{hour}", "a", at(hour)) for hour in (1, 3, 8))]
    found = in_sequence(drafts, NOW, 5)
    kept = [one.at for one in found if one.kind == "watch"]
    assert kept == [at(1), at(3)]


def test_only_the_last_piece_tells_that_what_was_hoped_for_was_not_so() -> None:
    """What is due meanwhile does not wait; the last piece knows of the whole time."""
    found = in_sequence([watch(0, 3, hopes=True), tell("a", "a", at(1))], NOW, 9)
    first, told, last = found
    assert (told.kind, told.at) == ("tell", at(1))
    assert (first.at, first.slots["until"], first.slots.get("more")) == (
        at(0),
        at(1).isoformat(),
        True,
    )
    assert (last.at, last.slots["since"]) == (at(1), at(0).isoformat())
    assert "more" not in last.slots


def test_the_piece_that_tells_stays_however_short_and_full_the_plan_is() -> None:
    """Else nobody would hear that it was not so."""
    short = in_sequence([watch(0, 3, hopes=True), tell("a", "a", at(2.9))], NOW, 9)
    assert "more" not in short[-1].slots
    (told, last) = in_sequence([watch(0, 3, hopes=True), tell("a", "a", at(2))], NOW, 2)
    assert told.kind == "tell"
    assert (last.slots["since"], "more" in last.slots) == (at(0).isoformat(), False)


def test_a_guard_without_any_time_is_left_as_it_is() -> None:
    """Two guards are not cut by each other; a routine is proposed last."""
    short, other = watch(0, 0), watch(0, 2)
    routine = Draft(kind="routine", slots={"at": "08:00"})
    assert in_sequence([routine, short, other], NOW, 9) == (short, other, routine)
