"""Which mouth speaks: the one in the room where people are (P-007, D-009)."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import time, timedelta

import pytest

from capabilities import speak
from companion.ports.record import Record
from companion.service.plugins import CapabilityRegistry
from companion.voice.mouth import Mouth
from companion.voice.mouths import Mouths, RoomMouth
from companion.voice.quiet import Quiet
from companion.web.hub import Hub
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.quiet import QuietHours
from companion.words.trust import TrustLabel
from hardware.speaker import simulated
from tests.twins.clock import EVENING, JumpClock
from tests.twins.spoken import SpokenTwin

MESSAGE = Event(
    id=EventId(7),
    source=EventSource.AUTONOMY_MESSAGE,
    kind="report",
    at=EVENING,
    trust=TrustLabel.OBSERVED,
    assistant_text="玄関の明かりをつけました。",
)
SPOKEN = replace(
    MESSAGE, source=EventSource.USER_INPUT, kind="text", channel="satellite", assistant_text=""
)


@dataclass
class LastWords:
    """Port `Record`, as far as it is asked here: what was said last."""

    said: tuple[Event, ...] = ()
    broken: bool = False

    async def recent(self, **_: object) -> tuple[Event, ...]:
        if self.broken:
            raise OSError("the disk is gone")
        return self.said


@dataclass
class Home:
    """The companion in the living room, and a satellite in the bedroom."""

    clock: JumpClock = field(default_factory=JumpClock)
    present: dict[str, str | None] = field(default_factory=dict)
    record: LastWords = field(default_factory=LastWords)
    quiet: Quiet | None = None
    gone: str = ""

    def __post_init__(self) -> None:
        self.hub = Hub(self.clock.now)
        self.own, self.own_mouth = self._mouth()
        self.far, self.far_mouth = self._mouth()
        record: Record = self.record  # type: ignore[assignment]  # only `recent` is asked
        self.mouths = Mouths(
            own=self.own_mouth,
            own_place="living",
            people=self._people,
            record=record,
            clock=self.clock,
        )
        self.mouths.join(RoomMouth("bedroom", self.far_mouth, record, lambda: self.gone))

    def _mouth(self) -> tuple[simulated.SimulatedSpeaker, Mouth]:
        speaker = simulated.build(simulated.Settings(), clock=self.clock)
        spoken = speak.build(
            speak.Settings(), speaker=speaker, clock=self.clock, spoken=SpokenTwin()
        )
        shelf = CapabilityRegistry({"speak": spoken})
        return speaker, Mouth(shelf, self.hub, self.clock, self.quiet)

    async def _people(self) -> Mapping[str, str | None]:
        return self.present

    def played(self) -> tuple[int, int]:
        return len(self.own.played), len(self.far.played)

    @asynccontextmanager
    async def talking(self) -> AsyncIterator["Home"]:
        runs = (self.mouths.choose(), self.own_mouth.run(), self.far_mouth.run())
        tasks = [asyncio.create_task(run) for run in runs]
        async with asyncio.timeout(20):
            yield self
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def says(self) -> tuple[int, int]:
        """Which speaker a message sounds at: the own one, the far one."""
        async with self.talking():
            self.mouths.say(MESSAGE, EventId(3))
            while self.played() == (0, 0):
                await asyncio.sleep(0.001)
        return self.played()


OWN, FAR = (1, 0), (0, 1)


@pytest.mark.parametrize(
    ("present", "where"),
    [
        ({"bedroom": "present", "living": "absent"}, FAR),
        ({"bedroom": "present", "living": "present"}, OWN),
        ({"bedroom": "absent"}, OWN),
        ({"kitchen": "present"}, OWN),
        ({}, OWN),
    ],
)
async def test_it_speaks_in_the_room_where_people_are(
    present: dict[str, str | None], where: tuple[int, int]
) -> None:
    assert await Home(present=present).says() == where


@pytest.mark.parametrize(
    ("place", "ago_s", "where"),
    [("bedroom", 10, FAR), ("bedroom", 600, OWN), ("living", 10, OWN), ("kitchen", 10, OWN)],
)
async def test_who_has_just_spoken_is_still_where_they_spoke(
    place: str, ago_s: float, where: tuple[int, int]
) -> None:
    """Also where no eye sees them."""
    home = Home()
    at = home.clock.now() - timedelta(seconds=ago_s)
    home.record.said = (replace(SPOKEN, at=at, payload={"place": place}),)
    assert await home.says() == where


async def test_a_satellite_that_is_gone_leaves_it_to_the_own_speaker() -> None:
    assert await Home(present={"bedroom": "present"}, gone="not connected").says() == OWN


async def test_a_record_that_cannot_be_read_keeps_nobody_silent() -> None:
    home = Home(record=LastWords(broken=True), present={"bedroom": "present"})
    assert await home.says() == OWN


async def test_quiet_hours_hold_in_every_room_and_a_wake_up_is_said_all_the_same() -> None:
    clock = JumpClock()
    hours = QuietHours(begins=time(0), until=time(0))
    quiet = Quiet((hours,), clock, most_per_hour={}, away=lambda _: False)
    home = Home(clock=clock, quiet=quiet, present={"bedroom": "present"})
    async with home.talking():
        home.mouths.say(MESSAGE, EventId(3))
        while not home.far_mouth.unsaid:
            await asyncio.sleep(0.001)
        home.mouths.greet(MESSAGE, EventId(3))
        while home.played() != FAR:
            await asyncio.sleep(0.001)


async def test_stop_silences_every_room_and_what_has_no_mouth_yet() -> None:
    home = Home(present={"bedroom": "present"})
    home.mouths.say(MESSAGE, EventId(3))
    await home.mouths.hush()
    home.far_mouth.answer(MESSAGE)
    async with home.talking():
        while home.played() != FAR:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        assert home.played() == FAR


async def test_a_reply_is_spoken_at_the_satellite_that_was_asked() -> None:
    home = Home(present={"living": "present"})

    class Kept(LastWords):
        async def event(self, event_id: EventId) -> Event:
            return replace(MESSAGE, id=event_id)

    kept: Record = Kept()  # type: ignore[assignment]  # only `event` is asked
    room = RoomMouth("bedroom", home.far_mouth, kept, str)
    async with home.talking():
        await room.answer(EventId(9))
        while not home.far.played:
            await asyncio.sleep(0.001)
    assert [one.sound for one in home.far.played] == ["utterance:9"]


async def test_an_announcement_sounds_in_every_room_and_in_quiet_hours() -> None:
    clock = JumpClock()
    hours = QuietHours(begins=time(0), until=time(0))
    quiet = Quiet((hours,), clock, most_per_hour={}, away=lambda _: False)
    home = Home(clock=clock, quiet=quiet, present={"bedroom": "present"})
    async with home.talking():
        assert home.mouths.announce(MESSAGE) == 2
        while home.played() != (1, 1):
            await asyncio.sleep(0.001)
