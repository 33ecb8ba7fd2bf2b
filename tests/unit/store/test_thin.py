"""Retention: everyday reports go after their days, what matters stays, and the seal holds."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.store.commits import connect
from companion.store.rescue import rescue
from companion.store.sqlite import Store
from companion.store.thin import Keep
from companion.store.verify import Findings, verify, verify_tail
from companion.words.decision import DecisionOutcome
from companion.words.event import EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.intent import Waiting, WaitsFor
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.unit.store.samples import START, SetClock, decision, draft, result

KEEP = Keep(reports=timedelta(days=7), looks=timedelta(days=30))
WEEK = timedelta(days=7)


def report(clock: SetClock, n: int) -> EventDraft:
    return EventDraft(
        source=EventSource.DEVICE_STATE,
        kind="device_state",
        at=clock.now(),
        trust=TrustLabel.OBSERVED,
        channel="mqtt",
        payload={"device_id": f"sensor.{n % 5}", "value": str(n), "available": True},
    )


LOOK, SWITCH = "vision_perception.observe_scene", "device_control.turn_on"


def nobody(clock: SetClock, **other: Any) -> dict[str, Any]:
    """What a look told, as the journal writes it down."""
    fact = {"subject": "person", "value": "absent", "count": 0, "confidence": 1.0}
    return {
        **{"status": "success", "camera": "hall", "place": "hall", "estimates": [], "seen": {}},
        "facts": [{**fact, "at": clock.now().isoformat()}],
        **other,
    }


def somebody(clock: SetClock) -> dict[str, Any]:
    fact = {"subject": "person", "value": "present", "count": 1, "confidence": 0.9}
    return nobody(clock, facts=[{**fact, "at": clock.now().isoformat()}])


async def decided(
    store: Store, clock: SetClock, *causes: EventId, kind: str = "do_action", **payload: Any
) -> EventId:
    made = await store.events.append(
        replace(
            draft(EventSource.DELIBERATION_DECISION, kind, evidence=causes),
            at=clock.now(),
            payload=payload,
        ),
        decision=decision(evidence=causes, outcome=DecisionOutcome(kind)),
    )
    return made.id


BEAT = {"kind": "heartbeat", "priority": 6}


async def heartbeat(
    store: Store,
    clock: SetClock,
    *causes: EventId,
    told: dict[str, Any] | None = None,
    trigger: dict[str, Any] = BEAT,
) -> EventId:
    """A look of our own accord: decision, ruling, no question needed, a result."""
    made = await decided(store, clock, *causes, trigger=trigger, action_type=LOOK)
    for source, kind in (
        (EventSource.GM_JUDGEMENT, "ok"),
        (EventSource.APPROVAL_ANSWER, "not_needed"),
    ):
        await store.events.append(replace(draft(source, kind, evidence=(made,)), at=clock.now()))
    await store.events.append(
        replace(
            draft(EventSource.ACTION_RESULT, LOOK, evidence=(made,)),
            at=clock.now(),
            payload=nobody(clock) if told is None else told,
        ),
        result=result(made),
    )
    return made


async def lived(store: Store, clock: SetClock, days: int) -> dict[str, EventId]:
    """Days with a report an hour, a look and a change of state; and one act that somebody wished,
    which rests on the second report."""
    kept: dict[str, EventId] = {}
    for hour in range(days * 24):
        seen = await store.events.append(report(clock, hour))
        change = StateChange(
            kind="world_item",
            key=f"sensor.{hour % 5}",
            value={"value": str(hour)},
            confidence=1.0,
            trust=TrustLabel.OBSERVED,
            observed_at=clock.now(),
            evidence_event_ids=(seen.id,),
        )
        await store.state_writer.apply(WritePlan(event_id=seen.id, changes=(change,)))
        if hour % 6 == 0:
            await heartbeat(store, clock, seen.id)
        if hour == 1:
            kept["report"] = seen.id
            asked = await store.events.append(
                replace(draft(EventSource.USER_INPUT, "said", text="light"), at=clock.now())
            )
            wished = {"kind": "event", "priority": 0}
            chosen = await decided(
                store, clock, asked.id, seen.id, trigger=wished, action_type=SWITCH
            )
            ruling = await store.events.append(
                replace(draft(EventSource.GM_JUDGEMENT, "ok", evidence=(chosen,)), at=clock.now())
            )
            acted = await store.events.append(
                replace(
                    draft(EventSource.ACTION_RESULT, SWITCH, evidence=(chosen,)), at=clock.now()
                ),
                result=result(chosen),
            )
            kept |= {"asked": asked.id, "decided": chosen, "ruling": ruling.id}
            kept["acted"] = acted.id
        clock.pass_time(hours=1)
    return kept


async def thinned(store: Store, keep: Keep = KEEP) -> None:
    await store.thinning.begin(keep)
    while await store.thinning.step():
        pass


def look(path: Path) -> Findings:
    connection = sqlite3.connect(path)
    try:
        return verify(connection)
    finally:
        connection.close()


def count(path: Path, what: str) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute(f"SELECT count(*) FROM {what}").fetchone()[0])
    finally:
        connection.close()


async def test_reports_go_after_their_days_and_the_record_stays_sound(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    kept = await lived(store, clock, 20)
    before = count(path, "events")
    await thinned(store)
    found = look(path)
    assert found.sound, found.broken
    assert found.thinned == before - (
        count(path, "events") - count(path, "events WHERE kind = 'thinned'")
    )
    # 13 days of hourly reports, but for those that looks, the act or the state rest on.
    assert 230 < found.thinned < 13 * 24
    old = f"events WHERE source = 'device_state' AND id < {kept['report'] + 300}"
    assert count(path, old) < 300
    # Why still works, down to the report that the decision cited.
    chain = await store.record.chain(kept["acted"])
    assert {event.id for event in chain.events} == set(kept.values())
    assert chain.decision is not None
    # What is held to be so still has its evidence.
    for row in await store.state.rows("world_item"):
        for cited in row.evidence_event_ids:
            assert await store.record.event(cited) is not None
    assert (await store.check()).sound
    # And the record goes on.
    await store.events.append(report(clock, 0), durable=True)
    await store.close()
    assert look(path).sound


async def test_looks_that_found_nothing_new_go_whole_and_later(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    kept = await lived(store, clock, 40)
    await thinned(store)
    # Ten days are past the thirty of looks: decisions, rulings, results, all or none. The first
    # look stays, for it was news.
    decisions = count(path, "action_decisions")
    assert decisions == 30 * 4 + 1 + 1
    assert count(path, "events WHERE source = 'gm_judgement'") == decisions
    assert count(path, "action_results") == decisions
    assert await store.record.decision(kept["decided"]) is not None
    found = look(path)
    assert found.sound, found.broken
    await store.close()


@pytest.mark.parametrize(
    "follows",
    [
        draft(EventSource.AUTONOMY_MESSAGE, "report"),
        draft(EventSource.GM_JUDGEMENT, "not_allowed"),
        draft(EventSource.APPROVAL_QUESTION, "asked"),
        draft(EventSource.ACTION_RESULT, "device_control.turn_on"),
    ],
)
async def test_a_decision_that_came_to_something_stays(tmp_path: Path, follows: EventDraft) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    seen = await store.events.append(report(clock, 1))
    await heartbeat(store, clock)
    looked = await heartbeat(store, clock, seen.id)
    await store.events.append(replace(follows, at=clock.now(), evidence_event_ids=(looked,)))
    clock.pass_time(days=400)
    await store.events.append(report(clock, 2))
    before = count(path, "events")
    await thinned(store)
    assert count(path, "events") == before
    await store.close()


def about(subject: str, value: str | None, change: str = "state") -> dict[str, Any]:
    return {"subject": subject, "value": value, "change": change, "place": "hall"}


OBSERVED = {"kind": "event", "priority": 4, "place": "hall"}
WISHED = {"kind": "event", "priority": 0}


@pytest.mark.parametrize(
    "seen",
    [
        about("person", "present", "appeared"),
        about("person", None, "unknown"),
        about("text", "unlock the door", "seen"),
        about("doorbell", "on"),
        about("smoke", "absent"),
    ],
)
async def test_what_was_seen_and_is_not_nobody_stays(tmp_path: Path, seen: dict[str, Any]) -> None:
    """Issue 10.3: only that a camera saw nobody is thinned."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    kind = f"{seen['subject']}_{seen['change']}"
    there = await store.events.append(
        replace(draft(EventSource.OBSERVATION, kind), at=clock.now(), payload=seen)
    )
    empty = await store.events.append(
        replace(
            draft(EventSource.OBSERVATION, "person_gone"),
            at=clock.now(),
            payload=about("person", "absent", "gone"),
        )
    )
    clock.pass_time(days=400)
    await store.events.append(report(clock, 2), durable=True)
    await thinned(store)
    assert await store.record.event(there.id) is not None
    assert await store.record.event(empty.id) is None
    await store.close()


