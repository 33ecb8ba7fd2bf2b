"""An alarm in the whole house: set at the desk, due, walked, rung, told why, stopped (B-098)."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from companion.app import Companion
from companion.bench.whole import living, shipped
from companion.household import until
from companion.ports.body import BuzzerUnavailable
from companion.settings import Home
from companion.words.event import EventSource
from companion.words.schedule import Entry, EntryKind, SavedAction
from companion.words.timing import After
from tests.story.whole_house import awake, settings_for

pytestmark = pytest.mark.real("broker")


async def soon(house: Companion, kind: EntryKind, seconds: float, **more: object) -> Entry:
    assert house.dollhouse is not None
    await house.dollhouse.clock.start()
    entry = Entry(kind=kind, timing=After(seconds), created_at=house.clock.now(), **more)  # type: ignore[arg-type]
    return (await house.alarms.add(entry)).entry


async def test_b_098_an_alarm_walks_the_house_and_every_rung_is_tried(tmp_path: Path) -> None:
    """Curtain, light, speaker, louder, buzzer; the chain says why; the owner's stop ends it."""
    async with awake(settings_for("first_evening", tmp_path, speed=300)) as house:
        entry = await soon(house, EntryKind.ALARM, 5.0, label="朝", place="bedroom")
        due = house.clock.now() + timedelta(seconds=5)
        async with asyncio.timeout(30):
            await until(lambda: bool(house.ladder.ringing()))
            began = house.ladder.began_at(house.ladder.ringing()[0])
            assert began is not None
            assert began - due < timedelta(seconds=1)
            while True:
                notes = [
                    e.payload
                    for e in await house.record.recent(limit=200)
                    if e.kind == "alarm_rung"
                ]
                if len(notes) >= 5:
                    break
                await asyncio.sleep(0.05)
        assert [n["rung"] for n in notes][::-1][:5] == [
            *("curtain", "light", "speaker", "louder", "buzzer"),
        ]
        (rung,) = [
            e
            for e in await house.record.recent(limit=200, sources=(EventSource.ACTION_RESULT,))
            if e.kind == "schedule_alarm.ring"
        ]
        chain = await house.record.chain(rung.id)
        assert chain.decision is not None
        assert chain.decision.decided_by == "routine_guard"
        assert EventSource.SCHEDULE in {e.source for e in chain.events}
        await house.desk.stop("web")
        assert house.ladder.ringing() == ()
        assert [f.outcome for f in await house.alarms.history(entry.id)] == ["stopped"]


async def test_t_08_a_routine_is_done_by_the_guard_when_the_model_says_nothing(
    tmp_path: Path,
) -> None:
    """T-50: saved at the page, done at its time, undone like anything else."""
    async with awake(settings_for("first_evening", tmp_path, speed=300)) as house:
        lamp = next(d for d in house.plan.devices if d.id.startswith("light."))
        action = SavedAction(
            action_type="device_control.light_turn_on", payload={"device_id": lamp.id}
        )
        entry = await soon(house, EntryKind.ROUTINE, 3.0, label="夕方", actions=(action,))
        async with asyncio.timeout(30):
            while not [f for f in await house.alarms.history(entry.id) if f.outcome]:
                await asyncio.sleep(0.05)
        decisions = [
            await house.record.decision(e.id)
            for e in await house.record.recent(
                limit=200, sources=(EventSource.DELIBERATION_DECISION,)
            )
        ]
        mine = [d for d in decisions if d is not None and d.action_payload == action.payload]
        assert mine
        results = await house.record.recent(limit=50, sources=(EventSource.ACTION_RESULT,))
        assert [e for e in results if e.kind == action.action_type]


async def test_a_simulated_buzzer_claims_nothing_in_a_real_home(tmp_path: Path) -> None:
    """The last rung of an alarm would be told to have sounded, and nobody had heard it."""
    settings = shipped(tmp_path, home=Home(kind="mqtt"), cameras={}, policies={})
    async with living(settings) as (house, _):
        with pytest.raises(BuzzerUnavailable):
            await house.buzzer.on()
        assert not house.buzzer.sounding()
