"""The simulated base: its way, its dead-man, its failures."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from pydantic import ValidationError

from capabilities.mobility_move import MobilityMove
from capabilities.mobility_move import Settings as MoveSettings
from companion.ports.body import DEAD_MAN_S, DriveUnavailable
from companion.words.language import Bilingual
from companion.words.place import Place
from hardware.drive.simulated import Settings, SimulatedDrive, build
from tests.twins.clock import JumpClock
from tests.twins.floor import FloorTwin
from tests.twins.home import PLACES

ATTIC = Place(id="attic", name=Bilingual("屋根裏", "Attic"))


@asynccontextmanager
async def base(**settings: object) -> AsyncIterator[tuple[SimulatedDrive, JumpClock]]:
    clock = JumpClock()
    drive = build(
        Settings.model_validate(settings), clock=clock, places=(*PLACES, ATTIC), floor=FloorTwin()
    )
    await drive.open()
    try:
        yield drive, clock
    finally:
        await drive.close()


async def keep_going(drive: SimulatedDrive, clock: JumpClock, limit_s: float = 120) -> None:
    until = clock.monotonic() + limit_s
    while drive.position()[1] and clock.monotonic() < until:
        await drive.keep_alive()
        await clock.sleep(0.2)


async def test_it_drives_through_neighbours_and_takes_time() -> None:
    """P-004: hall to kitchen leads through the living room; 10 m at 0.4 m/s are 25 s."""
    async with base() as (drive, clock):
        assert drive.position() == ("hall", False)
        await drive.go_to("kitchen")
        seen = set()
        while drive.position()[1]:
            seen.add(drive.position()[0])
            await drive.keep_alive()
            await clock.sleep(0.2)
        assert seen == {"hall", "living"}
        assert drive.position() == ("kitchen", False)
        assert clock.monotonic() == pytest.approx(25, abs=0.5)
        assert drive.odometer_m() == pytest.approx(10.2, abs=0.1)


async def test_wheels_stop_half_a_second_after_the_last_sign_of_life() -> None:
    """S6, T6, F28: at most 0.5 s, whatever the planner does, and no motion after."""
    async with base() as (drive, clock):
        await drive.go_to("kitchen")
        for _ in range(10):
            await drive.keep_alive()
            await clock.sleep(0.2)
        await drive.keep_alive()
        last, driven = clock.monotonic(), drive.odometer_m()
        while drive.position()[1]:
            await clock.sleep(0.01)
        assert clock.monotonic() - last <= DEAD_MAN_S + 0.011
        assert drive.odometer_m() - driven <= 0.4 * 1.02 * DEAD_MAN_S + 0.001
        await clock.sleep(5)
        assert drive.odometer_m() - driven <= 0.4 * 1.02 * DEAD_MAN_S + 0.001


async def test_a_late_sign_of_life_does_not_start_it_again() -> None:
    """F28: after the dead-man only a new `go_to` moves it."""
    async with base() as (drive, clock):
        await drive.go_to("kitchen")
        await clock.sleep(2)
        await drive.keep_alive()
        await clock.sleep(2)
        assert drive.position() == ("hall", False)
        await drive.go_to("living")
        await keep_going(drive, clock)
        assert drive.position() == ("living", False)


async def test_stop_is_now() -> None:
    """C-053."""
    async with base() as (drive, clock):
        await drive.go_to("kitchen")
        await clock.sleep(0.3)
        await drive.stop()
        driven = drive.odometer_m()
        assert drive.position()[1] is False
        await clock.sleep(1)
        assert drive.odometer_m() == driven


async def test_no_way_is_refused() -> None:
    """`ValueError` names where it can go; the attic has no door."""
    async with base() as (drive, _):
        assert drive.rooms() == ("hall", "kitchen", "living")
        for room in ("attic", "moon", ""):
            with pytest.raises(ValueError, match="hall, kitchen, living"):
                await drive.go_to(room)


async def test_offline_says_so_and_stands() -> None:
    """F28: fails on command, also on the way."""
    async with base() as (drive, clock):
        await drive.go_to("kitchen")
        drive.fail = "offline"
        with pytest.raises(DriveUnavailable):
            await drive.keep_alive()
        await clock.sleep(0.6)
        assert drive.position()[1] is False
        with pytest.raises(DriveUnavailable):
            await drive.go_to("kitchen")


async def test_stuck_turns_and_gets_nowhere() -> None:
    """F28: wheels turn, the room stays."""
    async with base(fail="stuck") as (drive, clock):
        await drive.go_to("kitchen")
        await keep_going(drive, clock, limit_s=60)
        assert drive.position()[0] == "hall"
        assert drive.odometer_m() == 0


async def test_switched_off_it_does_not_move() -> None:
    """Nothing moves before `open` and after `close`; both are idempotent."""
    clock = JumpClock()
    drive = build(Settings(), clock=clock, places=PLACES, floor=FloorTwin())
    with pytest.raises(DriveUnavailable):
        await drive.go_to("kitchen")
    await drive.open()
    await drive.open()
    await drive.go_to("kitchen")
    await drive.close()
    await drive.close()
    assert drive.position() == ("hall", False)
    await asyncio.sleep(0)


def test_settings_are_checked() -> None:
    """No setting widens the dead-man; a start that is no room is refused."""
    with pytest.raises(ValidationError):
        Settings.model_validate({"dead_man_s": 5})
    with pytest.raises(ValueError, match="moon"):
        build(Settings(start="moon"), clock=JumpClock(), places=PLACES, floor=FloorTwin())
    assert build(
        Settings(start="kitchen"), clock=JumpClock(), places=PLACES, floor=FloorTwin()
    ).position()[0] == ("kitchen")
    assert build(Settings(), clock=JumpClock(), places=(), floor=FloorTwin()).rooms() == ("",)[:0]


def test_in_a_real_home_a_simulated_base_goes_nowhere() -> None:
    """DESIGN 1.2: no drive that nobody made can be offered, done or told."""
    base = build(Settings(start="kitchen"), clock=JumpClock(), places=PLACES, floor=None)
    assert base.rooms() == ()
    move = MobilityMove(MoveSettings(), base, JumpClock(), PLACES)
    assert not move.availability().available
