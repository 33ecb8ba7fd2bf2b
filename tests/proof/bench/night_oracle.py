"""What must sound in a simulated night, found without a line of the scheduler's code.

Time zones by brute force: a wall-clock time of a date is due at the first instant at which the
wall clock of the zone shows it or anything later. What the machine could know of that instant
follows from when it was on and what its own clock showed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

FRESH_S, SNOOZE_S = 600.0, 540.0
TOLERANCE_S = 1.1
"""How late an alarm may be after any step of the clock; the same bound is used for the rest."""
NEAR = timedelta(hours=4)
"""More than any wall clock goes back at once."""
SILENCE_S = 5.0
"""Silence after which a tone is a new beginning."""


def first_instant(day: date, at: time, zone: ZoneInfo) -> float:
    """Unix seconds at which this wall-clock time is reached for the first time."""
    wanted = datetime.combine(day, at)
    moment = wanted.replace(tzinfo=UTC).timestamp() - 16 * 3600
    # By hours only while far away: where the wall goes back, an hour's stride could step over it.
    for step_s, until in ((3600, wanted - NEAR), (60, wanted), (1, wanted)):
        while _wall(moment + step_s, zone) < until:
            moment += step_s
    return moment + 1


def _wall(moment: float, zone: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(moment, zone).replace(tzinfo=None)


@dataclass(frozen=True, slots=True)
class On:
    """The machine was on, and its wall clock was ahead of monotonic time by so much."""

    begin_s: float
    end_s: float
    ahead_s: float
    booted: bool
    """It began with a boot; else the clock was set."""


@dataclass
class Log:
    """What happened in the world, in monotonic seconds."""

    ons: list[On] = field(default_factory=list)
    acts: list[tuple[float, str]] = field(default_factory=list)
    """The owner's `stop` and `snooze`."""
    tones: list[tuple[float, float]] = field(default_factory=list)
    """Beginning and end of each tone."""


@dataclass
class Verdict:
    """What was wrong, over any number of nights."""

    rings: int = 0
    missed: int = 0
    double: int = 0
    late_s: list[float] = field(default_factory=list)
    details: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Expected:
    """A sound must begin here."""

    at_s: float
    lives_s: float
    """How long the machine then stayed on: one cut off at once need not have sounded."""


def expected_of(due: float, log: Log) -> list[Expected]:
    """Every beginning of sound for one due moment."""
    return _Moment(due, log).follow()


class _Moment:
    """One due moment through the log."""

    def __init__(self, due: float, log: Log) -> None:
        self._due, self._log = due, log
        self._state = "waiting"
        self._since = self._again = 0.0
        """Wall seconds: since when it sounds, when it sounds again."""
        self._ahead = log.ons[0].ahead_s if log.ons else 0.0
        self._found: list[Expected] = []

    def follow(self) -> list[Expected]:
        for on in self._log.ons:
            if not on.booted:  # a snooze counts seconds: it goes along with a clock that is set
                self._again += on.ahead_s - self._ahead
                self._since += on.ahead_s - self._ahead
            self._ahead = on.ahead_s
            start = self._start(on)
            while start is not None:
                self._found.append(Expected(start, on.end_s - start))
                self._state, self._since = "sounding", start + on.ahead_s
                start = self._acted(on, start)
            if self._state == "over":
                break
        return self._found

    def _start(self, on: On) -> float | None:
        """When it begins to sound in this stretch; None where it does not."""
        wall = on.begin_s + on.ahead_s
        if self._state == "missed" and wall < self._due:
            self._state = "waiting"
        if self._state == "waiting":
            return self._reach(self._due, on, "missed")
        if self._state == "sounding":
            if not on.booted:
                return self._acted(on, on.begin_s)
            if wall - self._since <= FRESH_S:
                return on.begin_s
            self._state = "over"
        if self._state == "snoozed":
            return self._reach(self._again, on, "over")
        return None

    def _reach(self, moment: float, on: On, too_late: str) -> float | None:
        wall = on.begin_s + on.ahead_s
        if wall > moment:
            if wall - moment <= FRESH_S:
                return on.begin_s
            self._state = too_late
            return None
        at = on.begin_s + moment - wall
        return at if at < on.end_s else None

    def _acted(self, on: On, start: float) -> float | None:
        """What the owner did next in this stretch; gives when it sounds again within it."""
        for at, act in self._log.acts:
            # A cut within the act comes after its row: that is what the armed cuts wait for.
            if not start <= at <= on.end_s:
                continue
            if act == "stop":
                self._state = "over"
                return None
            self._state, self._again = "snoozed", at + on.ahead_s + SNOOZE_S
            return self._reach(self._again, on, "over")
        return None


def beginnings(log: Log) -> list[float]:
    """When sound began: after silence, a boot, or the owner's act."""
    cuts = sorted([on.begin_s for on in log.ons if on.booted] + [at for at, _ in log.acts])
    found, quiet_since = [], float("-inf")
    for begin, end in log.tones:
        broken = any(quiet_since - TOLERANCE_S < cut <= begin for cut in cuts)
        if begin - quiet_since > SILENCE_S or broken:
            found.append(begin)
        quiet_since = end
    return found


def judge(dues: Sequence[float], log: Log, verdict: Verdict) -> None:
    """Compare what sounded with what had to; each is used up once."""
    end = log.ons[-1].end_s - 0.01 if log.ons else 0.0
    boots = [on.begin_s for on in log.ons if on.booted]
    heard = [at for at in beginnings(log) if at < end]
    for due in dues:
        for one in expected_of(due, log):
            # What begins with the next boot is the next beginning, not this one late.
            until = min([one.at_s + TOLERANCE_S, *(b - 0.01 for b in boots if b > one.at_s)])
            match = next((h for h in heard if one.at_s - 0.01 <= h <= until), None)
            if match is not None:
                heard.remove(match)
                verdict.rings += 1
                verdict.late_s.append(match - one.at_s)
            elif one.lives_s > TOLERANCE_S:
                verdict.missed += 1
                verdict.details.append(f"due {_told(due)}: nothing at {one.at_s:.1f}")
    verdict.double += len(heard)
    verdict.details += [f"sound at {at:.1f} for nothing" for at in heard]


def _told(moment: float) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=moment)).isoformat()
