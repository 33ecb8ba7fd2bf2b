"""The memory view draws what people told, by person, each with its quotation, day and evidence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from companion.phrases.kinship import relation_of
from companion.phrases.recalled import why_said
from companion.ports.memory import Memory
from companion.ports.record import Record
from companion.ports.told import ToldMemory
from companion.web.parts import WebParts
from companion.web.reader import Reader
from companion.web.search import folded
from companion.words.areas import Standing
from companion.words.episode import Episode, Voice
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.recalled import Found
from companion.words.summary import Span, Summary
from companion.words.told import Told, ToldKind, told_json

FOUND = 10
"""Sentences of the talk that a search shows beside what was told."""
SUMMARIES = {Span.DAY: 7, Span.MONTH: 12}
"""Newest days and months that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How a told thing stands: a word, and the tone that its sign and colour follow."""

    word: str
    tone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldShown:
    """One told thing for one reader."""

    thing: Told
    event_id: int
    """The line of the log in which it was told."""
    text: str
    """The clause as it was said."""
    sentence: str
    """The whole sentence that it was part of."""
    told_by: str
    """Name of the speaker; "" where nobody knows."""
    day: str
    mark: Mark | None
    over: bool
    """Whether it holds no longer."""
    may_confirm: bool
    may_revoke: bool

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return told_json(self.thing, self.thing.evidence_event_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person, or the household, with what was told of them."""

    name: str
    """"" is the household, and a speaker whom nobody knows."""
    holds: tuple[ToldShown, ...]
    over: tuple[ToldShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidShown:
    """One sentence of the talk that a search found."""

    event_id: int
    text: str
    speaker: str
    day: str
    why: str
    """Why it was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryShown:
    """A day or a month with the sentences that tell most of it."""

    title: str
    said: int
    """Sentences that were said then."""
    lines: tuple[SaidShown, ...]


@dataclass(frozen=True, kw_only=True)
class MemoryView:
    """Reads what people told for one reader."""

    told: ToldMemory
    memory: Memory | None
    """Searches what was said; None where nothing does."""
    record: Record
    reader: Reader

    async def people(self, sought: str = "") -> tuple[Person, ...]:
        """Told things by person, the newest first; `sought` narrows them. The household comes
        first, then the people by name."""
        shown = [each for each in await self._every() if _holds(each.thing, sought)]
        names = sorted({each.thing.whose for each in shown}, key=str.casefold)
        return tuple(
            Person(
                name=name,
                holds=tuple(e for e in shown if e.thing.whose == name and not e.over),
                over=tuple(e for e in shown if e.thing.whose == name and e.over),
            )
            for name in names
        )

    async def of_event(self, event_id: EventId) -> tuple[ToldShown, ...]:
        """Told things that were remembered of one line of the log."""
        every = await self._every()
        return tuple(each for each in every if event_id in each.thing.evidence_event_ids)

    async def said(self, sought: str, without: Iterable[Person]) -> tuple[SaidShown, ...]:
        """Sentences of people that belong to the words, best first, without those whose told
        things are shown already."""
        if self.memory is None or not sought.strip():
            return ()
        shown = {e.event_id for person in without for e in (*person.holds, *person.over)}
        found = await self.memory.find(
            sought, self.reader.now, limit=FOUND, without={EventId(i) for i in shown}
        )
        return tuple(self._said(one) for one in found if one.episode.voice is Voice.PERSON)

    async def summaries(self, span: Span) -> tuple[SummaryShown, ...]:
        """The newest days, or months, in which something was told."""
        if self.memory is None:
            return ()
        zone = self.reader.now.tzinfo
        found = await self.memory.summaries(span, zone, limit=SUMMARIES[span])
        return tuple(
            SummaryShown(
                title=self._title(one), said=one.said, lines=tuple(map(self._line, one.lines))
            )
            for one in found
        )

    def _title(self, one: Summary) -> str:
        ja = self.reader.words.language is Language.JA
        if one.span is Span.MONTH:
            return f"{one.begins.year}年{one.begins.month}月" if ja else f"{one.begins:%B %Y}"
        return self.day(datetime.combine(one.begins, time(12), self.reader.now.tzinfo))

    def _line(self, one: Episode) -> SaidShown:
        return SaidShown(
            event_id=one.id, text=one.text, speaker=one.speaker, day=self.day(one.at), why=""
        )

    async def _every(self) -> list[ToldShown]:
        held = {one.id: one for one in (*await self.told.told(), *await self.told.ended())}
        newest = sorted(held.values(), key=lambda one: (one.valid_from, one.id), reverse=True)
        return [
            self._shown(one, await self.record.event(one.evidence_event_ids[0])) for one in newest
        ]

    def _shown(self, one: Told, event: Event | None) -> ToldShown:
        revoked = one.status is Standing.REVOKED
        preference = one.kind is ToldKind.PREFERENCE and one.valid_until is None
        return ToldShown(
            thing=one,
            event_id=one.evidence_event_ids[0],
            text=one.text,
            sentence=event.user_text if event is not None else one.text,
            told_by=one.told_by,
            day=self.day(one.valid_from),
            mark=self._mark(one),
            over=one.valid_until is not None or revoked,
            may_confirm=preference and one.status is not Standing.CONFIRMED,
            may_revoke=preference and not revoked,
        )

    def _mark(self, one: Told) -> Mark | None:
        words = self.reader.words
        if one.valid_until is not None:
            until = words("memory.until").replace("{day}", self.day(one.valid_until))
            return Mark(word=until, tone="quiet")
        if one.kind is not ToldKind.PREFERENCE:
            return None
        tones = {Standing.CONFIRMED: "done", Standing.CANDIDATE: "waiting"}
        word = words(f"memory.standing.{one.status.value}")
        return Mark(word=word, tone=tones.get(one.status, "quiet"))

    def _said(self, one: Found) -> SaidShown:
        words = self.reader.words
        return SaidShown(
            event_id=one.episode.id,
            text=one.episode.told(words.language),
            speaker=one.episode.speaker,
            day=self.day(one.episode.at),
            why=words.of(why_said(one)),
        )

    def day(self, at: datetime) -> str:
        """The day at home, with its year where it is another one."""
        now = self.reader.now
        local = at.astimezone(now.tzinfo)
        ja = self.reader.words.language is Language.JA
        if local.year == now.year:
            return f"{local.month}月{local.day}日" if ja else f"{local:%-d %B}"
        return f"{local.year}年{local.month}月{local.day}日" if ja else f"{local:%-d %B %Y}"


def view_of(parts: WebParts, reader: Reader) -> MemoryView | None:
    """Memory for one reader; None in a house that keeps none."""
    if parts.told is None:
        return None
    return MemoryView(told=parts.told, memory=parts.memory, record=parts.record, reader=reader)


def _holds(one: Told, sought: str) -> bool:
    """Whether a told thing holds all these words; "mum" finds what was told of the mother."""
    parts: Sequence[str] = (one.whose, one.subject, one.text, one.value, one.told_by)
    holds = folded(" ".join(parts))
    return all(word in holds or relation_of(word) in holds for word in folded(sought).split())
