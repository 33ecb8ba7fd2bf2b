"""Save the blackboard for the next start, where something on it has changed."""

from dataclasses import replace

from companion.ports.blackboard import BlackboardView
from companion.ports.snapshots import SnapshotStore
from companion.words.job import Job, JobPriority, Period, Retry
from companion.words.snapshot import RuntimeSnapshot

ANYWAY_S = 1800.0
"""After so long it is saved though nothing changed but the moments at which it was seen again."""


class SaveSnapshot:
    """Job kind `save_snapshot`."""

    KIND = "save_snapshot"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry()

    def __init__(
        self, snapshots: SnapshotStore, blackboard: BlackboardView, every_s: float
    ) -> None:
        """`every_s`: how often it looks whether something changed."""
        self.PERIOD = Period(every_s=every_s)
        self._snapshots, self._blackboard = snapshots, blackboard
        self._saved: RuntimeSnapshot | None = None

    async def run(self, job: Job) -> None:
        """Save it. A quiet home says the same each minute, and that is not written on the card."""
        now = self._blackboard.snapshot()
        if self._saved is not None and _same(self._saved, now):
            return
        await self._snapshots.save(now)
        self._saved = now


def build(
    *, snapshots: SnapshotStore, blackboard: BlackboardView, snapshot_every_s: float
) -> SaveSnapshot:
    """`snapshot_every_s`: as configured."""
    return SaveSnapshot(snapshots, blackboard, snapshot_every_s)


def _same(before: RuntimeSnapshot, now: RuntimeSnapshot) -> bool:
    """Whether nothing is different but the moments at which it was seen again."""
    if (now.created_at - before.created_at).total_seconds() >= ANYWAY_S:
        return False
    moment = now.created_at
    return _timeless(replace(before, created_at=moment)) == _timeless(now)


def _timeless(snapshot: RuntimeSnapshot) -> RuntimeSnapshot:
    seen = snapshot.latest.get("observations", {})
    still = {key: {**facts, "at": ""} for key, facts in seen.items()}
    return replace(snapshot, latest={**snapshot.latest, "observations": still})
