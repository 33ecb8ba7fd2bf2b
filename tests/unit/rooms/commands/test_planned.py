"""Planned wishes: alarms, timers and reminders become operations of the schedule, or a question."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from companion.ports.schedule import Schedule
from companion.rooms.commands.planned import chore
from companion.rooms.commands.wanted import CannotDo, WhichOne
from companion.words.schedule import Entry, EntryId, EntryKind, Firing, FiringState, Upcoming
from companion.words.timing import After, Once, Timing
from companion.words.trigger import RequestedAction
from companion.words.understood import UnderstoodWish

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def upcoming(number: int, kind: EntryKind, at: datetime, label: str = "") -> Upcoming:
    entry = Entry(id=EntryId(number), kind=kind, timing=Once(at), created_at=NOW, label=label)
    return Upcoming(entry, at)


class Shown:
    """A schedule that only lists its entries."""

    def __init__(self, *entries: Upcoming) -> None:
        self.all = entries

    def entries(self, kinds: tuple[EntryKind, ...] = ()) -> tuple[Upcoming, ...]:
        return tuple(e for e in self.all if not kinds or e.entry.kind in kinds)


def asked(
    operation: str,
    *entries: Upcoming,
    when: Timing | None = None,
    slots: dict[str, Any] | None = None,
    place: str = "",
    **parameters: Any,
) -> RequestedAction:
    wish = UnderstoodWish(
        intent="x",
        operation=f"schedule_alarm.{operation}",
        when=when,
        slots=slots or {},
        parameters=parameters,
    )
    return chore(wish, cast(Schedule, Shown(*entries)), NOW, place)


ALARM = upcoming(1, EntryKind.ALARM, NOW + timedelta(hours=1))
LATER = upcoming(2, EntryKind.ALARM, NOW + timedelta(days=1, hours=2), "gym")
TIMER = upcoming(3, EntryKind.TIMER, NOW + timedelta(minutes=5))


def test_a_new_alarm_carries_its_time_and_the_room_it_was_asked_in() -> None:
    found = asked("alarm_set", when=After(60.0), place="bedroom", slots={"name": "Gym"})
    assert found.action_type == "schedule_alarm.set_alarm"
    assert (found.payload["label"], found.payload["place"]) == ("Gym", "bedroom")


def test_an_alarm_that_is_set_already_is_told_so_and_not_set_twice() -> None:
    """F3: the same time and room; another hour, another name or another room is set."""
    at = NOW + timedelta(hours=1)
    with pytest.raises(CannotDo, match="An alarm for 10:00 is already set"):
        asked("alarm_set", ALARM, when=Once(at))
    for differs in (
        asked("alarm_set", ALARM, when=Once(at + timedelta(minutes=1))),
        asked("alarm_set", ALARM, when=Once(at), slots={"name": "gym"}),
        asked("alarm_set", ALARM, when=Once(at), place="bedroom"),
        asked("reminder_set", ALARM, when=Once(at), slots={"message": "tea"}),
    ):
        assert differs.payload["timing"]


def test_an_alarm_without_a_time_is_asked_for_its_time() -> None:
    with pytest.raises(CannotDo, match="For when"):
        asked("alarm_set")


def test_of_two_alarms_the_one_that_is_meant_is_asked_for() -> None:
    with pytest.raises(WhichOne, match="10:00, gym"):
        asked("alarm_cancel", ALARM, LATER)
    assert asked("alarm_cancel", ALARM).payload == {"alarm_id": 1}
    assert asked("alarm_cancel", ALARM, LATER, slots={"name": "Gym"}).payload == {"alarm_id": 2}


def test_a_time_that_was_said_chooses_the_alarm() -> None:
    which = {"type": "once", "at": (NOW + timedelta(hours=1)).isoformat()}
    assert asked("alarm_cancel", ALARM, LATER, which=which).payload == {"alarm_id": 1}


def test_no_other_alarm_stands_in_for_the_one_that_was_named() -> None:
    """The seven o'clock alarm was taken out for who cancelled one of half past six that day."""
    which = {"type": "once", "at": (NOW + timedelta(hours=1, minutes=30)).isoformat()}
    with pytest.raises(CannotDo, match="There is: 10:00"):
        asked("alarm_cancel", ALARM, which=which)
    on_another_day = {"type": "once", "at": (NOW + timedelta(days=3, hours=1)).isoformat()}
    assert asked("alarm_cancel", ALARM, LATER, which=on_another_day).payload == {"alarm_id": 1}


