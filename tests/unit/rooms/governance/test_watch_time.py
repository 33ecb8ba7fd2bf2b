"""Tests of the time in which a purpose wants something watched over."""

from datetime import datetime, timedelta

import pytest

from companion.rooms.governance.watch_time import watch_time
from companion.rooms.governance.when import on
from tests.unit.rooms.governance.samples import NOW, home

HOME = home()[1]


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment so many days after the afternoon of the samples."""
    return on(NOW + timedelta(days=day), hour, minute)


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("say so if the gate opens", NOW, at(1, 14)),
        ("夜に窓が開いたら知らせて", at(0, 21), at(1, 7)),
        ("say so if the gate opens in the evening", at(0, 18), at(0, 23)),
        ("say so if the gate opens in the afternoon", NOW, at(0, 18)),
        ("朝に窓が開いたら知らせて", at(1, 7), at(1, 12)),
        ("夜9時から朝5時まで窓が開いたら知らせて", at(0, 21), at(1, 5)),
        ("say so if the gate opens from 9 pm to 5 am", at(0, 21), at(1, 5)),
        ("夜11時から朝まで窓が開いたら知らせて", at(0, 23), at(1, 7)),
        ("23時から朝まで窓が開いたら知らせて", at(0, 23), at(1, 7)),
        ("say so if the gate opens between bedtime and breakfast", at(0, 21), at(1, 7)),
        ("say so if the gate opens until 8 pm", NOW, at(0, 20)),
        ("say so if the gate opens at night, until Sunday", at(0, 21), at(1, 7)),
        ("say so if the gate opens till the evening", NOW, at(0, 18)),
        ("夕方まで窓が開いたら知らせて", NOW, at(0, 16)),
        ("say so if the gate opens after 8 pm", at(0, 20), at(1, 19, 30)),
        ("say so if the gate opens, for three nights", at(0, 21), at(3, 7)),
    ],
)
def test_from_when_to_when(text: str, begin: datetime, end: datetime) -> None:
    """C-003: a part of the day has an end; a watch of an hour leaves the next one its beginning."""
    assert watch_time(text, NOW, HOME) == (begin, end)


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("say so if the gate opens tonight", at(0, 21), at(1, 7)),
        ("今晩窓が開いたら知らせて", at(0, 21), at(1, 7)),
        ("say so if the gate opens tomorrow night", at(1, 21), at(2, 7)),
        ("金曜の夜に窓が開いたら知らせて", at(2, 21), at(3, 7)),
        ("say so if the gate opens, for two nights from Friday", at(2, 21), at(4, 7)),
        ("say so if the gate opens on Friday between bedtime and breakfast", at(2, 21), at(3, 7)),
        ("say so if the gate opens from 10 pm tomorrow until 6 am", at(1, 22), at(2, 6)),
        ("明日の夜10時から朝6時まで窓が開いたら知らせて", at(1, 22), at(2, 6)),
        ("say so if the gate opens from 9 pm to 6 am tomorrow", at(0, 21), at(1, 6)),
        ("say so if the gate opens on Friday from 1 pm to 4 pm", at(2, 13), at(2, 16)),
    ],
)
def test_a_night_begins_on_the_evening_of_its_day(
    text: str, begin: datetime, end: datetime
) -> None:
    """C-003: the night of a day is the one that follows it."""
    assert watch_time(text, NOW, HOME) == (begin, end)


@pytest.mark.parametrize("hour", [22, 25, 30])
def test_within_its_time_it_begins_now(hour: int) -> None:
    """C-003: nobody waits until tomorrow night for what is to be noticed tonight."""
    now = on(NOW, 0) + timedelta(hours=hour)
    found = watch_time("say so if the gate opens at night", now, HOME)
    assert found == (now, at(1, 7))
