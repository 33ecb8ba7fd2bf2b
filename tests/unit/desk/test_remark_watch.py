"""Whether an act answers a remark is read from the decision about it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from companion.desk import remark_watch
from companion.desk.remark_watch import RemarkWatch
from companion.ports.record import Record
from companion.ports.stream import Stream
from companion.words.activity import StreamKind, StreamMessage
from companion.words.decision import ActionDecision, ConsoleDelivery, DecisionOutcome, DeliveryKind
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from tests.unit.store.samples import decision

SAID = Event(
    id=EventId(5),
    source=EventSource.USER_INPUT,
    kind="said",
    at=datetime(2026, 11, 26, 7, tzinfo=UTC),
    trust=TrustLabel.OWNER,
)
ABOUT_IT = replace(
    decision(), decided_by="sum", console_delivery=ConsoleDelivery(DeliveryKind.SILENT)
)


class Thought:
    """A stream that tells one event about a remark, and the record of the decision."""

    def __init__(
        self, source: EventSource, kind: str, chosen: ActionDecision, about: EventId
    ) -> None:
        self.source, self.kind, self.chosen, self.about = source, kind, chosen, about

    async def watch(self) -> AsyncIterator[StreamMessage]:
        facts = {"source": self.source, "kind": self.kind, "evidence_event_ids": (self.about,)}
        yield StreamMessage(kind=StreamKind.EVENT, at=SAID.at, event_id=EventId(50), data=facts)

    async def decision(self, event_id: EventId) -> ActionDecision:
        assert event_id == EventId(50)
        return self.chosen


async def answered(
    chosen: ActionDecision = ABOUT_IT,
    source: EventSource = EventSource.DELIBERATION_DECISION,
    kind: str = "do_action",
    about: EventId = SAID.id,
) -> bool:
    told = Thought(source, kind, chosen, about)
    watch = RemarkWatch(stream=cast(Stream, told), record=cast(Record, told))
    return await watch.watch(SAID)()


async def test_an_act_about_it_is_the_answer() -> None:
    """15.2: what is done is told in the answer."""
    assert await answered()


async def test_without_an_act_the_conversation_answers() -> None:
    """Nothing is done, it was no thought of this remark, or a message of its own tells it."""
    assert not await answered(replace(ABOUT_IT, decision_outcome=DecisionOutcome.SKIP))
    assert not await answered(source=EventSource.SYSTEM, kind=remark_watch.DROPPED)
    assert not await answered(about=EventId(6))
    told = ConsoleDelivery(DeliveryKind.CHAT)
    assert not await answered(replace(ABOUT_IT, console_delivery=told))


async def test_a_decision_that_takes_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A model that chooses alone needs half a minute; who spoke hears something meanwhile."""
    monkeypatch.setattr(remark_watch, "DECIDED_WITHIN_S", 0.02)

    class Silent(Thought):
        async def watch(self) -> AsyncIterator[StreamMessage]:
            await asyncio.Event().wait()
            yield StreamMessage(kind=StreamKind.EVENT, at=SAID.at)

    told = Silent(EventSource.SYSTEM, "", ABOUT_IT, SAID.id)
    assert not await RemarkWatch(stream=cast(Stream, told), record=cast(Record, told)).watch(SAID)()
