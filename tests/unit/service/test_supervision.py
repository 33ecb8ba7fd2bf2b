"""Supervisor: named residents, essential or optional, a fixed stop order (DESIGN 3)."""

import asyncio
import time
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from companion.dollhouse.clock import SimClock
from companion.ports.part import ResidentSpec, Stage
from companion.service.clock import SystemClock
from companion.service.residents import ResidentReport, Stand
from companion.service.supervision import CannotStart, EssentialResidentDied, Supervisor

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))
Heard = list[tuple[str, str | None]]


def _house(heard: Heard) -> Supervisor:
    """`heard` gets each fall with its error, and each new beginning with None."""

    def hear(told: ResidentReport) -> None:
        if told.stand is not Stand.UP:
            heard.append((told.name, str(told.error) if told.error else None))

    return Supervisor(CLOCK, hear)


async def _forever(name: str, order: list[str]) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        order.append(name)


async def test_residents_stop_in_the_fixed_order() -> None:
    """Intake first, then the act in hand, the journal, the drivers."""
    order: list[str] = []
    house = _house([])
    for stage in reversed(Stage):
        run = partial(_forever, stage.name, order)
        house.add(ResidentSpec(stage.name, run, stage, essential=True))
    living = asyncio.create_task(house.live())
    await asyncio.sleep(0.01)
    house.stop()
    await living
    assert order == ["INTAKE", "ACT", "JOURNAL", "DRIVERS"]


async def test_a_stop_before_the_first_step_is_not_lost() -> None:
    """A signal may come while the task of the house waits for its first turn."""
    house = _house([])
    house.add(ResidentSpec("mouth", partial(_forever, "mouth", []), Stage.ACT))
    living = asyncio.create_task(house.live())
    house.stop()
    async with asyncio.timeout(60):
        await living


async def test_the_death_of_an_essential_resident_ends_the_house() -> None:
    """Without its journal nobody trusts a companion."""

    async def die() -> None:
        raise OSError("disk gone")

    told: Heard = []
    house = _house(told)
    house.add(ResidentSpec("journal", die, Stage.JOURNAL, essential=True))
    with pytest.raises(EssentialResidentDied, match="disk gone"):
        await house.live()
    assert told == [("journal", "disk gone")]


async def test_an_essential_resident_may_not_just_end() -> None:
    """Ending by itself is a death too."""
    house = _house([])
    house.add(ResidentSpec("walker", lambda: asyncio.sleep(0), Stage.ACT, essential=True))
    with pytest.raises(EssentialResidentDied, match="walker"):
        await house.live()


async def test_an_optional_resident_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera rule that dies is reported, and is back after its wait."""
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 0.01)
    runs: list[int] = []

    async def rule() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise OSError("camera gone")
        await asyncio.Event().wait()

    told: Heard = []
    house = _house(told)
    house.add(ResidentSpec("camera_watch", rule, Stage.INTAKE, essential=False))
    living = asyncio.create_task(house.live())
    while len(runs) < 3:
        await asyncio.sleep(0.01)
    house.stop()
    await living
    assert told[0] == ("camera_watch", "camera gone")
    assert ("camera_watch", None) in told


async def test_a_lost_cancellation_is_repeated() -> None:
    """Nobody stays behind because a clean-up swallowed the first request to stop."""

    async def deaf_once() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()

    house = _house([])
    house.add(ResidentSpec("deaf", deaf_once, Stage.INTAKE, essential=False))
    living = asyncio.create_task(house.live(grace_s=0.05))
    await asyncio.sleep(0.01)
    house.stop()
    await living
    left = [t for t in asyncio.all_tasks() if t.get_name() == "resident deaf"]
    assert left == []


async def test_who_cannot_start_ends_the_house_with_the_reason() -> None:
    """A taken port is for a person to mend; trying for ever without a page helps nobody."""

    async def page() -> None:
        raise CannotStart("port 8440 is taken")

    house = _house([])
    house.add(ResidentSpec("page", page, Stage.INTAKE, needed=True))
    with pytest.raises(CannotStart, match="8440"):
        await house.live()


async def test_a_needed_resident_never_pauses_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """R5: one mistake after the other must not make the house deaf for a minute."""
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 0.01)
    monkeypatch.setattr("companion.service.supervision.NEEDED_RESTART_TO_S", 0.02)
    runs: list[float] = []

    async def walker() -> None:
        runs.append(CLOCK.monotonic())
        if len(runs) < 8:
            raise ValueError("a mistake")
        await asyncio.Event().wait()

    told: Heard = []
    house = _house(told)
    house.add(ResidentSpec("walker", walker, Stage.ACT, needed=True))
    living = asyncio.create_task(house.live())
    async with asyncio.timeout(30):
        while len(runs) < 8:
            await asyncio.sleep(0.01)
    house.stop()
    await living
    assert told.count(("walker", "a mistake")) == 7
    assert told.count(("walker", None)) == 7


async def test_a_pause_ends_also_while_simulated_time_stands_still() -> None:
    """F11: time is held just when a model hangs; whoever died meanwhile must come back."""
    clock = SimClock(datetime(2026, 11, 20, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo")))
    house = Supervisor(clock, lambda told: None)
    began = time.monotonic()
    await house._pause(0.05)
    assert time.monotonic() - began < 2


async def test_the_watchdog_asks_for_the_essential_residents() -> None:
    """F26: the watchdog is fed only while they live."""
    house = _house([])
    house.add(ResidentSpec("pulse", asyncio.Event().wait, Stage.DRIVERS, essential=True))  # type: ignore[arg-type]
    assert not house.sound()
    living = asyncio.create_task(house.live())
    await asyncio.sleep(0.01)
    assert house.sound()
    house.stop()
    await living
    assert not house.sound()


def test_two_residents_of_one_name_are_a_mistake() -> None:
    """The second would take the first one's place, and the first would never be stopped."""
    house = _house([])
    house.add(ResidentSpec("mouth", asyncio.Event().wait, Stage.ACT))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mouth"):
        house.add(ResidentSpec("mouth", asyncio.Event().wait, Stage.ACT))  # type: ignore[arg-type]
