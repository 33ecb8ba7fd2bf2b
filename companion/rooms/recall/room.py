"""The recall room gives the last turns of the talk and earlier sentences that belong to them."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import nullcontext
from datetime import datetime, timedelta, tzinfo

from companion.ports.clock import Clock
from companion.ports.episodes import IndexUnusable
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.recall.answer import CANDIDATES, answered
from companion.rooms.recall.asked import without_asking
from companion.rooms.recall.rerank import covered_by, stems
from companion.rooms.recall.search import Search
from companion.rooms.recall.selection import CHOSEN_FROM, selected, selection_context, text_of
from companion.rooms.recall.summaries import Summaries
from companion.rooms.recall.versions import tells
from companion.words.episode import Episode, Voice
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.persona import PersonaSheet
from companion.words.recalled import Found, Recalled, Recollection
from companion.words.remembered import AnswerKind
from companion.words.summary import Span, Summary
from companion.words.text import LabelledText
from companion.words.trust import Authority, authority_of
from companion.words.writeplan import WITHDRAWN

log = logging.getLogger(__name__)

SPOKEN_BY = {
    EventSource.USER_INPUT: "user",
    EventSource.CONVERSATION_REPLY: "assistant",
    EventSource.AUTONOMY_MESSAGE: "assistant",
}
"""Sources that are speech, and whose; nothing else is conversation, searchable or not."""
BEFORE = 4
"""Episodes of before that one sentence brings to mind."""
DEADLINE_S = 1.0
"""Real seconds for a search in a running house; a search of a million episodes takes a twentieth of
it. After that the last turns stand alone: nobody waits for a memory longer than for a thought."""
ASKED_DEADLINE_S = 5.0
"""The same where a person asked for the memory itself: on a busy machine, no answer would say that
nothing was told."""
_MOMENT = timedelta(microseconds=1)


class Recall:
    """Memory of the household. Implements the port `Memory`."""

    def __init__(
        self,
        record: Record,
        state: StateReader | None = None,
        search: Search | None = None,
        clock: Clock | None = None,
        *,
        persona: PersonaSheet | None = None,
        deadline_s: float = DEADLINE_S,
        asked_deadline_s: float = ASKED_DEADLINE_S,
    ) -> None:
        """`search`: None where nothing is indexed; the last turns are then all. `clock`: stands
        still while it searches. `persona`: whose memory it is; None: what answers best is all that
        comes to mind."""
        self._record = record
        self._state = state
        """Where it is written which events are withdrawn; None: none is."""
        self._search, self._clock = search, clock
        self._deadline_s, self._asked_deadline_s = deadline_s, asked_deadline_s
        self._persona = persona

    async def recall(self, about: Event, *, limit: int = 12) -> Recollection:
        """The last `limit` turns before `about`, oldest first, and what belongs to it of before."""
        gone = await self._withdrawn()
        found = await self._record.recallable(limit=limit + 1 + len(gone))
        known = (event for event in found if event.id != about.id and event.id not in gone)
        turns = [turn for event in known if (turn := _turn(event))][:limit]
        told = {turn.text.event_id for turn in turns if turn.text.event_id is not None}
        known_here = gone | told | {about.id}
        before = await self._come_to_mind(about.user_text, about.at - _MOMENT, known_here)
        return Recollection(turns=tuple(reversed(turns)), before=before)

    async def _come_to_mind(
        self, text: str, as_of: datetime, without: frozenset[EventId]
    ) -> tuple[Found, ...]:
        """Found episodes that belong to a text, as far as this persona would recall them."""
        if self._persona is None or self._state is None or self._search is None:
            return await self._found(text, as_of, self._deadline_s, limit=BEFORE, without=without)
        found = await self._found(text, as_of, self._deadline_s, limit=CHOSEN_FROM, without=without)
        if len(found) <= BEFORE:
            return found
        context = await selection_context(self._state, self._persona)
        try:
            draw = await self._search.closeness(text_of(context), found)
        except IndexUnusable as error:
            log.warning("nothing is drawn by the persona: %s", error)
            draw = {}
        return await asyncio.to_thread(selected, found, context, draw, limit=BEFORE)

    async def find(
        self, question: str, as_of: datetime, *, limit: int, without: Collection[EventId] = ()
    ) -> tuple[Found, ...]:
        """Episodes that belong to a text, best first."""
        gone = await self._withdrawn() | frozenset(without)
        return await self._found(question, as_of, self._asked_deadline_s, limit=limit, without=gone)

    async def said_of(
        self, question: str, as_of: datetime, *, without: Collection[EventId] = (), asker: str = ""
    ) -> tuple[Episode, ...]:
        """Sentences of people of the house that carry the answer to a question: one, or two
        versions, the older first. Empty where none holds every word of the question."""
        said = await self.evidence_for(question, as_of, without=without, asker=asker)
        asked = without_asking(question)
        if not stems(asked):
            return ()
        return said if all(covered_by(asked, [one]) == 1.0 and tells(one) for one in said) else ()

    async def evidence_for(
        self, question: str, as_of: datetime, *, without: Collection[EventId] = (), asker: str = ""
    ) -> tuple[Episode, ...]:
        """The sentence of a person of the house that answers a question best, or two versions, the
        older first. Empty where none answers it. `asker`: whose matter "my" is; "" is unknown."""
        gone = await self._withdrawn() | frozenset(without)
        found = await self._found(
            question, as_of, self._asked_deadline_s, limit=CANDIDATES, without=gone
        )
        told = [one for one in found if _told_at_home(one.episode)]
        if not told or self._search is None:
            return ()
        beside = await self._search.beside(told, as_of, gone)
        answer = answered(question, told, beside, Language.EN, as_of, asker=asker)
        if answer.kind is AnswerKind.TWO_VERSIONS:
            return answer.evidence
        return answer.evidence[:1] if answer.kind is AnswerKind.ANSWER else ()

    async def summaries(
        self, span: Span, zone: tzinfo | None, *, limit: int
    ) -> tuple[Summary, ...]:
        """The newest days or months in which something was told."""
        return await Summaries(self._record, self._state).of(span, zone, limit=limit)

    async def _found(
        self,
        question: str,
        as_of: datetime,
        deadline_s: float,
        *,
        limit: int,
        without: Collection[EventId],
    ) -> tuple[Found, ...]:
        if self._search is None or not question.strip():
            return ()
        try:
            with self._clock.hold() if self._clock is not None else nullcontext():
                async with asyncio.timeout(deadline_s):
                    return await self._search.find(question, as_of, limit=limit, without=without)
        except TimeoutError:
            log.warning("nothing of before was recalled within %s s", deadline_s)
        except IndexUnusable as error:
            log.warning("nothing of before is recalled: %s", error)
        return ()

    async def _withdrawn(self) -> frozenset[EventId]:
        rows = await self._state.rows(WITHDRAWN) if self._state is not None else ()
        return frozenset(EventId(int(row.key)) for row in rows)


def _told_at_home(episode: Episode) -> bool:
    of_the_house = authority_of(episode.trust) is Authority.USER
    return episode.voice is Voice.PERSON and episode.is_talk and of_the_house


def _turn(event: Event) -> Recalled | None:
    role = SPOKEN_BY.get(event.source)
    text = event.user_text if role == "user" else event.assistant_text
    if role is None or not text:
        return None
    return Recalled(role=role, text=LabelledText(text, event.trust, event.id), at=event.at)
