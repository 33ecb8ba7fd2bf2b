"""Told answer: answers a question by what people told, with the quotation and its day.

Facts and preferences that a rule has read carry whose they are and what they are about, so that a
question is matched with all of its words. A question that they do not answer goes on to the next
answerer; nothing is guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.desk.personal_question import names_relative, relative_asked
from companion.phrases.kinship import RELATIVES, relation_of
from companion.phrases.told import told_said
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.ports.told import ToldMemory
from companion.rooms.recall.asked import Asked, asked_of, is_question
from companion.rooms.recall.words_of import words_of
from companion.words.facts import SaidFacts, fact_of
from companion.words.language import Bilingual
from companion.words.told import Told
from companion.words.trust import Authority, authority_of

LOOKED_THROUGH = 10_000
"""Newest turns in which a relative is looked for before it is said that nobody told of it."""
NEVER_TOLD = Bilingual("まだ誰からも聞いていません。", "Nobody has told me that yet.")
MOST = 3
"""Told things in one answer."""
ABOUT: dict[str, frozenset[str]] = {
    "allergic_to": frozenset({"allergic", "allergy", "allergies", "アレルギー"}),
    "name": frozenset({"name", "named", "called", "名前"}),
    "called": frozenset({"call", "called", "name", "呼ぶ", "名前"}),
    "kept_at": frozenset({"keep", "kept", "put", "stored", "hidden", "場所", "置く", "仕舞う"}),
    "birthday": frozenset({"birthday", "born", "誕生", "日", "生まれる"}),
    "likes": frozenset({"like", "likes", "favourite", "favorite", "好き"}),
    "lives_in": frozenset({"live", "lives", "living", "住む", "住まい"}),
    "works_at": frozenset({"work", "works", "job", "働く", "勤める", "仕事", "職場"}),
}
"""Words of a question that a kind of fact answers without holding them."""
KINDS: dict[Asked, frozenset[str]] = {
    Asked.PLACE: frozenset({"kept_at", "lives_in", "works_at", "note"}),
    Asked.TIME: frozenset({"birthday", "when", "takes", "note"}),
    Asked.NAME: frozenset({"name", "called", "note"}),
}
"""Kinds of facts that can answer such a question; every kind can answer the others."""
_MINE = ("my ", "our ", "私の", "僕の", "俺の", "うちの", "わたしの")


@dataclass(frozen=True, kw_only=True)
class ToldAnswer:
    """Answers people of the house by what they told."""

    told: ToldMemory
    record: Record
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The told things that hold every word of the question, the newest first; that nobody told
        it, where only people could have."""
        event = heard.event
        asks = heard.is_question or is_question(heard.text) or _asks(heard.text)
        if not asks or authority_of(event.trust) is not Authority.USER:
            return None
        said = fact_of(event, SaidFacts)
        things = await self.told.told()
        asker = said.speaker if said is not None else ""
        found = matching(heard.text, things, asker) if things else []
        if not found:
            return self._never_told(heard)
        shown = found[:MOST]
        return Answer(
            words=told_said(shown, self.clock.now().tzinfo),
            evidence=tuple(i for one in shown for i in one.evidence_event_ids),
        )

    def _never_told(self, heard: HeardSentence) -> Answer | None:
        """A model guesses such a thing, so it is asked only where somebody spoke of the relative:
        memory may then hold what no rule has read."""
        relative = relative_asked(heard.text)
        if relative is None:
            return None

        async def look() -> Bilingual | None:
            said = await self.record.recallable(limit=LOOKED_THROUGH)
            texts = (event.user_text for event in said if event.id != heard.event.id)
            spoken_of = any(
                names_relative(text, relative) and not (is_question(text) or _asks(text))
                for text in texts
                if text
            )
            return None if spoken_of else NEVER_TOLD

        return Answer(work=look)


def matching(question: str, things: Sequence[Told], asker: str) -> list[Told]:
    """Told things that answer the question of this person, the newest first; "" is unknown."""
    asked = {relation_of(word) for word in words_of(question)}
    kinds = KINDS.get(asked_of(question))
    plain = question.casefold()
    mine = any(word in plain for word in _MINE)
    found = [
        one
        for one in reversed(things)
        if (kinds is None or one.predicate in kinds)
        and not (mine and asker and one.whose and one.whose != asker)
        and asked <= _words(one)
        and not asked <= {relation_of(word) for word in words_of(f"{one.whose} {one.told_by}")}
    ]
    return found if asked - RELATIVES.keys() else []


def _words(one: Told) -> set[str]:
    texts = (one.text, one.subject, one.whose, one.told_by)
    words = {relation_of(word) for text in texts for word in words_of(text)}
    return words | ABOUT.get(one.predicate, frozenset())


def _asks(text: str) -> bool:
    """A spoken question has no mark: it begins with the word that asks."""
    first = text.strip().casefold().split(" ")[0].split("'")[0]
    return first in ("what", "where", "when", "who", "whose", "which", "how", "whats", "wheres")
