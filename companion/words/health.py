"""Health 健康状態: the state of each part, since when, and the remedy."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from companion.words.language import Bilingual


class HealthStatus(StrEnum):
    """健康状態の段階."""

    OK = "ok"
    STARTING = "starting"
    DEGRADED = "degraded"
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """手当てのボタン: what the owner can have done about it by one press."""

    label: Bilingual
    path: str
    """Of the page's API; it is posted to."""
    body: str = "{}"
    """JSON."""
    said: Bilingual
    """Message of the page after the button was pressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """健康状態: of one part."""

    part: str
    """`llm`, `broker`, `camera`, `eyes`, `store`, `home` ..."""
    status: HealthStatus
    since: datetime
    what: Bilingual
    remedy: Bilingual | None = None
    buttons: tuple[Button, ...] = ()
    last_trouble: "Health | None" = None
    """The trouble before it came back, with its beginning; it ended at this `since`."""
