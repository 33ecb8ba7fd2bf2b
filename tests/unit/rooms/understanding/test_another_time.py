"""Another time: what was set just before, put right by the next sentence."""

from datetime import datetime, time
from typing import Any

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.words.language import Language
from companion.words.timing import After, Days, Once, Recurring
from companion.words.understood import Understood
from tests.unit.rooms.understanding.test_engine import HOMES

NOW = datetime.fromisoformat("2026-05-13T18:00:00+09:00")


def said(*texts: str) -> list[Understood]:
    language = Language.EN if texts[0].isascii() else Language.JA
    engine = GrammarUnderstanding(lambda: HOMES[language])
    return [engine.understand(SpokenSentence(text, language, NOW)) for text in texts]


def when(understood: Understood) -> Any:
    (wish,) = understood.wishes
    return wish.when


@pytest.mark.parametrize(
    ("first", "then", "at"),
    [
        ("wake me at 6:30", "no, at 7", "2026-05-14T07:00"),
        ("wake me at 6:30", "no, 7", "2026-05-14T07:00"),
        ("wake me at 6:30", "sorry, I meant 7:15", "2026-05-14T07:15"),
        ("wake me at 6:30", "make it 6:45", "2026-05-14T06:45"),
        ("wake me at seven", "make it half six", "2026-05-14T06:30"),
        ("remind me at eight to call mum", "no nine in the morning", "2026-05-14T09:00"),
        ("wake me on saturday at 8", "actually 9 please", "2026-05-16T09:00"),
        ("wake me at 6:30", "no, on friday at 7", "2026-05-15T07:00"),
        ("remind me to call mum tomorrow at 9", "no, at 10", "2026-05-14T10:00"),
        ("明日7時に起こして", "やっぱり7時半にして", "2026-05-14T07:30"),
        ("明日7時に起こして", "違うよ、8時", "2026-05-14T08:00"),
        ("土曜日の8時に起こして", "いや、9時", "2026-05-16T09:00"),
        ("明日7時に起こして", "6時半に変更して", "2026-05-14T06:30"),
        ("明日7時に起こして", "いや、あさっての7時", "2026-05-15T07:00"),
        ("今夜9時に薬って教えて", "やっぱり10時にして", "2026-05-13T22:00"),
        ("remind me to call mum tomorrow at 9", "sorry half past", "2026-05-14T09:30"),
        ("wake me at 6:30", "actually make that quarter to", "2026-05-14T05:45"),
        ("remind me to call mum tomorrow at 9", "no, friday", "2026-05-15T09:00"),
        ("木曜の10時に本返すって教えて", "木曜じゃなくて土曜だった", "2026-05-16T10:00"),
        ("明日7時に起こして", "8時にして", "2026-05-14T08:00"),
        ("明日7時に起こして", "8時で", "2026-05-14T08:00"),
        (
            "remind me to call mum on thursday at 9",
            "hm, Thursday's out, friday",
            "2026-05-15T09:00",
        ),
        ("remind me to call mum on thursday at 9", "Friday works better", "2026-05-15T09:00"),
        ("木曜の10時に本返すって教えて", "木曜は無理だ、土曜", "2026-05-16T10:00"),
        ("木曜の10時に本返すって教えて", "土曜にして", "2026-05-16T10:00"),
    ],
)
def test_b11_an_alarm_just_set_is_put_right(first: str, then: str, at: str) -> None:
    """Issue 11: "no, at 7" was told that nothing like it is in the home, and
    やっぱり7時半にして what time it is; the alarm stayed at the wrong hour."""
    before, after = said(first, then)
    assert after.corrects
    assert after.wishes[0].operation == before.wishes[0].operation
    assert after.wishes[0].slots == before.wishes[0].slots
    assert when(after) == Once(datetime.fromisoformat(f"{at}:00+09:00"))


@pytest.mark.parametrize(
    ("first", "then"),
    [("wake me at 7 every day", "no, 7:30"), ("毎日7時に起こして", "やっぱり7時半")],
)
def test_b11_what_comes_again_keeps_its_days(first: str, then: str) -> None:
    """The hour changes and the days stay."""
    before, after = (when(understood) for understood in said(first, then))
    assert isinstance(after, Recurring)
    assert (f"{after.at:%H:%M}", after.days) == ("07:30", before.days)


