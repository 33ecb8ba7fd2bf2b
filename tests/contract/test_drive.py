"""The port `Drive`: one suite over every driver found; real bases skip without their board."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from companion.ports.body import DEAD_MAN_S, Drive
from companion.ports.clock import Clock
from companion.service import plugins
from tests.contract.body_parts import body, built

FAMILY = "hardware.drive"
every = pytest.mark.parametrize("name", plugins.discover(FAMILY))


@asynccontextmanager
async def base(name: str, tmp_path: Path) -> AsyncIterator[tuple[Drive, Clock]]:
    async with body(tmp_path) as has:
        drive: Drive = built(FAMILY, name, has)
        await drive.open()
        try:
            yield drive, has["clock"]
        finally:
            await drive.close()


def elsewhere(drive: Drive) -> str:
    return next(room for room in drive.rooms() if room != drive.position()[0])


@every
async def test_it_arrives_while_it_is_kept_alive(name: str, tmp_path: Path) -> None:
    """P-004: it returns at once, turns its wheels, and stands in the room in the end."""
    async with base(name, tmp_path) as (drive, clock):
        goal = elsewhere(drive)
        await drive.go_to(goal)
        assert drive.position()[1] is True
        until = clock.monotonic() + 300
        while drive.position()[1] and clock.monotonic() < until:
            await drive.keep_alive()
            await clock.sleep(0.2)
        assert drive.position() == (goal, False)


@every
async def test_the_dead_man_stops_it(name: str, tmp_path: Path) -> None:
    """S6, F28: no sign of life, no motion after 0.5 s, and none later."""
    async with base(name, tmp_path) as (drive, clock):
        await drive.go_to(elsewhere(drive))
        await clock.sleep(DEAD_MAN_S + 0.01)
        room, moving = drive.position()
        assert moving is False
        await clock.sleep(60)
        assert drive.position() == (room, False)


@every
async def test_stop_stops(name: str, tmp_path: Path) -> None:
    """C-053; stopping twice is as good as once."""
    async with base(name, tmp_path) as (drive, _):
        await drive.go_to(elsewhere(drive))
        await drive.stop()
        await drive.stop()
        assert drive.position()[1] is False


@every
async def test_no_such_room(name: str, tmp_path: Path) -> None:
    """`ValueError`, and it stands."""
    async with base(name, tmp_path) as (drive, _):
        with pytest.raises(ValueError, match="moon"):
            await drive.go_to("moon")
        assert drive.position()[1] is False


@every
async def test_open_and_close_may_be_repeated(name: str, tmp_path: Path) -> None:
    """Both idempotent; closed means standing."""
    async with base(name, tmp_path) as (drive, _):
        await drive.open()
        await drive.go_to(elsewhere(drive))
        await drive.close()
        await drive.close()
        assert drive.position()[1] is False
