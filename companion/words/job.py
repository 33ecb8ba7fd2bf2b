"""Job ジョブ: background work, one kind a file; its backlog is visible."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any

from companion.words.ids import JobId


class JobStatus(StrEnum):
    """ジョブの状態."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """ジョブ: resumed exactly once after a crash."""

    id: JobId
    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    status: JobStatus = JobStatus.PENDING
    attempts: int = 0
    created_at: datetime
    error: str = ""
    """Why it failed, or why it runs again."""


class JobPriority(IntEnum):
    """ジョブの優先度: of the jobs that may run now the lowest goes first, then the oldest."""

    LEARNING = 10
    """Memory that the next thought draws on."""
    HOUSEKEEPING = 50
    """Work that nobody waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """周期: how often a kind of job is started by itself."""

    every_s: float
    """Seconds of the household's clock from one start to the next."""
    first_s: float | None = None
    """Seconds from the start of the service to the first; None: as long as between two."""
    queued: bool = False
    """True: a row of the record, which is taken up again after a restart. For long work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """再試行: how often a job runs that fails for the world's sake (a full disk, a lost network),
    and how long it waits in between."""

    attempts: int = 1
    """Times in all; 1: never again."""
    first_s: float = 2.0
    """Seconds before the second attempt; each further wait is twice as long."""
    longest_s: float = 600.0

    def wait_s(self, attempts: int) -> float | None:
        """Seconds to wait after so many attempts; None where that was the last."""
        if attempts >= self.attempts:
            return None
        return min(self.longest_s, self.first_s * 2.0 ** (attempts - 1))
