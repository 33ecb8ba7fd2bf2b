"""The notice corridor: what is told becomes an event once, and a trigger where it is news."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from companion.corridors.notice import Notice
from companion.rooms.journal.room import Journal
from companion.rooms.perception.occasions import Occasions
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.reports import DeviceReports
from companion.rooms.perception.room import Perception
from companion.service.blackboard import Blackboard
from companion.service.clock import SystemIds
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.device import Device, DeviceState, Domain
from companion.words.episode import Voice, episode_of
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.observation import TEXT, Certainty, Change, Observation
from tests.contract.house_parts import until
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse

DOOR = Device(
    id=DeviceId("binary_sensor.front_door"),
    domain=Domain.BINARY_SENSOR,
    name=Bilingual("玄関のドア", "front door"),
    area="hall",
    operations=(),
    attributes={"device_class": "door"},
)


class Told:
    """The corridor over an empty home, and what came of it."""

    def __init__(self) -> None:
        self.clock = JumpClock()
        self.store = Store.in_memory(self.clock)
        self.triggers, self.blackboard = TriggerQueue(self.clock), Blackboard(self.clock)
        self.house = MemoryHouse(self.clock, [MemoryDevice(DOOR, value="off")])
        self.facts: list[tuple[str, str]] = []
        self.notice = Notice(
            house=self.house,
            reports=DeviceReports(self.clock),
            occasions=Occasions(self.house, self.clock),
            perception=Perception(self.clock, SystemIds(), language=Language.EN, places={}),
            blackboard=self.blackboard,
            journal=Journal(self.store.events, Hub(self.clock.now), self.clock),
            record=self.store.record,
            triggers=self.triggers,
            became=self.became,
        )

    async def became(self, thing: str, value: str) -> None:
        """A fact that a schedule may wait for."""
        self.facts.append((thing, value))

    def somebody(self, change: Change = Change.APPEARED) -> Observation:
        return Observation(
            "person", "hall", change, Certainty.FACT, 0.9, self.clock.now(), "hall", "present", 1
        )

    def door(self, value: str) -> DeviceState:
        return DeviceState(device_id=DOOR.id, value=value, at=self.clock.now())

    async def kinds(self, source: EventSource) -> list[str]:
        """Kinds of the events of this source, newest first."""
        return [e.kind for e in await self.store.record.recent(sources=(source,))]


async def test_a_sighting_is_recorded_once_and_wakes_once() -> None:
    """What only confirms is held and no event; what is news is one trigger."""
    told = Told()
    await told.notice.notice((told.somebody(),))
    await told.notice.notice((told.somebody(), replace(told.somebody(), confidence=0.8)))
    (event,) = await told.store.record.recent()
    assert (event.source, event.kind) == (EventSource.OBSERVATION, "person_appeared")
    assert told.triggers.depth() == 1
    trigger = await told.triggers.next()
    assert (trigger.event_ids, trigger.requested) == ((event.id,), None)
    assert [o.subject for o in told.blackboard.latest()] == ["person"]


async def test_what_a_device_measures_beside_its_value_is_a_fact_too() -> None:
    """A4: "if the bedroom gets above 25" where only the air conditioner knows."""
    told = Told()

    async def changes() -> AsyncIterator[DeviceState]:
        at, warm = told.clock.now(), {"current_temperature": 25.5}
        yield DeviceState(device_id=DOOR.id, value="on", attributes=warm, at=at)

    await told.notice.follow(changes())
    assert told.facts == [(DOOR.id, "on"), (f"temperature@{DOOR.id}", "25.5")]


async def test_devices_are_followed_from_what_they_had_said_before() -> None:
    """A quick start: the home has reported before anybody listened."""
    told = Told()

    async def changes() -> AsyncIterator[DeviceState]:
        told.clock.charge(1)
        yield told.door("on")

    await told.notice.follow(changes(), held=[told.door("off")])
    assert await told.kinds(EventSource.DEVICE_STATE) == ["device_state", "device_state"]


async def test_what_lasts_becomes_an_occasion_by_the_clock_alone() -> None:
    """F16: that a device stays silent is in no report; only time tells it."""
    told = Told()

    async def changes() -> AsyncIterator[DeviceState]:
        yield DeviceState(device_id=DOOR.id, value=None, at=told.clock.now(), available=False)

    await told.notice.follow(changes())
    await told.notice.ripen()
    before = await told.kinds(EventSource.OBSERVATION)
    told.clock.charge(3600.0)
    await told.notice.ripen()
    after = await told.kinds(EventSource.OBSERVATION)
    assert (before, after) == ([], ["silent_appeared"])
    assert told.triggers.depth() == 1


async def test_what_the_home_told_before_is_held_when_listening_begins() -> None:
    """A quick start: the door had told its state before anybody listened."""
    told = Told()
    listening = asyncio.create_task(told.notice.follow_home())
    try:
        await until(lambda: DOOR.id in {str(i) for i in told.notice.blackboard.devices()})
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _remembered(told: Told) -> list[str]:
    events = await told.store.record.recent(sources=(EventSource.OBSERVATION,))
    found = [episode_of(event) for event in events]
    return [one.told(Language.EN) for one in found if one is not None]


async def test_who_comes_is_remembered_and_who_walks_about_is_not() -> None:
    """B-060, issue 14, 1: somebody after half an hour of nobody; both languages find it."""
    told = Told()
    await told.notice.notice((told.somebody(),))
    for _ in range(4):
        await told.clock.sleep(600)
        await told.notice.notice((replace(told.somebody(Change.GONE), value="absent", count=None),))
        await told.notice.notice((told.somebody(),))
    assert await _remembered(told) == ["Somebody appeared in: hall."]
    await told.notice.notice((replace(told.somebody(Change.GONE), value="absent", count=None),))
    await told.clock.sleep(3600)
    await told.notice.notice((told.somebody(),))
    assert len(await _remembered(told)) == 2
    (newest, *_) = await told.store.record.recent(sources=(EventSource.OBSERVATION,))
    found = episode_of(newest)
    assert found is not None
    assert found.told(Language.JA) == "hallに人が現れた。"
    assert found.trust is newest.trust


async def test_what_was_read_is_remembered_as_written_by_nobody_of_the_house() -> None:
    """Issue 14, 2: "the sign said ..." is an episode and no fact."""
    told = Told()
    sign = replace(told.somebody(Change.SEEN), subject=TEXT, value="SALE TODAY", count=None)
    await told.notice.notice((sign,))
    (event,) = await told.store.record.recent()
    found = episode_of(event)
    assert found is not None
    assert (found.voice, found.text, found.is_talk) == (Voice.WRITTEN, "SALE TODAY", True)