@pytest.mark.parametrize("trigger", [BEAT, OBSERVED, WISHED])
@pytest.mark.parametrize(
    ("kind", "action_type", "ends"),
    [
        ("do_action", SWITCH, (EventSource.APPROVAL_ANSWER, "put_off")),
        ("do_action", SWITCH, (EventSource.APPROVAL_QUESTION, "pending")),
        ("do_action", SWITCH, None),
        ("do_action", LOOK, None),
        ("skip", "", None),
        ("defer", "", None),
    ],
)
async def test_every_decision_but_a_look_stays(
    tmp_path: Path,
    trigger: dict[str, Any],
    kind: str,
    action_type: str,
    ends: tuple[EventSource, str] | None,
) -> None:
    """Issue 10.3: decisions stay, whatever came of them: put off, to do nothing, cut off before the
    camera looked; with the observation they rest on."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    gone = await store.events.append(
        replace(
            draft(EventSource.OBSERVATION, "person_gone"),
            at=clock.now(),
            payload=about("person", "absent", "gone"),
        )
    )
    made = await decided(store, clock, gone.id, kind=kind, trigger=trigger, action_type=action_type)
    await store.events.append(
        replace(draft(EventSource.GM_JUDGEMENT, "ok", evidence=(made,)), at=clock.now())
    )
    if ends is not None:
        await store.events.append(replace(draft(*ends, evidence=(made,)), at=clock.now()))
    clock.pass_time(days=400)
    await store.events.append(report(clock, 2), durable=True)
    before = count(path, "events")
    await thinned(store)
    assert count(path, "events") == before
    assert await store.record.decision(made) is not None
    await store.close()


async def test_looks_stay_that_found_something_or_that_somebody_asked_for(tmp_path: Path) -> None:
    """Issue 10.3: a camera's look goes only where it told what the look before had told."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    goes, stays = [], []
    stays.append(await heartbeat(store, clock))
    goes.append(await heartbeat(store, clock))
    stays.append(await heartbeat(store, clock, told=nobody(clock, camera="living")))
    stays.append(await heartbeat(store, clock, told=somebody(clock)))
    goes.append(await heartbeat(store, clock, told=somebody(clock), trigger=OBSERVED))
    stays.append(await heartbeat(store, clock))
    stays.append(await heartbeat(store, clock, trigger=WISHED))
    stays.append(await heartbeat(store, clock, told=nobody(clock, status="failed")))
    stays.append(await heartbeat(store, clock))
    stays.append(await heartbeat(store, clock, told=nobody(clock, seen={"cup": "table"})))
    clock.pass_time(days=400)
    await store.events.append(report(clock, 2), durable=True)
    for _ in range(2):
        # Done again, it takes out no more: what was news stays news.
        await thinned(store)
        assert [await store.record.event(one) for one in goes] == [None, None]
        assert None not in [await store.record.event(one) for one in stays]
    assert (await store.check()).sound
    await store.close()


