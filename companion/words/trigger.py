"""Trigger きっかけ: why the companion starts to think."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any

from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual
from companion.words.result import is_look
from companion.words.schedule import Manner
from companion.words.text import LabelledText
from companion.words.trust import Authority, authority_of


class TriggerKind(StrEnum):
    """きっかけの種類: event, time or heartbeat."""

    EVENT = "event"
    TIME = "time"
    HEARTBEAT = "heartbeat"


class Priority(IntEnum):
    """優先度: lower goes first."""

    USER = 0
    APPROVAL = 1
    ROUTINE = 2
    MESSAGE = 3
    OBSERVATION = 4
    PLAN = 5
    HEARTBEAT = 6
    GARDEN = 7


OWN_IDEAS = (Priority.OBSERVATION, Priority.HEARTBEAT)
"""Priorities of triggers that nobody sent: what comes of them is the companion's own idea."""


def is_own_look(action_type: str, priority: int) -> bool:
    """True if the companion looked of its own accord: sensing, as when a sensor reports."""
    return is_look(action_type) and priority in OWN_IDEAS


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedAction:
    """頼まれた操作: a structured wish of a person (page button, undo, understood command)."""

    action_type: str
    """`capability.operation`."""
    payload: Mapping[str, Any]
    undo_of: EventId | None = None
    """The action result this takes back."""
    label: Bilingual | None = None
    """The wish in both languages: first line of an approval question."""
    impact: Bilingual | None = None
    """The things that it touches: second line of an approval question."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """期限: until when deliberation may choose how a saved action is done; then a guard does it.
    Never whether: what was saved is done."""

    at: datetime
    manners: tuple[Manner, ...] = ()
    """Manners to choose from; with one or none there is no choice, and it is done at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """きっかけ: the reason for one walk of the act corridor."""

    id: TriggerId
    kind: TriggerKind
    priority: Priority
    at: datetime
    about: LabelledText
    """One plain sentence of what happened, in the household's language."""
    event_ids: tuple[EventId, ...] = ()
    coalesce_key: str = ""
    """Pending triggers of one key become one, the newest facts winning."""
    place: str = ""
    task: str = ""
    """Id of the task of the plan that it is for; "" for any other."""
    requested: RequestedAction | None = None
    """Set when a person asked for exactly this; the reflex decides it without a model."""
    expires_at: datetime | None = None
    """After this moment the trigger is stale and is dropped, counted."""
    occasion: str = ""
    """Meaning of the device report that raised it (`home.occasion`); "" otherwise."""
    deadline: Deadline | None = None
    """Set for what the owner saved and is due now."""
    instead_of: str = ""
    """Action type that came to nothing: another means to the same end is looked for."""

    @property
    def is_remark(self) -> bool:
        """Whether somebody of the home said it and asked for nothing by name: what is done about
        it is the answer."""
        of_home = authority_of(self.about.trust) is Authority.USER
        return self.priority is Priority.USER and self.requested is None and of_home
