"""What is on a day: what is set for it, and what people told of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest

from companion.desk.answerers.day_ahead import DayAhead
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.words.said import Said
from companion.words.schedule import EntryKind, Upcoming
from companion.words.timing import Recurring
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import Door, door_of
from tests.unit.rooms.scheduler.alarms import alarm


def _door(folder: Path, coming: Sequence[Upcoming]) -> Door:
    return door_of(
        folder,
        lambda clock: MemoryHouse(clock, []),
        answerers=lambda requests, teaching, store: (
            DayAhead(
                entries=lambda: coming,
                next_after=Calendar(Whereabouts("UTC")).next_after,
                record=store.record,
                clock=requests.clock,
            ),
        ),
    )


async def _answer(door: Door, question: str) -> str:
    before = len(await door.replies())
    await door.desk.say(Said(question, "web"))
    await door.settled()
    replies = await door.replies()
    return replies[0] if len(replies) > before else ""


async def test_issue_15_a_day_is_told_from_the_schedule_and_from_what_was_told(
    tmp_path: Path,
) -> None:
    coming: list[Upcoming] = []
    door = _door(tmp_path, coming)
    tomorrow = door.clock.now() + timedelta(days=1)
    entry = replace(alarm(label="bins"), kind=EntryKind.REMINDER)
    coming.append(Upcoming(entry, tomorrow.replace(hour=7, minute=30)))
    await door.desk.journal.heard(Said("the piano tuner comes tomorrow", "web"), TrustLabel.OWNER)
    told = await _answer(door, "what's on tomorrow")
    assert "the reminder “bins” at 07:30" in told
    assert "“the piano tuner comes tomorrow”" in told
    assert "「bins」のリマインダー" in await _answer(door, "明日って何か予定あったっけ？")


async def test_issue_15_an_empty_day_is_said_to_be_empty(tmp_path: Path) -> None:
    door = _door(tmp_path, ())
    assert "nobody told me of anything" in await _answer(door, "have I got anything on today?")


@pytest.mark.parametrize("text", ["what's today", "明日は何曜日", "what's on", "明日の天気は"])
async def test_other_questions_are_left_to_others(tmp_path: Path, text: str) -> None:
    assert await _answer(_door(tmp_path, ()), text) == ""


async def test_what_recurs_is_told_of_any_of_its_days(tmp_path: Path) -> None:
    """A daily alarm was told of the next day alone, and the day after was said to be empty."""
    coming: list[Upcoming] = []
    door = _door(tmp_path, coming)
    now = door.clock.now()
    entry = replace(alarm(label="gym"), timing=Recurring(time(6, 45)), zone="UTC", created_at=now)
    due = (now + timedelta(days=1)).replace(hour=6, minute=45)
    coming.append(Upcoming(entry, due))
    assert "“gym” at 06:45" in await _answer(door, "what's on the day after tomorrow")


async def test_the_order_that_set_it_is_not_told_beside_it(tmp_path: Path) -> None:
    coming: list[Upcoming] = []
    door = _door(tmp_path, coming)
    tomorrow = door.clock.now() + timedelta(days=1)
    entry = replace(alarm(label="feed the hens"), kind=EntryKind.REMINDER)
    coming.append(Upcoming(entry, tomorrow.replace(hour=8, minute=0)))
    order = Said("tomorrow at eight I want a word about it: feed the hens", "web")
    await door.desk.journal.heard(order, TrustLabel.OWNER)
    told = await _answer(door, "what's on tomorrow")
    assert "“feed the hens” at 08:00" in told
    assert "I was told" not in told
