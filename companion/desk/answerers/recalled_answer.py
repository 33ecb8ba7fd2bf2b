"""Answers a question by a sentence of the house, word for word with its day.

Memory is searched by words and by meaning; a sentence counts that holds every word of the question
and a thing of the kind that is asked for. So `when is the dentist?` is answered by code, where a
model would guess.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from companion.phrases.told import episodes_said
from companion.ports.answerer import Answer, Cited, HeardSentence
from companion.ports.clock import Clock
from companion.rooms.recall.asked import Asked, asked_of
from companion.words.episode import Episode
from companion.words.facts import SaidFacts, fact_of
from companion.words.question import is_question
from companion.words.trust import Authority, authority_of

KINDS = frozenset({Asked.TIME, Asked.PLACE, Asked.NAME, Asked.NUMBER, Asked.COLOUR, Asked.SIDE})
"""Questions whose answer is a thing that a sentence either holds or not."""
_MOMENT = timedelta(microseconds=1)

SaidOf = Callable[..., Awaitable[tuple[Episode, ...]]]


@dataclass(frozen=True, kw_only=True)
class RecalledAnswer:
    """Answers people of the house by what was said before."""

    said_of: SaidOf
    """Memory: the sentences that carry the answer to a question."""
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where it is no question for a thing, or the home itself is asked for it."""
        asks = heard.is_question or is_question(heard.text)
        if not asks or authority_of(heard.event.trust) is not Authority.USER:
            return None
        if heard.reading.about or asked_of(heard.text) not in KINDS:
            return None

        async def look() -> Cited | None:
            event = heard.event
            facts = fact_of(event, SaidFacts)
            said = await self.said_of(
                event.user_text,
                event.at - _MOMENT,
                without=(event.id,),
                asker=facts.speaker if facts is not None else "",
            )
            if not said:
                return None
            words = episodes_said(said, self.clock.now().tzinfo)
            return Cited(words, tuple(one.id for one in said))

        return Answer(work=look, passes_on=True)
