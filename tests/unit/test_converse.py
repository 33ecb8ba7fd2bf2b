"""The converse corridor: input -> journal -> recall -> reply -> journal."""

from companion.conversation.room import Conversation
from companion.converse import Converse
from companion.journal.room import Journal
from companion.ports.llm import ModelUnavailable
from companion.recall.room import Recall
from companion.store.memory import MemoryStore
from companion.words.activity import StreamKind
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.trust import TrustLabel
from tests.unit.conversation.test_room import SHEETS, ScriptedLlm
from tests.unit.store.samples import HeardStream, SetClock


class _Door:
    def __init__(self, llm: ScriptedLlm) -> None:
        self.llm = llm
        self.stream = HeardStream()
        clock = SetClock()
        self.store = MemoryStore(clock)
        self.journal = Journal(self.store.events, self.stream, clock)
        self.converse = Converse(
            journal=self.journal,
            memory=Recall(self.store.record),
            conversation=Conversation(llm, SHEETS[Language.JA]),
            state=self.store.state,
            understood=lambda text: text == "電気をつけて",
        )


async def test_a_sentence_is_written_down_answered_and_the_answer_written_down() -> None:
    """DESIGN 2: both turns are conversation, the reply cites what it answers."""
    door = _Door(ScriptedLlm("おかえり、ご主人。"))
    said = await door.converse.hear("ただいま", TrustLabel.OWNER, "web")
    reply = await door.converse.answer(said)
    assert reply is not None
    assert reply.source is EventSource.CONVERSATION_REPLY
    assert reply.assistant_text == "おかえり、ご主人。"
    assert (reply.channel, reply.evidence_event_ids) == ("web", (said.id,))
    assert reply.payload["speaker_name"] == "コト"
    assert [e.id for e in await door.store.record.recallable()] == [reply.id, said.id]


async def test_earlier_turns_are_in_the_next_prompt_once() -> None:
    """D-069: what was said is referred to later; the new input is not repeated."""
    door = _Door(ScriptedLlm("おかえり。", "そうだね。"))
    await door.converse.answer(await door.converse.hear("ただいま", TrustLabel.OWNER, "web"))
    await door.converse.answer(await door.converse.hear("寒いね", TrustLabel.OWNER, "web"))
    texts = [m.content for m in door.llm.asked[-1].messages]
    assert texts[-3:-1] == ["ただいま", "おかえり。"]
    assert sum("寒いね" in text for text in texts) == 1


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
