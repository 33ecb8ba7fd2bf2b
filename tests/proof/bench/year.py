"""A year of a home in the record: how long the file gets, its copies, what is written (ADR 0034).

What happens is what the doll's house left in its record in some hours (`year_days.py`), said again
day after day, at its own times, to a real store: the log, the jobs, what is held to be so, the
acts, the snapshots, the anchors, the daily backup and the thinning, all by the code that a house
runs.

A quiet home lives 24 hours of `quiet_day`: somebody walks through the living room twice an hour and
is thought about each time, thermometers and a motion sensor report seven times an hour, and the
companion looks round through a camera five times an hour; by night as by day, where a real home
sleeps. That is 880 events a day. Its companion lives in its garden besides, a tick a minute, with
an episode after every second act. A busy home lives six hours of `evening_arrival`, where somebody
comes and goes all the time, and 18 quiet ones. Both are spoken to, five and forty times a day.

Bytes are counted by the kernel for a process of its own (`/proc/self/io`, `write_bytes`); what a
house has on the disk with the next second is there at the end of each burst.

Not in it: the log of systemd, what a model caches, and pictures, of which none are kept.
"""

import asyncio
import gc
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from heapq import merge
from pathlib import Path
from typing import Any

from companion.ports.part import Tick
from companion.rooms.consolidation.jobs.anchor_record import AnchorRecord
from companion.rooms.consolidation.jobs.back_up_record import BackUpRecord
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.jobs.save_snapshot import ANYWAY_S, SaveSnapshot
from companion.rooms.consolidation.jobs.sweep_record import SweepRecord
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.scheduler.room import Scheduler
from companion.service.blackboard import Blackboard
from companion.store import codec
from companion.store.backup import copies
from companion.store.sqlite import Store, record_path
from companion.store.thin import Keep
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId, JobId
from companion.words.job import Job
from companion.words.observation import Observation
from companion.words.result import is_look
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.garden_lived import TICK_S, GardenLived
from tests.proof.bench.night_clock import NightClock
from tests.proof.bench.wear import COUNTED, written
from tests.proof.bench.whole import child
from tests.proof.bench.year_days import Hours, Said, hours_of, is_durable, is_remembered

IDS = ("year",)
YEAR_DAYS = 365
DAYS = {Effort.SHORT: 6, Effort.LONG: YEAR_DAYS}
BUSY_DAYS = 60
"""A busy home lives four times as much a day. After the 30 days of `looks_days` it grows by the
same each day, so that the rest of its year is extrapolated, and its figures say so."""
DAY_S = 24 * 3600.0
EVENING_S = 6 * 3600.0
BURST_S = 0.8
"""What comes within so long of each other is on the disk with one sync (`FLUSH_AFTER_S`)."""
WRITE_BACK_S = 30.0
"""For so long the kernel keeps a changed page of a mapped file (`dirty_expire_centisecs`)."""
RECORD_MB = {"quiet": 200.0, "busy": 1000.0}
COPIES_TIMES = 2.0
WRITTEN_GB = 10.0
SENTENCES = {"quiet": 5, "busy": 40}
KEEP = {
    Effort.SHORT: Keep(reports=timedelta(days=1), looks=timedelta(days=2)),
    Effort.LONG: Keep(),
}
"""Days that the short form is too short for are shortened with it."""
BEGINS = datetime(2026, 1, 1, tzinfo=UTC)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """A quiet home; in the long form a busy one as well, each in a process of its own."""
    if not COUNTED:
        return [NotMeasured(id="year", why="this kernel does not count what a process writes")]
    if effort is Effort.SHORT:
        return _figures(await _apart("quiet", effort))
    quiet, busy = await asyncio.gather(_apart("quiet", effort), _apart("busy", effort))
    return [*_figures(quiet), *_figures(busy)]


async def _apart(home: str, effort: Effort) -> dict[str, Any]:
    async with child("tests.proof.bench.year", (home, effort.value)) as process:
        assert process.stdout is not None
        found: dict[str, Any] = {}
        async for line in process.stdout:
            found = json.loads(line)
            if "day" in found:
                print(f"{home}: {line.decode().strip()}", file=sys.stderr, flush=True)
        await process.wait()
    return found


def _figures(lived: dict[str, Any]) -> list[Figure]:
    home, days = lived["home"], lived["days"]
    how = "" if days == YEAR_DAYS else f", {days} days simulated, the rest extrapolated"
    figures = [
        Figure(
            id="year",
            what=f"record of a {home} home after a year{how}",
            value=lived["record_mb"] + lived["mb_a_day"] * (YEAR_DAYS - days),
            limit=RECORD_MB[home],
            sense=Sense.AT_MOST,
            unit="MB",
            detail=lived,
        ),
        Figure(
            id="year",
            what=f"backups of a {home} home after {days} days",
            value=lived["copies_mb"] / lived["record_mb"],
            limit=COPIES_TIMES,
            sense=Sense.AT_MOST,
            against="the record",
        ),
    ]
    if home == "quiet":
        figures.append(
            Figure(
                id="year",
                what=f"written in a year by a quiet home, all in all{how}",
                value=lived["written_mb"] / days * YEAR_DAYS / 1000,
                limit=WRITTEN_GB,
                sense=Sense.AT_MOST,
                unit="GB",
            )
        )
    return figures


