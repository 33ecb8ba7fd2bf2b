"""Contract of the ports `StateReader` and `StateWriter`, over SQLite and its twin."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.ports.event_log import EvidenceUnknown
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.unit.store.both import KINDS, AnyStore, opened
from tests.unit.store.samples import START, SetClock, draft


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[AnyStore]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        for n in range(4):
            await store.events.append(draft(kind=f"k{n}"))
        yield store


def _change(value: str, minutes: int = 0, **more: object) -> StateChange:
    return StateChange(
        kind="world_item",
        key="light.hall",
        value={"value": value, **more},
        confidence=1.0,
        trust=TrustLabel.OBSERVED,
        observed_at=START + timedelta(minutes=minutes),
        evidence_event_ids=(EventId(1),),
    )


def _plan(event: int, *changes: StateChange) -> WritePlan:
    return WritePlan(event_id=EventId(event), changes=changes)


async def test_each_change_leaves_a_revision(store: AnyStore) -> None:
    """B-105: the row stands as last applied, with its evidence and revision number."""
    assert await store.state_writer.apply(_plan(1, _change("off"))) == 1
    assert await store.state_writer.apply(_plan(2, _change("on", 3))) == 1
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert (row.value, row.revision) == ({"value": "on"}, 2)
    assert row.since == row.observed_at == START + timedelta(minutes=3)
    assert row.evidence_event_ids == (EventId(1),)
    assert await store.state.rows("world_item") == (row,)
    assert await store.state.rows("mood") == ()


async def test_a_plan_is_applied_once_per_event(store: AnyStore) -> None:
    """Port: idempotent per event, so that a job may run again after a crash."""
    plan = _plan(1, _change("off"))
    assert await store.state_writer.apply(plan) == 1
    version = await store.state.version()
    assert await store.state_writer.apply(plan) == 0
    assert await store.state_writer.apply(_plan(1, _change("on", 9))) == 0
    assert await store.state.version() == version
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert row.value == {"value": "off"}


async def test_the_same_again_moves_freshness_without_a_revision(store: AnyStore) -> None:
    """B.10: the same fact refreshes; an older report does not turn freshness back."""
    await store.state_writer.apply(_plan(1, _change("on")))
    assert await store.state_writer.apply(_plan(2, _change("on", 5))) == 0
    again = replace(_change("on", 2), refresh_only=True)
    assert await store.state_writer.apply(_plan(3, again)) == 0
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert (row.revision, row.since) == (1, START)
    assert row.observed_at == START + timedelta(minutes=5)


async def test_a_detail_changes_without_moving_since(store: AnyStore) -> None:
    """`since` is when it became so: dimming a light does not turn it on anew."""
    await store.state_writer.apply(_plan(1, _change("on", brightness=255)))
    assert await store.state_writer.apply(_plan(2, _change("on", 5, brightness=40))) == 1
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert (row.revision, row.since) == (2, START)


async def test_the_version_grows_with_every_applied_plan(store: AnyStore) -> None:
    """Also with an empty one: what needed no change was still taken in."""
    versions = [await store.state.version()]
    for event in (1, 2):
        await store.state_writer.apply(_plan(event))
        versions.append(await store.state.version())
    assert versions == sorted(set(versions))


async def test_a_plan_for_no_event_is_refused(store: AnyStore) -> None:
    """B-039: nothing reaches state but through events."""
    with pytest.raises(EvidenceUnknown):
        await store.state_writer.apply(_plan(99, _change("on")))
    assert await store.state.row("world_item", "light.hall") is None
