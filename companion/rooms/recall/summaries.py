"""Summaries of days and months, made by code of what people of the house said.

A summary quotes; it words nothing. It is made anew whenever it is read (ADR 0133), so that a
sentence that was corrected, forgotten or erased stands in none of them, and another takes its
place. Search and answers never read a summary.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, tzinfo
from itertools import islice

from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.recall.asked import Asked, values_of
from companion.rooms.recall.told import ToldThings
from companion.rooms.recall.versions import tells, tells_change
from companion.words.episode import Episode, episode_of
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import has_japanese
from companion.words.summary import Span, Summary
from companion.words.trust import Authority, authority_of
from companion.words.writeplan import WITHDRAWN

LINES = {Span.DAY: 3, Span.MONTH: 8}
"""Sentences of one summary at most."""
LOOKED_THROUGH = 5_000
"""Newest sentences and decisions of which summaries are made."""
PAGE = 500
_ACTED = EventSource.DELIBERATION_DECISION
LEAST, LEAST_JA = 16, 8
"""Letters of a sentence that tells something by itself."""


class Summaries:
    """Reads the record for them."""

    def __init__(self, record: Record, state: StateReader | None) -> None:
        self._record, self._state = record, state

    async def of(self, span: Span, zone: tzinfo | None, *, limit: int) -> tuple[Summary, ...]:
        """The newest `limit` days or months in which something was told, the newest first."""
        gone, told = await self._believed()
        said, asked_for = await self._said(gone)
        episodes = [one for one in said if one.id not in asked_for]
        # Beside the loop: it reads many sentences.
        return await asyncio.to_thread(summed, span, episodes, told, zone, limit=limit)

    async def _believed(self) -> tuple[frozenset[EventId], frozenset[EventId]]:
        """Events that are believed no more, and those that told a fact or a preference."""
        if self._state is None:
            return frozenset(), frozenset()
        rows = await self._state.rows(WITHDRAWN)
        things = await ToldThings(self._state).told()
        told = (event_id for one in things for event_id in one.evidence_event_ids)
        return frozenset(EventId(int(row.key)) for row in rows), frozenset(told)

    async def _said(self, gone: Collection[EventId]) -> tuple[list[Episode], frozenset[EventId]]:
        """The sentences of people of the house, and the events that led to an act: orders."""
        said: list[Episode] = []
        led: set[EventId] = set()
        before: EventId | None = None
        looked = 0
        sources = (EventSource.USER_INPUT, _ACTED)
        while looked < LOOKED_THROUGH and (
            page := await self._record.recent(
                limit=PAGE, before=before, sources=sources, origin="home"
            )
        ):
            for event in page:
                if event.source is _ACTED:
                    led.update(event.evidence_event_ids)
                elif event.id not in gone and (one := _told_at_home(event)) is not None:
                    said.append(one)
            before, looked = page[-1].id, looked + len(page)
        return said, frozenset(led)


def summed(
    span: Span,
    said: Iterable[Episode],
    told: Collection[EventId],
    zone: tzinfo | None,
    *,
    limit: int = 100,
) -> tuple[Summary, ...]:
    """The newest `limit` summaries of these, the newest first. `told`: events that told a fact or
    a preference."""
    by_begin: dict[date, list[Episode]] = defaultdict(list)
    for one in said:
        by_begin[_begin(span, one.at.astimezone(zone))].append(one)
    every = (
        Summary(span=span, begins=begin, said=len(ones), lines=_telling(ones, told, LINES[span]))
        for begin, ones in sorted(by_begin.items(), reverse=True)
    )
    return tuple(islice((one for one in every if one.lines), limit))


def _begin(span: Span, at: datetime) -> date:
    return at.date().replace(day=1) if span is Span.MONTH else at.date()


def _telling(said: Sequence[Episode], told: Collection[EventId], most: int) -> tuple[Episode, ...]:
    """The sentences that tell most: facts and preferences first, then what changed, then what has
    a time, a number or a place; of equals the longer."""
    ranked = sorted(said, key=lambda one: (-worth(one, told), -len(one.text), one.id))
    chosen = [one for one in ranked if worth(one, told) > 0][:most]
    return tuple(sorted(chosen, key=lambda one: (one.at, one.id)))


def worth(episode: Episode, told: Collection[EventId]) -> int:
    """How much a sentence tells; 0 for a question and for small talk."""
    if episode.id in told:
        return 4
    if len(episode.text) < (LEAST_JA if has_japanese(episode.text) else LEAST) or not tells(
        episode
    ):
        return 0
    given = sum(bool(values_of(kind, episode.text)) for kind in (Asked.TIME, Asked.NUMBER))
    return given + 2 * tells_change(episode)


def _told_at_home(event: Event) -> Episode | None:
    if authority_of(event.trust) is not Authority.USER or event.kind == "requested":
        return None
    episode = episode_of(event)
    return episode if episode is not None and episode.is_talk else None
