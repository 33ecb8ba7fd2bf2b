"""Port of the blackboard: lets rooms read the facts of this minute."""

from typing import Protocol

from companion.words.observation import Observation
from companion.words.snapshot import RuntimeSnapshot


class BlackboardView(Protocol):
    """Read-only view of what matters this minute; `service/blackboard.py` keeps it in memory."""

    def latest(self) -> tuple[Observation, ...]:
        """Latest observation of each subject in each place, oldest first."""
        ...

    def snapshot(self) -> RuntimeSnapshot:
        """Everything worth having after a restart, as plain values."""
        ...
