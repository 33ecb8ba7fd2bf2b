"""The converse corridor: input -> journal -> recall -> reply -> journal."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from companion.corridors import converse
from companion.corridors.converse import Converse
from companion.phrases.not_known import NO_PREMISE
from companion.ports.answerer import Answer, Answerer, HeardSentence, Words
from companion.ports.llm import ModelUnavailable
from companion.rooms.conversation.room import Conversation
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.recall.room import Recall
from companion.service.clock import SystemIds
from companion.service.watched_tasks import WatchedTasks
from companion.words.activity import StreamKind
from companion.words.called_by import CalledBy
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.rooms.conversation.home import SHEETS, Evening
from tests.unit.rooms.conversation.test_room import ScriptedLlm


class _Answers:
    """An answerer that has words for some sentences, and is asked about each."""

    def __init__(self, **known: Answer) -> None:
        self.known, self.asked = known, list[str]()

    async def answer(self, heard: HeardSentence) -> Answer | None:
        self.asked.append(heard.text)
        return self.known.get(heard.text)


class _Door:
    def __init__(self, llm: ScriptedLlm, *answerers: Answerer) -> None:
        self.llm = llm
        home = Evening()
        self.stopped, self.read = list[str](), list[str]()
        self.acts = False
        self.triggers, self.tasks = TriggerQueue(home.clock), WatchedTasks()
        self.stream, self.store, self.journal = home.stream, home.store, home.journal
        self.converse = Converse(
            stop=self._stop,
            journal=self.journal,
            read=self._read,
            answerers=answerers,
            command=answerers[-1] if answerers else _Answers(),
            triggers=self.triggers,
            memory=Recall(self.store.record),
            conversation=Conversation(llm, SHEETS[Language.JA], home.known),
            watch=lambda said: self._acts,
            tasks=self.tasks,
            clock=home.clock,
            ids=SystemIds(),
            language=Language.JA,
            called_by=CalledBy(("ミラ", "Mira")),
        )

    async def _stop(self, channel: str) -> None:
        assert not await self.store.record.recent(), "stopped first, written down after"
        self.stopped.append(channel)

    async def _acts(self) -> bool:
        return self.acts

    def _read(self, event: Event) -> SentenceReading:
        self.read.append(event.user_text)
        asks = event.user_text.startswith("is ")
        return SentenceReading(SentenceKind.QUESTION if asks else SentenceKind.UNKNOWN)

    async def hear(self, text: str, trust: TrustLabel = TrustLabel.OWNER) -> Event:
        """Hear it, and wait for its answer."""
        event = await self.converse.hear(Said(text, "web"), trust)
        await self.tasks.settled()
        return event

    async def answers(self) -> list[str]:
        """What was said to the sentences, newest first."""
        sources = (EventSource.CONVERSATION_REPLY,)
        return [e.assistant_text for e in await self.store.record.recent(sources=sources)]

    async def written(self, text: str) -> Event:
        """A sentence in the record that nobody has answered."""
        return await self.journal.heard(Said(text, "web"), TrustLabel.OWNER)


async def test_a_sentence_is_written_down_answered_and_the_answer_written_down() -> None:
    """DESIGN 2: both turns are conversation, the reply cites what it answers."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    said = await door.hear("ただいま")
    (reply,) = await door.store.record.recent(sources=(EventSource.CONVERSATION_REPLY,))
    assert reply.assistant_text == "こんばんは。"
    assert (reply.channel, reply.evidence_event_ids) == ("web", (said.id,))
    assert reply.payload["speaker_name"] == "コト"
    assert [e.id for e in await door.store.record.recallable()] == [reply.id, said.id]


async def test_an_answer_cites_the_sentence_and_then_what_it_rests_on() -> None:
    """Step 8: the evidence of an answer from memory stands in the record of the talk."""
    known = Answer(words=Bilingual("青い鉢の下です", "under the blue pot"), evidence=(EventId(1),))
    door = _Door(ScriptedLlm(), _Answers(**{"鍵はどこ": known}))
    told = await door.written("鍵は青い鉢の下にあるよ")
    asked = await door.hear("鍵はどこ")
    (reply,) = await door.store.record.recent(sources=(EventSource.CONVERSATION_REPLY,))
    assert reply.evidence_event_ids == (asked.id, told.id)


async def test_a_sentence_is_on_the_disk_before_its_caller_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T-35: the answer waits for no sync of the question; who is told that it was heard does."""
    known = _Answers(**{"鍵はどこ": Answer(words=Bilingual("棚の上です", "on the shelf"))})
    door, order = _Door(ScriptedLlm(), known), list[str]()
    sync, replied = door.journal.sync, door.journal.replied

    async def synced() -> None:
        order.append("sync")
        await sync()

    async def answered(*given: Any, **more: Any) -> Event:
        order.append("reply")
        return await replied(*given, **more)

    monkeypatch.setattr(door.journal, "sync", synced)
    monkeypatch.setattr(door.journal, "replied", answered)
    for text in ("鍵はどこ", "寒いなあ"):
        await door.converse.hear(Said(text, "web"), TrustLabel.OWNER)
        order.append("told")
    assert order[:5] == ["reply", "sync", "told", "sync", "told"]
    await door.tasks.settled()


async def test_a_stop_that_calls_the_companion_by_its_name_stops() -> None:
    """P-007: and the record has the words as they were said."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    event = await door.hear("ミラ、止まって")
    assert door.stopped == ["web"]
    assert event.user_text == "ミラ、止まって"


