"""Finds the answer that a person gave when the companion had asked for it: "tell me, and I will
remember it".

Such an answer is short ("blue", スピッツの曲だよ) and does not name what it is about: the question
before it does. It is found by its place in the record, so that the promise is kept.
"""

import re
from datetime import timedelta

from companion.ports.record import Record
from companion.rooms.conversation.vocabulary import asks_for_a_fact, claims_past_words, orders
from companion.rooms.understanding.unanswered import EARLY, unanswered
from companion.words.event import Event, EventSource
from companion.words.question import is_question
from companion.words.trust import Authority, authority_of

SOON = timedelta(minutes=3)
"""So long after the companion asked, a sentence is taken for the answer."""
_READ = 300
"""Newest turns among which the question is looked for."""
_ASKED = re.compile(r"教えて|言ってもらえれば|聞かせて|\btell me\b|\btold me\b", re.IGNORECASE)
_NO_ANSWER = re.compile(
    r"^(?:(?:もう|いや|ううん|えー?|まあ)[、。 ]?)*(?:いい(?:よ|です|や)?|知らない|忘れた"
    r"|何でもない|なんでもない|秘密|ありがと.*|ごめん.*"
    r"|never mind|no|nope|not now|forget it|nothing|(?:i )?don't know.*|ok|okay|fine"
    r"|thanks?.*|thank you.*|sorry.*)[。.!！]*$",
    re.IGNORECASE,
)


async def asked_just_now(record: Record, said: Event) -> bool:
    """Whether the last reply asked to be told something, and this sentence can be the answer."""
    replies = (EventSource.CONVERSATION_REPLY,)
    last = await record.recent(limit=1, before=said.id, sources=replies)
    return any(_asks(reply) and _answers(said, reply) for reply in last)


async def told_when_asked(record: Record, topic: str) -> Event | None:
    """The newest answer to the companion's own question about this topic."""
    sources = (EventSource.CONVERSATION_REPLY, EventSource.USER_INPUT)
    later: list[Event] = []
    for event in await record.recent(limit=_READ, sources=sources, origin="home"):
        if event.source is EventSource.USER_INPUT:
            later.append(event)
        elif _asks(event) and topic in event.assistant_text:
            found = next((one for one in reversed(later) if _answers(one, event)), None)
            if found is not None:
                return found
    return None


def _asks(reply: Event) -> bool:
    quotes = len(reply.evidence_event_ids) > 1
    return not quotes and _ASKED.search(reply.assistant_text) is not None


def _answers(said: Event, reply: Event) -> bool:
    text = said.user_text
    return (
        timedelta(0) <= said.at - reply.at <= SOON
        and authority_of(said.trust) is Authority.USER
        and bool(text)
        and not _NO_ANSWER.search(text)
        and not _is_another_matter(text)
    )


def _is_another_matter(text: str) -> bool:
    asks = is_question(text) or asks_for_a_fact(text)
    return asks or orders(text) or claims_past_words(text) or unanswered(text, EARLY) is not None
