"""The converse corridor walks every sentence of a person, typed or heard, to its answer.

hear -> journal -> answerers in order (stop, small talk, what a stranger is not told, undo, never
again, why, second reading, command, question, greeting) -> else recall -> reply -> journal. It
never calls deliberation and deliberation never calls it: what nobody answers by code becomes a
trigger there, and they meet only in events.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.home.request import said_trigger
from companion.phrases.manner import Manner
from companion.ports.answerer import Answer, Answerer, Cited, HeardSentence, Words
from companion.ports.clock import Clock, Ids
from companion.ports.memory import Memory
from companion.ports.policy import TriggerSink
from companion.rooms.conversation.room import Conversation, NoReply, Reply
from companion.rooms.journal.room import Journal
from companion.service.watched_tasks import WatchedTasks
from companion.words.called_by import CalledBy
from companion.words.event import Event
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.recalled import Recollection
from companion.words.said import VOICE, Said, language_to_answer
from companion.words.stop_word import means_stop
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.understood import SentenceReading

DECIDED_WITHIN_S = 3.0
"""Real seconds that a reply waits for the decision about a remark; the sum takes milliseconds."""
STILL_THINKING_S = 2.0
"""Real seconds, as a model is slow in real time; a person hears something within 3."""


@dataclass(frozen=True, kw_only=True)
class Converse:
    """The corridor and what stands along it, in the order it is entered."""

    stop: Callable[[str], Awaitable[object]]
    """Stops everything for a person on this channel."""
    journal: Journal
    read: Callable[[Event], SentenceReading]
    answerers: Sequence[Answerer]
    command: Answerer
    """Of them the one whose work a restart takes up again."""
    triggers: TriggerSink
    memory: Memory
    conversation: Conversation
    watch: Callable[[Event], Callable[[], Awaitable[bool]]]
    """Watches for an act that will answer a remark, from before it is thought over."""
    tasks: WatchedTasks
    clock: Clock
    ids: Ids
    language: Language
    called_by: CalledBy = CalledBy()
    """By which the companion is called."""
    manner: Manner = field(default_factory=Manner)
    """Says what code says in several wordings."""

    async def hear(self, said: Said, trust: TrustLabel) -> Event:
        """Walk a sentence from the door to its answer, which may come after this returns."""
        stops = means_stop(self.called_by.without(said.text))
        if stops and authority_of(trust) is Authority.USER:
            # Stopped first, written down after: a full disk must not keep the wheels turning.
            await self.stop(said.channel)
        event = await self.journal.heard(said, trust)
        if stops or trust is not TrustLabel.OBSERVED:
            # What a loudspeaker says is written down, and neither obeyed nor answered.
            await self._answer(HeardSentence(event, self.read, self.called_by))
        await self.journal.sync()
        return event

    async def hear_again(self, event: Event) -> None:
        """A sentence that was recorded and cut off before anything came of it. A stop has nothing
        left to stop."""
        heard = HeardSentence(event, self.read, self.called_by)
        if means_stop(heard.text):
            return
        answer = await self.command.answer(heard)
        if answer is None:
            self._think_over(event)
        else:
            self._begin(event, answer)

    async def _answer(self, heard: HeardSentence, behind: int = 0) -> None:
        """`behind`: so many answerers have been asked before."""
        answer, asked = await self._by_code(heard, behind)
        if answer.passes_on and answer.work is not None:
            work = answer.work

            async def passed_on() -> None:
                words = await work()
                if words is None:
                    await self._answer(heard, asked)
                else:
                    await self._say_cited(heard.event, words)

            self.tasks.begin(passed_on(), f"answer to {heard.event.id}")
            return
        if answer.think and not heard.is_question:
            # Who asks is answered, and nothing is done: a question is no command.
            if answer == Answer(think=True):
                self._begin(heard.event, answer, self.watch(heard.event))
                self._think_over(heard.event)
                return
            self._think_over(heard.event)
        if answer.words is not None:
            await self._say(
                heard.event,
                answer.words,
                asks=answer.asks,
                garden=answer.garden,
                evidence=answer.evidence,
            )
        else:
            self._begin(heard.event, answer)

    async def _by_code(self, heard: HeardSentence, behind: int) -> tuple[Answer, int]:
        """The first answer, and how many answerers have been asked."""
        for asked, answerer in enumerate(self.answerers[behind:], start=behind + 1):
            answer = await answerer.answer(heard)
            if answer is not None:
                return answer, asked
        return Answer(think=True), len(self.answerers)

    def _think_over(self, event: Event) -> None:
        place = str(event.payload.get("place", ""))
        trigger = said_trigger(event, None, self.clock.now(), self.language, place)
        self.triggers.raise_trigger(replace(trigger, id=TriggerId(self.ids.new())))

    def _begin(
        self, event: Event, answer: Answer, acts: Callable[[], Awaitable[bool]] | None = None
    ) -> None:
        self.tasks.begin(self._work(event, answer, acts), f"answer to {event.id}")

    async def _work(
        self, event: Event, answer: Answer, acts: Callable[[], Awaitable[bool]] | None
    ) -> None:
        """Answer it; `acts` tells whether an act about it does so instead."""
        words = await answer.work() if answer.work is not None else None
        if words is not None:
            await self._say_cited(event, words)
        elif not answer.silent:
            await (self.reply(event) if acts is None else self._reply_unless(acts(), event))

    async def _reply_unless(self, acts: Awaitable[bool], said: Event) -> None:
        """The reply of the model, unless an act about the remark is the answer. An act that is
        decided on while the model still writes ends the writing."""
        acting = asyncio.ensure_future(acts)
        try:
            await asyncio.wait({acting}, timeout=DECIDED_WITHIN_S)
            if acting.done() and acting.result():
                return
            reply = asyncio.ensure_future(self.reply(said))
            try:
                either: set[asyncio.Future[Any]] = {acting, reply}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                if not (acting.done() and acting.result()):
                    await reply
            finally:
                reply.cancel()
        finally:
            acting.cancel()

    async def reply(self, said: Event) -> Event | None:
        """Recall, and the reply of the model; None where it made none."""
        recalled = await self.memory.recall(said)
        if said.channel == VOICE:
            return await self._reply_as_written(said, recalled)
        reply = await self._reply(said, recalled)
        if isinstance(reply, NoReply):
            await self.journal.unanswered(said, reply.reason)
            return None
        return await self._replied(said, reply)

    async def _reply_as_written(self, said: Event, recalled: Recollection) -> Event | None:
        """To a voice: the first sentence is recorded, and so spoken, while the model still writes;
        then the rest. A sentence that was begun stays said where the model fails in between."""
        first: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

        def begun(reply: Reply) -> None:
            if not first.done():
                first.set_result(reply)

        whole = asyncio.ensure_future(self._reply(said, recalled, begun))
        try:
            either: set[asyncio.Future[Any]] = {first, whole}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            event = await self._replied(said, first.result()) if first.done() else None
            reply = await whole
        finally:
            first.cancel()
            whole.cancel()
        if isinstance(reply, NoReply):
            if event is None:
                await self.journal.unanswered(said, reply.reason)
            return event
        if event is None:
            return await self._replied(said, reply)
        rest = reply.text.removeprefix(event.assistant_text).strip()
        if rest and rest != reply.text:
            await self._replied(said, replace(reply, text=rest), goes_on=True)
        return event

    async def _replied(self, said: Event, reply: Reply, *, goes_on: bool = False) -> Event:
        return await self.journal.replied(
            reply.text,
            said,
            trust=reply.trust,
            speaker_name=self.conversation.speaker_name,
            model=reply.model,
            tokens=reply.tokens,
            goes_on=goes_on,
        )

    async def _reply(
        self,
        said: Event,
        recalled: Recollection,
        begun: Callable[[Reply], None] | None = None,
    ) -> Reply | NoReply:
        """The reply; while it takes its time, who asked is told so, without a model."""
        reply = asyncio.ensure_future(self.conversation.reply(said, recalled=recalled, begun=begun))
        try:
            done, _ = await asyncio.wait({reply}, timeout=STILL_THINKING_S)
            if not done:
                await self.journal.still_thinking(said)
            return await reply
        finally:
            reply.cancel()

    async def _say_cited(self, to: Event, words: Words | Cited) -> None:
        if isinstance(words, Cited):
            await self._say(to, words.words, evidence=words.evidence)
        else:
            await self._say(to, words)

    async def _say(
        self,
        to: Event,
        words: Words,
        *,
        asks: bool = False,
        garden: bool = False,
        evidence: tuple[EventId, ...] = (),
    ) -> None:
        """In the language it was said in, whatever the household's: the grammar read that one."""
        if isinstance(words, Bilingual):
            language = language_to_answer(to.user_text, to.payload, self.language)
            text = self.manner.reworded(words.get(language), language)
            trust = TrustLabel.OBSERVED
        else:
            text, trust = words.text, words.trust
        name = self.conversation.speaker_name
        await self.journal.replied(
            text,
            to,
            trust=trust,
            speaker_name=name,
            asks=asks,
            garden=garden,
            evidence=evidence,
        )
