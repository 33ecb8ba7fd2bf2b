"""English times: what of a sentence says when."""

from datetime import UTC, datetime, time

import pytest

from companion.rooms.understanding.times_en import seconds_of, when_en
from companion.words.timing import After, BySun, Days, Once, Recurring, SunEvent, Timing

NOON = datetime(2026, 11, 23, 12, 30, tzinfo=UTC)
"""A Monday."""


def once(day: int, hour: int, minute: int = 0) -> Once:
    return Once(datetime(2026, 11, day, hour, minute, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("wake me at 7 tomorrow", once(24, 7)),
        ("turn it on at half past 6 pm", once(23, 18, 30)),
        ("open the curtains at 22:15", once(23, 22, 15)),
        ("remind me thursday at 3 to call", once(26, 15)),
        ("remind me thursday at 03:00 to call", once(26, 3)),
        ("turn it off in 10 minutes", After(600.0)),
        ("turn it off in an hour and a half", After(5400.0)),
        ("give it 5 minutes then turn the lamp off", After(300.0)),
        ("wait 10 minutes and then turn it off", After(600.0)),
        ("wait 10 minutes and turn it off", After(600.0)),
        ("every day at 7 am", Recurring(time(7), Days())),
        ("every weekday at 7 am", Recurring(time(7), Days(frozenset(range(5))))),
        ("on saturdays at 9 am", Recurring(time(9), Days(frozenset({5})))),
        ("10 minutes before sunset", BySun(SunEvent.SUNSET, -600.0)),
    ],
)
def test_a_sentence_says_when(text: str, meant: Timing) -> None:
    (found,) = when_en(text, NOON)
    timing = found.timing
    if isinstance(meant, Recurring) and isinstance(timing, Recurring):
        assert (timing.at, timing.days.weekdays) == (meant.at, meant.days.weekdays)
    else:
        assert timing == meant


def test_what_nobody_can_be_told_of_is_said_to_be_impossible() -> None:
    (found,) = when_en("turn it on after the meeting", NOON)
    assert (found.timing, found.span_s) == (None, None)


@pytest.mark.parametrize("text", ["turn on the light", "open the window", "is it warm"])
def test_a_sentence_without_a_time_has_none(text: str) -> None:
    assert when_en(text, NOON) == []


@pytest.mark.parametrize(
    ("text", "seconds"), [("5 minutes", 300.0), ("1 hour", 3600.0), ("90 seconds", 90.0)]
)
def test_a_length_in_seconds(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    "form", ["every {} at 7 am", "on {}s at 7 am", "each {} at 7 am", "7 am every {}"]
)
def test_each_weekday_is_that_day_alone(form: str) -> None:
    for number, day in enumerate(WEEKDAYS_EN):
        (found,) = when_en(form.format(day), NOON)
        assert isinstance(found.timing, Recurring)
        assert found.timing.days.weekdays == {number}, day


WEEKDAYS_EN = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("start the vacuum at 2", once(23, 14)),
        ("turn the fan on from half 6", once(23, 18, 30)),
    ],
)
def test_a_bare_hour_is_the_next_that_is_likely(text: str, meant: Timing) -> None:
    """A5: `from half six` were six degrees."""
    (found,) = when_en(text, NOON)
    assert found.timing == meant


def test_an_hour_that_has_passed_is_of_tomorrows_afternoon_or_of_this_night() -> None:
    """A5: at three in the afternoon `at two` was two at night, and `at twelve` the noon of
    tomorrow."""
    text = "turn the fan on at 2"
    in_the_afternoon, at_night = NOON.replace(hour=15), NOON.replace(hour=22)
    assert [when_en(text, at)[0].timing for at in (in_the_afternoon, at_night)] == [
        once(24, 14),
        once(24, 2),
    ]
    assert when_en("turn it off at 12", in_the_afternoon)[0].timing == once(24, 0)
