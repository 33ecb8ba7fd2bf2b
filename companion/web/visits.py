"""Visits: group the events between somebody's coming into a room and their going, with their
consequences.

No table holds a visit. Sightings open and close it; every other event belongs to the visit of the
event that it cites as its cause. Visits are listed by their end, so that one that is going on comes
first and each stands on exactly one page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.phrases.times import length_said
from companion.ports.record import Record
from companion.web.because import trigger_events
from companion.web.lines import LogLine, is_main
from companion.web.reader import Reader
from companion.web.search import LOOKED_THROUGH, PAGE, Sought, folded, says
from companion.web.standing import undo_of
from companion.web.times import age
from companion.words.event import Event, EventSource
from companion.words.facts import Requested, Ruled, SaidFacts, fact_of
from companion.words.ids import EventId
from companion.words.observation import Certainty, Change, Observation
from companion.words.result import is_look

VISITS = "visits"
"""The filter of the log that shows them."""
SHOWN = 20
"""Visits of one page."""
AFTERWARDS = 200
"""So many events later something may still come of a visit that has ended: a late result, a
message, an undo by the owner."""
_READ = tuple(source for source in EventSource if source is not EventSource.DEVICE_STATE)
_TOLD = frozenset(_READ) - {EventSource.OBSERVATION}


@dataclass(slots=True, kw_only=True)
class Visit:
    """One visit as the record has it."""

    place: str
    opened: Event | None
    """None where it began further back than was read."""
    closed: Event | None = None
    """The event that ended it; None while it goes on."""
    most: int = 1
    """How many were seen at once."""
    events: list[Event] = field(default_factory=list)
    """Events that followed, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitShown:
    """One visit for one reader."""

    id: int
    """The event that opened it, else the one that closed it."""
    title: str
    """`Hall · 2 people`."""
    text: str
    """From when until when, and how long."""
    camera: str
    """Whose picture shows it now; "" for a visit that is over, for no picture is kept."""
    camera_place: str
    lines: tuple[LogLine, ...]
    """Events that followed, oldest first."""
    undo: tuple[int, ...]
    """Acts that can be taken back, newest first."""
    address: str
    """A link that still leads to it tomorrow."""


@dataclass(frozen=True, slots=True)
class VisitPage:
    """Visits of one page, and where the next one begins (0: nowhere)."""

    visits: tuple[VisitShown, ...]
    oldest: int


class Sorting:
    """Sorts events, oldest first, into visits."""

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self._open: dict[str, Visit] = {}
        self._of: dict[int, Visit] = {}

    def take(self, event: Event) -> None:
        """One more event."""
        seen = fact_of(event, Observation)
        if seen is not None and seen.subject == "person":
            self._sighted(event, seen)
        elif (visit := self._belongs_to(event)) is not None:
            self._of[event.id] = visit
            visit.events.append(event)

    def _sighted(self, event: Event, seen: Observation) -> None:
        place = seen.place
        if seen.certainty is Certainty.UNKNOWN or seen.value == "absent":
            if (known := self._open.pop(place, None)) is not None:
                known.closed = event
                self._of[event.id] = known
            elif seen.change is Change.GONE:
                before = Visit(place=place, opened=None, closed=event)
                self.visits.append(before)
                self._of[event.id] = before
            return
        visit = self._open.get(place)
        if visit is None and seen.certainty is Certainty.FACT:
            visit = self._open[place] = Visit(place=place, opened=event)
            self.visits.append(visit)
        if visit is not None:
            visit.most = max(visit.most, 1 if seen.count is None else seen.count)
            self._of[event.id] = visit

    def _belongs_to(self, event: Event) -> Visit | None:
        """The visit of its cause; a sentence said in the room belongs to the visit there."""
        if event.source is EventSource.USER_INPUT:
            taken_back = self._of.get(undo_of(event))
            said = fact_of(event, SaidFacts) or fact_of(event, Requested)
            return taken_back or self._open.get("" if said is None else said.place)
        set_off = trigger_events(event)
        causes = event.evidence_event_ids if set_off is None else set_off[-1:]
        return self._of.get(causes[0]) if causes else None


def visits_in(events: Iterable[Event]) -> list[Visit]:
    """The visits among these events, oldest event first."""
    sorting = Sorting()
    for event in events:
        sorting.take(event)
    return sorting.visits


