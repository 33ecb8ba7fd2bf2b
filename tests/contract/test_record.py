"""Contract of the port `Record`, over SQLite and its twin."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.store.sqlite import Store
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import SetClock, decision, draft, result


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture(params=KINDS)
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, clock: SetClock
) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, clock) as store:
        yield store


async def _whole_walk(store: Store) -> dict[str, EventId]:
    """Seen -> decided -> ruled -> asked -> answered -> acted -> said -> decided again."""
    ids: dict[str, EventId] = {}

    async def put(name: str, source: EventSource, *evidence: str) -> None:
        cited = tuple(ids[e] for e in evidence)
        event = await store.events.append(
            draft(source, name, evidence=cited),
            decision=decision(evidence=cited) if name.startswith("decided") else None,
            result=result(ids["decided"]) if name == "acted" else None,
        )
        ids[name] = event.id

    await put("unrelated", EventSource.OBSERVATION)
    await put("seen", EventSource.OBSERVATION)
    await put("decided", EventSource.DELIBERATION_DECISION, "seen")
    await put("ruled", EventSource.GM_JUDGEMENT, "decided")
    await put("asked", EventSource.APPROVAL_QUESTION, "decided")
    await put("answered", EventSource.APPROVAL_ANSWER, "decided")
    await put("acted", EventSource.ACTION_RESULT, "decided")
    await put("said", EventSource.AUTONOMY_MESSAGE, "decided", "acted")
    await put("decided_again", EventSource.DELIBERATION_DECISION, "acted")
    return ids


@pytest.mark.parametrize("start", ["seen", "decided", "ruled", "asked", "acted", "said"])
async def test_the_chain_is_the_same_from_any_of_its_events(store: Store, start: str) -> None:
    """DESIGN 1.5: seen, decision, ruling, question, answer, result, message; oldest first."""
    ids = await _whole_walk(store)
    chain = await store.record.chain(ids[start])
    kinds = [event.kind for event in chain.events]
    assert kinds == ["seen", "decided", "ruled", "asked", "answered", "acted", "said"]
    assert chain.decision == decision(evidence=(ids["seen"],))
    assert chain.results == (result(ids["decided"]),)


async def test_what_led_to_a_replan_is_in_its_chain(store: Store) -> None:
    """B-051: the earlier decision and its result are causes of the next."""
    ids = await _whole_walk(store)
    kinds = [event.kind for event in (await store.record.chain(ids["decided_again"])).events]
    assert kinds == ["seen", "decided", "acted", "decided_again"]


async def test_an_event_without_causes_is_its_own_chain(store: Store) -> None:
    ids = await _whole_walk(store)
    chain = await store.record.chain(ids["unrelated"])
    assert [event.kind for event in chain.events] == ["unrelated"]
    assert chain.decision is None
    assert (await store.record.chain(EventId(999))).events == ()


async def test_recent_is_newest_first_between_bounds_and_by_source(store: Store) -> None:
    """T-47: one activity view, filters by kind, pages by id."""
    for n in range(6):
        source = EventSource.OBSERVATION if n % 2 else EventSource.SYSTEM
        await store.events.append(draft(source, f"k{n}", trust=TrustLabel.SELF))
    record = store.record

    async def kinds(before: EventId | None = None, after: EventId | None = None) -> list[str]:
        return [e.kind for e in await record.recent(limit=2, before=before, after=after)]

    assert await kinds() == ["k5", "k4"]
    assert await kinds(before=EventId(5)) == ["k3", "k2"]
    assert await kinds(after=EventId(5)) == ["k5"]
    found = await record.recent(sources=[EventSource.OBSERVATION])
    assert [e.kind for e in found] == ["k5", "k3", "k1"]


async def test_recall_never_finds_a_decision(store: Store) -> None:
    """B-059, B-061, B-075, B-077: not even by the words in its summary."""
    await store.events.append(
        draft(EventSource.DELIBERATION_DECISION, text="light the hall"), decision=decision()
    )
    await store.events.append(draft(EventSource.ACTION_RESULT, "quiet"))
    said = await store.events.append(draft(EventSource.USER_INPUT, "said", searchable=True))
    assert [e.id for e in await store.record.recallable()] == [said.id]


async def test_a_thought_lives_a_day_the_decision_stays(store: Store, clock: SetClock) -> None:
    """T-33, B-034, B-035: full thought text has a TTL of 24 h."""
    event = await store.events.append(draft(EventSource.DELIBERATION_DECISION), decision=decision())
    clock.pass_time(hours=23)
    assert await store.sweep() == 0
    found = await store.record.decision(event.id)
    assert found is not None
    assert found.thought is not None
    clock.pass_time(hours=2)
    found = await store.record.decision(event.id)
    assert found is not None
    assert found.thought is None
    assert found.reason == decision().reason
    assert await store.sweep() >= 1
    assert await store.sweep() == 0


async def test_a_sound_record_checks_sound(store: Store) -> None:
    await _whole_walk(store)
    report = await store.check()
    assert report.sound
    assert report.events == 9


@pytest.mark.parametrize(
    "sources",
    [
        (),
        (EventSource.USER_INPUT,),
        (EventSource.DEVICE_STATE,),
        (EventSource.USER_INPUT, EventSource.OBSERVATION),
        (EventSource.USER_INPUT, EventSource.DEVICE_STATE),
        (EventSource.INTERRUPT,),
    ],
    ids=lambda sources: "+".join(sources) or "all",
)
async def test_of_any_sources_the_newest_come_first(
    store: Store, sources: tuple[EventSource, ...]
) -> None:
    """Port: bounded by `before`, `after` and `limit`, whichever way the sources are looked up."""
    every = (EventSource.DEVICE_STATE, EventSource.USER_INPUT, EventSource.OBSERVATION)
    events = [await store.events.append(draft(every[n % 7 % 3])) for n in range(40)]
    asked = [e for e in reversed(events) if not sources or e.source in sources]
    between = [e for e in asked if 5 < e.id < 35]
    assert list(await store.record.recent(sources=sources)) == asked
    found = await store.record.recent(
        sources=sources, limit=8, before=EventId(35), after=EventId(5)
    )
    assert list(found) == between[:8]
