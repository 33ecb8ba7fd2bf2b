"""The converse corridor: input -> journal -> recall -> reply -> journal."""

from companion.conversation.room import Conversation
from companion.converse import Converse
from companion.ports.llm import ModelUnavailable
from companion.recall.room import Recall
from companion.words.activity import StreamKind
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.trust import TrustLabel
from tests.unit.conversation.home import SHEETS, Evening
from tests.unit.conversation.test_room import ScriptedLlm


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
    said = await door.converse.hear("ただいま", TrustLabel.OWNER, "web")
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
    await door.converse.answer(await door.converse.hear("ただいま", TrustLabel.OWNER, "web"))
    await door.converse.answer(await door.converse.hear("寒いね", TrustLabel.OWNER, "web"))
    tail = door.llm.asked[-1].messages[-1].content
    assert "«ただいま»" in tail
    assert "«こんばんは。»" in tail
    assert tail.count("寒いね") == 1


async def test_an_understood_command_gets_its_one_answer_elsewhere() -> None:
    """T-57: the conversation model stays silent."""
    door = _Door(ScriptedLlm())
    said = await door.converse.hear("電気をつけて", TrustLabel.OWNER, "web")
    assert await door.converse.answer(said) is None
    assert door.llm.asked == []


async def test_a_failing_model_says_nothing_and_the_activity_says_so() -> None:
    """D-011, D-024, D-072: no raw text anywhere; the failure is seen."""
    door = _Door(ScriptedLlm(ModelUnavailable("no model file")))
    said = await door.converse.hear("ただいま", TrustLabel.OWNER, "web")
    assert await door.converse.answer(said) is None
    (activity,) = door.stream.of(StreamKind.ACTIVITY)
    assert activity.data["kind"] == "reply_failed"
    events = await door.store.record.recent()
    assert [e.kind for e in events] == ["reply_failed", "said"]
    assert all(e.assistant_text == "" for e in events)
