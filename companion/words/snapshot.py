"""Snapshot 一時状態: the Runtime Blackboard as it was at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeSnapshot:
    """一時状態の写し: running tasks, attention targets, latest observations, intents."""

    created_at: datetime
    running: tuple[str, ...] = ()
    attention_targets: tuple[str, ...] = ()
    latest: Mapping[str, Any] = field(default_factory=dict)
    intents: tuple[str, ...] = ()
