"""What the store's tests are made of: a clock one can set, a stream that listens, words."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from companion.words.activity import StreamKind, StreamMessage
from companion.words.capability import RiskTier
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    Thought,
)
from companion.words.event import EventDraft, EventSource
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

T = TypeVar("T")
LIT = Bilingual("玄関の明かりをつけました", "I turned on the hall light")
"""An act as memory keeps it."""
START = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


class SetClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.at = START
        self.slept: list[float] = []

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return (self.at - START).total_seconds()

    def pass_time(self, **parts: float) -> None:
        self.at += timedelta(**parts)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += timedelta(seconds=seconds)
        await asyncio.sleep(0)

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        return await asyncio.wait_for(awaitable, timeout_s)

    def hold(self) -> AbstractContextManager[None]:
        return nullcontext()

    def charge(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


class HeardStream:
    """A stream that keeps what was published."""

    def __init__(self) -> None:
        self.messages: list[StreamMessage] = []

    def publish(self, message: StreamMessage) -> None:
        self.messages.append(message)

    async def watch(self) -> AsyncIterator[StreamMessage]:
        for message in self.messages:
            yield message

    async def batches(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        if self.messages:
            yield tuple(self.messages)

    async def bursts(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        if self.messages:
            yield tuple(self.messages)

    def of(self, kind: StreamKind) -> list[StreamMessage]:
        return [m for m in self.messages if m.kind is kind]


def draft(
    source: EventSource = EventSource.OBSERVATION,
    kind: str = "person_appeared",
    *,
    trust: TrustLabel = TrustLabel.OBSERVED,
    evidence: tuple[int, ...] = (),
    searchable: bool = False,
    text: str = "",
) -> EventDraft:
    return EventDraft(
        source=source,
        kind=kind,
        at=START,
        trust=trust,
        user_text=text,
        searchable=searchable,
        evidence_event_ids=tuple(EventId(i) for i in evidence),
        payload={"count": 1, "名前": "玄関"},
    )


def decision(
    *, evidence: tuple[int, ...] = (), outcome: DecisionOutcome = DecisionOutcome.DO_ACTION
) -> ActionDecision:
    return ActionDecision(
        decision_outcome=outcome,
        action_type="device_control.turn_on",
        action_payload={"device_id": "light.hall", "brightness": 180},
        reason="someone came home in the dark",
        persona_influence="likes to welcome",
        mood_influence="calm",
        evidence_event_ids=tuple(EventId(i) for i in evidence),
        console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
        decided_by="llm",
        judgment="someone is in the dark hall",
        intent="light the hall",
        summary=Bilingual("玄関の明かりをつける", "Turn on the hall light"),
        impact=Bilingual("玄関の明かり", "hall light"),
        trust=TrustLabel.OBSERVED,
        risk=RiskTier.REVERSIBLE,
        menu=("turn_on_hall_light", "skip"),
        thought=Thought(belief="the owner is back", desires=(("be useful", "High"),)),
        model="tiny@0123456789ab",
    )


def result(decision_event_id: int, status: ResultStatus = ResultStatus.SUCCESS) -> ActionResult:
    return ActionResult(
        capability="device_control",
        operation="turn_on",
        status=status,
        summary_text="light.hall is on",
        observed_at=START,
        result_payload={"device_id": "light.hall", "before": "off", "after": "on"},
        decision_event_id=EventId(decision_event_id),
    )


def trigger(event_ids: tuple[int, ...] = ()) -> Trigger:
    return Trigger(
        id=TriggerId("t1"),
        kind=TriggerKind.EVENT,
        priority=Priority.OBSERVATION,
        at=START,
        about=LabelledText("a person appeared in the hall", TrustLabel.OBSERVED),
        event_ids=tuple(EventId(i) for i in event_ids),
        place="hall",
    )


def observation(
    certainty: Certainty = Certainty.FACT,
    value: str | None = "present",
    confidence: float = 0.9,
    at: datetime = START,
) -> Observation:
    return Observation(
        subject="person",
        place="hall",
        change=Change.APPEARED if value == "present" else Change.GONE,
        certainty=certainty,
        confidence=confidence,
        at=at,
        source="hall_camera",
        value=value,
        count=1 if value == "present" else None,
        box=(1, 2, 3, 4),
    )
