"""Port of snapshots: saves the blackboard for the next start."""

from typing import Protocol

from companion.words.snapshot import RuntimeSnapshot


class SnapshotStore(Protocol):
    """Store of the newest snapshots."""

    async def save(self, snapshot: RuntimeSnapshot) -> None:
        """Write one."""

    async def latest(self) -> RuntimeSnapshot | None:
        """The newest, or None on a first start."""
