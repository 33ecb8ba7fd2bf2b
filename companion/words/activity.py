"""Activity 活動: one message that goes out live on `/api/events/stream`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.words.ids import EventId


class StreamKind(StrEnum):
    """配信の種類."""

    EVENT = "event"
    MESSAGE = "autonomy.message"
    ACTIVITY = "autonomy.activity"
    STATE = "state"
    VITALS = "vitals"
    APPROVAL = "approval"
    DEVICE = "device"
    HEALTH = "health"


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamMessage:
    """配信: one typed message to all who watch; no acknowledgement."""

    kind: StreamKind
    at: datetime
    event_id: EventId | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
