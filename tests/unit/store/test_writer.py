"""The one writer: groups, durability, errors; P1 and P2 are measured by `companion bench`."""

import asyncio
import errno
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.corridors.remember import Remember
from companion.ports.event_log import EvidenceUnknown, RecordNotWritable
from companion.ports.record import RecordUnreadable
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.journal.room import Journal
from companion.service.supervision import until
from companion.store import commits as commits_module
from companion.store import writer as writer_module
from companion.store.sqlite import Store, record_path
from companion.store.writer import Writer
from companion.words.approval import ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.said import Said
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM, world_item_of
from tests.unit.store.samples import (
    HeardStream,
    SetClock,
    decision,
    draft,
    observation,
    trigger,
)

ROOT = Path(__file__).parents[3]


class _Syncing:
    """A disk whose syncs are seen, wait or fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        self.files: list[str] = []
        self.wal = f"{path}-wal"
        self.fails = False
        self.goes_on = threading.Event()
        self.goes_on.set()
        self._sync = os.fdatasync
        monkeypatch.setattr(os, "fdatasync", self._synced)

    def _synced(self, file: int) -> None:
        self.files.append(os.readlink(f"/proc/self/fd/{file}"))
        self.goes_on.wait(10)
        if self.fails:
            raise OSError(errno.EIO, "no disk")
        self._sync(file)


async def _writer(tmp_path: Path) -> Writer:
    writer = Writer(tmp_path / "t.db", SetClock())
    await writer.write(lambda c: c.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)").rowcount)
    return writer


def _insert(n: int) -> commits_module.Work[int]:
    return lambda c: c.execute("INSERT INTO t VALUES (?)", (n,)).rowcount


async def test_writes_that_wait_together_share_a_transaction(tmp_path: Path) -> None:
    """Limits 2.1: group commit is what makes FULL affordable."""
    writer = await _writer(tmp_path)
    commits: list[str] = []

    def slow(connection: sqlite3.Connection) -> None:
        connection.set_trace_callback(lambda s: commits.append(s) if s == "COMMIT" else None)
        time.sleep(0.05)

    await asyncio.gather(
        writer.write(slow), *(writer.write(_insert(n), durable=True) for n in range(50))
    )
    await writer.close()
    assert len(commits) <= 3


async def test_a_command_costs_one_sync_before_its_effect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P12: a card needs tens of ms for each. The claim has what was said and decided on the disk
    with it; a sentence that nothing durable follows has its own sync."""
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 60.0)
    synced, run, sync = list[bool](), commits_module.Commits.run, os.fdatasync

    def counted(self: commits_module.Commits, work: commits_module.Work[int], *, full: bool) -> int:
        synced.append(full)
        return run(self, work, full=full)

    def counted_sync(file: int) -> None:
        synced.append(True)
        sync(file)

    store = await Store.open(record_path(tmp_path), SetClock())
    monkeypatch.setattr(commits_module.Commits, "run", counted)
    monkeypatch.setattr(os, "fdatasync", counted_sync)
    journal = Journal(store.events, HeardStream(), SetClock())
    said = await journal.heard(Said("ただいま", "web"), TrustLabel.OWNER)
    decided = await journal.decided(decision(evidence=(said.id,)), trigger((said.id,)))
    assert synced.count(True) == 0
    assert await store.acts.begin(decided.id)
    await journal.sync()
    assert synced.count(True) == 1
    await journal.heard(Said("寒いなあ", "web"), TrustLabel.OWNER)
    await journal.sync()
    assert synced.count(True) == 2
    await store.close()


async def test_events_that_wait_together_stand_in_order_and_in_one_chain(tmp_path: Path) -> None:
    """P2: plain ones go in by one statement, others between them by their own; ids in the order of
    appending, the chain unbroken, also around one that was refused."""
    store = await Store.open(record_path(tmp_path), SetClock())
    first = await store.events.append(draft())

    def one(n: int) -> Awaitable[Event]:
        cites = (EventId(999),) if n == 20 else (first.id,) if n % 7 == 0 else ()
        return store.events.append(draft(text=f"{n}", evidence=cites), durable=True)

    answers = await asyncio.gather(*(one(n) for n in range(60)), return_exceptions=True)
    events = [answer for answer in answers if isinstance(answer, Event)]
    found = await store.check()
    kept = await store.record.recent(limit=100)
    await store.close()
    assert isinstance(answers[20], EvidenceUnknown)
    assert len(events) == 59
    assert [e.id for e in events] == list(range(2, 61))
    assert [e.user_text for e in reversed(kept)][1:] == [e.user_text for e in events]
    assert found.sound, found.broken


