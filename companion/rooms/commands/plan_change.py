"""Plan changes 予定の変更: finds the plan that a person wants changed, and makes it requests.

The grammar tells which plan is meant and what becomes of it. Here that is
one entry of the schedule, or a question back. A change that holds on certain days leaves the others
as they are: the plan gives up those days, and a second one holds on them.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from companion.home.request import schedule_request
from companion.ports.schedule import Schedule
from companion.rooms.commands.wanted import CannotDo, WhichOne
from companion.words.device import devices_in
from companion.words.kana import hiragana
from companion.words.language import Bilingual
from companion.words.schedule import Entry, EntryKind, Upcoming
from companion.words.schedule_form import form_of
from companion.words.timing import After, BySun, Days, Once, Recurring, Timing
from companion.words.timing_form import to_plain
from companion.words.trigger import RequestedAction
from companion.words.understood import UnderstoodWish

LATELY = timedelta(minutes=10)
"""Time in which `it` means what was set just now."""
MOST_TOLD = 4
_HALF_A_DAY = timedelta(hours=12)
_NONE_SUCH = Bilingual(
    "それに当たる予定はありません。今あるのは、{}です。", "I have no such plan. There is: {}."
)
_NOTHING_SET = Bilingual("予定は何も入っていません。", "Nothing is set.")
_WHICH = Bilingual("どれですか？（{}）", "Which one: {}?")
_PAST = Bilingual("その時刻にはできません。", "I cannot set it to that time.")
_NO_HOUR = Bilingual(
    "それは時刻で決まる予定ではありません。", "That plan waits for an event and has no time."
)


def plan_changes(
    wish: UnderstoodWish, schedule: Schedule, now: datetime, place: str
) -> tuple[RequestedAction, ...]:
    """The requests that make the change. `now` is in the household's zone. Raises `CannotDo`,
    `WhichOne`."""
    asked = _Asked.of(wish, now)
    held = schedule.entries(asked.kinds)
    if wish.parameters.get("again"):
        return (_again(held, asked),)
    fitting = _fitting([one for one in held if one.due is not None and one.entry.enabled], asked)
    if not fitting and asked.sets_anew:
        return (_anew(asked, place),)
    if not fitting:
        raise CannotDo(_none_such(held, now))
    if len(fitting) > 1 and not _are_one(fitting, asked):
        raise WhichOne(_told(_WHICH, fitting, now))
    return tuple(request for one in fitting for request in _changed(one, asked))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A change as it was asked for."""

    kind: EntryKind | None
    targets: frozenset[str]
    told: Mapping[str, Any]
    when: Timing | None
    now: datetime

    @classmethod
    def of(cls, wish: UnderstoodWish, now: datetime) -> "_Asked":
        """Read a wish of the grammar."""
        name = wish.operation.rpartition(".")[2].partition("_")[0]
        kind = EntryKind(name) if name in {kind.value for kind in EntryKind} else None
        return cls(kind, frozenset(wish.targets), wish.parameters, wish.when, now)

    @property
    def kinds(self) -> Sequence[EntryKind]:
        return () if self.kind is None else (self.kind,)

    @property
    def days(self) -> frozenset[int]:
        """Weekdays on which alone the change holds."""
        return frozenset(int(day) for day in self.told.get("days", ()))

    @property
    def day(self) -> date | None:
        """The one day on which it holds."""
        day = self.told.get("day")
        return None if day is None else date.fromisoformat(str(day))

    @property
    def sets_anew(self) -> bool:
        """True if a time to be woken was said, and no alarm by its own time or name: where there is
        none it is a new one."""
        named = self.told.get("was") or self.told.get("called") or self.told.get("it")
        return self.kind is EntryKind.ALARM and self.when is not None and not named

    @property
    def clock(self) -> time | None:
        """The new time of the day."""
        return None if self.when is None else _clock(self.when, self.now)


# Which one


