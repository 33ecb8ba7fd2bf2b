"""Event 事象: one line of the append-only record, the only way in to memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.words.ids import EventId
from companion.words.trust import Authority, TrustLabel, authority_of


class EventSource(StrEnum):
    """事象の出所: separates what an event is."""

    USER_INPUT = "user_input"
    OBSERVATION = "observation"
    DEVICE_STATE = "device_state"
    DELIBERATION_DECISION = "deliberation_decision"
    GM_JUDGEMENT = "gm_judgement"
    GM_INJECTION = "gm_injection"
    """An event that the game master brought up in the garden: invented, never an observation."""
    APPROVAL_QUESTION = "approval_question"
    APPROVAL_ANSWER = "approval_answer"
    ACTION_RESULT = "action_result"
    AUTONOMY_MESSAGE = "autonomy_message"
    CONVERSATION_REPLY = "conversation_reply"
    INTERRUPT = "interrupt"
    SCHEDULE = "schedule"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDraft:
    """事象の下書き: an event before the journal gave it its place in the record."""

    source: EventSource
    kind: str
    """Finer name within the source, for example `person_appeared`."""
    at: datetime
    trust: TrustLabel
    channel: str = "system"
    """`chat`, `cli`, `voice`, `web`, `camera`, `mqtt`, `system` ...."""
    user_text: str = ""
    """Text that came in, or a decision's short summary for search."""
    assistant_text: str = ""
    """Persona speech only; never an activity."""
    searchable: bool = False
    """True if conversation recall may find this event."""
    evidence_event_ids: tuple[EventId, ...] = ()
    payload: Mapping[str, Any] = field(default_factory=dict)
    """JSON facts of the event; a decision's structure has a table of its own."""
    origin: str = "home"
    """`home` or `garden`."""

    @property
    def authority(self) -> Authority:
        """Derived from the trust label, never given."""
        return authority_of(self.trust)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(EventDraft):
    """事象: an event in the record, never changed afterwards."""

    id: EventId
    erased: bool = False
    """Its content was taken away for good; that it was, when and of which kind, stays."""
