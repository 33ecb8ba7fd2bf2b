"""Thought outcome: tells a person what came of thinking over their remark.

"It is too dark in here to cook" is no command, and the companion may switch the light on. The
person hears that, and not what the conversation model would make of the same words beside it. The
decision is read from the events that the thought leaves in the record.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.desk.commands.outcome import Outcomes
from companion.ports.record import Record
from companion.ports.stream import Stream
from companion.words.activity import StreamKind, StreamMessage
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.facts import fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual

DROPPED, FREE = "deliberation_dropped", ApprovalStatus.NOT_NEEDED
SETTLED_WITHIN_S = 90.0
"""Real seconds until nothing more is expected of a thought; a curtain runs for up to a minute."""


@dataclass
class Following:
    """One remark, followed from before it is thought over."""

    said: Event
    messages: AsyncIterator[StreamMessage]
    record: Record
    outcomes: Outcomes
    decided: asyncio.Future[bool] = field(default_factory=asyncio.Future)
    """True once an act was decided on, False once nothing is done."""

    async def words(self) -> Bilingual | None:
        """The words about what was done, asked or refused; None where nothing is to be told."""
        try:
            async with asyncio.timeout(SETTLED_WITHIN_S):
                return await self._words()
        except TimeoutError:
            return None
        finally:
            if not self.decided.done():
                self.decided.set_result(False)

    async def _words(self) -> Bilingual | None:
        decision: EventId | None = None
        async for message in self.messages:
            if message.kind is not StreamKind.EVENT or message.event_id is None:
                continue
            about = message.data["evidence_event_ids"]
            if self.said.id in about and _decides(message.data):
                if message.data["kind"] != DecisionOutcome.DO_ACTION:
                    return None
                decision = message.event_id
                if not self.decided.done():
                    self.decided.set_result(True)
            elif self.said.id in about and _ends(message.data):
                return None
            elif decision in about and (settled := _settles(message.data)):
                return await (self._asked(message.event_id) if settled == _ASKED else self._came())
        return None

    async def _asked(self, question: EventId) -> Bilingual | None:
        asked = await self.record.event(question)
        put = fact_of(asked, ApprovalQuestion) if asked is not None else None
        if put is None:
            return None
        ja, en = put.summary.ja, put.summary.en
        return Bilingual(_MAY_I.ja.format(ja), _MAY_I.en.format(en[:1].lower() + en[1:]))

    async def _came(self) -> Bilingual:
        return await self.outcomes.of(self.said)


_ASKED = "asked"
_MAY_I = Bilingual(
    "「{}」でよいですか？画面で答えられます。", "May I {}? You can answer on the page."
)


def _decides(event: Mapping[str, Any]) -> bool:
    return bool(event["source"] == EventSource.DELIBERATION_DECISION)


def _ends(event: Mapping[str, Any]) -> bool:
    """Whether nothing comes of it, or the reason why not was told already."""
    return event["kind"] == DROPPED or bool(event["source"] == EventSource.CONVERSATION_REPLY)


def _settles(event: Mapping[str, Any]) -> str:
    """Name of the way in which an event about the decision settles it; "" for a step on the way."""
    if event["source"] == EventSource.APPROVAL_QUESTION:
        return _ASKED if event["kind"] == _ASKED else ""
    refused = event["source"] == EventSource.APPROVAL_ANSWER and event["kind"] != FREE
    return "came" if refused or event["source"] == EventSource.ACTION_RESULT else ""


@dataclass(frozen=True, kw_only=True)
class ThoughtOutcome:
    """Follows remarks of people."""

    stream: Stream
    record: Record
    outcomes: Outcomes

    def follow(self, said: Event) -> Following:
        """Begin to follow; called before the remark is thought over."""
        return Following(said, self.stream.watch(), self.record, self.outcomes)
