"""Told: joins what people told with what corrects and forgets it, in a running house, and for the
command line on a record that no companion has open."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path

from companion.app.ground import Ground
from companion.app.talking import Talking
from companion.corridors.remember import Remember
from companion.desk.told_requests import ToldRequestDesk
from companion.desk.unlearning import Unlearning
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.told import tellings
from companion.rooms.feedback.room import FeedbackRoom
from companion.rooms.journal.room import Journal
from companion.rooms.recall.told import ToldThings
from companion.service.clock import SystemClock
from companion.store.exported import events_said
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.event import Event
from companion.words.language import Language
from companion.words.told import ToldKind
from companion.words.trust import TrustLabel


@dataclass(frozen=True, kw_only=True)
class ToldParts:
    """Told things of a running house."""

    things: ToldThings
    unlearning: Unlearning
    requests: ToldRequestDesk
    """Forgets, corrects and confirms them for the owner, by a press or a command."""


def build_told(
    ground: Ground, talking: Talking, trust_of: Callable[[str], TrustLabel]
) -> ToldParts:
    """One way to take told things back, for sentences and presses alike."""
    storage, things = ground.storage, ToldThings(ground.storage.store.state)
    unlearning = Unlearning(
        told=things,
        journal=storage.journal,
        record=storage.record,
        language=ground.foundations.language,
        withdraw=talking.consolidation.withdraw,
        remember=talking.remember.walk,
        feedback=talking.feedback,
        drop_feedback=talking.consolidation.forget_feedback,
    )
    return ToldParts(
        things=things,
        unlearning=unlearning,
        requests=ToldRequestDesk(
            unlearning=unlearning, settle_it=talking.consolidation.settle, trust_of=trust_of
        ),
    )


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
                feedback=FeedbackRoom(state=store.state, record=store.record, clock=clock),
                drop_feedback=remember.consolidation.forget_feedback,
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
