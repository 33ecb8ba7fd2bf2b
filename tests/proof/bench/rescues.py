"""Trial: four holes of 512 bytes in a record without a backup; all that was not hit is kept.

Twelve seeds on records of 1, 10 and 100 MB. Which rows a hole hit is told by a witness that shares
no code with the rescue. The start is the service's own; where it does not see the damage, the full
check does, and the rescue that it offers is made.
"""

import asyncio
import os
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.service.clock import SystemClock
from companion.store.bulk import append_all
from companion.store.rescue import TABLES, rescue
from companion.store.sqlite import Store
from companion.store.verify import verify
from companion.words.capability import RiskTier
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    Thought,
)
from companion.words.event import EventDraft, EventSource
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.schedule import Entry, EntryKind
from companion.words.snapshot import RuntimeSnapshot
from companion.words.timing import After
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.rescue_witness import Key, Witness, witness

IDS = ("F5", "T44-rescue")
MEGABYTES = {Effort.SHORT: (1,), Effort.LONG: (1, 10, 100)}
SEEDS = {Effort.SHORT: 3, Effort.LONG: 12}
HOLES, HOLE_BYTES = 4, 512
WALKS = 120
AT = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
SENTENCE = "玄関の明かりをつけて、それから七時に起こして。 "
MADE_ANEW = {"seals"}
"""Sums over the tables, not rows that were saved."""
BLOCK = 1000
"""Events put in at once, between the walks."""