class Life:
    """One home over a store of its own."""

    def __init__(self, store: Store, clock: NightClock, keep: Keep) -> None:
        self._store, self._clock, self._keep = store, clock, keep
        consolidation = Consolidation(store.state, store.state_writer, None, store.record)

        async def remember(event: Event) -> int:
            return await consolidation.apply(await consolidation.generate(event))

        self._jobs = JobRunner(store.jobs, (RememberEvent(store.record, remember),), clock)
        self._board = Blackboard(clock)
        self._ids: dict[tuple[int, EventId], EventId] = {}
        self._recent: deque[tuple[int, EventId]] = deque()
        self._index: int | None = None
        """Open until the store is closed: the locks on it are those of the process."""
        self._index_s = -WRITE_BACK_S
        self._news: set[str] = set()
        """What has not been done since something happened; done anyway, it would write nothing, and
        a year has half a million minutes."""
        self._snapshot = SaveSnapshot(store.snapshots, self._board, 60.0)
        self._saved_s = 0.0
        self.garden = GardenLived(store, clock)
        ticks = (
            Tick("garden", TICK_S, self._live_on),
            Tick("snapshot", self._snapshot.PERIOD.every_s, self._save),
            Tick("sweep", SweepRecord.PERIOD.every_s, store.sweep),
            Tick("anchor", AnchorRecord.PERIOD.every_s, self._anchor),
            Tick("backup", BackUpRecord.PERIOD.every_s, store.back_up_daily),
            Tick("thinning", DAY_S, self._thin),
        )
        self.ticks = Scheduler(clock, ticks)

    async def _live_on(self) -> None:
        if await self.garden.tick():
            self._news = {"snapshot", "anchor"}
            await self._jobs.drain()
            await self._synced()

    async def _save(self) -> None:
        due_s = self._saved_s + ANYWAY_S
        if "snapshot" in self._news or self._clock.monotonic() >= due_s:
            self._news.discard("snapshot")
            self._saved_s = self._clock.monotonic()
            now = self._clock.now()
            await self._snapshot.run(Job(id=JobId(0), kind=SaveSnapshot.KIND, created_at=now))

    async def _anchor(self) -> None:
        if "anchor" in self._news:
            self._news.discard("anchor")
            await self._store.anchor()

    async def _thin(self) -> None:
        await self._store.thinning.begin(self._keep)
        while await self._store.thinning.step():
            pass

    async def hear(self, told: Iterator[tuple[float, int, Said]]) -> None:
        """Everything that happens, in order, at its time."""
        last_s = 0.0
        for at_s, round_, said in told:
            if at_s - last_s > BURST_S:
                if self._ids:
                    await self._synced()
                await self._clock.sleep(at_s - self._clock.monotonic())
            last_s = at_s
            await self._happen(round_, said)
        await self._synced()

    async def _synced(self) -> None:
        """What a house has on the disk within a second (`store/commits.py`)."""
        await self._store.flush()
        # Its index is memory of all who read, and the kernel writes it back by itself, half a
        # minute after a change.
        if self._clock.monotonic() - self._index_s < WRITE_BACK_S:
            return
        self._index_s = self._clock.monotonic()
        if self._index is None:
            self._index = os.open(f"{self._store.path}-shm", os.O_RDWR)
        os.fsync(self._index)

    async def end(self) -> None:
        """Close the store."""
        await self.garden.close()
        await self._store.close()
        if self._index is not None:
            os.close(self._index)

    async def _happen(self, round_: int, said: Said) -> None:
        event, source = said.event, said.event.source
        evidence = tuple(self._now_id(round_, i) for i in event.evidence_event_ids)
        draft = EventDraft(
            source=source,
            kind=event.kind,
            at=self._clock.now(),
            trust=event.trust,
            channel=event.channel,
            user_text=event.user_text,
            assistant_text=event.assistant_text,
            searchable=event.searchable,
            evidence_event_ids=evidence,
            payload=event.payload,
        )
        decision, result = said.decision, said.result
        if decision is not None:
            decision = replace(decision, evidence_event_ids=evidence)
        if result is not None:
            made = self._now_id(round_, result.decision_event_id)
            result = replace(result, decision_event_id=made)
            if not is_look(event.kind):
                await self._store.acts.begin(made)
        if source is EventSource.OBSERVATION:
            self._board.seen(_seen(event, self._clock.now()))
        appended = await self._store.events.append(
            draft,
            decision=decision,
            result=result,
            durable=is_durable(event),
            job=RememberEvent.KIND if is_remembered(event, decision) else "",
        )
        self._news = {"snapshot", "anchor"}
        self._ids[round_, event.id] = appended.id
        self._recent.append((round_, event.id))
        while len(self._recent) > 5000:
            self._ids.pop(self._recent.popleft(), None)
        await self._jobs.drain()

    def _now_id(self, round_: int, event_id: EventId) -> EventId:
        return self._ids[round_, event_id]


