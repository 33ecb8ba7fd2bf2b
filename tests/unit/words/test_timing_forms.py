"""Timings as plain values and as a person says them; forms of entries (T-50)."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from companion.phrases.times import said
from companion.words.schedule import EntryKind, Manner, MissedPolicy
from companion.words.schedule_form import FormWrong, entry_from_form, form_of
from companion.words.timing import (
    After,
    BySun,
    Days,
    Holidays,
    Movement,
    Once,
    OnFact,
    OnMovement,
    Recurring,
    SunEvent,
    Timing,
)
from companion.words.timing_form import TimingMalformed, from_plain, to_plain

NOW = datetime(2026, 11, 21, 22, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
SAID: list[tuple[Timing, str, str]] = [
    (Recurring(time(7)), "毎日 07:00", "every day at 07:00"),
    (
        Recurring(time(6, 30), Days(frozenset(range(5)), Holidays.SKIPPED)),
        "平日(祝日は除く) 06:30",
        "on weekdays (not on public holidays) at 06:30",
    ),
    (Recurring(time(9), Days(frozenset({5, 6}))), "週末 09:00", "on weekends at 09:00"),
    (Recurring(time(9), Days(frozenset({0, 3}))), "毎週月・木曜 09:00", "every Mon, Thu at 09:00"),
    (
        Recurring(time(8), Days(frozenset({3}), weeks=2, since=date(2026, 11, 26))),
        "隔週の木曜 08:00",
        "every other Thu at 08:00",
    ),
    (
        Recurring(time(8), Days(frozenset({1}), nth=frozenset({2, 4}))),
        "毎月第2・第4火曜 08:00",
        "on the 2nd and 4th Tue of the month at 08:00",
    ),
    (
        Recurring(time(9), Days(dates=frozenset({25}))),
        "毎月25日 09:00",
        "on the 25th of the month at 09:00",
    ),
    (BySun(SunEvent.SUNSET, -600.0), "日没の10分前", "10 min before sunset"),
    (BySun(SunEvent.DAWN, 0.0, Days()), "毎日 夜明け", "every day, dawn"),
    (After(5400.0), "1時間30分後", "in 1 h 30 min"),
    (After(45.0), "45秒後", "in 45 s"),
    (Once(NOW), "11月21日 22:00", "21 Nov at 22:00"),
    (OnMovement(Movement.ARRIVES, "美香"), "美香が家に来たら", "when 美香 arrives at home"),
    (
        OnFact("washer", "done", once=True),
        "次にwasherが終わったら",
        "the next time washer has finished",
    ),
    (OnFact("tv", "running"), "tvがついたら", "when tv comes on"),
    (OnFact("bed", above=25.5), "bedが25.5℃を超えたら", "when bed measures above 25.5 °C"),
]


@pytest.mark.parametrize(("timing", "ja", "en"), SAID, ids=lambda v: str(v)[:20])
def test_said_in_both_languages_and_plain_both_ways(timing: Timing, ja: str, en: str) -> None:
    told = said(timing, NOW.tzinfo)
    assert (told.ja, told.en) == (ja, en)
    assert from_plain(to_plain(timing)) == timing


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"type": "daily"},
        {"type": "on_fact", "thing": "light.hall"},
        {"type": "on_fact", "thing": "sensor.bed", "value": "on", "above": 20},
        {"type": "once", "at": "2026-11-22T07:00"},
        {"type": "after", "after_s": 0},
        {"type": "after", "after_s": float("nan")},
        {"type": "recurring", "at": "25:00"},
        {"type": "recurring", "at": "07:00+09:00"},
        {"type": "recurring", "at": "07:00", "weekdays": [7]},
        {"type": "recurring", "at": "07:00", "weekdays": []},
        {"type": "by_sun", "sun": "moon"},
        {"type": "by_sun", "sun": "sunset", "offset_s": 1e9},
        {"type": "on_movement"},
    ],
)
def test_what_is_no_timing_is_refused(form: dict[str, object]) -> None:
    with pytest.raises(TimingMalformed):
        from_plain(form)


def test_a_form_makes_its_entry_again_and_changes_only_what_it_names() -> None:
    form = {
        "timing": to_plain(SAID[1][0]),
        "label": " 朝の\n支度 ",
        "missed": "run",
        "actions": [{"action_type": "device_control.cover_open", "payload": {"device_id": "c.b"}}],
        "condition": {"thing": "light.hall", "comparison": "is_not", "value": "on"},
        "manners": ["quietly"],
    }
    entry = entry_from_form(form, EntryKind.ROUTINE, NOW)
    assert (entry.label, entry.missed, entry.manners) == (
        *("朝の 支度", MissedPolicy.RUN),
        (Manner.QUIETLY,),
    )
    assert entry_from_form(form_of(entry), EntryKind.ROUTINE, NOW) == entry
    changed = entry_from_form({"enabled": False}, entry.kind, NOW, entry)
    assert not changed.enabled
    assert (changed.timing, changed.actions) == (entry.timing, entry.actions)


@pytest.mark.parametrize(
    "wrong",
    [
        {"label": "x" * 300},
        {"label": "a\u202eb"},
        {"colour": "red"},
        {"missed": "maybe"},
        {"actions": [{"action_type": "boom"}]},
        {"actions": [{}] * 99},
        {"condition": {"thing": "x"}},
        {"manners": ["loudly"]},
    ],
)
def test_a_wrong_form_is_refused_with_its_reason(wrong: dict[str, object]) -> None:
    with pytest.raises(FormWrong):
        entry_from_form({"timing": to_plain(SAID[0][0]), **wrong}, EntryKind.ALARM, NOW)
