"""Write buffer: holds the schedule's rows while the disk refuses them.

A ring never waits for a disk: what cannot be written is held, in order of its last word, and
written when there is room again. An entry that a person saves is not held: they are told it was not
saved.
"""

import itertools
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from companion.ports.schedule import EntryUnknown
from companion.ports.schedule_book import ScheduleBook
from companion.words.schedule import Entry, EntryId, Firing, FiringId

log = logging.getLogger(__name__)


class WriteBuffer:
    """Claims and outcomes, held while the disk takes nothing."""

    def __init__(self, book: ScheduleBook, on_trouble: Callable[[], None] = lambda: None) -> None:
        self.book = book
        self._on_trouble = on_trouble
        """Gives room where there is some to give (the disk reserve)."""
        self._names = itertools.count(-1, -1)
        self._written: dict[FiringId, FiringId] = {}
        """A name given in memory -> the row it got later."""
        self._claims: dict[FiringId, Firing] = {}
        self._updates: dict[FiringId, Firing] = {}
        self._changes: dict[EntryId, Entry] = {}
        self._waiting = False
        self._mine: set[tuple[EntryId, datetime]] = set()
        """Moments claimed by this process: no second claim even where no row could be written."""

    def held(self) -> int:
        """How many rows wait for the disk."""
        return len(self._claims) + len(self._updates) + len(self._changes)

    async def claim(self, firing: Firing) -> Firing | None:
        """Write it down before acting; None where that moment was acted on before."""
        moment = (firing.entry_id, firing.due)
        if moment in self._mine:
            return None
        try:
            kept = await self._claim(firing)
        except OSError as error:
            log.warning("a due moment is held in memory: %s", error)
            kept = replace(firing, id=FiringId(next(self._names)))
            self._claims[kept.id] = kept
        if kept is not None and not firing.outcome:
            self._mine.add(moment)
        return kept

    async def _claim(self, firing: Firing) -> Firing | None:
        try:
            return await self.book.claim(firing)
        except OSError:
            self._on_trouble()
        return await self.book.claim(firing)

    async def update(self, firing: Firing) -> None:
        """Write the new state of a firing; it is held where it cannot be written."""
        if firing.id in self._claims:
            self._claims[firing.id] = firing
            return
        self._updates[firing.id] = firing
        await self.write_held()

    async def change(self, entry: Entry) -> None:
        """The clock's own change of an entry; held where it cannot be written."""
        self._changes[entry.id] = entry
        await self.write_held()

    async def write_held(self) -> bool:
        """Try to write what is held; True when nothing is left."""
        try:
            await self._write_all()
        except OSError as error:
            if not self._waiting:
                log.warning("%s rows of the schedule wait for the disk: %s", self.held(), error)
            self._waiting = True
            return False
        self._waiting = False
        return True

    async def _write_all(self) -> None:
        await self._write_claims()
        await self._write_updates()
        await self._write_changes()

    async def _write_claims(self) -> None:
        for name, firing in list(self._claims.items()):
            kept = await self.book.claim(firing)
            if kept is not None:
                self._written[name] = kept.id
            if self._claims.get(name) is firing:
                del self._claims[name]
            elif kept is not None:  # it went on while it was being written
                self._updates[name] = self._claims.pop(name)

    async def _write_updates(self) -> None:
        for name, firing in list(self._updates.items()):
            await self.book.update(replace(firing, id=self._written.get(name, name)))
            if self._updates.get(name) is firing:
                del self._updates[name]

    async def _write_changes(self) -> None:
        for entry_id, entry in list(self._changes.items()):
            try:
                await self.book.change(entry)
            except EntryUnknown:  # removed by its owner meanwhile
                log.info("entry %s is gone", entry_id)
            if self._changes.get(entry_id) is entry:
                del self._changes[entry_id]
