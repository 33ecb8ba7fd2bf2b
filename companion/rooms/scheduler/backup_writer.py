"""Backup writer: keeps the coming alarms beside the record, for the day the house cannot start.

At the start it takes up what rang by the backup without the house, before the alarm clock begins
(ADR 0025).
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.schedule_book import ScheduleBook
from companion.rooms.scheduler.alarm_backup import AHEAD, LOOKED_AT, MOST, backup_of, settle
from companion.rooms.scheduler.alarm_clock import AlarmClock
from companion.rooms.scheduler.calendar import Calendar
from companion.words.alarm_backup import AlarmBackup, Moment, Rang
from companion.words.event import Event
from companion.words.facts import Fact, RangInRecovery

log = logging.getLogger(__name__)

LOOK_S, RETRY_S = 3600.0, 30.0
"""How often the backup is made anew though nothing was changed, and after a disk that refused
it."""


class BackupFiles(Protocol):
    """The two files. Reading and writing block; they are called in a thread."""

    def rung(self) -> Mapping[Moment, Rang]:
        """Moments that rang without the house."""

    def forget_rung(self) -> None:
        """The record knows of it now. Raises `OSError`."""

    def write(self, backup: AlarmBackup) -> None:
        """Replace what is to ring. Raises `OSError`; the old one is then as it was."""


class Note(Protocol):
    """Puts a line into the record."""

    def __call__(self, fact: Fact, *, durable: bool = False) -> Awaitable[Event]:
        """Raises `RecordNotWritable`."""


@dataclass(frozen=True, kw_only=True)
class AlarmKeeping:
    """Runs the alarm clock and writes its backup."""

    alarms: AlarmClock
    book: ScheduleBook
    calendar: Calendar
    clock: Clock
    zone: str
    files: BackupFiles
    note: Note
    news: asyncio.Event
    """Set when a row of the schedule has changed."""
    has_backup: bool
    """False where the time is simulated: its alarms are none of this machine's."""
    hear_settings: Callable[[Callable[[], None]], Awaitable[None]] | None
    """Tells when the wall clock is set; None where it cannot be set. Without it the clock looks
    itself every second."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The clock stands beside everything: what is due is claimed and rung whatever else
        died."""
        found = [ResidentSpec("alarm clock", self.run, Stage.INTAKE, needed=True)]
        if self.has_backup:
            found.append(ResidentSpec("alarm backup", self.write_each, Stage.INTAKE))
        if self.hear_settings is not None:
            found.append(
                ResidentSpec("clock is set", self._hear_settings, Stage.INTAKE, finishes=True)
            )
        return tuple(found)

    async def run(self) -> None:
        """Keep the time, from what rang without the house on."""
        try:
            await self._settle_rung()
        except OSError as error:  # a ring never waits for a disk
            log.warning("what rang without the house is not in the record yet: %s", error)
        await self.alarms.load()
        self.news.set()
        await self.alarms.run()

    async def write_each(self) -> None:
        """Write the backup after each change, until cancelled."""
        written, refused = None, False
        while True:
            with contextlib.suppress(TimeoutError):
                await self.clock.wait_for(self.news.wait(), RETRY_S if refused else LOOK_S)
            self.news.clear()
            backup = self._backup()
            if backup == written:
                continue
            try:
                await asyncio.to_thread(self.files.write, backup)
                written, refused = backup, False
            except OSError as error:
                log.warning("the alarm backup cannot be written: %s", error)
                refused = True

    def _backup(self) -> AlarmBackup:
        now = self.clock.now()
        upcoming = self.alarms.rings_by(now + AHEAD, MOST, LOOKED_AT)
        return backup_of(upcoming, self.alarms.coming, now, self.zone)

    async def _settle_rung(self) -> None:
        rung = await asyncio.to_thread(self.files.rung)
        if not rung:
            return
        comes_again = self.calendar.next_after
        await settle(
            self.book, rung, self.clock.now(), lambda e, due: comes_again(e, due) is not None
        )
        for rang in rung.values():
            fact = RangInRecovery(alarm_id=rang.entry_id, due=rang.due, stopped=rang.stopped)
            await self.note(fact, durable=True)
        await asyncio.to_thread(self.files.forget_rung)

    async def _hear_settings(self) -> None:
        if self.hear_settings is not None:
            await self.hear_settings(self.alarms.wake)
