"""Job ジョブ: background work, one kind a file; its backlog is visible."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
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
