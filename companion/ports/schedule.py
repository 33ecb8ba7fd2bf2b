"""Port of the schedule: shows alarms, timers, reminders and routines to readers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from companion.words.schedule import SNOOZE_S, Entry, EntryId, EntryKind, Firing, Upcoming
from companion.words.timing import Movement


class EntryUnknown(LookupError):
    """Error: there is no such alarm, timer, reminder or routine."""


class TimingNeverComes(ValueError):
    """Error: this moment is past, or will never come."""


class NothingRings(LookupError):
    """Error: there is nothing to stop or to snooze."""


class Schedule(Protocol):
    """Sets, stops and lists what is due at some time. The caller's authority was judged before.

    Must: what `add` gave back is on the disk, or the caller got `RecordNotWritable`; stopping and
    snoozing work also where nothing can be written.
    """

    async def add(self, entry: Entry) -> Upcoming:
        """Save it. Raises `TimingNeverComes`, `RecordNotWritable`."""

    async def change(self, entry: Entry) -> Upcoming:
        """Replace it, from now on. Raises `EntryUnknown`, `TimingNeverComes`."""

    async def remove(self, entry_id: EntryId) -> Entry:
        """Take it out, and silence it; gives what it was. Raises `EntryUnknown`."""

    async def skip(
        self, entry_id: EntryId, skipping: bool = True, after: datetime | None = None
    ) -> Upcoming:
        """Pass over its next moment (`after`: the one within a day after that), or do not after
        all. One moment is passed over at a time. Raises `EntryUnknown`, `TimingNeverComes`."""

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
        """Outcomes of one entry, newest first."""

    async def became(self, thing: str, value: str) -> None:
        """A fact of the home became so: entries that waited for that are due now. `thing`: a device
        id, or `person@place`."""

    async def moved(self, person: str, movement: Movement, place: str) -> None:
        """A person was seen to arrive or leave: entries that waited for that are due now."""
