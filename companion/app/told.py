"""Told things of a record that no companion has open, for the command line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path

from companion.corridors.remember import Remember
from companion.desk.unlearning import Unlearning
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.told import tellings
from companion.rooms.journal.room import Journal
from companion.rooms.recall.told import ToldThings
from companion.service.clock import SystemClock
from companion.store.exported import events_said
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.event import Event
from companion.words.language import Language
from companion.words.told import ToldKind


@dataclass(frozen=True, kw_only=True)
class OpenedTold:
    """Told things, and what takes them back."""

    store: Store
    things: ToldThings
    remember: Remember
    unlearning: Unlearning


@asynccontextmanager
async def opened_told(record: Path, language: Language) -> AsyncIterator[OpenedTold]:
    """Open a record for writing; its folder must have been claimed. Raises `RecordUnreadable`,
    `RecordNotWritable`."""
    clock = SystemClock(UTC)
    store = await Store.open(record, clock)
    hub = Hub(clock.now)
    remember = Remember(
        consolidation=Consolidation(store.state, store.state_writer, record=store.record),
        stream=hub,
    )
    things = ToldThings(store.state)
    try:
        yield OpenedTold(
            store=store,
            things=things,
            remember=remember,
            unlearning=Unlearning(
                told=things,
                journal=Journal(store.events, hub, clock),
                record=store.record,
                language=language,
                withdraw=remember.consolidation.withdraw,
                remember=remember.walk,
            ),
        )
        await store.anchor()
    finally:
        await store.close()


async def remember_said(record: Path, language: Language) -> int:
    """Read what people told in sentences that no job was queued for, as after an import; gives the
    rows of state that came of it. Sentences that were read before change nothing."""
    rows = 0
    async with opened_told(record, language) as opened:
        for event in await asyncio.to_thread(_unread, record):
            plan = await opened.remember.consolidation.generate(event)
            # A talk of long ago changes no mood.
            told = tuple(one for one in plan.changes if one.kind in set(ToldKind))
            rows += await opened.remember.consolidation.apply(replace(plan, changes=told))
    return rows


def _unread(record: Path) -> list[Event]:
    return [event for event, _ in events_said(record) if tellings(event)]