async def test_an_event_alone_is_one_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P1: no transaction around what is one by itself; the first looks where the chain ends."""
    # A stolen time slice would send it to the thread, and a second would sync it.
    monkeypatch.setattr(writer_module, "INLINE_MAX_S", 60.0)
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 60.0)
    # The thread, called to look, would hold the lock for a moment and take the next one in a group.
    monkeypatch.setattr(commits_module.Commits, "wants_look", lambda _: False)
    store = await Store.open(record_path(tmp_path), SetClock())
    await store.events.append(draft())
    seen: list[str] = []
    await store.events._writer.upkeep(lambda c: c.set_trace_callback(seen.append))
    for _ in range(3):
        await store.events.append(draft())
    await store.events._writer.upkeep(lambda c: c.set_trace_callback(None))
    await store.close()
    assert [statement.split()[0] for statement in seen] == ["INSERT"] * 3


async def test_a_refused_event_alone_leaves_the_chain_whole(tmp_path: Path) -> None:
    """B-075: what the table refuses is told to its caller and breaks nothing."""
    store = await Store.open(record_path(tmp_path), SetClock())
    await store.events.append(draft())
    with pytest.raises(EvidenceUnknown):
        await store.events.append(draft(EventSource.DELIBERATION_DECISION, searchable=True))
    after = await store.events.append(draft())
    found = await store.check()
    await store.close()
    assert after.id == 2
    assert found.sound, found.broken


async def test_the_wal_of_a_burst_is_moved_while_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes beside the thread call it before the WAL has grown far."""
    monkeypatch.setattr(commits_module, "WAL_BYTES", 64 * 1024)
    monkeypatch.setattr(commits_module, "COMMITS_TO_TELL", 64)
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    for _ in range(1500):
        await store.events.append(draft())
    wal = path.with_name(path.name + "-wal").stat().st_size
    await store.close()
    # Without a look in between it is two pages of 4 KiB for each.
    assert wal < 1500 * 4096


async def test_one_bad_write_does_not_take_its_neighbours_down(tmp_path: Path) -> None:
    writer = await _writer(tmp_path)
    answers = await asyncio.gather(
        *(writer.write(_insert(n)) for n in (1, 2, 2, 3)), return_exceptions=True
    )
    count = await writer.write(lambda c: c.execute("SELECT count(*) FROM t").fetchone()[0])
    await writer.close()
    assert [isinstance(a, sqlite3.IntegrityError) for a in answers] == [False, False, True, False]
    assert count == 3


async def test_a_cancelled_caller_is_still_written(tmp_path: Path) -> None:
    """The record does not forget what it was told."""
    writer = await _writer(tmp_path)
    task = asyncio.create_task(writer.write(_insert(7), durable=True))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    count = await writer.write(lambda c: c.execute("SELECT count(*) FROM t").fetchone()[0])
    await writer.close()
    assert count == 1


async def test_what_is_not_durable_is_synced_within_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 2: observations at most 1 s behind; a sync follows by itself."""
    assert commits_module.FLUSH_AFTER_S <= 1.0
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 0.05)
    store = await Store.open(record_path(tmp_path), SetClock())
    synced = _Syncing(monkeypatch, record_path(tmp_path))
    await store.events.append(draft())
    await asyncio.sleep(0.3)
    assert synced.files == [synced.wal]
    await store.close()


async def test_others_write_while_the_disk_syncs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P12: an answer waits for no sync that somebody else asked for; who asked for it waits, also
    where it was under way already."""
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 60.0)
    writer = await _writer(tmp_path)
    syncing = _Syncing(monkeypatch, tmp_path / "t.db")
    syncing.goes_on.clear()
    await writer.write(_insert(1))
    first, second = (asyncio.ensure_future(writer.flush()) for _ in range(2))
    await until(lambda: bool(syncing.files))
    await writer.write(_insert(2))
    assert not first.done()
    assert not second.done()
    syncing.goes_on.set()
    await first
    await second
    await writer.flush()
    assert len(syncing.files) == 2  # the second write has its own
    await writer.close()


