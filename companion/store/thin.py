"""Thinning 間引き: removes everyday device reports after their days, and leaves a mark (ADR 0034).

Two kinds go, and both are sensing. Reports: what devices say of themselves. Looks: that a camera
saw nobody, and a look of our own accord that found nothing new, with its decision, ruling and
result. All else stays: what people said, told facts, every decision about a person or a device
(also to do nothing), acts, messages, approvals, alarms. And whatever something that stays cites,
or what is held to be so rests on, stays with it.

A run of events that goes leaves a row in `thinned`: its ids and the chain where it ended, so that
the chain goes on verifying behind it. The event `thinned`, written in the same transaction, seals
these rows by a digest. An event that is missing without such a row was lost or taken.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from companion.ports.clock import Clock
from companion.store import rows
from companion.store.erase import ranges
from companion.store.log import ChainHead
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.writer import Writer
from companion.words.event import EventDraft, EventSource
from companion.words.result import LOOKING, is_look
from companion.words.trigger import Priority, is_own_look
from companion.words.trust import TrustLabel

GROUP = 200
"""Most events taken out in one transaction: some tens of milliseconds on an SD card."""
LOOKED_AT = 2000
"""Most events looked at for one transaction: most of what is old and still there stays."""
CONSEQUENCES = 64
"""Most events one is looked after to; what more follows from stays."""
KIND = "thinned"

REPORT = EventSource.DEVICE_STATE.value
DECISION = EventSource.DELIBERATION_DECISION.value
OBSERVATION = EventSource.OBSERVATION.value
RESULT = EventSource.ACTION_RESULT.value
_FOLLOWS = {
    (EventSource.GM_JUDGEMENT.value, "ok"),
    (EventSource.APPROVAL_ANSWER.value, "not_needed"),
}
"""Events that may follow the decision to look, beside its result. A refusal, a question, an answer,
an act and a message are kept, and keep their decision."""


@dataclass(frozen=True, slots=True)
class Keep:
    """For how long what may go is kept; None is for good."""

    reports: timedelta | None = timedelta(days=7)
    looks: timedelta | None = timedelta(days=30)

    @classmethod
    def of_days(cls, reports_days: float, looks_days: float) -> "Keep":
        """As the owner configured it; 0 keeps for good."""
        reports, looks = (
            timedelta(days=days) if days else None for days in (reports_days, looks_days)
        )
        return cls(reports, looks)

    @property
    def reports_days(self) -> float:
        """0 for good."""
        return 0.0 if self.reports is None else self.reports / timedelta(days=1)

    @property
    def looks_days(self) -> float:
        """0 for good."""
        return 0.0 if self.looks is None else self.looks / timedelta(days=1)


@dataclass(slots=True)
class _Pass:
    """One way through the record."""

    reports_before: datetime | None
    looks_before: datetime | None
    at: int = 0
    """The last event looked at."""
    held: frozenset[int] = frozenset()
    news: frozenset[int] = frozenset()
    """Results of looks that found something else than the look before."""
    revisions: Mapping[int, list[int]] = field(default_factory=dict)
    newest_revision: int = 0
    """When this way through the record began; so are the three before."""

    @property
    def ends_at(self) -> datetime:
        """From when on nothing goes."""
        return max(one for one in (self.reports_before, self.looks_before) if one is not None)


@dataclass(slots=True)
class _Batch:
    """The events that one transaction takes out."""

    ids: set[int] = field(default_factory=set)
    cited: dict[int, list[int]] = field(default_factory=dict)


class Thinning:
    """Takes out, a few at a time, what has come to its end of life."""

    def __init__(self, writer: Writer, readers: Readers, head: ChainHead, clock: Clock) -> None:
        self._writer, self._readers, self._head = writer, readers, head
        self._clock = clock
        self._passes: list[_Pass] = []
        self.total = 0
        """Events taken out since the start."""

    async def begin(self, keep: Keep) -> None:
        """Plan a way through the record for each kind that goes."""
        now = self._clock.now()
        reports = None if keep.reports is None else now - keep.reports
        looks = None if keep.looks is None else now - keep.looks
        self._passes = []
        if reports is not None:
            self._passes.append(_Pass(reports, None))
        if looks is not None:
            # Reports that a look rested on go with it.
            self._passes.append(_Pass(reports, looks))
        held, revisions, newest = await self._readers.read(_standing)
        news = await self._readers.read(_news)
        for one in self._passes:
            one.held, one.revisions, one.news = held, revisions, news
            one.newest_revision = newest

    async def step(self) -> bool:
        """One small transaction; False when there is nothing left to do. Stopped at any moment, by
        a power cut as well, the record is whole. Raises `RecordNotWritable`."""
        while self._passes:
            if await self._part(self._passes[0]):
                return True
        return False

    async def _part(self, here: _Pass) -> bool:
        """The next part of one way through the record; whether anything was to go."""
        batch, ended = await self._readers.read(lambda c: _next_batch(c, here))
        if batch.ids:
            self.total += await self._writer.prune(lambda c: self._take_out(c, batch, here))
        if ended:
            self._passes.remove(here)
        return bool(batch.ids)

    def _take_out(self, connection: sqlite3.Connection, batch: _Batch, here: _Pass) -> int:
        """Number of events that were taken out."""
        ids = sorted(batch.ids)
        revisions = json.dumps([row for one in ids for row in here.revisions.get(one, ())])
        asked = {"ids": json.dumps(ids), "revisions": revisions, "revision": here.newest_revision}
        for query in ("cited_by_others", "held_by_now"):
            if connection.execute(sql(query), asked).fetchone():
                # Something that was written meanwhile stands on one of them: next time.
                return 0
        runs = [
            (first, last, bytes(connection.execute(sql("chain_at"), (last,)).fetchone()[0]))
            for first, last in ranges(ids)
        ]
        draft = EventDraft(
            source=EventSource.SYSTEM,
            kind=KIND,
            at=self._clock.now(),
            trust=TrustLabel.SELF,
            payload={
                "events": len(ids),
                "first": ids[0],
                "last": ids[-1],
                "what": "reports" if here.looks_before is None else "looks",
                "digest": digest_of(runs),
            },
        )
        marker = self._head.append(connection, rows.event_row(draft))
        connection.executemany(sql("insert_run"), [(*run, marker) for run in runs])
        pairs = [(cited, event_id) for event_id, all_ in batch.cited.items() for cited in all_]
        connection.execute(sql("thin_evidence"), (json.dumps(pairs),))
        connection.execute(sql("thin_revisions"), (revisions,))
        listed = (json.dumps(ids),)
        for query in _DELETIONS:
            connection.execute(sql(query), listed)
        return len(ids)


_DELETIONS = (
    "thin_plans",
    "thin_thoughts",
    "thin_sessions",
    "thin_results",
    "thin_decisions",
    "thin_events",
)


def _standing(
    connection: sqlite3.Connection,
) -> tuple[frozenset[int], dict[int, list[int]], int]:
    """Ids of events that have to stay, the revisions by their events, and the newest revision."""
    held = frozenset(int(row[0]) for row in connection.execute(sql("events_held")) if row[0])
    last = connection.execute(sql("chain_end")).fetchone()
    revisions: dict[int, list[int]] = {}
    for event_id, row_id in connection.execute(
        sql("revisions_by_event"), (last["id"] if last else 0,)
    ):
        revisions.setdefault(event_id, []).append(row_id)
    return held, revisions, connection.execute(sql("newest_revision")).fetchone()[0]


def _news(connection: sqlite3.Connection) -> frozenset[int]:
    """Results of looks that stay: the first of each camera, those that saw something else than the
    look before, and those that failed."""
    before: dict[str, str] = {}
    news = set()
    for event_id, payload in connection.execute(sql("looks_all"), (f"{LOOKING}.*",)):
        facts = _facts(payload)
        camera, saw = str(facts.get("camera")), _what_it_saw(facts)
        if facts.get("status") != "success" or before.get(camera) != saw:
            news.add(event_id)
        before[camera] = saw
    return frozenset(news)


def _facts(payload: str | bytes) -> Mapping[str, Any]:
    """A payload; nothing where it is damaged, and then its event stays."""
    try:
        found = json.loads(payload)
    except (TypeError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _what_it_saw(facts: Mapping[str, Any]) -> str:
    """The result of a look without what differs each time: when, how sure, how long it took."""
    told = {name: _steady(value) for name, value in facts.items() if name not in _JITTER}
    return json.dumps(told, sort_keys=True)


_JITTER = frozenset({"at", "confidence", "took_s", "box"})


def _steady(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _steady(one) for name, one in value.items() if name not in _JITTER}
    return [_steady(one) for one in value] if isinstance(value, list) else value


def _next_batch(connection: sqlite3.Connection, here: _Pass) -> tuple[_Batch, bool]:
    """The next batch, and whether the pass over the record ends with it."""
    batch = _Batch()
    found = connection.execute(sql("events_after"), (here.at, LOOKED_AT)).fetchall()
    for row in found:
        if len(batch.ids) >= GROUP:
            return batch, False
        if datetime.fromisoformat(row["at"]) >= here.ends_at:
            return batch, True
        here.at = row["id"]
        if row["source"] in _ROOTS and row["id"] not in batch.ids:
            _collect(connection, row["id"], here, batch)
    return batch, len(found) < LOOKED_AT


_ROOTS = (REPORT, OBSERVATION, DECISION)


def _collect(connection: sqlite3.Connection, root: int, here: _Pass, batch: _Batch) -> None:
    """Add an event and all that follows from it, if every one of them may go; else nothing."""
    seen: dict[int, list[int]] = {}
    waiting, decided, looked = [root], False, False
    while waiting:
        event_id = waiting.pop()
        if event_id in seen or event_id in batch.ids:
            continue
        row = connection.execute(sql("event_to_thin"), (event_id,)).fetchone()
        if row is None or event_id in here.held or not _may_go(row, here):
            return
        if len(seen) >= CONSEQUENCES:
            return
        cited = [int(one) for one in json.loads(row["evidence"])]
        decided = decided or row["source"] == DECISION
        seen[event_id] = cited
        waiting += [int(one[0]) for one in connection.execute(sql("events_citing"), (event_id,))]
        looked = looked or _is_look(row)
        if (row["source"], row["kind"]) in _FOLLOWS or _is_look(row):
            # A ruling is part of its decision: it goes with it or stays with it.
            waiting += cited
    if decided and not looked:
        # Cut off before it looked: what became of it is not known.
        return
    batch.ids |= seen.keys()
    batch.cited |= seen


def _may_go(row: sqlite3.Row, here: _Pass) -> bool:
    before = here.reports_before if row["source"] == REPORT else here.looks_before
    if before is None or datetime.fromisoformat(row["at"]) >= before or row["erased"]:
        return False
    if row["source"] == REPORT:
        return True
    if row["source"] == DECISION:
        return _was_own_look(_facts(row["payload"]))
    if row["source"] == OBSERVATION:
        return _is_nobody(_facts(row["payload"]))
    if _is_look(row):
        return row["id"] not in here.news
    return (row["source"], row["kind"]) in _FOLLOWS


def _was_own_look(decided: Mapping[str, Any]) -> bool:
    """True if the decision was a look that nobody had asked for."""
    priority = decided.get("trigger", {}).get("priority", Priority.USER)
    return is_own_look(str(decided.get("action_type", "")), priority)


def _is_nobody(seen: Mapping[str, Any]) -> bool:
    """True if a camera reported that nobody is there."""
    return bool(seen.get("subject") == "person" and seen.get("value") == "absent")


def _is_look(row: sqlite3.Row) -> bool:
    return bool(row["source"] == RESULT and is_look(row["kind"]))


def digest_of(runs: Iterable[Sequence[object]]) -> str:
    """Digest of the runs of a marker: ids and the chain where each ended."""
    text = "\n".join(f"{first},{last},{_hex(chain)}" for first, last, chain in runs)
    return sha256(text.encode()).hexdigest()[:32]


def _hex(chain: object) -> str:
    return bytes(chain).hex() if isinstance(chain, bytes | memoryview) else repr(chain)


def runs_broken(connection: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """Markers whose runs are not what they sealed, and runs that no marker sealed."""
    runs: dict[int, list[tuple[int, int, object]]] = {}
    for marker, first, last, chain in connection.execute(sql("runs_all")):
        runs.setdefault(marker, []).append((first, last, chain))
    for event_id, payload in connection.execute(sql("markers_of_runs")):
        mine = runs.pop(event_id, [])
        if _digest_said(payload) != digest_of(mine):
            yield event_id, "the events it took out are not those it sealed"
    for marker in runs:
        yield marker, "events were taken out and nothing in the record says so"


def _digest_said(payload: str | bytes) -> object:
    """Digest in a marker; None where its payload is not as it was written."""
    try:
        said = json.loads(payload)
    except (TypeError, ValueError):
        return None
    return said.get("digest") if isinstance(said, dict) else None
