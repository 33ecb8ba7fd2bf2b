"""Past days of the garden: tells them from the pages of the diary, however long ago they were."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise

from companion.phrases.calendar import day_said, sentence_start
from companion.ports.garden import GardenBook
from companion.ports.record import Record
from companion.rooms.garden.replay import PAGES
from companion.words.facts import Fact, fact_of
from companion.words.facts.garden import (
    DiarySentence,
    GardenActed,
    GardenBond,
    GardenDiary,
    GardenMet,
    GardenTalked,
)
from companion.words.garden import GardenAction
from companion.words.garden_view import Remembered
from companion.words.ids import EventId
from companion.words.language import Bilingual

TOLD = 3
"""Sentences that are told of more than one day."""
MOST = 31
"""Pages that are read of a long time, evenly spread over it."""
_PAGE = Bilingual("私の庭の日記の、{}のページでは、{}", "From my garden diary, {}: {}")
_PAGES = Bilingual("私の庭の日記から。{}", "From my garden diary. {}")
_ON_DAY = Bilingual("{}、{}", "{}: {}")
NO_PAGE = Bilingual(
    "私の庭の日記に、そのころのページはありません。", "My garden diary has no page of that time."
)
_ACTS: Mapping[str, GardenAction] = {
    "ate": GardenAction.EAT,
    "worked": GardenAction.WORK,
    "went": GardenAction.MOVE,
}
_TURNS: Mapping[str, Sequence[str]] = {
    "quarrel": ("quarrelled", "made_up"),
    "plans": ("promised", "kept", "broken"),
}
_KINDS: Mapping[str, tuple[type[Fact], ...]] = {
    "met": (GardenMet, GardenTalked, GardenBond),
    "talked": (GardenTalked,),
}
"""Facts that a question of a topic asks for; a question of any other asks for the day."""


def is_about(topic: str, fact: Fact) -> bool:
    """Whether a fact is one that a question of this topic asks for."""
    if isinstance(fact, GardenActed):
        return fact.action is _ACTS.get(topic)
    if isinstance(fact, GardenBond) and topic in _TURNS:
        return fact.turn in _TURNS[topic]
    return isinstance(fact, _KINDS.get(topic, ()))


async def pages_between(
    book: GardenBook, record: Record, first: date, last: date, today: date
) -> list[GardenDiary]:
    """The pages of these days, oldest first; of a long time some."""
    noted = await book.events(PAGES)
    # A day has one page at most.
    near = noted[-((today - first).days + 1) :]
    step = max(1, ((last - first).days + 1) // MOST)
    found: list[GardenDiary] = []
    for event_id in near[::step]:
        event = await record.event(event_id)
        page = None if event is None else fact_of(event, GardenDiary)
        if page is not None and page.day > last.isoformat():
            break
        if page is not None and page.day >= first.isoformat():
            found.append(page)
    return found


async def asked_for(pages: Sequence[GardenDiary], topic: str, record: Record) -> list[GardenDiary]:
    """The pages with those sentences alone that are about a topic; as they are where none is."""
    if not {topic} & {*_ACTS, *_TURNS, *_KINDS}:
        return [*pages]

    async def fits(sentence: DiarySentence) -> bool:
        # The last event is its own; those before are what a story goes back to.
        event = await record.event(sentence.events[-1])
        facts = (fact_of(event, cls) for cls in _CLASSES) if event is not None else ()
        return any(fact is not None and is_about(topic, fact) for fact in facts)

    found = [
        GardenDiary(who=page.who, day=page.day, sentences=tuple(fitting))
        for page in pages
        if (fitting := [one for one in page.sentences if await fits(one)])
    ]
    return found or [*pages]


_CLASSES: tuple[type[Fact], ...] = (GardenActed, GardenBond, GardenMet, GardenTalked)


def pages_told(pages: Sequence[GardenDiary], today: date) -> Remembered:
    """One page read aloud; of more, one sentence of each third of the time, with its day: the one
    that goes back the furthest."""
    pages = [page for page in pages if page.sentences]
    if not pages:
        return Remembered(words=NO_PAGE)
    if len(pages) == 1:
        page = pages[0]
        words = Bilingual.joined((one.words for one in page.sentences), "", " ")
        told_page = _PAGE.filled(_day(page, today), words)
        return Remembered(words=told_page, events=_events(page.sentences))
    told: list[Bilingual] = []
    chosen: list[DiarySentence] = []
    for part in _parts(pages):
        page, best = max(
            ((page, one) for page in part for one in page.sentences),
            key=lambda pair: len(pair[1].events),
        )
        day = _day(page, today)
        told.append(_ON_DAY.filled(Bilingual(day.ja, sentence_start(day.en)), best.words))
        chosen.append(best)
    return Remembered(words=_PAGES.filled(Bilingual.joined(told, "", " ")), events=_events(chosen))


def _parts(pages: Sequence[GardenDiary]) -> list[Sequence[GardenDiary]]:
    count = min(TOLD, len(pages))
    ends = [len(pages) * n // count for n in range(count + 1)]
    return [pages[a:b] for a, b in pairwise(ends)]


def _day(page: GardenDiary, today: date) -> Bilingual:
    return day_said(date.fromisoformat(page.day), today)


def _events(sentences: Sequence[DiarySentence]) -> tuple[EventId, ...]:
    return tuple(dict.fromkeys(event for one in sentences for event in one.events))
