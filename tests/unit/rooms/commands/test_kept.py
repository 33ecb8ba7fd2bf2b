"""What alarms, timers, reminders and routines there are, told by code (T-57; issue 4, item 4)."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.phrases.routine_name import name_of
from companion.rooms.commands.kept import kind_asked, told_of
from companion.words.language import Bilingual, Language
from companion.words.schedule import (
    Entry,
    EntryId,
    EntryKind,
    Firing,
    FiringState,
    SavedAction,
    Upcoming,
)
from companion.words.timing import Movement, OnMovement, Recurring, Timing

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 11, 22, 18, 0, tzinfo=TOKYO)


def coming(
    kind: EntryKind,
    due: datetime | None,
    label: str = "",
    *,
    enabled: bool = True,
    rings: bool = False,
    timing: Timing = Recurring(time(7)),  # noqa: B008 - frozen
) -> Upcoming:
    entry = Entry(
        id=EntryId(1),
        kind=kind,
        timing=timing,
        zone="Asia/Tokyo",
        created_at=NOW,
        label=label,
        enabled=enabled,
    )
    firing = Firing(entry_id=entry.id, due=NOW, claimed_at=NOW, state=FiringState.RUNNING)
    return Upcoming(entry, due, firing if rings else None)


@pytest.mark.parametrize(
    ("held", "ja", "en"),
    [
        ((), "目覚ましはかかっていません。", "No alarm is set."),
        (
            (coming(EntryKind.ALARM, NOW + timedelta(hours=13)),),
            "目覚ましは明日の07:00です。",
            "The alarm is tomorrow at 07:00.",
        ),
        (
            (coming(EntryKind.ALARM, NOW, "work", rings=True),),
            "「work」の目覚ましは今鳴っています。",
            "The alarm “work” is ringing now.",
        ),
        (
            (coming(EntryKind.ALARM, None, enabled=False),),
            "目覚ましは切ってあります。",
            "The alarm is switched off.",
        ),
        # One that will not come again is not there any more.
        ((coming(EntryKind.ALARM, None),), "目覚ましはかかっていません。", "No alarm is set."),
    ],
)
def test_alarms(held: tuple[Upcoming, ...], ja: str, en: str) -> None:
    told = told_of(EntryKind.ALARM, held, NOW)
    assert (told.ja, told.en) == (ja, en)


@pytest.mark.parametrize(
    ("left_s", "ja", "en"),
    [
        (179, "あと2分59秒", "2 minutes 59 seconds left"),
        (60, "あと1分です", "1 minute left"),
        (3660, "あと1時間1分", "1 hour 1 minute left"),
        (0, "あと0秒", "0 seconds left"),
    ],
)
def test_what_is_left_of_a_timer(left_s: float, ja: str, en: str) -> None:
    told = told_of(EntryKind.TIMER, [coming(EntryKind.TIMER, NOW + timedelta(seconds=left_s))], NOW)
    assert ja in told.ja
    assert en in told.en


def test_a_reminder_for_a_person_waits_and_many_are_counted() -> None:
    mika = OnMovement(Movement.ARRIVES, "mika")
    held = [coming(EntryKind.REMINDER, None, f"r{n}", timing=mika) for n in range(6)]
    told = told_of(EntryKind.REMINDER, held, NOW)
    assert "the reminder “r1” waits for somebody" in told.en
    assert told.en.endswith("and 2 more.")
    assert told.ja.endswith("ほかに2件あります。")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("アラームかかってる？", EntryKind.ALARM),
        ("what reminders do I have?", EntryKind.REMINDER),
        ("which routines are there?", EntryKind.ROUTINE),
        ("is the light on?", None),
    ],
)
def test_which_kind_is_asked_about(text: str, kind: EntryKind | None) -> None:
    assert kind_asked((), text) is kind


@pytest.mark.parametrize("language", list(Language))
def test_b10_a_routine_that_code_named_is_called_in_both_languages(language: Language) -> None:
    """ "what's planned?" was answered with 「毎日23:00 浴室の明かりを消す」 in English;
    what the owner named stays as it was named."""
    deed = Bilingual("寝室のカーテンを開ける", "open bedroom curtain")
    when = Recurring(time(7))
    made = name_of(when, deed, NOW)
    action = SavedAction(action_type="device_control.cover_open", payload={}, label=deed)
    held = coming(EntryKind.ROUTINE, NOW + timedelta(hours=13), made.get(language), timing=when)
    entry = replace(held.entry, actions=(action,))
    told = told_of(EntryKind.ROUTINE, [Upcoming(entry, held.due, None)], NOW)
    assert made.ja in told.ja
    assert made.en in told.en
    own = replace(entry, label="朝の光")
    told = told_of(EntryKind.ROUTINE, [Upcoming(own, held.due, None)], NOW)
    assert "“朝の光”" in told.en