def _fitting(held: Sequence[Upcoming], asked: _Asked) -> list[Upcoming]:
    """Plans of which everything that was said is true."""
    told = asked.told
    checks: list[Callable[[Upcoming], bool]] = []
    if asked.targets:
        checks.append(lambda one: bool(asked.targets & _devices(one.entry)))
    if called := [_plain(word) for word in told.get("called", ())]:
        checks.append(lambda one: all(word in _plain(one.entry.label) for word in called))
    if "was" in told:
        checks.append(lambda one: _is_at(one, asked))
    if told.get("it"):
        checks.append(lambda one: asked.now - one.entry.created_at <= LATELY)
    if asked.days or asked.day is not None:
        checks.append(lambda one: _is_on(one, asked))
    fitting = [one for one in held if all(check(one) for check in checks)]
    does = str(told.get("does", ""))
    exact = [one for one in fitting if does and _does(one.entry, does)]
    fitting = exact or fitting
    if told.get("it") and fitting:
        return [max(fitting, key=lambda one: one.entry.created_at)]
    return fitting


def _are_one(fitting: Sequence[Upcoming], asked: _Asked) -> bool:
    """Whether several plans are one to who speaks of them: the same deed at the same time on
    several things that were named together."""
    deeds = {tuple(a.action_type for a in one.entry.actions) for one in fitting}
    times = {one.due for one in fitting}
    return len(asked.targets) > 1 and len(deeds) == 1 and len(times) == 1


def _devices(entry: Entry) -> frozenset[str]:
    return frozenset(str(i) for action in entry.actions for i in devices_in(action.payload))


def _does(entry: Entry, does: str) -> bool:
    return any(action.action_type.endswith(does) for action in entry.actions)


def _plain(text: str) -> str:
    return hiragana(unicodedata.normalize("NFKC", text).casefold())


def _is_at(one: Upcoming, asked: _Asked) -> bool:
    at, due = time.fromisoformat(str(asked.told["was"])), _due(one, asked.now)
    step = 12 if asked.told.get("was_may_be_pm") else 24
    return (at.hour % step, at.minute) == (due.hour % step, due.minute)


def _is_on(one: Upcoming, asked: _Asked) -> bool:
    """Whether it comes on one of the days that were said."""
    wanted = asked.days or frozenset({asked.day.weekday()} if asked.day is not None else ())
    timing = one.entry.timing
    if isinstance(timing, Recurring | BySun) and timing.days is not None:
        return bool(timing.days.weekdays & wanted)
    due = _due(one, asked.now)
    return due.weekday() in wanted if asked.day is None else due.date() == asked.day


def _due(one: Upcoming, now: datetime) -> datetime:
    return (one.due or now).astimezone(now.tzinfo)


def _told(form: Bilingual, held: Sequence[Upcoming], now: datetime) -> Bilingual:
    names = [
        f"{_due(one, now):%H:%M} {one.entry.label}".strip()
        for one in held[:MOST_TOLD]
        if one.due is not None
    ]
    return Bilingual(form.ja.format("、".join(names)), form.en.format(", ".join(names)))


def _none_such(held: Sequence[Upcoming], now: datetime) -> Bilingual:
    waiting = [one for one in held if one.due is not None]
    return _told(_NONE_SUCH, waiting, now) if waiting else _NOTHING_SET


# What becomes of it


def _again(held: Sequence[Upcoming], asked: _Asked) -> RequestedAction:
    """The last alarm once more, on the day that was said."""
    timed = [one for one in held if isinstance(one.entry.timing, Once | Recurring)]
    if not timed:
        raise CannotDo(_NOTHING_SET)
    last = max(timed, key=lambda one: one.entry.settled_until or one.entry.created_at).entry
    timing = last.timing
    return _copy(last, _on_days(_clock(timing, asked.now) or time(0), asked))


def _clock(timing: Timing, now: datetime) -> time | None:
    if isinstance(timing, Recurring):
        return timing.at
    return timing.at.astimezone(now.tzinfo).time() if isinstance(timing, Once) else None


def _anew(asked: _Asked, place: str) -> RequestedAction:
    payload: dict[str, Any] = {"timing": to_plain(asked.when or Once(asked.now))}
    return schedule_request("set_alarm", {**payload, "place": place} if place else payload)


def _on_days(at: time, asked: _Asked) -> Timing:
    if asked.days:
        return Recurring(at, Days(asked.days))
    day = asked.day or asked.now.date()
    return Once(datetime.combine(day, at, asked.now.tzinfo))


def _changed(one: Upcoming, asked: _Asked) -> tuple[RequestedAction, ...]:
    entry, number = one.entry, {"alarm_id": int(one.entry.id)}
    days = _days_of(entry.timing)
    if days is not None and (asked.days or asked.day is not None):
        return _on_some_days(one, days, asked)
    if asked.told.get("cancels"):
        return (schedule_request("cancel_alarm", number),)
    return (_with_timing(entry, _timing(one, asked)),)