@dataclass
class Tally:
    """What came of the seeds of one size."""

    untouched_lost: int = 0
    events_lost: int = 0
    unsound: int = 0
    not_rescued: int = 0
    harmless: int = 0
    took_s: list[float] = field(default_factory=list)
    why: list[str] = field(default_factory=list)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Rows that were not hit and are gone, rescues that were not, and how long one takes."""
    figures: list[Figure] = []
    for megabytes in MEGABYTES[effort]:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
            figures += await rescued(Path(name), megabytes, range(SEEDS[effort]))
    return figures


async def rescued(folder: Path, megabytes: float, seeds: Sequence[int]) -> list[Figure]:
    """The figures of one size."""
    good = folder / "good.db"
    await fill(good, int(megabytes * 1e6))
    told = await asyncio.to_thread(witness, good, tuple(set(TABLES) - MADE_ANEW))
    tally = Tally()
    for seed in seeds:
        await _one(good, folder / f"seed{seed}", seed, told, tally)
    events = len(told.rows["events"])
    about = f"{megabytes:g} MB, {events} events, {len(seeds)} x {HOLES} holes of {HOLE_BYTES} bytes"
    facts = {
        "events_hit_and_lost": tally.events_lost,
        "harmless": tally.harmless,
        "slowest_s": round(max(tally.took_s, default=0.0), 1),
        "why": tally.why[:20],
    }
    zeros = (
        ("rows that no hole hit and that are gone", tally.untouched_lost),
        ("damaged records that were not rescued", tally.not_rescued),
        ("rescued records that do not verify", tally.unsound),
    )
    return [
        Figure(
            id="F5",
            what=what,
            value=value,
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
            against=about,
            detail=facts,
        )
        for what, value in zeros
    ]


async def _one(good: Path, folder: Path, seed: int, told: Witness, tally: Tally) -> None:
    path = folder / "memory_hash.db"
    holes = await asyncio.to_thread(_damage, good, path, seed)
    began = time.perf_counter()
    store, found = await Store.open_or_rescue(path, SystemClock(UTC))
    await store.close()
    if found is None and not await asyncio.to_thread(_sound, path):
        found = await asyncio.to_thread(rescue, path, AT)
    tally.took_s.append(time.perf_counter() - began)
    hit = told.hit(holes)
    if found is None:
        tally.harmless += not hit
        tally.not_rescued += bool(hit)
        return
    if not await asyncio.to_thread(_sound, path):
        tally.unsound += 1
    lost = await asyncio.to_thread(_gone, path, told)
    tally.events_lost += len({key for table, key in lost if table == "events"})
    for table, key in sorted(lost - _belongs(hit, told), key=str):
        tally.untouched_lost += 1
        tally.why.append(f"seed {seed}: {table} {key}")
    await asyncio.to_thread(shutil.rmtree, folder)


def _damage(good: Path, path: Path, seed: int) -> list[tuple[int, int]]:
    """A copy with holes in it; where they are."""
    path.parent.mkdir()
    bad, chance, holes = bytearray(good.read_bytes()), random.Random(seed), []
    for _ in range(HOLES):
        at = chance.randrange(len(bad) - HOLE_BYTES)
        bad[at : at + HOLE_BYTES] = chance.randbytes(HOLE_BYTES)
        holes.append((at, at + HOLE_BYTES))
    path.write_bytes(bytes(bad))
    return holes


def _sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return verify(connection).sound


def _gone(path: Path, told: Witness) -> set[tuple[str, Key]]:
    """Rows that are not there, or not as they were."""
    gone: set[tuple[str, Key]] = set()
    with closing(sqlite3.connect(path)) as connection:
        for table, rows in told.rows.items():
            about = connection.execute(f"PRAGMA table_info({table})").fetchall()
            made = connection.execute(
                "SELECT sql FROM sqlite_schema WHERE name = ?", (table,)
            ).fetchone()[0]
            left = dict(rows)
            # Worked out anew from the entry itself.
            late = [c[0] for c in about if c[1] == "due_us"]
            if "WITHOUT ROWID" in made:
                keys = [c[0] for c in about if c[5]]
                for row in connection.execute(f"SELECT * FROM {table}"):
                    _strike(left, tuple(row[k] for k in keys), tuple(row), late)
            else:
                for row in connection.execute(f"SELECT rowid, * FROM {table}"):
                    _strike(left, (row[0],), tuple(row[1:]), late)
            gone |= {(table, key) for key in left}
    return gone


def _strike(
    left: dict[Key, tuple[Any, ...]], key: Key, values: tuple[Any, ...], late: Sequence[int]
) -> None:
    was = left.get(key)
    if was is not None and all(
        a == b for at, (a, b) in enumerate(zip(was, values, strict=True)) if at not in late
    ):
        del left[key]


def _belongs(hit: set[tuple[str, Key]], told: Witness) -> set[tuple[str, Key]]:
    """What was hit, and what cannot stand without it: an event is sealed with its decision and its
    result, and a row that names an event or a decision goes with it."""
    one = {key for table, key in hit if table in ("events", "action_decisions", "action_results")}
    found = set(hit)
    for table in ("events", "action_decisions", "action_results"):
        found |= {(table, key) for key in one if key in told.rows[table]}
    events = {key[0] for key in one}
    named = {
        "acts": 0,
        "approvals": 1,
        "deliberation_session": 1,
        "applied_plans": 1,
        "revisions": 8,
    }
    for table, column in named.items():
        rows = told.rows[table].items()
        found |= {(table, key) for key, row in rows if row[column] in events}
    sessions = {key[0] for table, key in found if table == "deliberation_session"}
    thoughts = told.rows["working_thought"].items()
    return found | {("working_thought", key) for key, row in thoughts if row[1] in sessions}


async def fill(path: Path, size_bytes: int) -> None:
    """A record of about this size, with something in every table that a house writes."""
    await _walks(path, 0)
    number = 0
    while await asyncio.to_thread(os.path.getsize, path) < 0.9 * size_bytes:
        block = [reported(number + n) for n in range(min(BLOCK, size_bytes // 4000))]
        await asyncio.to_thread(append_all, path, block)
        number += len(block)
    await _walks(path, WALKS)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")


def reported(number: int) -> EventDraft:
    """What is said and reported; each hundredth is longer than a page."""
    long = number % 100 == 0
    return EventDraft(
        source=EventSource.USER_INPUT if number % 3 == 0 else EventSource.DEVICE_STATE,
        kind="said" if number % 3 == 0 else "device_state",
        at=AT + timedelta(seconds=number),
        trust=TrustLabel.OWNER if number % 3 == 0 else TrustLabel.OBSERVED,
        channel="page",
        user_text=SENTENCE * (120 if long else 2 + number % 9),
        payload={"number": number, "device_id": "light.living", "value": "on"},
    )


async def _walks(path: Path, first: int) -> None:
    store = await Store.open(path, SystemClock(UTC))
    try:
        for number in range(first, first + WALKS):
            await walked(store, number)
        await store.snapshots.save(RuntimeSnapshot(created_at=AT, running=("a walk",)))
    finally:
        await store.close()


async def walked(store: Store, number: int) -> None:
    """Seen, decided, asked, done, said; with what belongs to it."""
    seen = await store.events.append(reported(number), job="remember_event")
    decided = await store.events.append(
        EventDraft(
            source=EventSource.DELIBERATION_DECISION,
            kind="act",
            at=AT,
            trust=TrustLabel.OWNER,
            user_text="Turn on the hall light",
            evidence_event_ids=(seen.id,),
        ),
        decision=ActionDecision(
            decision_outcome=DecisionOutcome.DO_ACTION,
            action_type="device_control.turn_on",
            action_payload={"device_id": "light.hall", "brightness": number},
            reason="someone came home in the dark",
            persona_influence="none",
            mood_influence="none",
            evidence_event_ids=(seen.id,),
            console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
            decided_by="llm",
            judgment="someone is in the dark hall",
            intent="light the hall",
            summary=Bilingual("玄関の明かりをつける", "Turn on the hall light"),
            impact=Bilingual("玄関の明かり", "hall light"),
            trust=TrustLabel.OWNER,
            risk=RiskTier.REVERSIBLE,
            thought=Thought(belief="the owner is back"),
        ),
    )
    if number % 5 == 0:
        await store.approvals.ask(decided.id, Bilingual("開ける", "open"), Bilingual("", ""), 2)
    await store.acts.begin(decided.id)
    done = ActionResult(
        capability="device_control",
        operation="turn_on",
        status=ResultStatus.SUCCESS,
        summary_text="light.hall is on",
        observed_at=AT,
        decision_event_id=decided.id,
    )
    acted = EventDraft(
        source=EventSource.ACTION_RESULT,
        kind="acted",
        at=AT,
        trust=TrustLabel.OBSERVED,
        evidence_event_ids=(decided.id,),
    )
    await store.events.append(acted, result=done)
    change = StateChange(
        kind="world_item",
        key=f"light.{number}",
        value={"value": number},
        confidence=0.75,
        trust=TrustLabel.OBSERVED,
        observed_at=AT,
        evidence_event_ids=(seen.id,),
    )
    await store.state_writer.apply(WritePlan(event_id=seen.id, changes=(change,)))
    if number % 3 == 0:
        label = f"{SENTENCE} {number}"
        entry = Entry(kind=EntryKind.TIMER, timing=After(600.0), created_at=AT, label=label)
        await store.schedule.add(entry)
