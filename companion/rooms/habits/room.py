"""The habits room finds what people do by hand on most days at one occasion, or at one time.

It counts days and never reads a word. The earlier half of the days finds a habit, the later half
scores it, and only what holds on both is one. An event is the anchor; a time of the day is one only
where it varies by no more than twenty minutes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

from companion.home.kinds import kind_of
from companion.ports.house import House, device_of
from companion.words.areas import FeedbackTally, FeedbackValue
from companion.words.feedback import CLOCK, DayBand, FeedbackKind
from companion.words.habit import Habit
from companion.words.language import Bilingual
from companion.words.timing import EVERY_DAY, Days, OnFact, Recurring, Timing

LEAST_HITS = 6
"""Days on which it must have been done by hand."""
LEAST_SHARE = 0.7
"""Share of the days on which it must hold, in each half."""
LEAST_PRECISION = 0.5
"""Share of the single occasions at which it was done: a room is entered more than once a day."""
SPREAD_MIN = 20
"""Minutes within which four of five times of the day must lie for the clock to be the anchor."""
RECENT_DAYS = 4
"""It must have been done within so many days."""
CLOCK_BETTER = 0.15
"""By so much the clock must be surer than an event to be preferred."""
HOURS: Mapping[DayBand, tuple[time, time]] = {
    DayBand.MORNING: (time(5), time(10)),
    DayBand.DAY: (time(10), time(17)),
    DayBand.EVENING: (time(17), time(22)),
    DayBand.NIGHT: (time(22), time(5)),
}
_OF_PERSON = {"person_appeared": "present", "person_gone": "absent"}
_WEEKDAYS, _WEEKEND = frozenset(range(5)), frozenset({5, 6})


@dataclass(frozen=True, slots=True)
class _Counted:
    """Days on which it could have been done, and on which it was, oldest first."""

    chances: tuple[date, ...]
    hits: frozenset[date]

    def share(self, days: Sequence[date]) -> float:
        return sum(day in self.hits for day in days) / len(days) if days else 0.0


def habits_of(values: Iterable[FeedbackValue], house: House, today: date) -> tuple[Habit, ...]:
    """The habits of a household, the surest first; of one act in one part of the day one."""
    found: dict[tuple[str, DayBand], Habit] = {}
    for value in values:
        habit = _habit(value, house, today)
        if habit is None:
            continue
        held = found.get((value.act, value.band))
        if held is None or _is_better(habit, held):
            found[value.act, value.band] = habit
    return tuple(sorted(found.values(), key=lambda habit: (-habit.share, -habit.of, habit.key)))


def _is_better(habit: Habit, held: Habit) -> bool:
    """An event before the clock, unless the clock is much surer."""
    margin = 0.0
    if isinstance(habit.timing, Recurring) and not isinstance(held.timing, Recurring):
        margin = CLOCK_BETTER
    elif isinstance(held.timing, Recurring) and not isinstance(habit.timing, Recurring):
        margin = -CLOCK_BETTER
    return habit.share > held.share + margin


def _habit(value: FeedbackValue, house: House, today: date) -> Habit | None:
    by_hand = [one for one in value.tallies if one.kind is FeedbackKind.BY_HAND]
    hits = frozenset(date.fromisoformat(one.day) for one in by_hand)
    if len(hits) < LEAST_HITS or today - max(hits) > timedelta(days=RECENT_DAYS):
        return None
    if value.cause == CLOCK:
        timing, counted = _by_clock(by_hand, hits, today)
    else:
        timing, counted = _by_event(value, house), _counted(value.tallies, hits)
        if _precision(value.tallies) < LEAST_PRECISION:
            return None
    half = len(counted.chances) // 2
    earlier, later = counted.chances[:half], counted.chances[half:]
    if timing is None or min(counted.share(earlier), counted.share(later)) < LEAST_SHARE:
        return None
    return Habit(
        key=f"{value.act}@{value.cause}|{value.place}|{value.band.value}",
        act=value.act,
        label=Bilingual(value.ja, value.en),
        timing=timing,
        hits=sum(day in hits for day in later),
        of=len(later),
    )


def _by_event(value: FeedbackValue, house: House) -> Timing | None:
    """The timing of what happens; None for an occasion that no routine can wait for."""
    since, until = HOURS[value.band]
    if (person := _OF_PERSON.get(value.cause)) is not None and value.place:
        return OnFact(f"person@{value.place}", person, since, until)
    device = device_of(house, value.cause)
    if device is None:
        return None
    return OnFact(device.id, "on" if kind_of(device).detects else "open", since, until)


def _counted(tallies: Sequence[FeedbackTally], hits: frozenset[date]) -> _Counted:
    """Days on which the companion did it itself tell nothing of what people would have done."""
    own = {one.day for one in tallies if one.kind is FeedbackKind.HELD}
    left = {one.day for one in tallies if one.kind is FeedbackKind.LEFT} - own
    days = {date.fromisoformat(day) for day in left} | hits
    return _Counted(tuple(sorted(days)), hits)


def _precision(tallies: Sequence[FeedbackTally]) -> float:
    by_hand, left, held = (
        sum(one.times for one in tallies if one.kind is kind)
        for kind in (FeedbackKind.BY_HAND, FeedbackKind.LEFT, FeedbackKind.HELD)
    )
    return by_hand / max(by_hand, left - held) if by_hand else 0.0


def _by_clock(
    by_hand: Sequence[FeedbackTally], hits: frozenset[date], today: date
) -> tuple[Timing | None, _Counted]:
    """A time of the day, where four of five lie within the spread."""
    minutes = sorted(one.minute for one in by_hand if one.minute >= 0)
    days = _days_of(hits)
    span = (min(hits) + timedelta(days=n) for n in range((today - min(hits)).days))
    counted = _Counted(tuple(day for day in span if day.weekday() in days), hits)
    cut = len(minutes) // 10
    inner = minutes[cut : len(minutes) - cut]
    if not inner or inner[-1] - inner[0] > SPREAD_MIN:
        return None, counted
    middle = inner[len(inner) // 2]
    return Recurring(time(middle // 60, middle % 60), Days(days)), counted


def _days_of(hits: frozenset[date]) -> frozenset[int]:
    """Working days, weekends, or all days of the week."""
    on = {day.weekday() for day in hits}
    return next((days for days in (_WEEKDAYS, _WEEKEND) if on <= days), EVERY_DAY)
