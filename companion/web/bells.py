"""Bells: show on every page the alarms that ring, wait to ring again or count down."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.ports.schedule_requests import ScheduleRequests
from companion.web.texts import Words
from companion.words.schedule import EntryKind, EntryState, FiringState, Upcoming
from companion.words.schedule_form import counts_down


@dataclass(frozen=True, slots=True, kw_only=True)
class Bell:
    """One alarm or timer."""

    id: int
    kind: str
    label: str
    """Its name, else its kind: never empty."""
    clock: str
    """When it was due, or is."""
    iso: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bells:
    """All of them, by what a person can do."""

    ringing: tuple[Bell, ...] = ()
    snoozed: tuple[Bell, ...] = ()
    counting: tuple[Bell, ...] = ()


def bells_of(clock: ScheduleRequests | None, words: Words, now: datetime) -> Bells:
    """The bells as the alarm clock has them now; none where a house has no clock."""
    if clock is None:
        return Bells()
    entries = [u for u in clock.entries((EntryKind.ALARM, EntryKind.TIMER)) if u.due is not None]
    firing = [(u, u.firing.state) for u in entries if u.firing is not None]
    return Bells(
        ringing=_drawn((u for u, s in firing if s is not FiringState.SNOOZED), words, now),
        snoozed=_drawn((u for u, s in firing if s is FiringState.SNOOZED), words, now),
        counting=_drawn((u for u in entries if _counts(u)), words, now),
    )


def _counts(one: Upcoming) -> bool:
    waits = one.entry.enabled and one.entry.state is EntryState.WAITING
    return waits and one.firing is None and counts_down(one.entry)


def _drawn(found: Iterable[Upcoming], words: Words, now: datetime) -> tuple[Bell, ...]:
    return tuple(
        Bell(
            id=one.entry.id,
            kind=one.entry.kind.value,
            label=one.entry.label or words(f"schedule.{one.entry.kind.value}"),
            clock=f"{due:%H:%M}",
            iso=due.isoformat(timespec="milliseconds"),
        )
        for one in found
        if (due := one.due.astimezone(now.tzinfo) if one.due else None) is not None
    )
