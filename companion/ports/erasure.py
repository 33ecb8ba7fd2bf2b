"""Port of erasure: takes recorded content away for good, as the owner has the right to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.ports.voice_book import VoiceBook
from companion.words.ids import EventId


class MayNotErase(PermissionError):
    """Error: only the owner erases content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Choice of events to erase. An event is chosen where every given condition holds; without a
    condition none is chosen."""

    ids: tuple[EventId, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""
    """Anywhere in what was said, shown or recorded."""

    @property
    def person(self) -> str:
        """The name, where nothing but a text is looked for: it may be a person's."""
        return "" if self.ids or self.since or self.until else self.text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """Report of an erasure: which content is gone. That something happened stays on record."""

    event_id: EventId
    """The event that says so."""
    ids: tuple[EventId, ...]
    """All events meant, consequences included."""
    emptied: int
    """Of them, those that still had content."""
    derived_rows: int
    """Rows of state, revisions, thoughts, jobs and snapshots that went with them."""
    overwritten: bool = True
    """False: the disk is full; the bytes are overwritten, and backups made anew, once it is not."""
    voices: tuple[str, ...] = ()
    """People whose voices are no longer known."""


class Erasure(Protocol):
    """Empties events and all that was derived from them."""

    async def find(self, chosen: Chosen, *, consequences: bool = True) -> tuple[EventId, ...]:
        """The events meant, and all that cite them (`consequences`): those may quote them."""

    async def quoting(self, event_ids: Sequence[EventId]) -> tuple[EventId, ...]:
        """Events that still have content and cite these, directly or through others: they were
        written after the erasure."""

    async def erase(self, event_ids: Sequence[EventId], reason: str, by: str) -> Erased:
        """Take their content away: gone from file and WAL, and the erasure on the disk, before
        this returns (or as soon as a full disk has room, see `Erased.overwritten`). Automatic
        backups that still hold it go too. Raises `RecordNotWritable`."""


@dataclass(frozen=True, slots=True)
class Found:
    """The events that an erasure would empty."""

    chosen: tuple[EventId, ...]
    """Events that were asked for."""
    quoting: tuple[EventId, ...]
    """Events that cite those, may quote them, and would go too."""
    voices: tuple[str, ...] = ()
    """People of that name whose voices are known: their voices would go too."""


class Eraser(Protocol):
    """The owner's way to an erasure while the companion runs."""

    async def find(self, chosen: Chosen, channel: str, *, consequences: bool = True) -> Found:
        """The events that would be emptied. Raises `MayNotErase` for anybody but the owner."""

    async def erase(
        self, chosen: Chosen, reason: str, channel: str, *, consequences: bool = True
    ) -> Erased | None:
        """Take it away, from what is kept in memory too; None where nothing is meant. Raises
        `MayNotErase`, `RecordNotWritable`."""


def voices_of(chosen: Chosen, book: VoiceBook | None) -> tuple[str, ...]:
    """People whose voices an erasure means: those whose name is the text that is looked for, or
    holds it. Raises `OSError`."""
    if book is None or not chosen.person:
        return ()
    wanted = chosen.person.casefold()
    return tuple(one.name for one in book.all() if wanted in one.name.casefold())
