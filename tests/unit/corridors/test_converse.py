"""The converse corridor: input -> journal -> recall -> reply -> journal."""

import asyncio

import pytest

from companion.corridors import converse
from companion.corridors.converse import Converse
from companion.ports.llm import ModelUnavailable
from companion.rooms.conversation.room import Conversation
from companion.rooms.recall.room import Recall
from companion.words.activity import StreamKind
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.rooms.conversation.home import SHEETS, Evening
from tests.unit.rooms.conversation.test_room import ScriptedLlm


class _Door:
    def __init__(self, llm: ScriptedLlm) -> None:
        self.llm = llm
        home = Evening()
        self.stream, self.store, self.journal = home.stream, home.store, home.journal
        self.converse = Converse(
            journal=self.journal,
            memory=Recall(self.store.record),
            conversation=Conversation(llm, SHEETS[Language.JA], home.known),
            understood=lambda text: text == "電気をつけて",
        )


async def test_a_sentence_is_written_down_answered_and_the_answer_written_down() -> None:
    """DESIGN 2: both turns are conversation, the reply cites what it answers."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    said = await door.converse.hear(Said("ただいま", "web"), TrustLabel.OWNER)
    reply = await door.converse.answer(said)
    assert reply is not None
    assert reply.source is EventSource.CONVERSATION_REPLY
    assert reply.assistant_text == "こんばんは。"
    assert (reply.channel, reply.evidence_event_ids) == ("web", (said.id,))
    assert reply.payload["speaker_name"] == "コト"
    assert [e.id for e in await door.store.record.recallable()] == [reply.id, said.id]


async def test_earlier_turns_are_in_the_next_prompt_once() -> None:
    """D-069: what was said is referred to later; the new input is not repeated."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。", "名前: 私はコトです。"))
    await door.converse.answer(await door.converse.hear(Said("ただいま", "web"), TrustLabel.OWNER))
    await door.converse.answer(await door.converse.hear(Said("寒いね", "web"), TrustLabel.OWNER))
    tail = door.llm.asked[-1].messages[-1].content
    assert "«ただいま»" in tail
    assert "«こんばんは。»" in tail
    assert tail.count("寒いね") == 1


async def test_who_waits_is_told_so_without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """F11: "still thinking" within 3 s while the model hangs, as a state and never as speech."""
    assert converse.STILL_THINKING_S < 3
    monkeypatch.setattr(converse, "STILL_THINKING_S", 0.02)
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    hung, answers = asyncio.Event(), door.llm.complete

    async def hang(request: LlmRequest) -> LlmReply:
        await hung.wait()
        return await answers(request)

    door.llm.complete = hang  # type: ignore[method-assign]
    said = await door.converse.hear(Said("ただいま", "web"), TrustLabel.OWNER)
    answer = asyncio.create_task(door.converse.answer(said))
    await asyncio.sleep(0.2)
    (note,) = await door.store.record.recent(sources=(EventSource.SYSTEM,))
    assert (note.kind, note.evidence_event_ids) == ("still_thinking", (said.id,))
    assert note.assistant_text == ""
    hung.set()
    reply = await answer
    assert reply is not None
    assert reply.assistant_text == "こんばんは。"


async def test_a_cancelled_wait_leaves_no_request_behind() -> None:
    door = _Door(ScriptedLlm())
    stopped = asyncio.Event()

    async def hang(request: LlmRequest) -> LlmReply:
        try:
            await asyncio.Event().wait()
            raise AssertionError("never")
        finally:
            stopped.set()

    door.llm.complete = hang  # type: ignore[method-assign]
    said = await door.converse.hear(Said("ただいま", "web"), TrustLabel.OWNER)
    answer = asyncio.create_task(door.converse.answer(said))
    await asyncio.sleep(0.05)
    answer.cancel()
    await asyncio.gather(answer, return_exceptions=True)
    await asyncio.sleep(0)
    assert stopped.is_set()


async def test_an_understood_command_gets_its_one_answer_elsewhere() -> None:
    """T-57: the conversation model stays silent."""
    door = _Door(ScriptedLlm())
    said = await door.converse.hear(Said("電気をつけて", "web"), TrustLabel.OWNER)
    assert await door.converse.answer(said) is None
    assert door.llm.asked == []


async def test_a_failing_model_says_nothing_and_the_activity_says_so() -> None:
    """D-011, D-024, D-072: no raw text anywhere; the failure is seen."""
    door = _Door(ScriptedLlm(ModelUnavailable("no model file")))
    said = await door.converse.hear(Said("ただいま", "web"), TrustLabel.OWNER)
    assert await door.converse.answer(said) is None
    (activity,) = door.stream.of(StreamKind.ACTIVITY)
    assert activity.data["kind"] == "reply_failed"
    events = await door.store.record.recent()
    assert [e.kind for e in events] == ["reply_failed", "said"]
    assert all(e.assistant_text == "" for e in events)
