"""Time, day, date and sun are told by code, and nothing else is taken for a question about them."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.desk.answerers.calendar_facts import CalendarFacts
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.words.language import Bilingual
from tests.twins.clock import JumpClock

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 11, 26, 18, 5, tzinfo=TOKYO)
"""A Thursday."""


def facts(now: datetime = NOW, latitude: float | None = 35.68) -> CalendarFacts:
    clock = JumpClock(now)
    home = Whereabouts("Asia/Tokyo", latitude, 139.77 if latitude is not None else None, "JP")
    return CalendarFacts(clock=clock, calendar=Calendar(home))


def said(text: str) -> Bilingual:
    words = facts().words_for(text)
    assert words is not None, text
    return words


@pytest.mark.parametrize(
    ("sentences", "ja", "en"),
    [
        (
            (
                "what time is it?",
                "What's the time",
                "tell me the time please",
                "今何時？",
                "いま何時ですか",
                "何時かな",
                "時間教えて",
                "can you tell me what time is it",
            ),
            "18時5分です。",
            "It is 18:05.",
        ),
        (
            (
                "what day is it today?",
                "what day is it",
                "what day of the week is it",
                "今日は何曜日？",
                "今日って何曜日だっけ",
                "何曜日ですか",
                "do you know what day it is",
                "Morning dear, what day is it?",
                "こんばんは、今日は何曜日？",
            ),
            "今日は木曜日です。",
            "Today is Thursday.",
        ),
        (
            ("what day is tomorrow?", "what day is it tomorrow", "明日は何曜日？", "あした何曜日"),
            "明日は金曜日です。",
            "Tomorrow is Friday.",
        ),
        (
            ("what day was yesterday", "昨日は何曜日でしたか", "昨日何曜日だったっけ"),
            "昨日は水曜日でした。",
            "Yesterday was Wednesday.",
        ),
        (
            (
                "what's the date?",
                "what is today's date",
                "what's the date today",
                "今日は何日？",
                "今日何月何日だっけ",
                "今日の日付を教えてください",
                "日付は？",
            ),
            "今日は11月26日（木）です。",
            "Today is Thursday, 26 November 2026.",
        ),
        (("what year is it?", "今年は何年？"), "2026年11月です。", "It is November 2026."),
    ],
)
def test_it_is_told(sentences: tuple[str, ...], ja: str, en: str) -> None:
    for sentence in sentences:
        assert said(sentence) == Bilingual(ja, en), sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "when does the sun set?",
        "what time is sunset",
        "日の入りは何時？",
        "日没はいつですか",
        "when will the sun go down today",
        "今日の日没は",
    ],
)
def test_sunset_is_told_as_of_the_home(sentence: str) -> None:
    """Tokyo, 26 November: 16:28 by the almanac."""
    words = said(sentence)
    assert words == Bilingual("今日の日の入りは16時28分です。", "The sun sets at 16:28 today.")


def test_sunrise_of_tomorrow() -> None:
    assert said("when does the sun rise tomorrow?").en == "The sun rises at 06:28 tomorrow."
    assert said("明日の日の出は何時？").ja == "明日の日の出は6時28分です。"


def test_without_a_place_the_sun_is_unknown() -> None:
    words = facts(latitude=None).words_for("when does the sun set?")
    assert words is not None
    assert "not configured" in words.en


def test_where_the_sun_does_not_set() -> None:
    """Midsummer beyond the polar circle."""
    words = facts(NOW - timedelta(days=158), latitude=78.2).words_for("when does the sun set?")
    assert words is not None
    assert words == Bilingual("今日は日が沈みません。", "The sun does not set today.")


@pytest.mark.parametrize(
    "sentence",
    [
        "what time is my alarm?",
        "what time is the meeting",
        "what time does the train leave",
        "目覚ましは何時？",
        "何時に起こしてくれる？",
        "what day is the party",
        "会議は何日？",
        "what is the date of her birthday",
        "the time flies",
        "時間がない",
        "時間は大切だ",
        "what's up",
        "turn on the light at sunset",
        "日没に電気をつけて",
        "何時に閉めたの",
        "次の日曜日は何日？",
        "it is time",
        "day after day",
        "何日も雨だ",
        "the sun is going down",
        "日が暮れる前に閉めて",
        "",
    ],
)
def test_another_sentence_is_left_alone(sentence: str) -> None:
    assert facts().words_for(sentence) is None, sentence
