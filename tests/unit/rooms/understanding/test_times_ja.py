"""Japanese times: what of a folded sentence says when."""

from datetime import UTC, datetime, time

import pytest

from companion.rooms.understanding.times_ja import when_ja
from companion.words.timing import (
    After,
    BySun,
    Days,
    Movement,
    Once,
    OnMovement,
    Recurring,
    SunEvent,
    Timing,
)

NOON = datetime(2026, 11, 23, 12, 30, tzinfo=UTC)
"""A Monday."""


def once(day: int, hour: int, minute: int = 0) -> Once:
    return Once(datetime(2026, 11, day, hour, minute, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("木曜の3時に歯医者", once(26, 15)),
        ("木曜の3時に起こして", once(26, 3)),
        ("木曜の03:00に歯医者", once(26, 3)),
        ("明日の朝7時に起こして", once(24, 7)),
        ("夜10時半に消して", once(23, 22, 30)),
        ("午後3時につけて", once(23, 15)),
        ("10分後に消して", After(600.0)),
        ("1時間半したら消して", After(5400.0)),
        ("毎日7時に開けて", Recurring(time(7), Days())),
        ("平日の7時に起こして", Recurring(time(7), Days(frozenset(range(5))))),
        ("日没の10分前に閉めて", BySun(SunEvent.SUNSET, -600.0)),
    ],
)
def test_a_sentence_says_when(text: str, meant: Timing) -> None:
    (found,) = when_ja(text, NOON)
    timing = found.timing
    if isinstance(meant, Recurring) and isinstance(timing, Recurring):
        assert (timing.at, timing.days.weekdays) == (meant.at, meant.days.weekdays)
    else:
        assert timing == meant


def test_somebody_who_comes_home_is_waited_for() -> None:
    (found,) = when_ja("ぱぱが帰ってきたら教えて", NOON)
    assert isinstance(found.timing, OnMovement)
    assert found.timing.movement is Movement.ARRIVES


def test_what_nobody_can_be_told_of_is_said_to_be_impossible() -> None:
    (found,) = when_ja("会議が終わったらつけて", NOON)
    assert (found.timing, found.span_s) == (None, None)


@pytest.mark.parametrize("text", ["電気をつけて", "窓を開けて", "今の温度は"])
def test_a_sentence_without_a_time_has_none(text: str) -> None:
    assert [when for when in when_ja(text, NOON) if when.timing or when.span_s] == []


DAYS_JA = "月火水木金土日"


@pytest.mark.parametrize(
    "form", ["毎週{}曜日の7時に", "毎週{}曜7時に", "毎{}曜日の7時に", "{}曜日ごとに7時に"]
)
def test_each_weekday_is_that_day_alone(form: str) -> None:
    """毎週土曜日 woke on Sundays as well: 曜日 ends in the letter of Sunday."""
    for number, day in enumerate(DAYS_JA):
        (found,) = when_ja(form.format(day) + "起こして", NOON)
        assert isinstance(found.timing, Recurring)
        assert found.timing.days.weekdays == {number}, day


@pytest.mark.parametrize(
    "form", ["毎週{}曜日と{}曜日の7時に", "毎週{}曜{}曜の7時に", "毎週{}曜日{}曜日の7時に"]
)
def test_each_two_weekdays_are_those_two(form: str) -> None:
    for first, day in enumerate(DAYS_JA):
        for second in range(7):
            (found,) = when_ja(form.format(day, DAYS_JA[second]) + "起こして", NOON)
            assert isinstance(found.timing, Recurring)
            assert found.timing.days.weekdays == {first, second}
