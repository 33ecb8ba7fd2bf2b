"""Own state 自分の様子: the state that the companion shows to the rest of the home."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from companion.words.language import Bilingual


class Press(StrEnum):
    """押しボタン: what can be asked of the companion from outside its own page."""

    STOP = "stop"
    APPROVE = "approve"
    DENY = "deny"
    SNOOZE = "snooze"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnState:
    """自分の様子: at one moment. Unknown is None, never `nobody`."""

    mood: str = ""
    activity: str = ""
    message: str = ""
    """The last thing it said."""
    question: str = ""
    """The act that waits for approval; "" for none."""
    presence: Mapping[str, bool | None] = field(default_factory=dict)
    """Room id -> whether somebody is held to be there."""
    next_alarm: datetime | None = None
    timers: Mapping[str, datetime] = field(default_factory=dict)
    """Running timers by name, and when each ends."""
    base_room: str = ""
    """Room the wheeled base is in; "" where that is not known."""
    base_ways: tuple[str, ...] = ()
    """Rooms it can be sent to; none where there is no base."""
    privacy: bool = False
    rules: Mapping[str, bool] = field(default_factory=dict)
    """自動実行ルール: key -> whether it is on."""
    rule_names: Mapping[str, Bilingual] = field(default_factory=dict)
