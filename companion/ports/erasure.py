"""Erasure: what was recorded of somebody is taken away for good (T18); the owner's right."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.words.ids import EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Which events are meant; every condition given has to hold. Of none given, nothing is."""

    ids: tuple[EventId, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""
    """Anywhere in what was said, shown or recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What an erasure took away: content, never the fact that something was."""

    event_id: EventId
    """The event that says so."""
    ids: tuple[EventId, ...]
    """All events meant, consequences included."""
    emptied: int
    """Of them, those that still had content."""
    derived_rows: int
    """Rows of state, revisions, thoughts, jobs and snapshots that went with them."""


class Erasure(Protocol):
    """Empties events and whatever was made of them."""

    async def find(self, chosen: Chosen, *, consequences: bool = True) -> tuple[EventId, ...]:
        """The events meant, and all that cite them (`consequences`): those may quote them."""

    async def erase(self, event_ids: Sequence[EventId], reason: str, by: str) -> Erased:
        """Take their content away: gone from file and WAL, and the erasure on the disk, before
        this returns. Automatic backups that still hold it go too. Raises `RecordNotWritable`."""