async def test_earlier_turns_are_in_the_next_prompt_once() -> None:
    """D-069: what was said is referred to later; the new input is not repeated."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。", "名前: 私はコトです。"))
    await door.hear("ただいま")
    await door.hear("寒いね")
    tail = door.llm.asked[-1].messages[-1].content
    assert "«ただいま»" in tail
    assert "«こんばんは。»" in tail
    assert tail.count("寒いね") == 1


@pytest.mark.parametrize("acts", [True, False])
async def test_where_an_act_answers_a_remark_the_model_is_not_asked(acts: bool) -> None:
    """15.2: "it is dark in here" is answered by the light, not by talk about darkness."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    door.acts = acts
    await door.hear("ただいま")
    assert door.triggers.depth() == 1
    assert await door.answers() == ([] if acts else ["こんばんは。"])
    assert bool(door.llm.asked) is not acts


async def test_an_act_decided_on_late_ends_what_the_model_still_writes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """15.2: who spoke is told the act, and not, a minute after it, what the model made of it."""
    monkeypatch.setattr(converse, "DECIDED_WITHIN_S", 0.01)
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    writes = asyncio.Event()

    async def acts() -> bool:
        await writes.wait()
        return True

    async def writing(said: Event) -> None:
        writes.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Converse, "reply", lambda corridor, said: writing(said))
    monkeypatch.setattr(door, "_acts", acts)
    await door.converse.hear(Said("暗くて読めない", "web"), TrustLabel.OWNER)
    await door.tasks.settled()
    assert writes.is_set()
    assert await door.answers() == []


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
    said = await door.written("ただいま")
    answer = asyncio.create_task(door.converse.reply(said))
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
    said = await door.written("ただいま")
    answer = asyncio.create_task(door.converse.reply(said))
    await asyncio.sleep(0.05)
    answer.cancel()
    await asyncio.gather(answer, return_exceptions=True)
    await asyncio.sleep(0)
    assert stopped.is_set()


async def test_the_first_answerer_that_answers_has_answered() -> None:
    """T-57: in order; the conversation model stays silent, and nothing is thought over."""
    first, last = (
        _Answers(a=Answer(words=Bilingual("あ", "a"))),
        _Answers(a=Answer(words=Bilingual("い", "b")), b=Answer(words=Bilingual("う", "c"))),
    )
    door = _Door(ScriptedLlm(), first, last)
    await door.hear("a")
    await door.hear("b")
    assert await door.answers() == ["c", "a"], "in the language of the sentence"
    assert (first.asked, last.asked) == (["a", "b"], ["b"])
    assert door.llm.asked == []
    assert door.triggers.depth() == 0
    assert door.read == [], "what nobody asks to read is not read"


async def test_what_takes_long_is_done_beside_the_door() -> None:
    """Its words are the answer; without words the model answers, unless nothing is to be said."""
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def work() -> Words:
        begun.set()
        await may_end.wait()
        return LabelledText("終わった", TrustLabel.GUEST)

    async def nothing() -> None:
        return None

    known = _Answers(
        long=Answer(work=work), empty=Answer(work=nothing), mute=Answer(work=nothing, silent=True)
    )
    door = _Door(ScriptedLlm("挨拶: こんばんは。"), known)
    said = await door.converse.hear(Said("long", "web"), TrustLabel.OWNER)
    await begun.wait()
    assert await door.answers() == []
    may_end.set()
    await door.tasks.settled()
    (reply,) = await door.store.record.recent(sources=(EventSource.CONVERSATION_REPLY,))
    assert (reply.assistant_text, reply.trust) == ("終わった", TrustLabel.GUEST)
    assert reply.evidence_event_ids == (said.id,)
    await door.hear("mute")
    assert (len(await door.answers()), len(door.llm.asked)) == (1, 0)
    await door.hear("empty")
    assert (len(await door.answers()), len(door.llm.asked)) == (2, 1)
    assert door.triggers.depth() == 0


