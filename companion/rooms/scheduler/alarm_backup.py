"""Alarm backup: lists the coming alarms, and tells the record later which of them rang by it (ADR
0025)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from companion.ports.schedule_book import ScheduleBook
from companion.words.alarm_backup import AlarmBackup, Moment, Rang, Ring
from companion.words.schedule import (
    Entry,
    EntryState,
    Firing,
    FiringState,
    Upcoming,
)

AHEAD = timedelta(days=7)
"""How far the backup looks: an owner who leaves a house broken for longer has another alarm by
then."""
MOST_OF_ONE = 8
"""Moments of one entry: a rule has one a day at most."""
MOST, LOOKED_AT = 100, 1_000
"""Entries on it, the soonest where somebody has set more; and how many are read to find them, for
reminders and routines stand between."""
Coming = Callable[[Entry, int], Iterable[datetime]]


def backup_of(entries: Iterable[Upcoming], coming: Coming, now: datetime, zone: str) -> AlarmBackup:
    """All moments that are to ring from `now` on; those that ring or snooze now stand first."""
    rings = sorted(_rings(entries, coming, now), key=lambda ring: (ring.at, ring.entry_id))
    return AlarmBackup(zone=zone, rings=tuple(rings))


def _rings(entries: Iterable[Upcoming], coming: Coming, now: datetime) -> Iterator[Ring]:
    for upcoming in entries:
        entry, firing = upcoming.entry, upcoming.firing
        if not entry.rings:
            continue
        if firing is not None:
            yield _ring(entry, firing.due, since(firing))
        for due in coming(entry, MOST_OF_ONE):
            if due <= now + AHEAD:
                yield _ring(entry, due, due)


def since(firing: Firing) -> datetime:
    """When an open one sounds again, or since when it does."""
    if firing.again_at is not None:
        return firing.again_at
    return max(firing.due, firing.claimed_at)


def _ring(entry: Entry, due: datetime, at: datetime) -> Ring:
    return Ring(entry_id=entry.id, kind=entry.kind, due=due, at=at, label=entry.label)


async def settle(
    book: ScheduleBook,
    rung: Mapping[Moment, Rang],
    now: datetime,
    comes_again: Callable[[Entry, datetime], bool],
) -> None:
    """Mark in the record what rang without it, before the clock takes up its work: what was stopped
    is over, what still rang rings on as the same moment. Raises `RecordNotWritable`."""
    entries = {entry.id: entry for entry in await book.entries()}
    opened = {(firing.entry_id, firing.due): firing for firing in await book.open()}
    for moment, rang in rung.items():
        entry = entries.get(rang.entry_id)
        if entry is None:  # removed meanwhile, or not in the record that was brought back
            continue
        open_now = opened.get(moment)
        if open_now is not None:
            await book.update(_marked(open_now, rang, now))
        else:
            fresh = Firing(entry_id=rang.entry_id, due=rang.due, claimed_at=rang.began)
            await book.claim(_marked(fresh, rang, now))
        if rang.stopped is not None and not comes_again(entry, rang.due):
            await book.change(replace(entry, state=EntryState.DONE))


def _marked(firing: Firing, rang: Rang, now: datetime) -> Firing:
    if rang.stopped is None:
        return replace(firing, state=FiringState.RUNNING, again_at=now)
    return replace(
        firing, state=FiringState.CLOSED, outcome="stopped", again_at=None, closed_at=rang.stopped
    )