async def test_a_sync_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3: who asked is told, and what is not on the disk is not forgotten. A later sync may succeed
    without the pages that the first one lost: they are written anew, into the file itself."""
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 60.0)
    writer = await _writer(tmp_path)
    syncing = _Syncing(monkeypatch, tmp_path / "t.db")
    await writer.write(_insert(1))
    syncing.fails = True
    with pytest.raises(RecordNotWritable, match="no disk"):
        await writer.flush()
    syncing.fails = False
    await writer.flush()
    alone = (tmp_path / "t.db").read_bytes()
    await writer.flush()
    await writer.close()
    assert len(syncing.files) == 2
    (tmp_path / "alone.db").write_bytes(alone)
    found = sqlite3.connect(tmp_path / "alone.db")
    assert found.execute("SELECT n FROM t").fetchall() == [(1,)]
    found.close()


async def test_no_durable_write_follows_one_that_a_failed_sync_may_have_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3: while a reader keeps the lost pages from being written anew, a promise is refused."""
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 60.0)
    writer = await _writer(tmp_path)
    await writer.flush()
    reader = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM t").fetchall()
    await writer.write(_insert(1))
    syncing = _Syncing(monkeypatch, tmp_path / "t.db")
    syncing.fails = True
    with pytest.raises(RecordNotWritable):
        await writer.flush()
    syncing.fails = False
    with pytest.raises(RecordNotWritable, match="being read"):
        await writer.write(_insert(2), durable=True)
    reader.close()
    await writer.write(_insert(2), durable=True)
    await writer.close()


async def test_a_durable_append_commits_full(tmp_path: Path) -> None:
    """Decisions, actions, approvals, messages: FULL before the await returns."""
    store = await Store.open(record_path(tmp_path), SetClock())
    seen: list[str] = []
    await store.events._writer.write(lambda c: c.set_trace_callback(seen.append))
    await store.events.append(draft(), durable=True)
    assert seen.index("PRAGMA synchronous = FULL") < seen.index("COMMIT", 1)
    await store.close()


async def test_writing_after_the_end_is_refused(tmp_path: Path) -> None:
    store = await Store.open(record_path(tmp_path), SetClock())
    await store.close()
    await store.close()
    with pytest.raises(RecordNotWritable):
        await store.events.append(draft())


async def test_a_full_disk_is_named_and_over_when_it_is_over(tmp_path: Path) -> None:
    """C-057, limits 2.9: the error says the remedy; the same writer goes on afterwards."""
    store = await Store.open(record_path(tmp_path), SetClock())
    first = await store.events.append(draft())
    limit = "PRAGMA max_page_count = %d"
    pages = await store.events._writer.write(lambda c: c.execute("PRAGMA page_count").fetchone()[0])

    async def cap(count: int) -> None:
        # A page limit is the disk being full, as SQLite sees it.
        await store.events._writer.write(lambda c: c.execute(limit % count).fetchone()[0])

    await cap(pages)
    writes = (store.events.append(draft(text="x" * 500)) for _ in range(200))
    answers = await asyncio.gather(*writes, return_exceptions=True)
    assert isinstance(answers[-1], RecordNotWritable)
    assert "Free disk space" in str(answers[-1])
    assert await store.record.event(first.id) == first
    await cap(2**30)
    assert await store.events.append(draft())
    await store.close()


async def test_events_cannot_be_changed_or_deleted(tmp_path: Path) -> None:
    """B-038: append-only, by trigger, whoever holds the file."""
    store = await Store.open(record_path(tmp_path), SetClock())
    await store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision(), durable=True
    )
    await store.close()
    connection = sqlite3.connect(record_path(tmp_path))
    for table in ("events", "action_decisions"):
        column = "kind" if table == "events" else "json"
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(f"UPDATE {table} SET {column} = ''")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(f"DELETE FROM {table}")
    connection.close()