def _days_of(timing: Timing) -> Days | None:
    """The days on which a plan comes again; None for one that does not."""
    return timing.days if isinstance(timing, Recurring | BySun) else None


def _skipped_on(day: date, one: Upcoming, now: datetime) -> tuple[RequestedAction, ...]:
    """The request to pass over the plan's moment of that day, in the household's zone; none where
    it does not come that day any more."""
    if day < _due(one, now).date():
        return ()
    midnight = datetime.combine(day, time(0), now.tzinfo) - timedelta(seconds=1)
    payload = {"alarm_id": int(one.entry.id), "skipping": True, "after": midnight.isoformat()}
    return (schedule_request("skip_alarm", payload),)


def _with_timing(entry: Entry, timing: Timing) -> RequestedAction:
    return schedule_request("change_alarm", {"alarm_id": int(entry.id), "timing": to_plain(timing)})


def _copy(entry: Entry, timing: Timing) -> RequestedAction:
    form = {**form_of(entry), "timing": to_plain(timing), "enabled": True}
    return schedule_request(f"set_{entry.kind.value}", form)


def _on_some_days(one: Upcoming, days: Days, asked: _Asked) -> tuple[RequestedAction, ...]:
    """The plan without these days, and another on them; of one date its moment is skipped."""
    entry, cancels = one.entry, bool(asked.told.get("cancels"))
    hour = None if cancels else _new_hour(one, asked)
    if asked.day is not None:
        new = () if hour is None else (_copy(entry, _on_days(hour, asked)),)
        return (*_skipped_on(asked.day, one, asked.now), *new)
    on_them, rest = replace(days, weekdays=asked.days), days.weekdays - asked.days
    if not rest and hour is not None:
        return (_with_timing(entry, Recurring(hour, on_them)),)
    if not rest:
        return (schedule_request("cancel_alarm", {"alarm_id": int(entry.id)}),)
    less = _with_timing(entry, _with_days(entry.timing, replace(days, weekdays=rest)))
    return (less,) if hour is None else (less, _copy(entry, Recurring(hour, on_them)))


def _with_days(timing: Timing, days: Days) -> Timing:
    return replace(timing, days=days) if isinstance(timing, Recurring | BySun) else timing


def _timing(one: Upcoming, asked: _Asked) -> Timing:
    """The whole plan's new timing. Raises `CannotDo` where that cannot be."""
    timing, now = one.entry.timing, asked.now
    if (length := asked.told.get("duration_s")) is not None and isinstance(timing, After):
        return After(float(length))
    if isinstance(timing, Recurring):
        return replace(timing, at=_new_hour(one, asked))
    if isinstance(timing, BySun) and timing.days is not None:
        return Recurring(_new_hour(one, asked), timing.days)
    if not isinstance(timing, Once | After | BySun):
        raise CannotDo(_NO_HOUR)
    new = _moved(one, asked)
    if new <= now:
        raise CannotDo(_PAST)
    counts = isinstance(timing, After) and not isinstance(asked.when, Once)
    return After((new - now).total_seconds()) if counts else Once(new)


def _new_hour(one: Upcoming, asked: _Asked) -> time:
    if not isinstance(one.entry.timing, Recurring | BySun):
        raise CannotDo(_NO_HOUR)
    return _moved(one, asked).time()


def _moved(one: Upcoming, asked: _Asked) -> datetime:
    """The moment that takes the place of its next one: of the two that "seven" may mean the one
    nearer to what was set."""
    due = _due(one, asked.now)
    if (shift := asked.told.get("shift_s")) is not None:
        return due + timedelta(seconds=float(shift))
    if (clock := asked.clock) is None:
        raise CannotDo(_PAST)
    day = asked.day if asked.day is not None else due.date()
    new, due = (datetime.combine(day, at, asked.now.tzinfo) for at in (clock, due.time()))
    if not asked.told.get("may_be_pm"):
        ways = [new]
    else:
        ways = [new.replace(hour=new.hour % 12), new.replace(hour=new.hour % 12) + _HALF_A_DAY]
    if isinstance(one.entry.timing, Once | After) and asked.day is None:
        ways = [at if at > asked.now else at + timedelta(days=1) for at in ways]
    return min(ways, key=lambda at: abs(at - due))
