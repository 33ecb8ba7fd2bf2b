"""Planned 予定の頼み: turns wishes for later, such as alarms, timers and reminders, into requests.

Everything becomes an operation of `schedule_alarm`; what the schedule holds is looked up first,
so that "cancel the alarm" is one alarm or a question back.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from companion.home.request import schedule_request
from companion.ports.schedule import Schedule
from companion.rooms.commands.wanted import CannotDo, WhichOne
from companion.words.language import Bilingual
from companion.words.schedule import EntryKind, FiringState, Upcoming
from companion.words.timing import After, Once
from companion.words.timing_form import from_plain, to_plain
from companion.words.trigger import RequestedAction
from companion.words.understood import UnderstoodWish

_SETS = {"alarm_set": "set_alarm", "timer_set": "set_timer", "reminder_set": "set_reminder"}
_KINDS = {
    "alarm": EntryKind.ALARM,
    "timer": EntryKind.TIMER,
    "reminder": EntryKind.REMINDER,
    "routine": EntryKind.ROUTINE,
}
_NAMES: Mapping[EntryKind, Bilingual] = {
    EntryKind.ALARM: Bilingual("目覚まし", "alarm"),
    EntryKind.TIMER: Bilingual("タイマー", "timer"),
    EntryKind.REMINDER: Bilingual("リマインダー", "reminder"),
    EntryKind.ROUTINE: Bilingual("決まりごと", "routine"),
}
_NONE_THEN = Bilingual(
    "そのときの{}はありません。あるのは、{}です。", "There is no {} then. There is: {}."
)
_NONE = Bilingual("{}はありません。", "There is no {}.")
_WHICH = Bilingual("どの{}ですか？（{}）", "Which {}: {}?")
_ALREADY = Bilingual("{}の目覚ましはもうかかっています。", "An alarm for {} is already set.")
_SILENT = Bilingual(
    "今は何も鳴っていません。{}の目覚ましをやめるなら、「目覚ましを取り消して」と言ってください。",
    "Nothing is ringing. To take out the alarm for {}, say “cancel the alarm”.",
)
_CANNOT_PAUSE = Bilingual(
    "タイマーの一時停止はできません。", "I cannot pause a timer; I can cancel it."
)


def chore(wish: UnderstoodWish, schedule: Schedule, now: datetime, place: str) -> RequestedAction:
    """One chore as an operation. Raises `CannotDo`, `WhichOne`."""
    name = wish.operation.rpartition(".")[2]
    if name in _SETS:
        request = _set(name, wish, place)
        _refuse_a_second(wish, request, schedule, now)
        return request
    if name == "alarm_stop" or _means_the_noise(name, wish, schedule):
        return _silence(name, schedule, now)
    if name == "alarm_snooze":
        length = wish.parameters.get("duration_s")
        return schedule_request("snooze", {"snooze_s": length} if length else {})
    if name in ("timer_pause", "timer_resume"):
        raise CannotDo(_CANNOT_PAUSE)
    entry = _one(wish, name, schedule, now)
    number = {"alarm_id": int(entry.entry.id)}
    if name.endswith("_cancel"):
        return schedule_request("cancel_alarm", number)
    if name.endswith("_skip"):
        return schedule_request("skip_alarm", {**number, "skipping": True})
    if name in ("routine_off", "routine_on"):
        return schedule_request("change_alarm", {**number, "enabled": name == "routine_on"})
    timing = to_plain(_stretched(entry, wish, now))
    return schedule_request("change_alarm", {**number, "timing": timing})


def _set(name: str, wish: UnderstoodWish, place: str) -> RequestedAction:
    if wish.when is None:
        raise CannotDo(Bilingual("いつにしますか？", "For when?"))
    label = str(wish.slots.get("message") or wish.slots.get("name") or "")
    payload: dict[str, Any] = {"timing": to_plain(wish.when)}
    if label:
        payload["label"] = label
    if place and name == "alarm_set":
        payload["place"] = place
    return schedule_request(_SETS[name], payload)


def _refuse_a_second(
    wish: UnderstoodWish, request: RequestedAction, schedule: Schedule, now: datetime
) -> None:
    """Raises `CannotDo` where an alarm of the same time, name and room is set and will ring."""
    label, place = (str(request.payload.get(key, "")) for key in ("label", "place"))
    alarm = wish.operation.endswith("alarm_set")
    for each in schedule.entries((EntryKind.ALARM,)) if alarm else ():
        entry = each.entry
        once = isinstance(wish.when, Once) and each.due == wish.when.at
        same = once or entry.timing == wish.when
        if same and (entry.label, entry.place) == (label, place) and each.due and entry.enabled:
            at = _clock_time(each, now)
            raise CannotDo(_ALREADY.filled(at))


def _silence(name: str, schedule: Schedule, now: datetime) -> RequestedAction:
    """An end of the noise. Raises `CannotDo` where nothing rings and an alarm is to come: who is
    half asleep may mean the noise alone, so the alarm stays and how it is taken out is told."""
    alarms = [e for e in schedule.entries((EntryKind.ALARM,)) if e.due and e.entry.enabled]
    rings = any(each.firing is not None for each in schedule.entries())
    if name != "alarm_stop" or rings or not alarms:
        return schedule_request("stop_ringing", {})
    at = _clock_time(alarms[0], now)
    raise CannotDo(_SILENT.filled(at))


def _stretched(entry: Upcoming, wish: UnderstoodWish, now: datetime) -> After:
    left_s = (entry.due - now).total_seconds() if entry.due is not None else 0.0
    change_s = float(wish.parameters.get("duration_s", 0.0))
    sign = -1.0 if wish.operation.endswith("subtract") else 1.0
    if not change_s or left_s + sign * change_s <= 0:
        raise CannotDo(Bilingual("その長さにはできません。", "I cannot make it that long."))
    return After(left_s + sign * change_s)


def _one(wish: UnderstoodWish, name: str, schedule: Schedule, now: datetime) -> Upcoming:
    kind = _KINDS[name.partition("_")[0]]
    entries = [e for e in schedule.entries((kind,)) if e.due is not None or not e.entry.enabled]
    label = str(wish.slots.get("name") or wish.slots.get("message") or "").casefold()
    if label:
        entries = [e for e in entries if label in e.entry.label.casefold()]
    day = wish.parameters.get("which_day") is True
    kept = [e.entry.label or _clock_time(e, now) for e in entries[:4]]
    entries = _at(entries, wish.parameters.get("which"), now, whole_day=day)
    called = _NAMES[kind]
    if not entries and kept:
        raise CannotDo(
            Bilingual(
                _NONE_THEN.ja.format(called.ja, "、".join(kept)),
                _NONE_THEN.en.format(called.en, ", ".join(kept)),
            )
        )
    if not entries:
        raise CannotDo(_NONE.filled(called))
    if len(entries) > 1 and not name.endswith("_skip"):
        told = [e.entry.label or _clock_time(e, now) for e in entries[:4]]
        raise WhichOne(
            Bilingual(
                _WHICH.ja.format(called.ja, "、".join(told)),
                _WHICH.en.format(called.en, ", ".join(told)),
            )
        )
    return entries[0]


def _clock_time(entry: Upcoming, now: datetime) -> str:
    return f"{entry.due.astimezone(now.tzinfo):%H:%M}" if entry.due is not None else ""


def _means_the_noise(name: str, wish: UnderstoodWish, schedule: Schedule) -> bool:
    """True if "stop the timer" means the timer that rings now, however many others run."""
    if name != "timer_cancel" or wish.slots:
        return False
    timers = schedule.entries((EntryKind.TIMER,))
    return any(t.firing is not None and t.firing.state is FiringState.RUNNING for t in timers)


NIGHT_BEGINS_H, NIGHT_ENDS_H = 18, 12
"""`Tonight` lasts until the morning's alarm has rung."""


def _at(entries: list[Upcoming], which: Any, now: datetime, *, whole_day: bool) -> list[Upcoming]:
    """Those of a time that was said: of this moment, else of this clock time on another day. Of a
    day or a night (`whole_day`) all of it: no other alarm stands in for one that was named."""
    if not isinstance(which, Mapping) or which.get("type") != "once":
        return entries
    wanted = getattr(from_plain(which), "at", now)
    due = [(e, e.due.astimezone(wanted.tzinfo)) for e in entries if e.due is not None]
    if not whole_day:
        exact = [e for e, at in due if at == wanted]
        return exact or [e for e, at in due if at.time() == wanted.time()]
    if wanted.hour < NIGHT_BEGINS_H:
        return [e for e, at in due if at.date() == wanted.date()]
    ends = wanted.replace(hour=NIGHT_ENDS_H, minute=0) + timedelta(days=1)
    return [e for e, at in due if wanted.replace(hour=NIGHT_BEGINS_H, minute=0) <= at < ends]
