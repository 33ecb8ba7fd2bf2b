"""Household: named residents, essential or optional, a fixed stop order (DESIGN 3)."""

import asyncio
from zoneinfo import ZoneInfo

import pytest

from companion.clock import SystemClock
from companion.household import EssentialResidentDied, Household, Stage

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))
Told = list[tuple[str, str | None]]


def _house(told: Told) -> Household:
    def trouble(name: str, error: BaseException | None) -> None:
        told.append((name, str(error) if error else None))

    return Household(CLOCK, trouble)


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
        house.add(stage.name, lambda s=stage: _forever(s.name, order), stage, essential=True)  # type: ignore[misc]
    living = asyncio.create_task(house.live())
    await asyncio.sleep(0.01)
    house.stop()
    await living
    assert order == ["INTAKE", "ACT", "JOURNAL", "DRIVERS"]


async def test_the_death_of_an_essential_resident_ends_the_house() -> None:
    """Without its journal nobody trusts a companion."""

    async def die() -> None:
        raise OSError("disk gone")

    told: Told = []
    house = _house(told)
    house.add("journal", die, Stage.JOURNAL, essential=True)
    with pytest.raises(EssentialResidentDied, match="disk gone"):
        await house.live()
    assert told == [("journal", "disk gone")]


async def test_an_essential_resident_may_not_just_end() -> None:
    """Ending by itself is a death too."""
    house = _house([])
    house.add("walker", lambda: asyncio.sleep(0), Stage.ACT, essential=True)
    with pytest.raises(EssentialResidentDied, match="walker"):
        await house.live()


async def test_an_optional_resident_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera rule that dies is reported, and is back after its wait."""
    monkeypatch.setattr("companion.household.RESTART_FROM_S", 0.01)
    runs: list[int] = []

    async def rule() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise OSError("camera gone")
        await asyncio.Event().wait()

    told: Told = []
    house = _house(told)
    house.add("camera_watch", rule, Stage.INTAKE, essential=False)
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
    house.add("deaf", deaf_once, Stage.INTAKE, essential=False)
    living = asyncio.create_task(house.live(grace_s=0.05))
    await asyncio.sleep(0.01)
    house.stop()
    await living
    left = [t for t in asyncio.all_tasks() if t.get_name() == "resident deaf"]
    assert left == []
