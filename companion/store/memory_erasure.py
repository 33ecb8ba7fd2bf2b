"""The port `Erasure` over the in-memory twin: what SQLite empties or deletes is emptied here."""

import json
from collections.abc import Awaitable, Callable, Iterable, Sequence, Sized
from dataclasses import replace

from companion.ports.clock import Clock
from companion.ports.erasure import Chosen, Erased
from companion.store import erase as erasing
from companion.store.memory_tables import Tables
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel

NEVER = ("erased", "record_rescued")
"""Events that say what is gone."""


class MemoryErasure:
    """Same refusals as `SqliteErasure`; there are no bytes to overwrite."""

    def __init__(
        self, tables: Tables, clock: Clock, append: Callable[[EventDraft], Awaitable[Event]]
    ) -> None:
        self._tables, self._clock, self._append = tables, clock, append

    async def find(self, chosen: Chosen, *, consequences: bool = True) -> tuple[EventId, ...]:
        """The events meant, and all that cite them."""
        if not (chosen.ids or chosen.since or chosen.until or chosen.text):
            return ()
        found = [event.id for event in self._tables.events if self._meant(event, chosen)]
        return tuple(self._citing(found) if consequences else found)

    async def quoting(self, event_ids: Sequence[EventId]) -> tuple[EventId, ...]:
        """Events that still have content and cite these."""
        citing = set(self._citing(event_ids)) - set(event_ids)
        return tuple(e.id for e in self._tables.events if e.id in citing and not e.erased)

    async def erase(self, event_ids: Sequence[EventId], reason: str, by: str) -> Erased:
        """Take their content away."""
        ids = tuple(sorted(event_ids))
        emptied, derived = self._empty(ids), self._forget(frozenset(ids))
        draft = EventDraft(
            source=EventSource.SYSTEM,
            kind="erased",
            at=self._clock.now(),
            trust=TrustLabel.SELF,
            payload={
                "ids": list(erasing.ranges(ids)),
                "events": emptied,
                "derived_rows": derived,
                "by": by,
                "reason": reason,
            },
        )
        told = await self._append(draft)
        return Erased(event_id=told.id, ids=ids, emptied=emptied, derived_rows=derived)

    def _meant(self, event: Event, chosen: Chosen) -> bool:
        if event.erased or (event.source is EventSource.SYSTEM and event.kind in NEVER):
            return False
        early = chosen.since is not None and event.at < chosen.since
        late = chosen.until is not None and event.at >= chosen.until
        if early or late or (chosen.ids and event.id not in chosen.ids):
            return False
        return not chosen.text or chosen.text in self._all_of(event)

    def _all_of(self, event: Event) -> str:
        tables = self._tables
        payload = json.dumps(dict(event.payload), ensure_ascii=False)
        more = tables.decisions.get(event.id, ""), tables.results.get(event.id, "")
        return "\n".join((event.user_text, event.assistant_text, payload, *more))

    def _citing(self, ids: Iterable[EventId]) -> list[EventId]:
        found = set(ids)
        waiting = list(found)
        while waiting:
            new = set(self._tables.citing.get(waiting.pop(), ())) - found
            found |= new
            waiting += new
        kept = {e.id for e in self._tables.events if e.kind in NEVER}
        return sorted(found - kept)

    def _empty(self, ids: Sequence[EventId]) -> int:
        emptied = 0
        for event_id in ids:
            event = self._tables.event(event_id)
            if event is None or event.erased:
                continue
            gone = replace(event, user_text="", assistant_text="", payload={}, erased=True)
            self._tables.events[event_id - 1] = gone
            emptied += 1
        return emptied

    def _forget(self, ids: frozenset[EventId]) -> int:
        tables = self._tables
        before = self._rows()
        for event_id in ids:
            tables.thoughts.pop(event_id, None)
            tables.decisions.pop(event_id, None)
            tables.results.pop(event_id, None)
        rests = {k for k, row in tables.state.items() if ids & set(row.evidence_event_ids)}
        tables.state = {k: row for k, row in tables.state.items() if k not in rests}
        tables.revisions = [
            (by, row)
            for by, row in tables.revisions
            if by not in ids and not ids & set(row.evidence_event_ids)
        ]
        tables.jobs = [job for job in tables.jobs if job.payload.get("event_id") not in ids]
        tables.snapshots.clear()
        tables.questions = [
            _emptied(q) if q.decision_event_id in ids else q for q in tables.questions
        ]
        return before - self._rows()

    def _rows(self) -> int:
        t = self._tables
        tables: tuple[Sized, ...] = (t.thoughts, t.state, t.revisions, t.jobs, t.snapshots)
        return sum(len(table) for table in tables)


def _emptied(question: ApprovalQuestion) -> ApprovalQuestion:
    """Nobody can be asked what is no longer known."""
    waits = question.status is ApprovalStatus.PENDING
    status = ApprovalStatus.DENIED if waits else question.status
    return replace(question, summary=Bilingual("", ""), impact=Bilingual("", ""), status=status)
