"""Alarm backup 控え: the coming alarms, kept beside the record for the day it cannot be read, and
those that rang by it."""

from dataclasses import dataclass
from datetime import datetime

from companion.words.schedule import EntryId, EntryKind

Moment = tuple[EntryId, datetime]
"""An entry and when it was due: rings once, by the house or by the recovery page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """控えの一行: one moment at which something is to sound."""

    entry_id: EntryId
    kind: EntryKind
    due: datetime
    at: datetime
    """When it sounds: `due`, or when its snooze is over, or since when it rings already."""
    label: str = ""

    @property
    def moment(self) -> Moment:
        """Identity of the moment; a snooze keeps it."""
        return self.entry_id, self.due


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmBackup:
    """控え: all of them, in order."""

    zone: str
    """IANA name; how the times are shown."""
    rings: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rang:
    """控えで鳴らした: what was done about one moment while there was no house."""

    entry_id: EntryId
    due: datetime
    began: datetime
    stopped: datetime | None = None
    """None: it still rings, as far as the disk knows."""

    @property
    def moment(self) -> Moment:
        """Identity of the moment."""
        return self.entry_id, self.due


@dataclass(frozen=True, slots=True)
class Heard:
    """聞こえるもの: what the recovery page can sound with, and what sounds."""

    by: tuple[str, ...] = ()
    """`speaker`, `buzzer`; none: nothing here can be heard."""
    ringing: tuple[Ring, ...] = ()
    next: Ring | None = None
    kept: bool = True
    """True if there is a copy of the alarms at all."""
    zone: str = "UTC"