async def test_a_damaged_file_is_named_and_left_untouched(tmp_path: Path) -> None:
    """C-058, T-44: never repaired or overwritten."""
    path = record_path(tmp_path)
    path.write_bytes(b"this was never a database" * 300)
    before = path.read_bytes()
    with pytest.raises(RecordUnreadable, match=r"left untouched: .*companion rescue"):
        await Store.open(path, SetClock())
    assert path.read_bytes() == before


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """C-057: with the remedy."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordNotWritable, match="state folder"):
        await Store.open(record_path(tmp_path / "file"), SetClock())


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    """B-033: the same file, ids go on."""
    path = record_path(tmp_path)
    assert path.name == "memory_hash.db"
    store = await Store.open(path, SetClock())
    first = await store.events.append(draft())
    await store.close()
    store = await Store.open(path, SetClock())
    second = await store.events.append(draft())
    assert await store.record.recent() == (second, first)
    await store.close()


async def test_a_pending_question_survives_a_restart(tmp_path: Path) -> None:
    """C-049, T-07: asked before, answered after."""
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    decided = await store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision(), durable=True
    )
    lines = Bilingual("鍵を開ける", "unlock"), Bilingual("玄関", "front door")
    asked = await store.approvals.ask(decided.id, *lines, 2)
    await store.close()
    store = await Store.open(path, SetClock())
    assert await store.approvals.pending() == (asked,)
    answered = await store.approvals.answer(asked.id, ApprovalStatus.GRANTED, "web")
    assert answered.status is ApprovalStatus.GRANTED
    assert await store.record.decision(decided.id) == decision()
    await store.close()


async def test_what_was_not_yet_remembered_is_after_a_restart(tmp_path: Path) -> None:
    """B-013, B-104: the job came with its event and waits in the file."""
    path, clock = record_path(tmp_path), SetClock()
    store = await Store.open(path, clock)
    await Journal(store.events, HeardStream(), clock).observed(observation())
    assert await store.jobs.claim() is not None  # cut off while it was being remembered
    await store.close()
    store = await Store.open(path, clock)
    remember = Remember(
        consolidation=Consolidation(store.state, store.state_writer), stream=HeardStream()
    )
    runner = JobRunner(store.jobs, [RememberEvent(store.record, remember.walk)], clock)
    assert await store.jobs.requeue_running() == 1
    assert await runner.drain() == 1
    (row,) = await store.state.rows(WORLD_ITEM)
    await store.close()
    assert world_item_of(row).value == "present"


CRASHER = """
import asyncio, sys
from pathlib import Path
from companion.store.sqlite import Store
from tests.unit.store.samples import SetClock, draft

async def main():
    store = await Store.open(Path(sys.argv[1]), SetClock())
    while True:
        event = await store.events.append(draft(), durable=True, job="remember_event")
        print(event.id, flush=True)

asyncio.run(main())
"""


async def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    """Limits 2.9: killed at any moment, every acknowledged event is there, its job with it."""
    path = record_path(tmp_path)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CRASHER, str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    told = [int(await child.stdout.readline()) for _ in range(40)]
    child.kill()
    told += [int(line) for line in (await child.stdout.read()).splitlines(keepends=True)[:-1]]
    await child.wait()
    store = await Store.open(path, SetClock())
    assert await store.record.event(EventId(told[-1])) is not None
    report = await store.check()
    backlog = await store.jobs.backlog()
    await store.close()
    assert report.sound
    assert report.events == backlog >= len(told)


async def test_the_newest_of_one_origin_are_found_behind_many_of_the_other(tmp_path: Path) -> None:
    """The garden writes much: within a limit it must not hide the home's own."""
    store = await Store.open(record_path(tmp_path), SetClock())
    told = [await store.events.append(draft(EventSource.SYSTEM, "part_ill")) for _ in range(2)]
    garden = replace(draft(EventSource.SYSTEM, "garden_met"), origin="garden")
    lived = [await store.events.append(garden) for _ in range(3)]
    for sources in ((), (EventSource.SYSTEM,)):
        home = await store.record.recent(limit=2, sources=sources, origin="home")
        assert home == (told[1], told[0])
        both = await store.record.recent(limit=2, sources=sources)
        assert both == (lived[2], lived[1])
        there = await store.record.recent(limit=9, sources=sources, origin="garden")
        assert there == (lived[2], lived[1], lived[0])
    await store.close()
