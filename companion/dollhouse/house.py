"""Doll's house: runs home, people, nature and cameras on one broker and one clock."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from companion.dollhouse.appliances import KINDS
from companion.dollhouse.chronicle import Chronicle, Kind
from companion.dollhouse.clock import SimClock
from companion.dollhouse.devices import Fault, SimDevice
from companion.dollhouse.footage import load_footage
from companion.dollhouse.home import HomePlan, load_home
from companion.dollhouse.left_off import LeftOffFile
from companion.dollhouse.nature import Nature
from companion.dollhouse.people import People
from companion.dollhouse.scenario import Scenario
from companion.dollhouse.scenery import DollScenery
from companion.dollhouse.wire import DeviceWire
from companion.dollhouse.world import Whereabouts, World
from companion.ports.clock import Chance
from companion.ports.part import ResidentSpec, Stage
from companion.words.said import Said


class DollHouse:
    """Simulated household. `prepare` builds it without a broker; `start` puts the devices on the
    wire, and `play` lets the people live. `scenery` is the port for simulated cameras."""

    def __init__(
        self,
        scenario: Scenario,
        clock: SimClock,
        chance: Chance,
        scenery: DollScenery,
        world: World,
    ) -> None:
        self.scenario = scenario
        self.clock = clock
        self.world = world
        self.chronicle = world.chronicle
        self.plan = world.plan
        self.scenery = scenery
        self.people = People(scenario, world, clock, chance, self)
        self.overheard: Callable[[Said], Awaitable[object]] | None = None
        """Receives the words that are said on a channel; joined in `app` (there is no microphone
        yet)."""
        self.nature = Nature(world, clock, chance)
        for device in world.devices.values():
            device.begin()
        self._wire: DeviceWire | None = None
        self._life: asyncio.Task[None] | None = None
        self._living = False
        self._left_off: LeftOffFile | None = None

    @classmethod
    async def prepare(
        cls, scenario: Scenario, clock: SimClock, chance: Chance, plan: HomePlan | None = None
    ) -> "DollHouse":
        """Set the house up as the scenario begins. Raises `KeyError` for an unknown device."""
        plan = (plan or load_home()).furnished(scenario.more)
        chronicle = Chronicle(clock)
        areas = {place.id: place.name.en for place in plan.places}
        devices = {
            d.id: KINDS[d.domain.value](d, clock, chronicle, areas[d.place]) for d in plan.devices
        }
        for device_id, value in scenario.devices.items():
            devices[plan.device(device_id).id].preset(value)
        world = World(plan, clock, chronicle, dict(devices.items()), scenario.weather.as_sky())
        for person in scenario.people:
            world.people[person.id] = Whereabouts(
                look=person.look, room=person.starts, asleep=person.asleep
            )
        with clock.hold():
            footage = await asyncio.to_thread(load_footage)
        return cls(scenario, clock, chance, DollScenery(world, clock, footage), world)

    def keep_in(self, state_dir: Path) -> None:
        """While the people live, keep in this folder where the house is, for the next start."""
        self._left_off = LeftOffFile(
            scenario=self.scenario, world=self.world, now=self.clock.now, state_dir=state_dir
        )

    async def start(
        self,
        broker_host: str,
        broker_port: int,
        *,
        prefix: str = "homeassistant",
        username: str | None = None,
        password: str | None = None,
        timeout_s: float = 10.0,
    ) -> None:
        """Put the devices on the wire. Raises `TimeoutError` when no broker answers within
        `timeout_s` real seconds."""
        self._wire = DeviceWire(
            tuple(self.world.devices.values()),
            self.clock,
            host=broker_host,
            port=broker_port,
            prefix=prefix,
            username=username,
            password=password,
        )
        self._wire.stranger_commanded = self._stranger_commanded
        await self._wire.start(timeout_s)

    # What brings somebody's words into the house

    def show(self, place: str, text: str) -> None:
        """Hold words before the camera of a room."""
        self.scenery.show(place, text)

    async def say(self, text: str, channel: str) -> None:
        """Say them on a channel."""
        if self.overheard is not None:
            await self.overheard(Said(text, channel))

    def announce(self, device_id: str, name: str, place: str) -> None:
        """A thing of nobody's announces itself."""
        area = next((p.name.en for p in self.plan.places if p.id == place), place)
        if self._wire is not None:
            self._wire.announce(device_id, name, area)

    def write(self, device_id: str, text: str) -> None:
        """It reports this as its state."""
        if self._wire is not None:
            self._wire.write(device_id, text)

    def _stranger_commanded(self, thing: str, payload: str) -> None:
        self.chronicle.write(Kind.STRANGER, thing, "", payload, by="wire")

    def play(self) -> None:
        """Let people and nature live, from now, until `stop`; nothing more if they do."""
        if self._life is None and not self._living:
            self._life = asyncio.create_task(self._live(), name="doll's house")

    async def run(self) -> None:
        """The same as a resident: live until cancelled; errors come out here."""
        await self._live()

    def resident(self, ready: Callable[[], Awaitable[None]]) -> ResidentSpec:
        """People's lives as a task: they wait until `ready` returns."""

        async def live() -> None:
            await ready()
            await self.run()

        return ResidentSpec("doll's house", live, Stage.DRIVERS)

    async def stop(self) -> None:
        """People stand still, devices go offline; idempotent. Raises what ended the people's
        life early, if anything did."""
        life, self._life = self._life, None
        if life is not None:
            life.cancel()
            await asyncio.wait({life})
        wire, self._wire = self._wire, None
        if wire is not None:
            await wire.stop()
        if life is not None and not life.cancelled() and (error := life.exception()):
            raise error

    def device(self, device_id: str) -> SimDevice:
        """One device's truth. Raises `KeyError`."""
        return self.world.devices[device_id]

    @property
    def refused(self) -> int:
        """Commands on the wire that no device understood."""
        return self._wire.refused if self._wire is not None else 0

    def break_device(self, device_id: str, fault: Fault) -> None:
        """Fail on command (`Fault.NONE` mends)."""
        self.device(device_id).set_fault(fault)

    async def _live(self) -> None:
        self._living = True
        async with asyncio.TaskGroup() as group:
            group.create_task(self.people.run(), name="people")
            group.create_task(self.nature.run(), name="nature")
            if self._left_off is not None:
                group.create_task(self._left_off.run(), name="left off")
