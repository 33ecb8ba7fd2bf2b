"""Driving to rooms: the result is where the base was seen to stand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest

from capabilities.mobility_move import MobilityMove, Settings, build
from companion.rooms.execution.room import Execution
from companion.words.capability import ActionCall
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus
from hardware.drive.simulated import Settings as BaseSettings
from hardware.drive.simulated import SimulatedDrive
from tests.twins.clock import JumpClock
from tests.twins.home import PLACES, CatalogueTwin, decision


@asynccontextmanager
async def moving() -> AsyncIterator[tuple[MobilityMove, SimulatedDrive, JumpClock]]:
    clock = JumpClock()
    drive = SimulatedDrive(BaseSettings(), clock, PLACES)
    await drive.open()
    try:
        yield build(Settings(), drive=drive, clock=clock, places=PLACES), drive, clock
    finally:
        await drive.close()


def go(room: object = "kitchen") -> ActionCall:
    return ActionCall(operation="go_to_room", payload={"room": room}, decision_event_id=EventId(1))


STOP = ActionCall(operation="stop", payload={}, decision_event_id=EventId(2))


async def test_it_arrives() -> None:
    """B-050: success because it is seen there; the inverse leads back."""
    async with moving() as (move, drive, _):
        result = await move.perform(go())
        assert result.status is ResultStatus.SUCCESS
        assert (result.result_payload["before"], result.result_payload["after"]) == (
            "hall",
            "kitchen",
        )
        assert result.result_payload["took_s"] == pytest.approx(25, abs=0.5)
        assert result.inverse is not None
        assert (await move.perform(result.inverse)).status is ResultStatus.SUCCESS
        assert drive.position() == ("hall", False)


async def test_there_already() -> None:
    """B-056: `no_effect`, nothing to take back."""
    async with moving() as (move, _, clock):
        result = await move.perform(go("hall"))
        assert (result.status, result.inverse) == (ResultStatus.NO_EFFECT, None)
        assert clock.monotonic() == 0


@pytest.mark.parametrize(
    ("room", "failure"),
    [
        ("moon", "unknown_room"),
        ("", "bad_arguments"),
        (7, "bad_arguments"),
        (None, "bad_arguments"),
    ],
)
async def test_wrong_rooms_fail_before_anything_moves(room: object, failure: str) -> None:
    """B-108: each failure has its class."""
    async with moving() as (move, drive, _):
        result = await move.perform(go(room))
        assert (result.status, result.failure_class) == (ResultStatus.FAILED, failure)
        assert drive.odometer_m() == 0


@pytest.mark.parametrize(
    ("after_s", "status", "failure"),
    [(2.0, ResultStatus.FAILED, "stopped"), (15.0, ResultStatus.PARTIAL, "stopped")],
)
async def test_stopped_on_the_way(after_s: float, status: ResultStatus, failure: str) -> None:
    """B-055: stopped before it left is failed, midway is partial; never success."""
    async with moving() as (move, drive, clock):
        walk = asyncio.create_task(move.perform(go()))
        await clock.sleep(after_s)
        stopped = await move.perform(STOP)
        assert stopped.status is ResultStatus.SUCCESS
        result = await walk
        assert (result.status, result.failure_class) == (status, failure)
        assert drive.position()[1] is False
        assert (result.inverse is not None) == (status is ResultStatus.PARTIAL)


async def test_a_slow_process_is_not_taken_for_a_stop() -> None:
    """B-055, S6: without a sign of life the dead-man stopped the base; nobody else did."""
    async with moving() as (move, _, clock):
        walk = asyncio.create_task(move.perform(go()))
        await clock.sleep(2.05)
        clock.charge(1.0)
        result = await walk
        assert (result.status, result.failure_class) == (ResultStatus.FAILED, "late")


async def test_a_stop_amid_a_slow_spell_is_a_stop() -> None:
    """S-08: a person's stop is never told as a slow process."""
    async with moving() as (move, _, clock):
        walk = asyncio.create_task(move.perform(go()))
        await clock.sleep(2.05)
        await move.perform(STOP)
        clock.charge(1.0)
        assert (await walk).failure_class == "stopped"


@pytest.mark.parametrize(("fault", "failure"), [("offline", "offline"), ("stuck", "stuck")])
async def test_faults(fault: Literal["offline", "stuck"], failure: str) -> None:
    """F28: offline at once; stuck after half a minute without a new room."""
    async with moving() as (move, drive, _):
        drive.fail = fault
        result = await move.perform(go())
        assert (result.status, result.failure_class) == (ResultStatus.FAILED, failure)
        assert drive.position() == ("hall", False)


async def test_a_fault_midway_is_partial() -> None:
    """B-055: where it stands counts."""
    async with moving() as (move, drive, clock):
        walk = asyncio.create_task(move.perform(go()))
        await clock.sleep(15)
        drive.fail = "offline"
        result: ActionResult = await walk
        assert (result.status, result.failure_class) == (ResultStatus.PARTIAL, "offline")
        assert result.result_payload["after"] == "living"


async def test_a_hung_planner_is_stopped_by_the_dead_man() -> None:
    """S6: the capability killed without a word: wheels stand within 0.5 s."""
    async with moving() as (move, drive, clock):
        walk = asyncio.create_task(move.perform(go()))
        await clock.sleep(2)
        walk.cancel()
        await asyncio.gather(walk, return_exceptions=True)
        driven = drive.odometer_m()
        await clock.sleep(0.5)
        assert drive.position()[1] is False
        await clock.sleep(5)
        assert drive.odometer_m() - driven <= 0.21


async def test_stop_through_execution_keeps_the_partial_result() -> None:
    """S-08: the stop of the whole house; the drive still says how far it came."""
    async with moving() as (move, _, clock):
        execution = Execution(CatalogueTwin(move), clock)
        what = decision("mobility_move.go_to_room", {"room": "kitchen"})
        walk = asyncio.create_task(execution.perform(what, EventId(9)))
        await clock.sleep(15)
        await execution.stop("owner said stop")
        result = await walk
        assert result.status is ResultStatus.PARTIAL
        assert result.result_payload["stopped_for"] == "owner said stop"
        assert result.decision_event_id == 9


async def test_options_are_the_other_rooms() -> None:
    """B-017: not where it stands; `stop` only while it moves."""
    async with moving() as (move, drive, _):
        assert [o.payload for o in move.options()] == [{"room": "kitchen"}, {"room": "living"}]
        assert move.options()[0].label.ja == "台所へ行く"
        await drive.go_to("kitchen")
        assert move.options()[-1].operation == "stop"


async def test_nowhere_to_go_is_unavailable() -> None:
    """T-40: no rooms, no movement, with the reason."""
    clock = JumpClock()
    move = MobilityMove(Settings(), SimulatedDrive(BaseSettings(), clock, ()), clock, ())
    assert move.availability().available is False
    assert (await move.perform(STOP)).status is ResultStatus.NO_EFFECT