@pytest.mark.parametrize(
    ("text", "thought_over"), [("I am cold", 1), ("is it cold", 0), ("寒い？", 0)]
)
async def test_who_asks_is_answered_and_nothing_is_thought_of(text: str, thought_over: int) -> None:
    """T-28: the two corridors meet in the event alone; a question is no command."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。"))
    said = await door.hear(text)
    assert door.triggers.depth() == thought_over
    if thought_over:
        trigger = await door.triggers.next()
        assert (trigger.event_ids, trigger.requested) == ((said.id,), None)
    assert door.read == [text], "read once, however many look at it"


@pytest.mark.parametrize(
    ("trust", "stops"),
    [(TrustLabel.OWNER, ["web"]), (TrustLabel.GUEST, []), (TrustLabel.OBSERVED, [])],
)
async def test_a_stop_comes_before_the_record(trust: TrustLabel, stops: list[str]) -> None:
    """T-06, T-09: a full disk keeps no wheels turning; a stranger's stop is an answerer's."""
    stop = _Answers(stop=Answer(silent=True))
    door = _Door(ScriptedLlm(), stop)
    await door.hear("stop", trust)
    assert door.stopped == stops
    assert stop.asked == ["stop"]
    assert (door.llm.asked, door.read) == ([], [])


async def test_a_loudspeaker_is_written_down_and_not_answered() -> None:
    """T2: neither obeyed nor answered."""
    known = _Answers()
    door = _Door(ScriptedLlm(), known)
    await door.hear("turn on the light", TrustLabel.OBSERVED)
    assert (known.asked, door.llm.asked, door.triggers.depth()) == ([], [], 0)
    assert len(await door.store.record.recent()) == 1


async def test_a_sentence_cut_off_by_a_restart_is_obeyed_or_thought_over_once() -> None:
    """F12: a command is done, anything else is a reason to think; nobody is answered twice."""
    done = list[str]()

    async def work() -> Words:
        done.append("done")
        return Bilingual("した", "done")

    door = _Door(ScriptedLlm(), _Answers(light=Answer(work=work)))
    for text in ("light", "I am cold", "stop"):
        await door.converse.hear_again(await door.written(text))
    await door.tasks.settled()
    assert (done, await door.answers(), door.triggers.depth()) == (["done"], ["done"], 1)
    assert (door.llm.asked, door.stopped) == ([], [])


async def test_a_failing_model_says_nothing_and_the_activity_says_so() -> None:
    """D-011, D-024, D-072: no raw text anywhere; the failure is seen."""
    door = _Door(ScriptedLlm(ModelUnavailable("no model file")))
    said = await door.written("ただいま")
    assert await door.converse.reply(said) is None
    (activity,) = door.stream.of(StreamKind.ACTIVITY)
    assert activity.data["kind"] == "reply_failed"
    events = await door.store.record.recent()
    assert [e.kind for e in events] == ["reply_failed", "said"]
    assert all(e.assistant_text == "" for e in events)


async def test_a_voice_hears_the_first_sentence_while_the_model_still_writes() -> None:
    """Issue 13, point 3: it is in the record first; the rest follows as a reply of its own."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。調子はいかがですか。"))
    writes, answers = asyncio.Event(), door.llm.complete

    async def slowly(request: LlmRequest) -> LlmReply:
        assert request.told is not None
        for text in (
            "挨",
            "挨拶: ",
            "挨拶: こん",
            "挨拶: こんばんは。",
            "挨拶: こんばんは。調子は",
        ):
            request.told(text)
        await writes.wait()
        return await answers(request)

    door.llm.complete = slowly  # type: ignore[method-assign]
    said = await door.journal.heard(Said("ただいま", "voice"), TrustLabel.HOUSEHOLD)
    answer = asyncio.create_task(door.converse.reply(said))
    async with asyncio.timeout(20):
        while not await door.answers():
            await asyncio.sleep(0.005)
    assert await door.answers() == ["こんばんは。"]
    writes.set()
    await answer
    assert await door.answers() == ["調子はいかがですか。", "こんばんは。"]
    rest, first = await door.store.record.recent(sources=(EventSource.CONVERSATION_REPLY,))
    assert (first.payload.get("goes_on"), rest.payload["goes_on"]) == (None, True)
    assert rest.evidence_event_ids == first.evidence_event_ids == (said.id,)


async def test_what_was_begun_aloud_stays_said_where_the_model_fails() -> None:
    door = _Door(ScriptedLlm())

    async def fails(request: LlmRequest) -> LlmReply:
        assert request.told is not None
        request.told("挨拶: こんばんは。調")
        await asyncio.sleep(0.01)
        raise ModelUnavailable("gone")

    door.llm.complete = fails  # type: ignore[method-assign]
    said = await door.journal.heard(Said("ただいま", "voice"), TrustLabel.HOUSEHOLD)
    reply = await door.converse.reply(said)
    assert reply is not None
    assert await door.answers() == ["こんばんは。"]
    assert not await door.store.record.recent(sources=(EventSource.SYSTEM,))


async def test_a_chat_is_answered_as_a_whole() -> None:
    """Who reads waits for the whole; a satellite takes one reply."""
    door = _Door(ScriptedLlm("挨拶: こんばんは。調子はいかがですか。"))
    await door.hear("ただいま")
    assert door.llm.asked[-1].told is None
    assert await door.answers() == ["こんばんは。調子はいかがですか。"]


async def test_issue_15_what_code_says_takes_turns_in_its_wordings() -> None:
    door = _Door(ScriptedLlm(""), _Answers(**{"is it so": Answer(words=NO_PREMISE)}))
    for _ in range(4):
        await door.hear("is it so")
    said = await door.answers()
    assert len(said) == 4
    assert all(one != after for one, after in pairwise(said))
