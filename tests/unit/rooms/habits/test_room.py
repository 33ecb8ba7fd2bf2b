"""Which days make a habit, and which anchor it gets."""

from datetime import date, time, timedelta

import pytest

from companion.rooms.habits.room import LEAST_HITS, SPREAD_MIN, habits_of
from companion.words.areas import FeedbackTally, FeedbackValue
from companion.words.feedback import CLOCK, DayBand, FeedbackKind
from companion.words.habit import Habit
from companion.words.ids import EventId
from companion.words.timing import Days, OnFact, Recurring
from tests.twins.home import HouseTwin, device

FRIDAY = date(2026, 11, 20)
DOOR = "binary_sensor.front_door"
HOUSE = HouseTwin((device(DOOR, "hall", "玄関の扉", "front door"),))


def tally(kind: FeedbackKind, ago: int, *, minute: int = -1, times: int = 1) -> FeedbackTally:
    day = (FRIDAY - timedelta(days=ago)).isoformat()
    return FeedbackTally(day=day, kind=kind, times=times, events=(EventId(1),), minute=minute)


def value(*tallies: FeedbackTally, cause: str = "person_appeared") -> FeedbackValue:
    place = "" if cause == CLOCK else "hall"
    return FeedbackValue(
        act="turn_on light.hall",
        ja="玄関の明かりをつける",
        en="turn on hall light",
        cause=cause,
        place=place,
        band=DayBand.EVENING,
        tallies=tuple(tallies),
    )


def found(*values: FeedbackValue) -> list[Habit]:
    return list(habits_of(values, HOUSE, FRIDAY))


def by_hand(days: range, **more: int) -> list[FeedbackTally]:
    return [tally(FeedbackKind.BY_HAND, ago, **more) for ago in days]


def test_the_later_half_of_the_days_scores_it() -> None:
    (habit,) = found(value(*by_hand(range(1, 9)), tally(FeedbackKind.LEFT, 10)))
    assert (habit.hits, habit.of) == (5, 5)
    assert habit.timing == OnFact("person@hall", "present", time(17), time(22))


def test_what_held_only_in_one_half_is_none() -> None:
    lately_left = [tally(FeedbackKind.LEFT, n) for n in range(6)]
    assert found(value(*by_hand(range(6, 14)), *lately_left)) == []


def test_too_few_days_and_days_of_long_ago_are_none() -> None:
    assert found(value(*by_hand(range(1, LEAST_HITS)))) == []
    assert found(value(*by_hand(range(10, 20)))) == []


def test_what_is_done_at_one_of_many_entries_a_day_is_no_habit_of_the_entry() -> None:
    left = [tally(FeedbackKind.LEFT, n, times=4) for n in range(1, 11)]
    assert found(value(*by_hand(range(1, 11)), *left)) == []


def test_days_on_which_the_companion_did_it_count_for_neither_side() -> None:
    own = [tally(kind, n) for n in (1, 2) for kind in (FeedbackKind.LEFT, FeedbackKind.HELD)]
    (habit,) = found(value(*by_hand(range(3, 11)), *own))
    assert habit.of == 4


def test_a_door_is_waited_for_by_what_it_reports() -> None:
    (habit,) = found(value(*by_hand(range(1, 9)), cause=DOOR))
    assert habit.timing == OnFact(DOOR, "on", time(17), time(22))


@pytest.mark.parametrize(("spread", "is_habit"), [(SPREAD_MIN, True), (SPREAD_MIN + 10, False)])
def test_the_clock_is_an_anchor_only_within_its_spread(spread: int, is_habit: bool) -> None:
    days = [
        tally(FeedbackKind.BY_HAND, n, minute=18 * 60 + (spread if n % 2 else 0))
        for n in range(1, 9)
    ]
    assert bool(found(value(*days, cause=CLOCK))) is is_habit


def test_a_habit_of_working_days_is_not_counted_on_weekends() -> None:
    working = [n for n in range(1, 20) if (FRIDAY - timedelta(days=n)).weekday() < 5]
    days = [tally(FeedbackKind.BY_HAND, n, minute=1100) for n in working]
    (habit,) = found(value(*days, cause=CLOCK))
    assert habit.timing == Recurring(time(18, 20), Days(frozenset(range(5))))


def test_an_event_goes_before_the_clock() -> None:
    days = by_hand(range(1, 9), minute=1100)
    (habit,) = found(value(*days), value(*days, cause=CLOCK))
    assert isinstance(habit.timing, OnFact)
