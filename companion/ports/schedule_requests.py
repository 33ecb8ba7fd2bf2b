"""Port of schedule requests: sets, changes and lists entries for people, from page, command line,
voice or Home Assistant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.schedule import SNOOZE_S, EntryId, EntryKind, Firing, Upcoming


class ScheduleRequestForbidden(PermissionError):
    """Error: this channel has too little authority for the request."""


class ScheduleRequestRefused(RuntimeError):
    """Error: the request was checked and nothing was saved; the text says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One saved action, with the ruling that it would get now."""

    label: Bilingual
    possible: bool
    why: Bilingual


@dataclass(frozen=True, slots=True)
class Preview:
    """Preview of an entry: the acts that it would do now; nothing was done."""

    coming: tuple[datetime, ...]
    """The next moments."""
    condition: bool | None
    """True if the condition of the entry holds now; None where it has no condition."""
    steps: tuple[Step, ...]


class ScheduleRequests(Protocol):
    """Carries out what people ask of the schedule. It sets the trust label by the channel."""

    async def request(
        self, operation: str, payload: Mapping[str, Any], channel: str
    ) -> ActionResult:
        """One operation of `schedule_alarm`, through the house; gives what was then so. Raises
        `ScheduleRequestForbidden`, `ScheduleRequestRefused`, `TimeoutError`."""

    async def stop(self, entry_id: EntryId | None, channel: str) -> tuple[EntryId, ...]:
        """Silence (None: everything). Raises `NothingRings`, `ScheduleRequestForbidden`."""

    async def snooze(
        self, entry_id: EntryId | None, channel: str, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        """Silence for a while. Raises `NothingRings`, `ScheduleRequestForbidden`."""

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        """All entries that are set."""

    def get(self, entry_id: EntryId) -> Upcoming:
        """One. Raises `EntryUnknown`."""

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Outcomes of one entry, newest first."""

    async def preview(self, entry_id: EntryId) -> Preview:
        """The acts of an entry if it were due now. Raises `EntryUnknown`."""

    async def sketch(self, kind: EntryKind, form: Mapping[str, Any]) -> Preview:
        """The same of one that is not saved: what this form would do. Raises
        `ScheduleRequestRefused`."""
