"""Tests of the day that a purpose names."""

from datetime import datetime, timedelta

import pytest

from companion.rooms.governance.when import Span, day_of, moment_of, next_at, next_on, on, span_of
from tests.unit.rooms.governance.samples import NOW, home

HOME = home()[1]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my mother comes on Sunday", 29),
        ("日曜日に母が来る", 29),
        ("金曜まで旅行", 27),
        ("until Friday", 27),
        ("tomorrow afternoon", 26),
        ("あさってお客さんが来る", 27),
        ("this weekend", 28),
        ("週末に来る", 28),
        ("tonight", 25),
        ("on Wednesday", 32),
        ("our trip next week", 30),
        ("来週の旅行", 30),
        ("next week on Tuesday", 31),
    ],
)
def test_the_next_day_of_its_name(text: str, day: int) -> None:
    """The same weekday is the one of next week."""
    found = day_of(text, NOW, HOME)
    assert found is not None
    assert found.date() == (NOW.replace(day=1) + timedelta(days=day - 1)).date()


def test_no_day() -> None:
    """Most purposes name none."""
    assert day_of("save energy", NOW, HOME) is None


@pytest.mark.parametrize(
    ("text", "begin", "last"),
    [
        ("save energy", NOW, None),
        ("tidy up every Sunday", NOW, None),
        ("毎週日曜に片づける", NOW, None),
        ("help me to sleep tonight", NOW, on(NOW, 0)),
        ("日曜の朝は早い", on(NOW + timedelta(days=4), 0), on(NOW + timedelta(days=4), 0)),
        ("away until Friday", NOW, on(NOW + timedelta(days=2), 0)),
        ("金曜まで留守", NOW, on(NOW + timedelta(days=2), 0)),
    ],
)
def test_the_days_for_which_a_purpose_is_meant(
    text: str, begin: datetime, last: datetime | None
) -> None:
    """One day, until a day, or without an end."""
    assert span_of(text, NOW, HOME) == Span(begin=begin, last=last)


def test_times_of_the_day() -> None:
    """The next one, and none that is past."""
    assert next_at(NOW, 22) == on(NOW, 22)
    assert next_at(NOW, 7) == on(NOW + timedelta(days=1), 7)
    assert next_on(NOW, NOW, 9) is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("practise before nine in the evening", "20:30"),
        ("quiet by 11 pm", "22:30"),
        ("yoga at six every morning", "06:00"),
        ("毎朝6時半に起きたい", "06:30"),
        ("午後3時の会議", "15:00"),
        ("夜10時までに片づけたい", "21:30"),
        ("calls every afternoon", "13:00"),
        ("夕食のあとに散歩", "18:00"),
        ("let me sleep through the day", "09:00"),
        ("夜十時からは静かに過ごしたい", "22:00"),
        ("no phone after half past eight in the evening", "20:30"),
    ],
)
def test_the_time_of_the_day_is_read(text: str, clock: str) -> None:
    """By a clock, half an hour before what shall be over by then, or by the part of the day."""
    found = moment_of(text, span_of(text, NOW, HOME), NOW, HOME)
    assert found is not None
    assert f"{found:%H:%M}" == clock
    assert found > NOW


def test_no_time() -> None:
    """Numbers of other things are no clock."""
    assert moment_of("exercise for ten minutes", span_of("", NOW, HOME), NOW, HOME) is None
    assert moment_of("3時間ごとに休む", span_of("", NOW, HOME), NOW, HOME) is None


def test_a_small_hour_of_a_night_is_after_midnight() -> None:
    """One at night is not one in the afternoon."""
    now, span = NOW.replace(hour=14), span_of("tonight", NOW, HOME)
    for text in ("he comes tonight about one", "今夜1時に着く"):
        assert moment_of(text, span, now, HOME) == on(NOW + timedelta(days=1), 1), text
