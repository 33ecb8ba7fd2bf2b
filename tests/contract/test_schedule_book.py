"""Contract of the port `ScheduleBook`, over SQLite and its twin (F7, F8, T-50)."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from companion.ports.schedule import EntryUnknown
from companion.ports.schedule_book import NEVER_US, SavedRow
from companion.store.sqlite import Store
from companion.words.language import Bilingual
from companion.words.schedule import (
    Comparison,
    Entry,
    EntryId,
    EntryKind,
    EntryState,
    FactCondition,
    Firing,
    FiringState,
    Manner,
    MissedPolicy,
    SavedAction,
)
from companion.words.timing import (
    After,
    BySun,
    Days,
    Holidays,
    Movement,
    Once,
    OnMovement,
    Recurring,
    SunEvent,
    Timing,
)
from companion.words.trust import TrustLabel
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import START, SetClock

DUE = START + timedelta(hours=13)
TIMINGS = (
    Once(START + timedelta(days=1)),
    After(600.0),
    Recurring(time(7, 0), Days(frozenset({0, 1, 2, 3, 4}), Holidays.SKIPPED)),
    BySun(SunEvent.SUNSET, -600.0),
    BySun(SunEvent.DAWN, 0.0, Days(frozenset({6}), Holidays.ONLY)),
    OnMovement(Movement.ARRIVES, "mika", "hall"),
)


def entry(timing: Timing = TIMINGS[2]) -> Entry:
    return Entry(kind=EntryKind.ALARM, timing=timing, zone="Asia/Tokyo", created_at=START)


def firing(of: Entry, due: datetime = DUE, **more: object) -> Firing:
    return replace(Firing(entry_id=of.id, due=due, claimed_at=START), **more)  # type: ignore[arg-type]


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        yield store


@pytest.mark.parametrize("timing", TIMINGS, ids=lambda t: type(t).__name__)
async def test_what_is_saved_comes_back_as_it_was(store: Store, timing: Timing) -> None:
    """T-50: time, weekdays, sun, condition, actions and manner, whole."""
    whole = replace(
        entry(timing),
        kind=EntryKind.ROUTINE,
        label="朝の支度",
        skip=DUE,
        missed=MissedPolicy.RUN,
        place="bedroom",
        actions=(
            SavedAction(
                action_type="device_control.cover_set_position",
                payload={"device_id": "cover.bed", "position": 50},
                label=Bilingual("カーテンを半分開ける", "open the curtain half way"),
            ),
        ),
        condition=FactCondition("light.hall", Comparison.IS, "off"),
        manners=(Manner.QUIETLY,),
        trust=TrustLabel.HOUSEHOLD,
        channel="voice",
        state=EntryState.DONE,
        settled_until=DUE,
    )
    kept = await store.schedule.add(whole)
    assert kept == replace(whole, id=kept.id)
    assert await store.schedule.entries() == (kept,)


async def test_a_row_says_its_moment_where_no_rule_has_a_say(store: Store) -> None:
    """P20: of a timer and of what is for once; all else is worked out by who knows the zone."""
    kept = [await store.schedule.add(entry(timing)) for timing in TIMINGS]
    off = await store.schedule.add(replace(entry(TIMINGS[0]), enabled=False))
    rows = {row.id: row for row in await store.schedule.rows()}
    epoch, microsecond = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
    once = (START + timedelta(days=1) - epoch) // microsecond
    after = (START + timedelta(seconds=600) - epoch) // microsecond
    assert [rows[e.id].due_us for e in kept] == [once, after, None, None, None, None]
    assert rows[off.id].due_us == NEVER_US
    assert [store.schedule.read(rows[e.id]) for e in (*kept, off)] == [*kept, off]
    await store.schedule.change(replace(kept[1], created_at=START + timedelta(hours=1)))
    await store.schedule.change(replace(kept[0], state=EntryState.DONE))
    moved = {row.id: row.due_us for row in await store.schedule.rows()}
    assert moved[kept[1].id] == after + 3600 * 10**6
    assert moved[kept[0].id] == NEVER_US
    with pytest.raises(ValueError, match="KeyError"):
        store.schedule.read(SavedRow(EntryId(1), None, "{}"))


async def test_changing_and_removing(store: Store) -> None:
    first = await store.schedule.add(entry())
    second = await store.schedule.add(entry())
    await store.schedule.change(replace(first, label="歯医者"))
    await store.schedule.remove(second.id)
    assert [e.label for e in await store.schedule.entries()] == ["歯医者"]
    third = await store.schedule.add(entry())
    assert third.id > second.id, "an id was used again"
    for unknown in (store.schedule.remove(second.id), store.schedule.change(second)):
        with pytest.raises(EntryUnknown):
            await unknown
    assert EntryId(99) not in {e.id for e in await store.schedule.entries()}


async def test_one_moment_is_claimed_once(store: Store) -> None:
    """F8: whoever comes second, after a step back or a restart, is told no."""
    alarm = await store.schedule.add(entry())
    kept = await store.schedule.claim(firing(alarm))
    assert kept is not None
    assert await store.schedule.claim(firing(alarm, DUE.astimezone(UTC))) is None
    other = await store.schedule.claim(firing(alarm, DUE + timedelta(days=1)))
    assert other is not None
    assert await store.schedule.open() == (kept, other)


async def test_what_was_only_missed_may_ring_after_all(store: Store) -> None:
    """F8: the clock was years ahead, and is set right: the coming morning is not lost."""
    alarm = await store.schedule.add(entry())
    missed = firing(alarm, state=FiringState.CLOSED, outcome="missed", closed_at=START)
    assert await store.schedule.claim(missed) is not None
    assert await store.schedule.claim(missed) is None, "missed is told once"
    kept = await store.schedule.claim(firing(alarm))
    assert kept is not None
    assert await store.schedule.claim(firing(alarm)) is None
    assert await store.schedule.open() == (kept,)


async def test_open_firings_and_history(store: Store) -> None:
    alarm = await store.schedule.add(entry())
    kept = await store.schedule.claim(firing(alarm))
    assert kept is not None
    snoozed = replace(kept, state=FiringState.SNOOZED, again_at=DUE + timedelta(minutes=9), step=2)
    await store.schedule.update(snoozed)
    assert await store.schedule.open() == (snoozed,)
    closed = replace(snoozed, state=FiringState.CLOSED, outcome="stopped", closed_at=DUE)
    await store.schedule.update(closed)
    assert await store.schedule.open() == ()
    await store.schedule.remove(alarm.id)
    assert await store.schedule.history(alarm.id) == (closed,)
    again = await store.schedule.claim(firing(alarm, DUE + timedelta(days=1)))
    assert again is not None
    assert await store.schedule.history(alarm.id, limit=1) == (again,)
    refused = replace(
        again,
        state=FiringState.CLOSED,
        outcome="partly",
        why=Bilingual("今は つながって\nいません", "not connected"),
        closed_at=DUE,
    )
    await store.schedule.update(refused)
    (told,) = await store.schedule.history(alarm.id, limit=1)
    assert (told.outcome, told.why) == (
        "partly",
        Bilingual("今は つながって いません", "not connected"),
    )


async def test_up_to_when_each_was_seen_to(store: Store) -> None:
    """F8: what lies ahead, claimed under a clock that was wrong, does not count."""
    alarm, other = await store.schedule.add(entry()), await store.schedule.add(entry())
    for days in (0, 1, 2, 900):
        assert await store.schedule.claim(firing(alarm, DUE + timedelta(days=days)))
    assert await store.schedule.claim(firing(other, DUE + timedelta(microseconds=5)))
    missed = firing(other, DUE + timedelta(days=1), state=FiringState.CLOSED, outcome="missed")
    assert await store.schedule.claim(missed)
    until = await store.schedule.latest(DUE + timedelta(days=2))
    assert until == {
        alarm.id: DUE + timedelta(days=2),
        other.id: DUE + timedelta(microseconds=5),
    }


async def test_the_rows_verify(tmp_path: Path) -> None:
    """T15: what lies in the new tables has checksums too."""
    async with opened("file", tmp_path, SetClock()) as store:
        alarm = await store.schedule.add(entry())
        kept = await store.schedule.claim(firing(alarm))
        assert kept is not None
        await store.schedule.change(replace(alarm, enabled=False))
        await store.schedule.update(replace(kept, state=FiringState.RUNNING))
        found = await store.check()
        assert found.sound, found.broken
