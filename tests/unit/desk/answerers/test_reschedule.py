"""Reschedule: an alarm that is set is moved, and no second one is set beside it."""

import json
from datetime import datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from companion.desk.answerers.reschedule import Reschedule
from companion.ports.answerer import Answer
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Bilingual
from companion.words.schedule import Entry, EntryId, EntryKind, Upcoming
from companion.words.timing import After, Days, Once, Recurring, Timing
from companion.words.timing_form import from_plain
from companion.words.trigger import RequestedAction
from companion.words.trust import TrustLabel
from tests.unit.desk.answerers.sentence import heard
from tests.unit.rooms.understanding.never_act import SPOKEN
from tests.unit.store.samples import SetClock

ZONE = ZoneInfo("Asia/Tokyo")
EVENING = datetime(2026, 11, 26, 21, 0, tzinfo=ZONE)
HOME: Home = home_of(json.loads((SPOKEN / "home_en.json").read_text("utf-8")))


def at(hour: int, minute: int = 0, days: int = 1) -> datetime:
    return datetime(2026, 11, 26, hour, minute, tzinfo=ZONE) + timedelta(days=days)


class Desk:
    """What is set, and what is asked of the schedule."""

    def __init__(self, *entries: tuple[EntryKind, Timing, datetime, datetime]) -> None:
        self.held = [
            Upcoming(Entry(kind=kind, timing=timing, created_at=made, id=EntryId(n)), due)
            for n, (kind, timing, due, made) in enumerate(entries, 1)
        ]
        self.wishes: list[RequestedAction] = []
        clock = SetClock()
        clock.at = EVENING
        self.answerer = Reschedule(
            schedule=cast(Any, self),
            understanding=GrammarUnderstanding(lambda: HOME),
            requests=cast(Any, self),
            outcomes=cast(Any, self),
            clock=clock,
            zone=ZONE,
        )

    def entries(self, kinds: tuple[EntryKind, ...] = ()) -> list[Upcoming]:
        return [one for one in self.held if one.entry.kind in kinds]

    async def walk_for(self, event: object, wish: RequestedAction) -> None:
        self.wishes.append(wish)

    async def of(self, event: object) -> Bilingual:
        return Bilingual("変えました。", "Changed.")

    async def says(self, text: str, trust: TrustLabel = TrustLabel.HOUSEHOLD) -> Answer | None:
        answer = await self.answerer.answer(heard(text, trust=trust))
        if answer is not None and answer.work is not None:
            await answer.work()
        return answer

    def moved(self) -> tuple[int, Timing]:
        (wish,) = self.wishes
        assert wish.action_type == "schedule_alarm.change_alarm"
        return wish.payload["alarm_id"], from_plain(wish.payload["timing"])


def alarm(hour: int, minute: int = 0, *, ago: timedelta = timedelta(days=1), days: int = 1) -> Any:
    due = at(hour, minute, days)
    return EntryKind.ALARM, Once(due), due, EVENING - ago


JUST_NOW = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("change the alarm to 7", at(7)),
        ("change my alarm to 7 please", at(7)),
        ("move my 6:30 alarm to quarter past seven", at(7, 15)),
        ("push the alarm back by half an hour", at(7)),
        ("make my alarm 30 minutes earlier", at(6)),
        ("bring the alarm forward by ten minutes", at(6, 20)),
        ("アラームを7時に変えて", at(7)),
        ("6時半のアラームを7時にずらして", at(7)),
        ("明日の目覚ましを30分遅くして", at(7)),
        ("目覚ましの時間を7時15分に変更してください", at(7, 15)),
    ],
)
async def test_the_one_alarm_is_moved(said: str, when: datetime) -> None:
    """Issue 11, A3: a second alarm used to be set, and both rang."""
    desk = Desk(alarm(6, 30))
    assert await desk.says(said) is not None
    assert desk.moved() == (1, Once(when))


@pytest.mark.parametrize(
    "said",
    [
        "change it to 7",
        "make that 7 instead",
        "actually, make it 7",
        "それ7時に変えて",
        "やっぱり7時にして",
    ],
)
async def test_it_is_what_was_set_just_now(said: str) -> None:
    desk = Desk(alarm(8), alarm(6, 30, ago=JUST_NOW))
    assert await desk.says(said) is not None
    assert desk.moved() == (2, Once(at(7)))
    old = Desk(alarm(6, 30))
    assert await old.says(said) is None, "nothing was set lately: it may mean something else"


@pytest.mark.parametrize(
    "said",
    [
        "make it 5 minutes",
        "change the timer to five minutes",
        "それ、やっぱり5分にして",
        "タイマーを5分に変えて",
    ],
)
async def test_a_length_is_of_what_counts_down(said: str) -> None:
    timer = Desk((EntryKind.TIMER, After(600), EVENING + timedelta(minutes=9), EVENING - JUST_NOW))
    assert await timer.says(said) is not None
    assert timer.moved() == (1, After(300))
    assert await Desk(alarm(6, 30, ago=JUST_NOW)).says("make it 5 minutes") is None


async def test_of_several_the_named_one_or_a_question() -> None:
    desk = Desk(alarm(6, 30), alarm(8))
    answer = await desk.says("change my alarm to 7")
    assert answer is not None
    assert answer.asks
    assert isinstance(answer.words, Bilingual)
    assert "06:30, 08:00" in answer.words.en
    assert await desk.says("change the 8 o'clock alarm to 7") is not None
    assert desk.moved() == (2, Once(at(7)))


async def test_day_half_and_repetition_stay_as_they_were() -> None:
    sunday = Desk(alarm(6, 30, days=3))
    await sunday.says("change my alarm to 7")
    assert sunday.moved() == (1, Once(at(7, days=3)))
    due = at(18)
    reminder = Desk((EntryKind.REMINDER, Once(due), due, EVENING - JUST_NOW))
    await reminder.says("change the reminder to 7")
    assert reminder.moved() == (1, Once(at(19)))
    week = Days(frozenset(range(5)))
    daily = Desk((EntryKind.ALARM, Recurring(time(6, 30), week), at(6, 30), EVENING))
    await daily.says("change my alarm to 6")
    assert daily.moved() == (1, Recurring(time(6), week))
    timer = Desk((EntryKind.TIMER, After(600), EVENING + timedelta(minutes=5), EVENING))
    await timer.says("make the timer 5 minutes later")
    assert timer.moved() == (1, After(600))


@pytest.mark.parametrize(
    "said",
    [
        "make it warmer",
        "change it to blue",
        "set the alarm to 7",
        "wake me at 7",
        "それ青に変えて",
        "7時に起こして",
    ],
)
async def test_what_is_no_change_of_a_time_is_left_to_others(said: str) -> None:
    desk = Desk(alarm(6, 30, ago=JUST_NOW))
    assert await desk.says(said) is None


async def test_a_guest_moves_nothing_and_without_an_alarm_none_is_moved() -> None:
    """S1."""
    desk = Desk(alarm(6, 30))
    assert await desk.says("change my alarm to 7", TrustLabel.GUEST) is None
    empty = await Desk().says("change my alarm to 7")
    assert empty is not None
    assert empty.words == Bilingual("目覚ましはかかっていません。", "No alarm is set.")