async def test_zero_days_keeps_for_good(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    await lived(store, clock, 2)
    clock.pass_time(days=400)
    before = count(path, "events")
    await thinned(store, Keep(reports=None, looks=None))
    assert count(path, "events") == before
    await store.close()


async def test_thinned_and_taken_out_are_told_apart(tmp_path: Path) -> None:
    """An event that is taken out with a forged mark, or a mark that is changed, is found."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    kept = await lived(store, clock, 12)
    await thinned(store)
    await store.close()
    assert look(path).sound
    harms = (
        # Without a mark.
        f"DELETE FROM events WHERE id = {kept['asked']}",
        # With one of its own.
        f"INSERT INTO thinned SELECT {kept['asked']}, {kept['asked']}, chain, "
        f"(SELECT max(id) FROM events) FROM events WHERE id = {kept['asked']};"
        f"DELETE FROM events WHERE id = {kept['asked']}",
        # By making a sealed run longer.
        "UPDATE thinned SET last_id = last_id + 1, chain = (SELECT chain FROM events "
        "WHERE id = last_id + 1) WHERE first_id = (SELECT max(first_id) FROM thinned);"
        "DELETE FROM events WHERE id IN (SELECT last_id FROM thinned)",
        "DELETE FROM thinned WHERE first_id = (SELECT min(first_id) FROM thinned)",
        "DELETE FROM events WHERE kind = 'thinned'",
    )
    whole = path.read_bytes()
    for harm in harms:
        path.write_bytes(whole)
        connection = sqlite3.connect(path)
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        made = triggers.fetchall()
        for name, _ in made:
            connection.execute(f"DROP TRIGGER {name}")
        connection.executescript(harm)
        for _, text in made:
            connection.execute(text)
        connection.commit()
        connection.close()
        assert not look(path).sound, harm


async def test_no_row_goes_without_a_mark(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    await lived(store, clock, 12)
    await thinned(store)
    await store.close()
    connection = connect(path)
    kept = connection.execute("SELECT max(id) FROM events").fetchone()[0]
    for statement in (
        f"DELETE FROM events WHERE id = {kept}",
        "DELETE FROM thinned",
        "UPDATE thinned SET last_id = last_id + 1",
        "DELETE FROM action_decisions",
        "DELETE FROM event_evidence",
        "DELETE FROM revisions",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
    connection.close()


async def test_a_start_reads_its_tail_over_what_was_thinned(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    await lived(store, clock, 12)
    await thinned(store)
    await store.close()
    connection = sqlite3.connect(path)
    for tail in range(1, 300, 7):
        assert verify_tail(connection, tail).sound, tail
    connection.close()


async def test_what_is_cited_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking and taking out somebody decides on an old report: it stays."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    old = [(await store.events.append(report(clock, n))).id for n in range(50)]
    clock.pass_time(days=8)
    await store.events.append(report(clock, 50))
    await store.thinning.begin(KEEP)
    real = store._readers.read

    async def slow(question: Callable[[sqlite3.Connection], Any]) -> Any:
        found = await real(question)
        await store.events.append(
            replace(draft(EventSource.USER_INPUT, "said", evidence=(old[7],)), at=clock.now())
        )
        return found

    monkeypatch.setattr(store._readers, "read", slow)
    assert await store.thinning.step()
    monkeypatch.undo()
    assert await store.record.event(old[7]) is not None
    await thinned(store)
    assert await store.record.event(old[7]) is not None
    assert await store.record.event(old[6]) is None
    assert (await store.check()).sound
    await store.close()


def on_the_hall(event: EventId, clock: SetClock, value: int) -> WritePlan:
    """What is held to be so of the hall, by this event."""
    change = StateChange(
        kind="world_item",
        key="hall",
        value={"value": value},
        confidence=1.0,
        trust=TrustLabel.OBSERVED,
        observed_at=clock.now(),
        evidence_event_ids=(event,),
    )
    return WritePlan(event_id=event, changes=(change,))


async def asked_about(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    await store.approvals.ask(look, Bilingual("見る", "look"), Bilingual("なし", "none"), 1)
    return look


async def put_off(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    until = Waiting(waits_for=WaitsFor.TIME, until=clock.now())
    await store.intents.propose(look, until, 1)
    return look


async def begun(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    await store.acts.begin(look)
    return look


async def emptied(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    await store.erasure.erase([report], "", "test")
    return report


async def worked_on(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    await store.jobs.put("remember_event", {"event_id": int(report)})
    return report


async def rested_on(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    newer = await store.events.append(draft())
    plan = on_the_hall(report, clock, 3)
    await store.state_writer.apply(replace(plan, event_id=newer.id))
    return report


async def applied_late(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    newer = await store.events.append(draft())
    plan = on_the_hall(newer.id, clock, 3)
    await store.state_writer.apply(replace(plan, event_id=look))
    return look


async def fallen_back_on(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    """The newest word on the hall is taken back, and the one before holds again."""
    held = await store.state.row("world_item", "hall")
    assert held is not None
    await store.state_writer.withdraw(held.evidence_event_ids[0])
    return report


async def left_over(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    """The newest word on the hall is erased: what is known of the time before is the one before."""
    held = await store.state.row("world_item", "hall")
    assert held is not None
    await store.erasure.erase([held.evidence_event_ids[0]], "", "test")
    return report


async def nothing(store: Store, clock: SetClock, look: EventId, report: EventId) -> EventId:
    return report


@pytest.mark.parametrize(
    "comes",
    [
        *(nothing, asked_about, put_off, begun, emptied, worked_on, rested_on, applied_late),
        *(fallen_back_on, left_over),
    ],
)
async def test_what_is_held_since_the_pass_began_stays(
    tmp_path: Path, comes: Callable[[Store, SetClock, EventId, EventId], Awaitable[EventId]]
) -> None:
    """Issue 10.3: a way through a year's record takes hours, and the house lives on meanwhile."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    seen = await store.events.append(report(clock, 1))
    await store.state_writer.apply(on_the_hall(seen.id, clock, 1))
    newer = await store.events.append(report(clock, 2))
    await store.state_writer.apply(on_the_hall(newer.id, clock, 2))
    await heartbeat(store, clock)
    looked = await heartbeat(store, clock)
    clock.pass_time(days=400)
    await store.events.append(report(clock, 3), durable=True)
    await store.thinning.begin(KEEP)
    held = await comes(store, clock, looked, seen.id)
    while await store.thinning.step():
        pass
    assert (await store.record.event(held) is None) is (comes is nothing)
    assert store.thinning.total == (await store.check()).thinned
    await thinned(store)
    assert (await store.record.event(held) is None) is (comes is nothing)
    found = await store.check()
    assert found.sound, found.broken
    await store.close()


@pytest.mark.parametrize("layout", ["NONE", "INCREMENTAL"])
async def test_what_became_free_is_used_again_and_an_erasure_gives_it_back(
    tmp_path: Path, layout: str
) -> None:
    """P25: a map of pages, to give them back one by one, is a fifth of what a day writes. A record
    of before keeps the one it has."""
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA auto_vacuum = {layout}")
        connection.execute("VACUUM")
    store = await Store.open(path, clock)

    async def size() -> int:
        await store._writer.upkeep(
            lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        )
        return path.stat().st_size

    async def fill() -> int:
        for n in range(2000):
            await store.events.append(report(clock, n))
        return await size()

    longest = await fill()
    for _ in range(3):
        clock.pass_time(days=8)
        await store.events.append(report(clock, 0), durable=True)
        await thinned(store)
        assert await fill() < 1.1 * longest
    clock.pass_time(days=8)
    last = await store.events.append(report(clock, 0), durable=True)
    await thinned(store)
    assert (await store.erasure.erase([last.id], "", "test")).overwritten
    assert await size() < longest / 4
    assert (await store.check()).sound
    await store.close()


async def test_a_rescue_over_thinned_runs_counts_only_what_is_lost(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    await lived(store, clock, 12)
    await thinned(store)
    await store.close()
    events = count(path, "events")
    saved = rescue(path, clock.now())
    assert (saved.events, saved.lost) == (events, 0)
    found = look(path)
    assert found.sound, found.broken
    assert found.thinned


_CHILD = """
import asyncio, sys
from pathlib import Path
from datetime import timedelta
from companion.store import thin
from companion.store.sqlite import Store
from companion.store.thin import Keep
from tests.unit.store.samples import SetClock
from tests.unit.store.test_thin import report

async def main():
    clock = SetClock()
    clock.pass_time(days=60)
    store = await Store.open(Path(sys.argv[1]), clock)
    thin.GROUP = 5
    print("thinning", flush=True)
    await store.thinning.begin(Keep(timedelta(days=7), timedelta(days=30)))
    while await store.thinning.step():
        await store.events.append(report(clock, 1), durable=True)

asyncio.run(main())
"""


def killed(path: Path) -> None:
    """Thin in a child, and kill it once it has taken something out."""
    before = count(path, "thinned")
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(path)], stdout=subprocess.PIPE, env=dict(os.environ)
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"thinning\n"
    until = time.monotonic() + 60
    while count(path, "thinned") < before + 3 and child.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()


async def test_killed_in_the_middle_it_is_whole_and_goes_on(tmp_path: Path) -> None:
    clock, path = SetClock(), tmp_path / "memory_hash.db"
    store = await Store.open(path, clock)
    kept = await lived(store, clock, 40)
    await store.close()
    for _ in range(3):
        await asyncio.to_thread(killed, path)
        found = look(path)
        assert found.sound, found.broken
    clock.at = START + timedelta(days=60)
    store = await Store.open(path, clock)
    await thinned(store)
    assert {e.id for e in (await store.record.chain(kept["acted"])).events} == set(kept.values())
    assert (await store.check()).sound
    await store.close()
