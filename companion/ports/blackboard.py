"""Blackboard port: what rooms read of the Runtime Blackboard."""

from typing import Protocol

from companion.words.observation import Observation
from companion.words.snapshot import RuntimeSnapshot


class BlackboardView(Protocol):
    """What matters this minute, read only; `service/blackboard.py` keeps it in RAM."""

    def latest(self) -> tuple[Observation, ...]:
        """Latest observation of each subject in each place, oldest first."""
        ...

    def snapshot(self) -> RuntimeSnapshot:
        """Everything worth having after a restart, as plain values."""
        ...