@dataclass(frozen=True, slots=True)
class VisitLog:
    """Reads visits for one reader."""

    record: Record
    reader: Reader
    cameras: Mapping[str, str]
    """Camera -> room."""

    async def page(self, sought: Sought, before: int | None) -> VisitPage:
        """Up to `SHOWN` visits that ended before this event, the latest end first."""
        listed, oldest = await self._read(before)
        shown: list[VisitShown] = []
        for at, visit in enumerate(listed, start=1):
            drawn = await self._shown(visit)
            if self._fits(visit, drawn, sought):
                shown.append(drawn)
            if len(shown) >= SHOWN and visit.closed is not None and at < len(listed):
                return VisitPage(tuple(shown), visit.closed.id)
        return VisitPage(tuple(shown), oldest)

    async def _read(self, before: int | None) -> tuple[list[Visit], int]:
        """The visits of at least one page, unless more than `LOOKED_THROUGH` events would have to
        be read for it, and the event from which the next page reads on (0: the record ends)."""
        read: list[Event] = []
        position = EventId(before + AFTERWARDS) if before else None
        while True:
            found = await self.record.recent(limit=PAGE, before=position, sources=_READ)
            read += found
            listed = _listed(visits_in(reversed(read)), before)
            if len(found) < PAGE:
                return listed, 0
            position = found[-1].id
            if len(read) >= LOOKED_THROUGH or _settled(listed):
                return listed, position

    def _fits(self, visit: Visit, drawn: VisitShown, sought: Sought) -> bool:
        if sought.room and visit.place != sought.room:
            return False
        if sought.who and not any(
            (event.source, event.trust.value) == (EventSource.USER_INPUT, sought.who)
            for event in visit.events
        ):
            return False
        words = folded(sought.text).split()
        return (
            not words
            or any(says(line, words) for line in drawn.lines)
            or all(word in folded(drawn.title) for word in words)
        )

    async def _shown(self, visit: Visit) -> VisitShown:
        reader, words = self.reader, self.reader.words
        events = _told(visit.events)
        how = await reader.log.standing(events)
        told = [await reader.log.told(event) for event in events]
        lines = tuple(reader.log.line(each, reader.now, how) for each in told)
        back = [
            line.id
            for line, each in zip(lines, told, strict=True)
            if line.undo and (each.trigger is None or not undo_of(each.trigger))
        ]
        first = visit.opened or visit.closed
        own = first.id if first is not None else 0
        room = reader.names.place(visit.place)
        who = "visit.one" if visit.most == 1 else "visit.several"
        people = words(who if visit.opened else "visit.somebody").format(visit.most)
        camera = self._camera(visit)
        return VisitShown(
            id=own,
            title=f"{room} · {people}",
            text=self._lasted(visit),
            camera=camera,
            camera_place=room if camera else "",
            lines=lines,
            undo=tuple(reversed(back)),
            address=_address(visit, own),
        )

    def _camera(self, visit: Visit) -> str:
        if visit.closed is not None:
            return ""
        seeing = (name for name, place in self.cameras.items() if place == visit.place)
        return next(seeing, "")

    def _lasted(self, visit: Visit) -> str:
        """`18:53–19:01 · 8 min`; where nobody was seen to leave, how that is known."""
        words = self.reader.words
        begun = "" if visit.opened is None else self._clock(visit.opened)
        if visit.closed is None:
            return words("visit.still").format(begun)
        ended, how = self._clock(visit.closed), fact_of(visit.closed, Observation)
        if how is None or how.change is not Change.GONE:
            away = how is not None and how.value == "absent"
            known = words("visit.away" if away else "visit.lost")
            return f"{begun}– · {known.format(ended)}"
        if visit.opened is None:
            return words("visit.left").format(ended)
        lasted_s = (visit.closed.at - visit.opened.at).total_seconds()
        if lasted_s >= 60:
            lasted_s = round(lasted_s / 60) * 60
        return f"{begun}–{ended} · {words.of(length_said(lasted_s))}"

    def _clock(self, event: Event) -> str:
        return age(event.at, self.reader.now, self.reader.words.language).clock


def _listed(visits: Sequence[Visit], before: int | None) -> list[Visit]:
    """Those of this page and the ones after it: going on first, then the latest end."""
    ended = [v for v in visits if v.closed is not None and (not before or v.closed.id < before)]
    ended.sort(key=lambda visit: -(visit.closed.id if visit.closed else 0))
    going_on = [] if before else [v for v in reversed(visits) if v.closed is None]
    return going_on + ended


def _settled(listed: list[Visit]) -> bool:
    """Whether a page is full and the beginning of each visit on it was read."""
    page = listed[: SHOWN + 1]
    return len(page) > SHOWN and all(visit.opened is not None for visit in page)


def _told(events: Sequence[Event]) -> list[Event]:
    """The events that a group shows: no check that let something pass, no look (it changes
    nothing), and no decision whose act stands there with the same reason."""
    acts = [e for e in events if e.source is EventSource.ACTION_RESULT]
    acted_on = {cause for act in acts for cause in act.evidence_event_ids[:1]}
    return [e for e in events if e.id not in acted_on and _is_told(e)]


def _is_told(event: Event) -> bool:
    if event.source is EventSource.GM_JUDGEMENT:
        ruled = fact_of(event, Ruled)
        return ruled is None or not ruled.allowed
    return event.source in _TOLD and is_main(event) and not is_look(event.kind)


def _address(visit: Visit, own: int) -> str:
    ended = f"&before={visit.closed.id + 1}" if visit.closed is not None else ""
    return f"/log?kind={VISITS}{ended}#visit-{own}"
