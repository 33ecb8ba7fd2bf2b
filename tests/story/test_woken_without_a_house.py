"""Set in the house, rung without it, and known to it again: no alarm is lost and none rings twice
(T-44, ADR 0025). The house is the app's own, as the simulated nights build it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from companion.rooms.scheduler.ladder import Ladder, alone, sounding_rungs
from companion.rooms.scheduler.waker import Waker
from companion.service.plugins import FAMILIES, build
from companion.store.alarm_backup import RUNG, read_backup, read_rung, write_rung
from companion.words.schedule import Entry, EntryId, EntryKind, EntryState
from companion.words.timing import Once, Recurring
from tests.proof.bench.night_clock import NightClock
from tests.proof.bench.night_house import (
    AtOnce,
    NightHome,
    NightSpeaker,
    World,
    settings_for_nights,
)

ZONE = ZoneInfo("Asia/Tokyo")
SEVEN = datetime(2026, 11, 21, 7, 0, tzinfo=ZONE)


@dataclass
class Bedroom:
    """One home over the end of its house and back."""

    world: World
    folder: Path

    async def set(self, timing: Any) -> EntryId:
        """In the house; the backup follows."""
        assert self.world.house is not None
        now = self.world.clock.now()
        entry = Entry(kind=EntryKind.ALARM, timing=timing, created_at=now, label="起きる")
        return (await self.world.house.alarms.clock.add(entry)).entry.id

    @asynccontextmanager
    async def house(self) -> AsyncIterator[None]:
        """Up, and its backup kept."""
        await self.world.boot()
        assert self.world.house is not None
        keeping = asyncio.create_task(self.world.house.alarms.keeping.write_each())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            await self.world.shut_down()

    @asynccontextmanager
    async def recovery(self) -> AsyncIterator[Waker]:
        """The page's part that rings, over the same speaker and folder."""
        silent, clock = build(FAMILIES["buzzer"], "absent", {}, {}), self.world.clock
        speaker = self.world.speaker

        async def tell(*_: object) -> None:
            return

        rungs = sounding_rungs(alone(speaker), silent, clock)
        bell = Ladder(rungs, speaker=speaker, buzzer=silent, clock=clock, tell=tell)
        waker = Waker(
            read_backup(self.folder),
            read_rung(self.folder),
            bell=bell,
            by=["speaker"],
            clock=clock,
            keep=lambda rung: write_rung(self.folder, rung),
        )
        running = asyncio.create_task(waker.run())
        try:
            yield waker
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def until(self, at: datetime) -> None:
        """Let time pass."""
        await self.world.clock.sleep((at - self.world.clock.now()).total_seconds())

    async def backup_says(self, *due: datetime) -> None:
        """A second later; the backup follows what was changed without being waited for."""
        await self.world.clock.sleep(1.0)
        backup = read_backup(self.folder)
        assert backup is not None
        assert tuple(ring.due for ring in backup.rings) == due


@asynccontextmanager
async def bedroom(folder: Path) -> AsyncIterator[Bedroom]:
    clock = NightClock(SEVEN - timedelta(hours=9), ZONE)
    settings = settings_for_nights("Asia/Tokyo", folder)
    speaker, home = NightSpeaker(clock), NightHome(clock, gone=True)
    asyncio.get_running_loop().set_default_executor(AtOnce(max_workers=1))
    clock.begin()
    try:
        yield Bedroom(World(clock, speaker, home, settings), folder)
    finally:
        await clock.end()


async def test_what_rang_and_was_stopped_without_the_house_is_over_in_it(tmp_path: Path) -> None:
    async with bedroom(tmp_path) as home:
        async with home.house():
            once = await home.set(Once(SEVEN.astimezone(UTC)))
            daily = await home.set(Recurring(time(8, 0)))
            eight = [SEVEN + timedelta(days=n, hours=1) for n in range(7)]
            await home.backup_says(SEVEN, *eight)
            await home.until(SEVEN - timedelta(minutes=5))
        async with home.recovery() as waker:
            await home.until(SEVEN + timedelta(minutes=2))
            assert home.world.speaker.sounding(within_s=2.0)
            assert [ring.label for ring in waker.heard().ringing] == ["起きる"]
            await waker.stop()
        rung = len(home.world.speaker.began_s)
        async with home.house():
            await home.until(SEVEN + timedelta(minutes=9))
            assert len(home.world.speaker.began_s) == rung
            house = home.world.house
            assert house is not None
            (firing,) = await house.alarms.clock.history(once)
            assert (firing.outcome, firing.due) == ("stopped", SEVEN)
            states = {e.id: e.state for e in await house.storage.store.schedule.entries()}
            assert states.get(once, EntryState.DONE) is EntryState.DONE
            assert house.alarms.clock.get(daily).due == eight[0]
            kinds = [event.kind for event in await house.storage.record.recent(limit=20)]
            assert "rang_in_recovery" in kinds
            assert not (tmp_path / RUNG).exists()
            await home.backup_says(*eight)


async def test_what_still_rings_when_the_house_is_back_rings_on_in_it(tmp_path: Path) -> None:
    """Also after more than the ten minutes in which a new ring would be too late."""
    async with bedroom(tmp_path) as home:
        async with home.house():
            daily = await home.set(Recurring(time(7, 0)))
            await home.backup_says(*(SEVEN + timedelta(days=n) for n in range(7)))
            await home.until(SEVEN - timedelta(minutes=5))
        async with home.recovery():
            await home.until(SEVEN + timedelta(minutes=12))
            assert home.world.speaker.sounding(within_s=2.0)
        async with home.house():
            house = home.world.house
            assert house is not None
            await home.until(SEVEN + timedelta(minutes=13))
            assert home.world.speaker.sounding(within_s=2.0)
            await house.alarms.clock.stop(daily)
            (firing,) = await house.alarms.clock.history(daily)
            assert firing.outcome == "stopped"


async def test_what_was_stopped_or_removed_in_the_house_is_not_on_the_slip(
    tmp_path: Path,
) -> None:
    async with bedroom(tmp_path) as home, home.house():
        house = home.world.house
        assert house is not None
        once = await home.set(Once(SEVEN.astimezone(UTC)))
        other = await home.set(Once((SEVEN + timedelta(hours=1)).astimezone(UTC)))
        await home.backup_says(SEVEN, SEVEN + timedelta(hours=1))
        await house.alarms.clock.remove(other)
        await home.backup_says(SEVEN)
        await home.until(SEVEN + timedelta(minutes=1))
        await house.alarms.clock.snooze(once)
        await home.backup_says(SEVEN)
        backup = read_backup(tmp_path)
        assert backup is not None
        assert backup.rings[0].at == SEVEN + timedelta(minutes=10)
        await house.alarms.clock.stop(once)
        await home.backup_says()
