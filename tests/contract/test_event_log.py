"""Contract of the port `EventLog`, over SQLite and its twin."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.ports.event_log import EvidenceUnknown
from companion.store.sqlite import Store
from companion.words.event import EventSource
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import SetClock, decision, draft, result


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        yield store


@pytest.mark.parametrize("durable", [True, False])
async def test_what_is_appended_is_readable_at_once(store: Store, durable: bool) -> None:
    """B-012: the event comes back as it was written, Japanese and zone included."""
    event = await store.events.append(draft(text="玄関に人"), durable=durable)
    assert await store.record.event(event.id) == event


async def test_ids_grow_in_order_of_appending(store: Store) -> None:
    """Port: ids in order of appending, also when many append at once."""
    events = await asyncio.gather(
        *(store.events.append(draft(kind=f"k{n}"), durable=n % 3 == 0) for n in range(60))
    )
    assert [e.kind for e in sorted(events, key=lambda e: e.id)] == [f"k{n}" for n in range(60)]
    assert len({e.id for e in events}) == 60


async def test_a_decision_is_stored_one_to_one(store: Store) -> None:
    """B-070, B-074: the structure comes back whole, its thought while that lives."""
    wanted = decision()
    event = await store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=wanted, durable=True
    )
    assert await store.record.decision(event.id) == wanted
    assert await store.record.result(event.id) is None


async def test_a_result_names_its_decision(store: Store) -> None:
    """B-079, S-07."""
    decided = await store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision(), durable=True
    )
    acted = await store.events.append(
        draft(EventSource.ACTION_RESULT, evidence=(decided.id,)), result=result(decided.id)
    )
    found = await store.record.result(acted.id)
    assert found == result(decided.id)


async def test_unknown_evidence_is_refused_and_leaves_nothing(store: Store) -> None:
    """B-079: nothing can cite an event that never was; neighbours in the group are kept."""
    good, bad = await asyncio.gather(
        store.events.append(draft(kind="good")),
        store.events.append(draft(kind="bad", evidence=(999,))),
        return_exceptions=True,
    )
    assert isinstance(bad, EvidenceUnknown)
    assert not isinstance(good, BaseException)
    assert [e.kind for e in await store.record.recent()] == ["good"]


async def test_a_result_without_a_decision_is_refused(store: Store) -> None:
    """B-079: an observation cannot stand in for the decision."""
    seen = await store.events.append(draft())
    with pytest.raises(EvidenceUnknown):
        await store.events.append(draft(EventSource.ACTION_RESULT), result=result(seen.id))
    assert len(await store.record.recent()) == 1


async def test_a_job_is_queued_with_its_event_or_not_at_all(store: Store) -> None:
    """B-104: event and job are one transaction."""
    event = await store.events.append(draft(), job="remember_event")
    with pytest.raises(EvidenceUnknown):
        await store.events.append(draft(evidence=(999,)), job="remember_event")
    job = await store.jobs.claim()
    assert job is not None
    assert (job.kind, job.payload) == ("remember_event", {"event_id": event.id})
    assert await store.jobs.claim() is None
