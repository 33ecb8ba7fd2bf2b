"""Storage: opens the record, with the buffer for a disk that takes nothing, and the journal before
both."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta

from companion.app.foundations import Foundations
from companion.ports.erasure import Erasure
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.service.watchdog.systemd import long_work
from companion.store.buffer_flusher import BufferFlusher
from companion.store.check import RecordCheck
from companion.store.disk_reserve import DiskReserve
from companion.store.event_buffer import BufferedErasure, BufferedEventLog, BufferedRecord
from companion.store.export_files import ExportFiles
from companion.store.exports import Exports
from companion.store.preset import settle_record
from companion.store.sqlite import Store
from companion.store.thin import Keep
from companion.store.upkeep import RecordUpkeep


@dataclass(frozen=True, kw_only=True)
class Storage:
    """Everything that lasts."""

    store: Store
    events: BufferedEventLog
    record: Record
    erasure: Erasure
    journal: Journal
    reserve: DiskReserve
    flusher: BufferFlusher
    check: RecordCheck
    upkeep: RecordUpkeep
    exports: Exports
    """The two files that follow the record."""


async def build_storage(stack: AsyncExitStack, on: Foundations, *, rescue: bool) -> Storage:
    """Open the record. `rescue`: a check found it damaged; it is begun anew with what can be read
    of it. Raises what `Store.open_or_rescue` raises."""
    settings, clock = on.settings, on.clock
    async with long_work(on.systemd):
        settled = await asyncio.to_thread(
            settle_record, on.state_dir, settings.embedding_preset_id, clock.now()
        )
        ttl = timedelta(hours=settings.limits.thought_ttl_h)
        store, rescued = await Store.open_or_rescue(
            settled.path, clock, thought_ttl=ttl, wanted=rescue
        )
    stack.push_async_callback(store.close)
    events = BufferedEventLog(store.events, store.record, clock)
    reserve = DiskReserve(on.state_dir)
    # Before anybody asks how the record is: without it, "little disk space is left".
    await asyncio.to_thread(reserve.reserve)
    check = RecordCheck(store)
    kept = settings.retention
    upkeep = RecordUpkeep(
        store=store,
        check=check,
        events=events,
        reserve=reserve,
        settled=settled,
        rescued=rescued,
        keep=Keep.of_days(kept.device_reports_days, kept.looks_days),
    )
    stack.push_async_callback(upkeep.anchor)
    await events.prime()
    if (snapshot := await store.snapshots.latest()) is not None:
        on.blackboard.restore(snapshot)
    return Storage(
        store=store,
        events=events,
        record=BufferedRecord(store.record, events),
        erasure=BufferedErasure(store.erasure, events, store.person_reserve),
        journal=Journal(events, on.hub, clock),
        reserve=reserve,
        flusher=BufferFlusher(events, reserve, store.person_reserve, store.erasure.overwrite),
        check=check,
        upkeep=upkeep,
        exports=Exports(
            files=ExportFiles(on.state_dir),
            record=store.record,
            state=store.state,
            stream=on.hub,
            clock=clock,
            language=on.language,
        ),
    )
