"""The ladder: each rung seen or heard to work, or the next fires at once (issue 4, item 4)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from companion.rooms.scheduler.ladder import SEEN_WITHIN_S, Ladder, Moves, alone, rungs_for
from companion.service import plugins
from companion.words.device import Device, DeviceCommand
from companion.words.ids import DeviceId
from companion.words.schedule import Entry, EntryId, EntryKind, Firing, FiringId
from tests.proof.bench.night_clock import NightClock
from tests.proof.bench.night_house import CURTAIN, NightHome
from tests.unit.rooms.scheduler.alarms import DAILY, EVENING


@dataclass
class Room:
    """A bedroom with a curtain, a speaker and a buzzer, each of which can fail."""

    clock: NightClock
    told: list[tuple[str, bool]] = field(default_factory=list)
    walked: list[tuple[FiringId, DeviceId, str]] = field(default_factory=list)
    way: str = "open"
    held: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        has = {"clock": self.clock}
        self.home = NightHome(self.clock)
        self.speaker = plugins.build("hardware.speaker", "simulated", {}, has)
        self.buzzer = plugins.build("hardware.buzzer", "simulated", {}, has)
        self.moves = Moves(self._walk, lambda: self.held)
        self.ladder = Ladder(
            rungs_for(self.home, alone(self.speaker), self.buzzer, self.clock, self.moves),
            speaker=self.speaker,
            buzzer=self.buzzer,
            clock=self.clock,
            tell=self._tell,
        )

    async def _walk(self, entry: Entry, firing: Firing, device: Device, operation: str) -> None:
        """The way through the house, which can break or stand still."""
        self.walked.append((firing.id, device.id, operation))
        if self.way == "broken":
            raise OSError("the disk takes nothing")
        if self.way == "still":
            await asyncio.Event().wait()
        self.held = (device.id,)
        await self.home.command(DeviceCommand(device_id=device.id, operation=operation))
        await self.clock.sleep(20.0)
        self.held = ()

    async def _tell(self, firing: Firing, rung: str, worked: bool) -> None:
        self.told.append((rung, worked))

    async def ring(self, kind: EntryKind = EntryKind.ALARM, place: str = "bedroom") -> bool:
        entry = Entry(kind=kind, timing=DAILY, created_at=EVENING, id=EntryId(1), place=place)
        now = self.clock.now()
        firing = Firing(entry_id=entry.id, due=now, claimed_at=now, id=FiringId(7))
        return await self.ladder.ring(entry, firing)


@asynccontextmanager
async def room() -> AsyncIterator[Room]:
    clock = NightClock(EVENING, ZoneInfo("Asia/Tokyo"))
    clock.begin()
    found = Room(clock)
    try:
        yield found
    finally:
        await found.ladder.close()
        await found.moves.close()
        await clock.end()


async def test_gentle_first_louder_later_and_never_by_itself_silent() -> None:
    async with room() as here:
        assert await here.ring()
        assert here.home.state(CURTAIN).value == "open"  # type: ignore[union-attr]
        await here.clock.sleep(5.0)
        assert here.speaker.played == []
        await here.clock.sleep(180.0)
        assert [r for r, worked in here.told if worked] == [
            *("curtain", "speaker", "louder", "buzzer"),
        ]
        assert ("light", False) in here.told, "there is no lamp: said, and passed over"
        assert here.buzzer.sounding()
        await here.clock.sleep(3600.0)
        assert here.ladder.ringing() == (FiringId(7),)
        await here.ladder.silence()
        assert not here.buzzer.sounding()
        played = len(here.speaker.played)
        await here.clock.sleep(60.0)
        assert len(here.speaker.played) == played


async def test_what_is_not_seen_to_work_gives_way_at_once() -> None:
    """No home, no speaker: the buzzer within the second."""
    async with room() as here:
        here.home.gone, here.speaker.fail = True, "gone"
        began = here.clock.monotonic()
        assert await here.ring()
        assert here.clock.monotonic() - began < 1.0
        assert here.told[:4] == [(r, False) for r in ("curtain", "light", "speaker", "louder")]
        assert here.buzzer.sounding()


async def test_a_curtain_that_does_not_move_is_not_believed() -> None:
    """DESIGN 1.2: it is looked at for five seconds, then the next rung fires."""
    async with room() as here:
        here.home.stuck = True
        began = here.clock.monotonic()
        assert await here.ring()
        assert ("curtain", False) in here.told
        assert 4.0 < here.clock.monotonic() - began < 12.0


@pytest.mark.parametrize("fail", ["gone", "silent"])
async def test_where_nothing_can_be_heard_it_says_so_and_goes_on_trying(
    fail: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with room() as here:
        here.speaker.fail, here.buzzer.fail = fail, "mute"
        assert await here.ring(place="") is False
        assert not any(worked for _, worked in here.told)
        await here.clock.sleep(15.0)
        assert "nothing can be heard of alarm 1" in caplog.text
        here.speaker.fail = "none"
        await here.clock.sleep(20.0)
        assert ("speaker", True) in here.told
        caplog.clear()
        await here.clock.sleep(60.0)
        assert "nothing can be heard" not in caplog.text


async def test_a_timer_opens_no_curtain() -> None:
    async with room() as here:
        assert await here.ring(EntryKind.TIMER)
        assert here.home.commands == []
        await here.clock.sleep(1.0)
        assert here.told[0] == ("speaker", True)


async def test_ringing_what_rings_changes_nothing() -> None:
    async with room() as here:
        await asyncio.gather(here.ring(place=""), here.ring(place=""))
        await here.clock.sleep(20.0)
        assert len(here.ladder.ringing()) == 1
        gaps = [b.at - a.at for a, b in pairwise(here.speaker.played)]
        assert min(gap.total_seconds() for gap in gaps) >= 3.0


async def test_no_rung_is_believed_that_nobody_can_hear() -> None:
    """A real home with the simulated speaker goes from the light straight to the buzzer."""
    async with room() as it:
        rungs = rungs_for(it.home, None, it.buzzer, it.clock, it.moves)
    assert [rung.name for rung in rungs] == ["curtain", "light", "buzzer"]


async def test_a_curtain_walks_the_house_and_the_alarm_does_not_wait_for_its_result() -> None:
    """B-098: an act like any other; the next rung comes when the curtain had its ten seconds,
    though its result takes twenty."""
    async with room() as here:
        began = here.clock.monotonic()
        assert await here.ring()
        assert here.clock.monotonic() - began < 1.0
        assert here.walked == [(FiringId(7), CURTAIN, "open")]
        assert [operation for _, operation in here.home.commands] == ["open"], "asked once"
        await here.clock.sleep(15.0)
        assert here.speaker.played, "the speaker joined while the curtain was still on its way"


@pytest.mark.parametrize("way", ["broken", "still"])
async def test_a_curtain_opens_though_the_way_through_the_house_is_closed(way: str) -> None:
    """T-44: commanded past it, once, and seen."""
    async with room() as here:
        here.way = way
        began = here.clock.monotonic()
        assert await here.ring()
        assert here.clock.monotonic() - began < SEEN_WITHIN_S
        await here.clock.sleep(1.0)
        assert here.told[0] == ("curtain", True)
        assert [operation for _, operation in here.home.commands] == ["open"]


async def test_what_stands_open_is_not_moved() -> None:
    async with room() as here:
        await here.home.command(DeviceCommand(device_id=CURTAIN, operation="open"))
        assert await here.ring()
        assert here.walked == []


async def test_what_lets_people_in_is_no_rung() -> None:
    """T-56: a garage door in the same room wakes nobody."""
    async with room() as here:
        (curtain,) = here.home.devices()
        door = replace(curtain, attributes={"device_class": "garage"})
        here.home.devices = lambda: (door,)  # type: ignore[method-assign]
        assert await here.ring()
        assert here.walked == []
        assert here.home.commands == []
        assert ("curtain", False) in here.told


async def test_a_mistake_in_one_rung_keeps_no_other_from_sounding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The climb died in silence: the buzzer was never reached."""

    async def wrong(*sound: object, **more: object) -> None:
        raise TypeError("a mistake")

    async with room() as here:
        monkeypatch.setattr(here.home, "command", wrong)
        monkeypatch.setattr(here.speaker, "play", wrong)
        assert await here.ring()
        assert ("curtain", False) in here.told
        assert ("speaker", False) in here.told
        assert here.buzzer.sounding()
