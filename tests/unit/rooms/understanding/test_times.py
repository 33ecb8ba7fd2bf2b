"""Times: neighbouring marks become one timing, and the next moment that fits is meant."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from companion.rooms.understanding.times import (
    Mark,
    days_of,
    month_day,
    next_weekday,
    put_together,
)
from companion.words.timing import (
    EVERY_DAY,
    After,
    BySun,
    Days,
    Holidays,
    Movement,
    Once,
    OnMovement,
    Recurring,
    SunEvent,
    Timing,
)

NOON = datetime(2026, 11, 23, 12, 30, tzinfo=UTC)
"""A Monday."""


def timing(*marks: Mark, text: str = " " * 40, woken: bool = False) -> Timing | None:
    found = put_together(marks, text, lambda gap: gap.strip() == "", NOON, woken=woken)
    assert len(found) == 1
    return found[0].timing


def once(day: int, hour: int, minute: int = 0) -> Once:
    return Once(datetime(2026, 11, day, hour, minute, tzinfo=UTC))


@pytest.mark.parametrize(
    ("hour", "exact", "woken", "meant"),
    [(3, False, False, 15), (3, True, False, 3), (3, False, True, 3), (7, False, False, 7)],
)
def test_a_small_hour_of_another_day_is_of_the_afternoon(
    hour: int, exact: bool, woken: bool, meant: int
) -> None:
    """Issue 15, point 7: Thursday at three, 木曜の三時, was three in the night."""
    mark = Mark(start=0, end=3, day=date(2026, 11, 26), at=time(hour), exact=exact)
    assert timing(mark, woken=woken) == once(26, meant)
    weekly = replace(mark, day=None, days=days_of([3]))
    assert timing(weekly, woken=woken) == Recurring(time(meant), days_of([3]))


@pytest.mark.parametrize(
    ("mark", "meant"),
    [
        (Mark(start=0, end=3, at=time(3)), once(23, 15)),
        (Mark(start=0, end=3, at=time(3), exact=True), once(24, 3)),
        (Mark(start=0, end=3, at=time(11)), once(23, 23)),
        (Mark(start=0, end=3, at=time(12)), once(24, 12)),
        (Mark(start=0, end=3, at=time(14)), once(23, 14)),
        (Mark(start=0, end=3, part="evening"), once(23, 18)),
        (Mark(start=0, end=3, at=time(7), part="evening"), once(23, 19)),
        (Mark(start=0, end=3, at=time(2), part="night"), once(24, 2)),
        (Mark(start=0, end=3, at=time(12), part="midnight"), once(24, 0)),
        (Mark(start=0, end=3, day=date(2026, 11, 25)), once(25, 8)),
    ],
)
def test_an_hour_means_the_next_moment_that_fits(mark: Mark, meant: Once) -> None:
    assert timing(mark) == meant


def test_who_is_to_be_woken_means_the_morning() -> None:
    assert timing(Mark(start=0, end=3, at=time(3)), woken=True) == once(24, 3)


def test_a_day_and_an_hour_side_by_side_are_one_time() -> None:
    day, hour = Mark(start=0, end=3, day=date(2026, 11, 24)), Mark(start=4, end=7, at=time(7))
    assert timing(day, hour) == once(24, 7)


def test_two_hours_are_two_times_and_the_second_is_near_the_first() -> None:
    marks = (
        Mark(start=0, end=3, at=time(10), part="night"),
        Mark(start=8, end=10, at=time(11)),
    )
    found = put_together(marks, "x" * 40, lambda gap: False, NOON, woken=False)
    assert [when.timing for when in found] == [once(23, 22), once(23, 23)]


@pytest.mark.parametrize(
    ("mark", "meant"),
    [
        (Mark(start=0, end=3, after_s=60.0), After(60.0)),
        (
            Mark(start=0, end=3, sun=SunEvent.SUNSET, offset_s=-600.0),
            BySun(SunEvent.SUNSET, -600.0),
        ),
        (
            Mark(start=0, end=3, movement=(Movement.ARRIVES, "mika")),
            OnMovement(Movement.ARRIVES, "mika"),
        ),
        (Mark(start=0, end=3, days=Days(), at=time(7)), Recurring(time(7), Days())),
        (Mark(start=0, end=3, days=Days()), Recurring(time(8), Days())),
        (Mark(start=0, end=3, impossible=True), None),
    ],
)
def test_a_mark_becomes_its_timing(mark: Mark, meant: Timing | None) -> None:
    assert timing(mark) == meant


def test_a_length_of_time_is_no_moment() -> None:
    (found,) = put_together(
        [Mark(start=0, end=3, span_s=300.0)], "5 min", lambda gap: True, NOON, woken=False
    )
    assert (found.timing, found.span_s) == (None, 300.0)


def test_the_next_weekday_is_never_today() -> None:
    today = NOON.date()
    assert next_weekday(today, 0) == date(2026, 11, 30)
    assert next_weekday(today, 4) == date(2026, 11, 27)
    assert next_weekday(today, 4, weeks=1) == date(2026, 12, 4)


def test_a_date_is_the_next_of_its_kind() -> None:
    today = NOON.date()
    assert month_day(today, None, 30) == date(2026, 11, 30)
    assert month_day(today, None, 1) == date(2026, 12, 1)
    assert month_day(today, None, 31) == date(2026, 12, 31), "November has none"
    assert month_day(today, 2, 29) is None, "there is none within a year"


def test_no_day_means_every_day() -> None:
    assert days_of(()) == Days(EVERY_DAY)
    assert days_of({0}, holidays_off=True) == Days(frozenset({0}), Holidays.SKIPPED)
