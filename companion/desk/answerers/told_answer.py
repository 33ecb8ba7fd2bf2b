"""The told answer gives what people told, with the quotation and its day.

Facts and preferences that a rule has read carry whose they are and what they are about, so that a
question is matched with all of its words. A question that they do not answer goes on to the next
answerer; nothing is guessed.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.desk.personal_question import names_relative, relative_asked, thing_sought
from companion.phrases.kinship import RELATIVES, relation_of
from companion.phrases.told import told_said
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.ports.told import ToldMemory
from companion.rooms.consolidation.statements.reading import read
from companion.rooms.recall.asked import Asked, asked_of
from companion.rooms.recall.words_of import words_of
from companion.words.event import Event
from companion.words.facts import SaidFacts, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.question import is_question
from companion.words.told import Told
from companion.words.trust import Authority, authority_of

LOOKED_THROUGH = 10_000
"""Newest turns in which a relative or a thing is looked for before it is said that nobody told."""
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
_ASKING = frozenset(
    {"again", "remember", "remind", "recall", "say", "said", "told", "mention", "mentioned"}
    | {"exactly", "actually", "please", "うち", "覚える", "言う", "聞く", "話す", "教える", "もう"}
)
"""Words of a question that say nothing of what is asked for."""
_MINE = ("my ", "our ", "私の", "僕の", "俺の", "うちの", "わたしの")


@dataclass(frozen=True, kw_only=True)
class ToldAnswer:
    """Answers people of the house by what they told."""

    told: ToldMemory
    record: Record
    clock: Clock
    names: Callable[[], Iterable[str]] = lambda: ()
    """Names of devices, rooms and people, whose place the home can see for itself."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The told things that hold every word of the question, the newest first; that nobody told
        it, where only people could have."""
        event = heard.event
        asks = heard.is_question or is_question(heard.text)
        if not asks or authority_of(event.trust) is not Authority.USER:
            return None
        said = fact_of(event, SaidFacts)
        things = await self.told.told()
        asker = said.speaker if said is not None else ""
        found = matching(heard.text, things, asker) if things else []
        if not found:
            return self._never_told(heard, things)
        shown = found[:MOST]
        return Answer(
            words=told_said(shown, self.clock.now().tzinfo),
            evidence=tuple(i for one in shown for i in one.evidence_event_ids),
        )

    def _never_told(self, heard: HeardSentence, things: Sequence[Told]) -> Answer | None:
        """A model guesses such a thing, so it is asked only where somebody spoke of the relative or
        the thing: memory may then hold what no rule has read."""
        speaks_of = self._speaks_of(heard)
        if speaks_of is None:
            return None
        held = {number for one in things for number in one.evidence_event_ids}

        async def look() -> Bilingual | None:
            for event in await self.record.recallable(limit=LOOKED_THROUGH):
                text = event.user_text
                if not text or event.id == heard.event.id or not speaks_of(text):
                    continue
                if not is_question(text) and not _was_forgotten(event, held):
                    return None
            return NEVER_TOLD

        return Answer(work=look, passes_on=True)

    def _speaks_of(self, heard: HeardSentence) -> Callable[[str], bool] | None:
        """A test of sentences: are they about what only people can tell? None where the question
        asks for something else."""
        if (relative := relative_asked(heard.text)) is not None:
            return lambda text: names_relative(text, relative)
        thing = thing_sought(heard.text)
        done = heard.reading.requests or heard.reading.reply is not None
        if thing is None or done or thing in self._named():
            return None
        return lambda text: thing in text.casefold() and thing_sought(text) is None

    def _named(self) -> frozenset[str]:
        return frozenset(name.casefold() for name in self.names())


def matching(question: str, things: Sequence[Told], asker: str) -> list[Told]:
    """Told things that answer the question of this person, the newest first; "" is unknown."""
    asked = {relation_of(word) for word in words_of(question)} - _ASKING
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


def _was_forgotten(event: Event, held: Collection[EventId]) -> bool:
    """Whether a plain statement of the house is not held any more: it was taken back."""
    of_the_house = authority_of(event.trust) is Authority.USER
    return of_the_house and event.id not in held and bool(read(event.user_text))


def _words(one: Told) -> set[str]:
    texts = (one.text, one.subject, one.whose, one.told_by)
    words = {relation_of(word) for text in texts for word in words_of(text)}
    return words | ABOUT.get(one.predicate, frozenset())
