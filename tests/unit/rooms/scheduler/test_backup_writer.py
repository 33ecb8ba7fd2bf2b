"""The alarm backup beside the record: written after each change, and read before the clock runs."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.rooms.scheduler.backup_writer import AlarmKeeping
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.words.alarm_backup import AlarmBackup, Moment, Rang
from companion.words.facts import Fact, RangInRecovery
from companion.words.schedule import EntryId, FiringState
from tests.contract.house_parts import until
from tests.unit.rooms.scheduler.alarms import MINUTE, SEVEN, ZONE, Morning, alarm, morning


@dataclass
class Files:
    """The two files, in memory."""

    written: list[AlarmBackup] = field(default_factory=list)
    rang: dict[Moment, Rang] = field(default_factory=dict)
    full: bool = False
    refused: int = 0

    def rung(self) -> Mapping[Moment, Rang]:
        return dict(self.rang)

    def forget_rung(self) -> None:
        self.rang.clear()

    def write(self, backup: AlarmBackup) -> None:
        if self.full:
            self.refused += 1
            raise OSError(28, "no space left")
        self.written.append(backup)


@dataclass
class Keeping:
    """An alarm keeping over a morning's household."""

    house: Morning
    files: Files = field(default_factory=Files)
    noted: list[Fact] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def part(self, **more: Any) -> AlarmKeeping:
        given: dict[str, Any] = {"has_backup": True, "hear_settings": None, **more}
        return AlarmKeeping(
            alarms=self.house.alarms,
            book=self.house.book,
            calendar=Calendar(Whereabouts(ZONE)),
            clock=self.house.clock,
            zone=ZONE,
            files=self.files,
            note=self._note,
            news=self.news,
            **given,
        )

    async def _note(self, fact: Fact, *, durable: bool = False) -> Any:
        self.noted.append(fact)


async def hear(wake: object) -> None:
    return None


async def test_a_simulated_home_leaves_no_alarm_for_this_machine() -> None:
    async with morning() as house:
        keeping = Keeping(house)
        names = [one.name for one in keeping.part(has_backup=False).residents()]
        assert names == ["alarm clock"]
        whole = [one.name for one in keeping.part(hear_settings=hear).residents()]
        assert whole == ["alarm clock", "alarm backup", "clock is set"]


@asynccontextmanager
async def written_by(keeping: Keeping) -> AsyncIterator[list[AlarmBackup]]:
    keeping.news.set()
    writing = asyncio.create_task(keeping.part().write_each())
    try:
        yield keeping.files.written
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def test_the_backup_is_written_after_each_change() -> None:
    async with morning() as house, written_by(keeping := Keeping(house)) as written:
        with house.clock.hold():  # the night would go on while a thread writes
            await until(lambda: bool(written))
            assert written[0].rings == ()
            await house.alarms.add(alarm(label="gym"))
            keeping.news.set()
            await until(lambda: len(written) >= 2)
        assert (written[1].rings[0].label, written[1].rings[0].at) == ("gym", SEVEN)


async def test_news_that_change_no_ring_are_not_written() -> None:
    async with morning() as house, written_by(keeping := Keeping(house)) as written:
        await until(lambda: bool(written))
        for _ in range(3):
            keeping.news.set()
            await until(lambda: not keeping.news.is_set())
        assert len(written) == 1


async def test_a_disk_that_refused_is_tried_again() -> None:
    async with morning() as house:
        keeping = Keeping(house)
        keeping.files.full = True
        async with written_by(keeping) as written:
            await until(lambda: keeping.files.refused > 1)
            assert not written
            keeping.files.full = False
            await until(lambda: bool(written))


async def test_what_rang_without_the_house_is_settled_before_the_clock_runs() -> None:
    async with morning() as house:
        entry = (await house.alarms.add(alarm())).entry
        keeping = Keeping(house)
        rang = Rang(entry_id=entry.id, due=SEVEN, began=SEVEN, stopped=SEVEN + MINUTE)
        keeping.files.rang = {rang.moment: rang}
        await house.power_off()
        house.build()
        running = asyncio.create_task(keeping.part().run())
        await until(lambda: not keeping.files.rang)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert keeping.noted == [
            RangInRecovery(alarm_id=entry.id, due=SEVEN, stopped=SEVEN + MINUTE)
        ]
        (firing,) = await house.book.history(EntryId(entry.id))
        assert (firing.state, firing.outcome) == (FiringState.CLOSED, "stopped")
