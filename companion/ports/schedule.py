"""Schedule: alarms, timers, reminders and routines, and the rows that make them last.

`Schedule` is what a person's wish, the page and Home Assistant ask for. `ScheduleBook` keeps the
rows. `Bell` is what sounds; it needs no record, network or model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.schedule import (
    SNOOZE_S,
    Entry,
    EntryId,
    EntryKind,
    Firing,
    FiringId,
    Upcoming,
)
from companion.words.timing import Movement


class EntryUnknown(LookupError):
    """There is no such alarm, timer, reminder or routine."""


class TimingNeverComes(ValueError):
    """This moment is past, or will never come."""


class NothingRings(LookupError):
    """There is nothing to stop or to snooze."""


class MayNotArrange(PermissionError):
    """This channel's authority does not reach so far (T-50, T-56)."""


class NotArranged(RuntimeError):
    """The wish was walked and nothing was saved; says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One saved action, as it would be ruled on now."""

    label: Bilingual
    possible: bool
    why: Bilingual


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen; nothing was done."""

    coming: tuple[datetime, ...]
    """The next moments."""
    condition: bool | None
    """Whether its condition holds now; None: it has none."""
    steps: tuple[Step, ...]


class ScheduleBook(Protocol):
    """The rows. Every method that changes one returns when it is FULL on the disk, and raises
    `RecordNotWritable` where it cannot be."""

    async def add(self, entry: Entry) -> Entry:
        """Keep a new one; gives it with its id. Ids are never used again."""

    async def change(self, entry: Entry) -> None:
        """Replace it. Raises `EntryUnknown`."""

    async def remove(self, entry_id: EntryId) -> None:
        """Take it out; its firings stay as history. Raises `EntryUnknown`."""

    async def entries(self) -> tuple[Entry, ...]:
        """All, by id."""

    async def claim(self, firing: Firing) -> Firing | None:
        """Write down that this moment is being acted on; None where it was before. A moment that
        was only `missed` may be claimed after all: the clock was wrong when it was missed."""

    async def update(self, firing: Firing) -> None:
        """What has become of it."""

    async def open(self) -> tuple[Firing, ...]:
        """Not closed, oldest first: after a restart these go on."""

    async def latest(self, until: datetime) -> Mapping[EntryId, datetime]:
        """The last moment of each entry, up to `until`, that was claimed in any way."""

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """What became of one entry, newest first."""


class Schedule(Protocol):
    """What can be asked about times. The caller's authority was judged before.

    Must: what `add` gave back is on the disk, or the caller got `RecordNotWritable`; stopping and
    snoozing work also where nothing can be written.
    """

    async def add(self, entry: Entry) -> Upcoming:
        """Save it. Raises `TimingNeverComes`, `RecordNotWritable`."""

    async def change(self, entry: Entry) -> Upcoming:
        """Replace it, from now on. Raises `EntryUnknown`, `TimingNeverComes`."""

    async def remove(self, entry_id: EntryId) -> Entry:
        """Take it out, and silence it; gives what it was. Raises `EntryUnknown`."""

    async def skip(self, entry_id: EntryId, skipping: bool = True) -> Upcoming:
        """Pass over its next moment, or do not after all. Raises `EntryUnknown`."""

    async def stop(self, entry_id: EntryId | None = None) -> tuple[EntryId, ...]:
        """Silence what rings or snoozes (None: everything); gives what was. Raises
        `NothingRings`."""

    async def snooze(
        self, entry_id: EntryId | None = None, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        """Silence what rings and let it ring again. Raises `NothingRings`."""

    async def sound(self, entry_id: EntryId) -> bool:
        """Let what is due of it sound, from the first rung on; True once a rung was seen or heard
        to work. Raises `NothingRings` where nothing of it is due."""

    def get(self, entry_id: EntryId) -> Upcoming:
        """One. Raises `EntryUnknown`."""

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        """All of these kinds (none: every kind), what comes first standing first."""

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """What became of it, newest first."""

    async def moved(self, person: str, movement: Movement, place: str) -> None:
        """Somebody was seen to arrive or leave: what waited for that is due now."""


class Arrangements(Protocol):
    """What people ask of the schedule. The trust label is set by channel (C-034)."""

    async def arrange(
        self, operation: str, payload: Mapping[str, Any], channel: str
    ) -> ActionResult:
        """One operation of `schedule_alarm`, through the house; gives what was then so. Raises
        `MayNotArrange`, `NotArranged`, `TimeoutError`."""

    async def stop(self, entry_id: EntryId | None, channel: str) -> tuple[EntryId, ...]:
        """Silence (None: everything). Raises `NothingRings`, `MayNotArrange`."""

    async def snooze(
        self, entry_id: EntryId | None, channel: str, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        """Silence for a while. Raises `NothingRings`, `MayNotArrange`."""

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        """What is set."""

    def get(self, entry_id: EntryId) -> Upcoming:
        """One. Raises `EntryUnknown`."""

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """What became of one, newest first."""

    async def preview(self, entry_id: EntryId) -> Preview:
        """What would happen if it were due now. Raises `EntryUnknown`."""


class Bell(Protocol):
    """What sounds, from curtain to buzzer. Must work with no record, broker, network or model:
    what cannot be reached is passed over for the next rung."""

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        """Begin; True once a rung was seen or heard to work, False where none was. It goes on
        until `silence`. Ringing what rings already changes nothing."""

    async def silence(self, firing_id: FiringId | None = None) -> None:
        """End it (None: all) at once."""

    def ringing(self) -> tuple[FiringId, ...]:
        """What sounds now."""

    def began_at(self, firing_id: FiringId) -> datetime | None:
        """Since when."""