@pytest.mark.parametrize(
    ("said", "number"), [("2026-11-24T08:00:00+00:00", 2), ("2026-11-23T21:00:00+00:00", 2)]
)
def test_a_day_or_a_night_means_all_of_it(said: str, number: int) -> None:
    """Tonight's alarm is that of the next morning; it was told that there is none, and rang."""
    which = {"type": "once", "at": said}
    found = asked("alarm_skip", ALARM, LATER, which=which, which_day=True)
    assert found.payload == {"alarm_id": number, "skipping": True}


def test_the_day_is_that_of_the_people() -> None:
    """23:30 UTC of one day is the morning of the next in Tokyo."""
    early = upcoming(7, EntryKind.ALARM, datetime(2026, 11, 23, 23, 30, tzinfo=UTC))
    which = {"type": "once", "at": "2026-11-24T08:00:00+09:00"}
    assert asked("alarm_cancel", early, which=which, which_day=True).payload == {"alarm_id": 7}


def test_where_there_is_none_it_is_said() -> None:
    with pytest.raises(CannotDo, match="no timer"):
        asked("timer_cancel", ALARM)


def test_stop_the_timer_means_the_timer_that_rings() -> None:
    firing = Firing(entry_id=EntryId(3), due=NOW, claimed_at=NOW, state=FiringState.RUNNING)
    ringing = Upcoming(TIMER.entry, NOW, firing)
    other = upcoming(4, EntryKind.TIMER, NOW + timedelta(minutes=9))
    assert asked("timer_cancel", ringing, other).action_type == "schedule_alarm.stop_ringing"


def test_a_timer_is_made_longer_from_the_time_that_is_left() -> None:
    longer = asked("timer_add", TIMER, duration_s=60.0)
    assert longer.action_type == "schedule_alarm.change_alarm"
    assert longer.payload["timing"]["after_s"] == 360.0
    with pytest.raises(CannotDo):
        asked("timer_subtract", TIMER, duration_s=300.0)


def test_a_timer_cannot_be_paused_and_that_is_said() -> None:
    with pytest.raises(CannotDo, match="pause"):
        asked("timer_pause", TIMER)


def test_the_next_of_several_alarms_is_skipped_without_a_question() -> None:
    assert asked("alarm_skip", ALARM, LATER).payload == {"alarm_id": 1, "skipping": True}


def test_snooze_takes_the_length_that_was_said() -> None:
    assert asked("alarm_snooze", duration_s=300).payload == {"snooze_s": 300}
    assert asked("alarm_snooze").payload == {}


def test_a_routine_is_switched_off_and_on() -> None:
    routine = upcoming(5, EntryKind.ROUTINE, NOW + timedelta(hours=1))
    assert asked("routine_off", routine).payload == {"alarm_id": 5, "enabled": False}
    assert asked("routine_on", routine).payload == {"alarm_id": 5, "enabled": True}


def test_b11_an_alarm_that_does_not_ring_yet_is_not_stopped_but_told() -> None:
    """Issue 11: 目覚まし消して with an alarm set for the morning was told "Nothing is ringing" and
    no more; the owner may have meant to take it out."""
    with pytest.raises(CannotDo, match="alarm for 10:00, say “cancel the alarm”") as told:
        asked("alarm_stop", ALARM)
    assert "10:00の目覚まし" in told.value.words.ja
    ringing = replace(ALARM, firing=cast(Firing, object()))
    for entries in ((), (TIMER,), (ringing,), (ringing, LATER)):
        assert asked("alarm_stop", *entries).action_type == "schedule_alarm.stop_ringing"