def _seen(event: Event, at: datetime) -> Observation:
    facts = {**event.payload, "at": at.isoformat()}
    return codec.decode(Observation, facts)


def told(home: str, days: int) -> Iterator[tuple[float, int, Said]]:
    """Everything that happens in so many days: when, in which round of its hours, and what."""
    quiet, bustle = hours_of("quiet_day"), hours_of("evening_arrival")
    if home == "quiet":
        hours = _again(quiet, 0.0, days * DAY_S, 0)
    else:
        parts = []
        for day in range(days):
            evening_s = (day + 1) * DAY_S - EVENING_S
            parts.append(_again(quiet, day * DAY_S, evening_s, 2 * day))
            parts.append(_again(bustle, evening_s, evening_s + EVENING_S, 2 * day + 1))
        hours = (one for part in parts for one in part)
    return merge(hours, _talk(SENTENCES[home], days), key=lambda one: one[0])


def _again(
    hours: Hours, begin_s: float, end_s: float, part: int
) -> Iterator[tuple[float, int, Said]]:
    number, at_s = 0, begin_s
    while at_s < end_s:
        for said in hours.events:
            if at_s + said.at_s < end_s:
                yield at_s + said.at_s, part * 100_000 + number, said
        at_s += hours.length_s
        number += 1


def _talk(sentences: int, days: int) -> Iterator[tuple[float, int, Said]]:
    """Somebody says something, and is answered: a sentence of some length, as people write."""
    asked, replied = EventId(1), EventId(2)
    words = "リビングの明かりを少し暗くして、あしたの朝七時に起こしてくれる？"
    for number in range(sentences * days):
        at_s = (number + 0.5) * DAY_S / sentences
        for event_id, source, kind, cites in (
            (asked, EventSource.USER_INPUT, "said", ()),
            (replied, EventSource.CONVERSATION_REPLY, "replied", (asked,)),
        ):
            event = Event(
                id=event_id,
                source=source,
                kind=kind,
                at=BEGINS,
                trust=TrustLabel.OWNER if source is EventSource.USER_INPUT else TrustLabel.SELF,
                channel="chat",
                user_text=words if source is EventSource.USER_INPUT else "",
                assistant_text="" if source is EventSource.USER_INPUT else words,
                searchable=True,
                evidence_event_ids=cites,
                payload={"speaker_name": "コト", "model": "tiny@0123456789ab", "tokens": 40},
            )
            yield at_s, -1 - number, Said(0.0, event, None, None)


async def live(home: str, effort: Effort, folder: Path) -> dict[str, Any]:
    """So many days of one home in a folder; what it came to."""
    days, began = DAYS[effort], time.monotonic()
    if home == "busy":
        days = min(days, BUSY_DAYS)
    clock, path = NightClock(BEGINS, UTC), record_path(folder)
    clock.begin()
    before = written()
    store = await Store.open(path, clock)
    life = Life(store, clock, KEEP[effort])
    ticking = asyncio.create_task(life.ticks.run())
    sizes: list[float] = []

    async def weigh() -> None:
        while True:
            await clock.sleep(DAY_S)
            sizes.append(used_mb(path))
            if len(sizes) % 10 == 0:
                gc.collect()
                so_far = {"day": len(sizes), "record_mb": round(sizes[-1], 1)}
                so_far["written_mb"] = round((written() - before) / 1e6, 1)
                print(json.dumps(so_far), flush=True)

    weighing = asyncio.create_task(weigh())
    await life.hear(told(home, days))
    for task in (ticking, weighing):
        task.cancel()
    await asyncio.gather(ticking, weighing, return_exceptions=True)
    await clock.end()
    found = await store.check()
    await life.end()
    os.sync()
    third = max(3, days // 3)
    return {
        "home": home,
        "days": days,
        "record_mb": path.stat().st_size / 1e6,
        # What the last third of the days added to each day's end.
        "mb_a_day": (sizes[-1] - sizes[-third]) / (third - 1) if len(sizes) >= third else 0.0,
        "copies_mb": sum(one.stat().st_size for one in copies(path)) / 1e6,
        "written_mb": (written() - before) / 1e6,
        "events_there": found.events,
        "events_thinned": found.thinned,
        "sound": found.sound,
        "broken": [str(one) for one in found.broken[:3]],
        "verified_s": round(found.took_s, 1),
        "sizes_mb": [round(size, 1) for size in sizes[:: max(1, days // 12)]],
        "took_s": round(time.monotonic() - began),
    }


def used_mb(path: Path) -> float:
    """What the pages of a record hold, those in the WAL too; not what lies free for the next."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        said = ("page_count", "freelist_count", "page_size")
        pages, free, size = (connection.execute(f"PRAGMA {one}").fetchone()[0] for one in said)
    finally:
        connection.close()
    return float((pages - free) * size) / 1e6


def main() -> None:
    """One home, in a process whose writes are its own; one JSON object as the last line."""
    home, effort = sys.argv[1], Effort(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        print(json.dumps(asyncio.run(live(home, effort, Path(name)))), flush=True)


if __name__ == "__main__":
    main()
