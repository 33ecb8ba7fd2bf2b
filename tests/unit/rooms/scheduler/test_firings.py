"""Firings: a due moment from its claim to its end."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.scheduler.firings import all_of, steps_of
from companion.words.language import Bilingual
from companion.words.schedule import (
    Comparison,
    EntryId,
    EntryKind,
    FactCondition,
    FiringState,
    SavedAction,
    StepEnd,
)
from tests.unit.rooms.scheduler.alarms import DAILY, MINUTE, SEVEN, alarm, morning

WHY = Bilingual("鍵がかかっている", "it is locked")
DONE, PARTLY, FAILED = StepEnd("done"), StepEnd("partly", WHY), StepEnd("failed", WHY)


@pytest.mark.parametrize(
    ("ends", "outcome"),
    [
        ((), "done"),
        ((DONE, DONE), "done"),
        ((DONE, FAILED), "partly"),
        ((FAILED, FAILED), "failed"),
        ((PARTLY,), "partly"),
    ],
)
def test_several_steps_have_one_outcome(ends: tuple[StepEnd, ...], outcome: str) -> None:
    assert all_of(ends).outcome == outcome


def test_the_first_reason_is_told() -> None:
    other = replace(FAILED, why=Bilingual("別", "another"))
    assert all_of((DONE, FAILED, other)).why == WHY


def test_a_reminder_has_one_step_and_a_routine_its_own() -> None:
    saved = SavedAction(action_type="device_control.light_turn_on", payload={})
    (step,) = steps_of(replace(alarm(kind=EntryKind.REMINDER), id=EntryId(3)))
    assert (step.action_type, step.payload) == ("schedule_alarm.remind", {"alarm_id": 3})
    assert steps_of(alarm(kind=EntryKind.ROUTINE, actions=(saved,))) == (saved,)


async def test_a_ring_is_open_until_it_is_stopped_and_told_with_its_outcome() -> None:
    async with morning() as house:
        entry = (await house.alarms.add(alarm(label="gym"))).entry
        await house.until(SEVEN + MINUTE)
        (upcoming,) = house.alarms.entries()
        assert upcoming.firing is not None
        assert upcoming.firing.state is FiringState.RUNNING
        await house.alarms.stop(entry.id)
        assert house.ringing_now == set()
        (last, *_) = await house.alarms.history(entry.id)
        assert last.outcome == "stopped"
        assert ("gym", "stopped") in house.told


async def test_a_mistake_in_one_step_keeps_no_other_from_being_done() -> None:
    steps = tuple(SavedAction(action_type=f"toy.{n}", payload={}) for n in range(2))
    async with morning() as house:
        house.broken = True
        entry = (await house.alarms.add(alarm(DAILY, EntryKind.ROUTINE, actions=steps))).entry
        await house.until(SEVEN + MINUTE)
        (last, *_) = await house.alarms.history(entry.id)
        assert (last.outcome, last.step) == ("failed", 2)
        assert last.why is not None
        assert "mistake" in last.why.en


async def test_a_routine_whose_condition_is_not_met_does_nothing() -> None:
    action = SavedAction(action_type="toy.x", payload={})

    condition = FactCondition("person@hall", Comparison.IS, "present")
    async with morning() as house:
        house.so = False
        routine = alarm(DAILY, EntryKind.ROUTINE, actions=(action,), condition=condition)
        entry = (await house.alarms.add(routine)).entry
        await house.until(SEVEN + timedelta(minutes=1))
        assert house.walked == []
        (last, *_) = await house.alarms.history(entry.id)
        assert last.outcome == "condition"
