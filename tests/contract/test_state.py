"""Contract of the ports `StateReader` and `StateWriter`, over SQLite and its twin."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.ports.event_log import EvidenceUnknown
from companion.store.sqlite import Store
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import START, SetClock, draft


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
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


async def test_each_change_leaves_a_revision(store: Store) -> None:
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


async def test_a_plan_is_applied_once_per_event(store: Store) -> None:
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


async def test_the_same_again_moves_freshness_without_a_revision(store: Store) -> None:
    """B.10: the same fact refreshes; an older report does not turn freshness back."""
    await store.state_writer.apply(_plan(1, _change("on")))
    assert await store.state_writer.apply(_plan(2, _change("on", 5))) == 0
    again = replace(_change("on", 2), refresh_only=True)
    assert await store.state_writer.apply(_plan(3, again)) == 0
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert (row.revision, row.since) == (1, START)
    assert row.observed_at == START + timedelta(minutes=5)


async def test_a_detail_changes_without_moving_since(store: Store) -> None:
    """`since` is when it became so: dimming a light does not turn it on anew."""
    await store.state_writer.apply(_plan(1, _change("on", brightness=255)))
    assert await store.state_writer.apply(_plan(2, _change("on", 5, brightness=40))) == 1
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert (row.revision, row.since) == (2, START)


async def test_the_version_grows_with_every_plan_that_changes_something(store: Store) -> None:
    """An empty one changes nothing, applied once or again: it is not written on the card."""
    versions = [await store.state.version()]
    for event, value in ((1, "on"), (2, "off")):
        await store.state_writer.apply(_plan(event, _change(value, event)))
        versions.append(await store.state.version())
    assert versions == sorted(set(versions))
    assert await store.state_writer.apply(_plan(3)) == 0
    assert await store.state.version() == versions[-1]


async def test_a_plan_for_no_event_is_refused(store: Store) -> None:
    """B-039: nothing reaches state but through events."""
    with pytest.raises(EvidenceUnknown):
        await store.state_writer.apply(_plan(99, _change("on")))
    assert await store.state.row("world_item", "light.hall") is None


@pytest.mark.parametrize(("own", "evidence"), [(1, (1,)), (3, (2, 1)), (1, (2,))])
async def test_a_plan_made_before_an_erasure_brings_nothing_of_it_back(
    store: Store, own: int, evidence: tuple[int, ...]
) -> None:
    """The plan holds the words; what rests on other events is kept."""
    secret = replace(_change("secret"), evidence_event_ids=tuple(map(EventId, evidence)))
    other = replace(_rests_on(2, "kept"), key="light.porch")
    await store.erasure.erase((EventId(1),), "she asked", "owner")
    assert await store.state_writer.apply(_plan(own, secret, other)) == int(own != 1)
    assert {row.key for row in await store.state.rows("world_item")} <= {"light.porch"}
    assert await store.state_writer.apply(_plan(2, other)) == int(own == 1)


async def _cite(store: Store, source: EventSource, *evidence: int) -> EventId:
    cited = tuple(EventId(i) for i in evidence)
    event = await store.events.append(
        replace(draft(kind="citing"), source=source, evidence_event_ids=cited)
    )
    return event.id


def _rests_on(event: int, value: str, minutes: int = 0) -> StateChange:
    return replace(_change(value, minutes), evidence_event_ids=(EventId(event),))


async def test_what_rested_on_an_event_goes_and_what_was_before_comes_back(
    store: Store,
) -> None:
    """T4, S2: removed where nothing was held before, set back where something was; the history
    stays, and a later fact begins after it."""
    preference = replace(_rests_on(2, "unlock"), kind="preference", key="door")
    await store.state_writer.apply(_plan(1, _change("off")))
    await store.state_writer.apply(_plan(2, _rests_on(2, "on", 3), preference))
    gone = await store.state_writer.withdraw(EventId(2))
    assert (gone.events, gone.removed, gone.restored) == ((EventId(2),), 1, 1)
    assert await store.state.row("preference", "door") is None
    row = await store.state.row("world_item", "light.hall")
    assert row is not None
    assert (row.value, row.revision, row.trust) == ({"value": "off"}, 3, TrustLabel.OBSERVED)
    again = replace(preference, evidence_event_ids=(EventId(3),))
    assert await store.state_writer.apply(_plan(3, again)) == 1
    row = await store.state.row("preference", "door")
    assert row is not None
    assert row.revision == 2
    assert (await store.state_writer.withdraw(EventId(1))).removed == 1


async def test_what_followed_goes_too_and_what_was_sensed_stays(store: Store) -> None:
    """T4: undo by evidence, through every event that rests on it; a sensor is its own witness."""
    said = await _cite(store, EventSource.AUTONOMY_MESSAGE, 1)
    further = await _cite(store, EventSource.SYSTEM, int(said))
    seen = await _cite(store, EventSource.DEVICE_STATE, int(said))
    believed = replace(_rests_on(int(further), "x"), kind="preference", key="k")
    await store.state_writer.apply(_plan(int(further), believed))
    await store.state_writer.apply(_plan(int(seen), _rests_on(int(seen), "on")))
    gone = await store.state_writer.withdraw(EventId(1))
    assert gone.events == (EventId(1), said, further)
    assert await store.state.rows("preference") == ()
    assert len(await store.state.rows("world_item")) == 1
