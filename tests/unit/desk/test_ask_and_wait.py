"""Ask and wait: the reply to this very sentence, or nothing in time."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from companion.desk.ask_and_wait import Asking
from companion.words.activity import StreamKind, StreamMessage
from companion.words.ids import EventId
from companion.words.said import Said
from tests.unit.store.samples import START

ASKED = EventId(7)


class Desk:
    """A desk that takes a sentence, and a stream with what follows."""

    def __init__(self, *follows: StreamMessage, ends: bool = False) -> None:
        self.follows, self.ends = follows, ends
        self.said: list[Said] = []
        self.watching_first = False

    async def say(self, said: Said) -> EventId:
        self.said.append(said)
        return ASKED

    def watch(self) -> AsyncIterator[StreamMessage]:
        self.watching_first = not self.said
        return self._messages()

    async def _messages(self) -> AsyncIterator[StreamMessage]:
        for message in self.follows:
            yield message
        if not self.ends:
            await asyncio.Event().wait()

    async def answer(self, text: str = "hello", patience_s: float = 5.0) -> str | None:
        both = cast(Any, self)
        return await Asking(desk=both, stream=both).ask(Said(text, "satellite"), patience_s)


def event(source: str, *, kind: str = "x", to: EventId = ASKED, text: str = "") -> StreamMessage:
    return StreamMessage(
        kind=StreamKind.EVENT,
        at=START,
        event_id=EventId(9),
        data={
            "source": source,
            "kind": kind,
            "evidence_event_ids": [to],
            "assistant_text": text,
        },
    )


def reply(text: str, to: EventId = ASKED) -> StreamMessage:
    return event("conversation_reply", text=text, to=to)


async def test_the_reply_to_this_sentence_is_the_answer() -> None:
    desk = Desk(reply("to somebody else", to=EventId(3)), event("observation"), reply("Hello."))
    assert await desk.answer() == "Hello."
    assert desk.watching_first, "no answer is too quick"


async def test_a_sentence_without_words_is_not_asked() -> None:
    desk = Desk()
    assert await desk.answer("  ") is None
    assert desk.said == []


@pytest.mark.parametrize(
    "end", [event("system", kind="reply_failed"), event("interrupt", to=EventId(1)), reply("")]
)
async def test_where_there_is_no_reply_nobody_waits_longer(end: StreamMessage) -> None:
    async with asyncio.timeout(30):
        assert await Desk(end).answer(patience_s=60) is None


async def test_an_answer_that_takes_too_long_is_none() -> None:
    assert await Desk().answer(patience_s=0.01) is None


async def test_a_house_that_ends_leaves_no_answer() -> None:
    assert await Desk(ends=True).answer() is None
