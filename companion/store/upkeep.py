"""Upkeep: anchors and backs up the record, deletes expired rows, and tells its health."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from companion.phrases import health
from companion.store.check import RecordCheck
from companion.store.disk_reserve import DiskReserve
from companion.store.event_buffer import BufferedEventLog
from companion.store.mending import told_of
from companion.store.preset import Settled
from companion.store.rescue import Rescue
from companion.store.sqlite import Store, record_bytes
from companion.store.thin import Keep
from companion.words.finding import Finding
from companion.words.health import HealthStatus


@dataclass(frozen=True, kw_only=True)
class RecordUpkeep:
    """The anchor, the backup and the health check of the record."""

    store: Store
    check: RecordCheck
    events: BufferedEventLog
    reserve: DiskReserve
    settled: Settled
    """Where the record was found at the start."""
    rescued: Rescue | None
    """Result of a rescue at the start; None without one."""
    keep: Keep

    async def anchor(self) -> None:
        """Where the record ends, beside it; a disk that takes nothing has a line of its own."""
        with contextlib.suppress(OSError):
            await self.store.anchor()

    async def back_up(self) -> None:
        """Make today's backup, where it is missing. Not of a record that a check found broken: the
        backup is what is left then. Raises `RecordNotWritable`."""
        checked = self.check.last
        if checked is None or checked.sound:
            await self.store.back_up_daily()

    async def findings(self) -> Mapping[str, Finding]:
        """The disk first, then damage, then that all is well."""
        return {"record": self._finding()}

    def _finding(self) -> Finding:
        events = self.events
        found = health.record(
            events.since, events.why, len(events.waiting()), self.reserve.reserved
        )
        checked = self.check.last
        if found.status is not HealthStatus.OK:
            return found
        if self.check.damaged and checked is not None:
            return health.record_broken(checked.first, checked.broken)
        if self.store.quarantine:
            return health.record_held(told_of(self.store.quarantine))
        return self._of_the_start() or health.record_kept(
            record_bytes(self.store.path),
            self.keep.reports_days,
            self.keep.looks_days,
            self.settled.carried_from,
        )

    def _of_the_start(self) -> Finding | None:
        """Finding about the opening of the record, where it is worth a line."""
        if (rescued := self.rescued) is not None:
            backup = rescued.from_backup.name if rescued.from_backup else ""
            return health.rescued(rescued.aside.name, rescued.events, rescued.lost, backup)
        if self.settled.beside:
            return health.records_beside(self.settled.path.name, self.settled.beside)
        return None