@pytest.mark.parametrize(
    ("first", "then"),
    [("set a timer for 5 minutes", "no, 10 minutes"), ("5分タイマー", "違う、10分")],
)
def test_b11_a_timer_just_set_is_put_right(first: str, then: str) -> None:
    """A timer has a length and no hour."""
    _, after = said(first, then)
    assert (after.corrects, when(after)) == (True, After(600.0))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("wake me at 6:30", "no, thanks"),
        ("wake me at 6:30", "no, 20 percent"),
        ("wake me at 6:30", "dinner is at 7"),
        ("wake me at 6:30", "at 7"),
        ("turn on the bedroom light", "no, at 7"),
        ("明日7時に起こして", "違うよ"),
        ("明日7時に起こして", "やっぱり7時半に電車に乗る"),
        ("明日7時に起こして", "7時半"),
    ],
)
def test_b11_another_sentence_puts_no_alarm_right(first: str, then: str) -> None:
    """Only a correction that says a time and nothing else."""
    *_, after = said(first, then)
    assert not any(wish.operation.endswith("_set") for wish in after.wishes)


@pytest.mark.parametrize(
    ("first", "over", "then"),
    [
        ("wake me at 6:30", "cancel the alarm", "no, at 7"),
        ("明日7時に起こして", "目覚まし取り消して", "いや、8時"),
    ],
)
def test_b11_what_was_taken_out_is_not_put_right(first: str, over: str, then: str) -> None:
    """Nothing is left that another time could be of."""
    *_, after = said(first, over, then)
    assert not after.corrects


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("10分のタイマーかけて", "十じゃなくて十一"),
        ("10分のタイマーかけて", "11分にして"),
        ("set a timer for 10 minutes", "no eleven"),
    ],
)
def test_b11_a_timer_just_set_is_put_right_by_a_number(first: str, then: str) -> None:
    """B11: the unit of the timer is meant."""
    _, after = said(first, then)
    assert after.corrects
    assert when(after) == After(660.0)


def test_b11_a_reminder_just_set_is_made_one_of_every_week() -> None:
    """B11: "make that every thursday" was small talk."""
    _, after = said("remind me at seven tonight to put the bins out", "make that every thursday")
    assert when(after) == Recurring(time(19), Days(frozenset({3})))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("wake me at 7 on weekdays", "and Sunday"),
        ("wake me at 7 on weekdays", "Sundays as well please"),
        ("平日は7時に起こして", "日曜も"),
    ],
)
def test_one_more_day_is_added_and_nothing_is_taken_back(first: str, then: str) -> None:
    """A5."""
    added = said(first, then)[-1]
    assert not added.corrects
    assert when(added) == Recurring(time(7), Days(frozenset({6})))


def test_one_more_day_of_an_alarm_that_rings_once_rings_once() -> None:
    """A5."""
    assert when(said("wake me at 7 on friday", "Saturday too")[-1]) == Once(
        datetime.fromisoformat("2026-05-16T07:00+09:00")
    )


@pytest.mark.parametrize(
    ("first", "then", "operation"),
    [
        ("8時に薬って言って", "あ、それ消しといて", "schedule.reminder_cancel"),
        ("明日6時に起こして", "それはもういいや", "schedule.alarm_cancel"),
        ("10分のタイマー", "さっきのいらないわ", "schedule.timer_cancel"),
        ("wake me at seven", "scrap this one", "schedule.alarm_cancel"),
    ],
)
def test_that_is_off_is_said_of_what_was_set_just_before(
    first: str, then: str, operation: str
) -> None:
    """A5: which room's light was meant was asked."""
    (wish,) = said(first, then)[-1].wishes
    assert wish.operation == operation


@pytest.mark.parametrize("then", ["それはいいね", "それでいい", "電気消して"])
def test_praise_and_another_thing_take_nothing_back(then: str) -> None:
    """A2."""
    wishes = said("明日6時に起こして", then)[-1].wishes
    assert not [wish for wish in wishes if wish.operation == "schedule.alarm_cancel"]
