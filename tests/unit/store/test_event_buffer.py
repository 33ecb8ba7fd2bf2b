"""A disk that takes nothing: what happened is held and written when it is back (F3, F4, T-44)."""

import asyncio
import errno
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.ports.event_log import RecordNotWritable
from companion.store import commits as commits_module
from companion.store import event_buffer as buffer_module
from companion.store.buffer_flusher import BufferFlusher
from companion.store.disk_reserve import DiskReserve, PersonReserve
from companion.store.event_buffer import BufferedEventLog, BufferedRecord
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from companion.words.ids import EventId
from tests.unit.store.samples import SetClock, decision, draft, result


class Disk:
    """A store, what stands in front of it, and a disk that can be full or read-only."""

    def __init__(self, store: Store, clock: SetClock) -> None:
        self.store = store
        self.buffer = BufferedEventLog(store.events, store.record, clock)
        self.record = BufferedRecord(store.record, self.buffer)

    async def _pragma(self, text: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(text)

        await self.store._writer.write(work)

    async def fill(self) -> None:
        """Not one page more: SQLite answers as it does on a full disk (SQLITE_FULL)."""
        await self._pragma("PRAGMA max_page_count = 1")

    async def turn_read_only(self) -> None:
        """SQLITE_READONLY, as after a remount."""
        await self._pragma("PRAGMA query_only = ON")

    async def mend(self) -> None:
        writer = self.store._writer._connection
        # Not through a write: nothing can be written.
        writer.execute("PRAGMA query_only = OFF")
        writer.execute("PRAGMA max_page_count = 4294967294")


@asynccontextmanager
async def disk(folder: Path) -> AsyncIterator[Disk]:
    clock = SetClock()
    store = await Store.open(record_path(folder), clock)
    try:
        made = Disk(store, clock)
        await made.buffer.prime()
        yield made
    finally:
        await store.close()


LONG = "x" * 20_000
"""Fills pages, so that a full disk is noticed at once."""


async def test_b_077_what_waits_is_recalled_as_a_talk_only_where_it_is_speech(
    tmp_path: Path,
) -> None:
    """B-077, T-34: of the searchable events that wait for the disk, what was seen or lived in the
    garden is no turn of a talk, as on the disk."""
    async with disk(tmp_path) as d:
        await d.fill()
        sentence = draft(EventSource.USER_INPUT, text=LONG, searchable=True)
        said = await d.buffer.append(sentence, durable=True)
        for source in (EventSource.OBSERVATION, EventSource.SYSTEM, EventSource.ACTION_RESULT):
            await d.buffer.append(draft(source, searchable=True))
        assert d.buffer.since is not None
        assert [e.id for e in await d.record.recallable(limit=2)] == [said.id]
        await d.mend()
        assert await d.buffer.flush()
        assert [e.id for e in await d.record.recallable(limit=2)] == [said.id]


@pytest.mark.parametrize("fault", ["full", "read-only"])
async def test_nothing_is_lost_or_reordered_while_the_disk_is_away(
    tmp_path: Path, fault: str
) -> None:
    """F3, F4: ids promised in memory are the ids on the disk, before, during and after."""
    async with disk(tmp_path) as d:
        before = await d.buffer.append(draft(text="before"))
        await (d.fill() if fault == "full" else d.turn_read_only())
        asked = await d.buffer.append(draft(text=LONG), durable=True)
        decided = replace(draft(EventSource.DELIBERATION_DECISION), evidence_event_ids=(asked.id,))
        thought = await d.buffer.append(decided, decision=decision(), durable=True)
        done = replace(draft(EventSource.ACTION_RESULT), evidence_event_ids=(thought.id,))
        acted = await d.buffer.append(done, result=result(thought.id), durable=True)
        assert d.buffer.since is not None
        assert [e.id for e in await d.record.recent()] == [
            acted.id,
            thought.id,
            asked.id,
            before.id,
        ]
        home = await d.record.recent(limit=1, origin="home")
        assert ([e.id for e in home], await d.record.recent(origin="garden")) == ([acted.id], ())
        assert await d.record.result(acted.id) is not None
        chain = await d.record.chain(acted.id)
        assert [e.id for e in chain.events] == [asked.id, thought.id, acted.id]
        assert not await d.buffer.flush()
        assert await d.store.record.event(asked.id) is None

        await d.mend()
        assert await d.buffer.flush()
        after = await d.buffer.append(draft(text="after"))
        written = await d.store.record.recent()
        assert [e.id for e in written] == [after.id, acted.id, thought.id, asked.id, before.id]
        assert await d.store.record.decision(thought.id) is not None
        assert d.buffer.since is None
        assert d.buffer.written_late == 3


async def test_appends_in_flight_when_the_disk_fills_keep_their_places(tmp_path: Path) -> None:
    async with disk(tmp_path) as d:
        await d.fill()
        texts = [f"{n} {LONG}" for n in range(20)]
        events = await asyncio.gather(*(d.buffer.append(draft(text=t)) for t in texts))
        await d.mend()
        assert await d.buffer.flush()
        assert len({e.id for e in events}) == 20
        for event in events:
            written = await d.store.record.event(event.id)
            assert written is not None
            assert written.user_text == event.user_text


async def test_a_write_that_landed_after_all_is_not_written_twice(tmp_path: Path) -> None:
    async with disk(tmp_path) as d:
        torn = draft(text="torn")

        class Torn:
            """Commits, then says it could not."""

            async def append(self, *args: object, **more: object) -> None:
                await d.store.events.append(torn)
                raise RecordNotWritable("disk I/O error")

        held = BufferedEventLog(Torn(), d.store.record, SetClock())  # type: ignore[arg-type]
        await held.prime()
        event = await held.append(torn)
        held._inner = d.store.events
        assert await held.flush()
        assert [e.id for e in await d.store.record.recent()] == [event.id]


async def test_a_sync_that_fails_is_trouble_until_one_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3: what was said is perhaps not on the disk, and the health says so."""
    monkeypatch.setattr(commits_module, "FLUSH_AFTER_S", 60.0)
    async with disk(tmp_path) as d:
        said = await d.buffer.append(draft(text="said"))
        with monkeypatch.context() as broken:
            broken.setattr(os, "fdatasync", _refused)
            await d.buffer.sync()
            assert d.buffer.since is not None
            after = await d.buffer.append(draft(text="after"))
            assert not await d.buffer.flush()
        assert "no disk" in d.buffer.why
        assert await d.buffer.flush()
        assert d.buffer.since is None
        assert [e.id for e in await d.store.record.recent()] == [after.id, said.id]


def _refused(_: int) -> None:
    raise OSError(errno.EIO, "no disk")


async def test_memory_stays_bounded_and_keeps_room_for_what_must_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buffer_module, "BUFFER_MAX", 3)
    monkeypatch.setattr(buffer_module, "BUFFER_MAX_DURABLE", 5)
    async with disk(tmp_path) as d:
        await d.turn_read_only()
        for _ in range(3):
            await d.buffer.append(draft())
        with pytest.raises(RecordNotWritable, match="wait for the disk"):
            await d.buffer.append(draft())
        await d.buffer.append(draft(), durable=True)
        assert len(d.buffer.waiting()) == 4


async def test_the_plan_halts_until_the_disk_is_back(tmp_path: Path) -> None:
    """T-44: acting by oneself waits; the flusher brings it back without being asked."""
    async with disk(tmp_path) as d:
        owed = d.store.erasure.overwrite
        flusher = BufferFlusher(d.buffer, DiskReserve(tmp_path), PersonReserve(tmp_path), owed)
        keeping = asyncio.create_task(flusher.run())
        await d.turn_read_only()
        await d.buffer.append(draft(text="held"))
        halted = asyncio.create_task(d.buffer.until_writable())
        await asyncio.sleep(0.05)
        assert not halted.done()
        await d.mend()
        async with asyncio.timeout(30):
            await halted
        keeping.cancel()
        assert [e.user_text for e in await d.store.record.recent()] == ["held"]
        await asyncio.gather(keeping, return_exceptions=True)


async def test_the_reserve_is_released_first(tmp_path: Path) -> None:
    """F3: on a full disk of 8 MiB the reserve brings the record back at once."""
    reserve = DiskReserve(tmp_path, size_bytes=64 * 1024)
    assert reserve.reserve()
    assert reserve.reserved
    assert (tmp_path / "ballast").stat().st_blocks * 512 >= 64 * 1024
    async with disk(tmp_path) as d:
        given: list[bool] = []
        d.buffer.on_trouble = lambda: given.append(reserve.release())
        await d.turn_read_only()
        await d.buffer.append(draft())
        assert given == [True]
        assert not reserve.reserved


def test_nothing_is_reserved_where_there_is_no_room(tmp_path: Path) -> None:
    reserve = DiskReserve(tmp_path, size_bytes=2**60)
    assert not reserve.reserve()
    assert not reserve.reserved


async def test_ids_follow_what_was_there_before(tmp_path: Path) -> None:
    async with disk(tmp_path) as d:
        await d.store.events.append(draft())
        fresh = BufferedEventLog(d.store.events, d.store.record, SetClock())
        await fresh.prime()
        await d.turn_read_only()
        assert (await fresh.append(draft())).id == EventId(2)
