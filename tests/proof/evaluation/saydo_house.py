"""Say-do, the stage: the doll's house on a wire in memory, and the real rooms along an act.

Devices, their faults, the home over MQTT, execution, journal, expression and what follows are the
ones of the product; only the broker is left out, and time jumps.
"""

import asyncio
import inspect
import itertools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache, partial
from types import ModuleType
from typing import Any, cast

from companion.corridors.follow_up import FollowUp
from companion.dollhouse.appliances import KINDS
from companion.dollhouse.chronicle import Chronicle
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.home import HomePlan
from companion.dollhouse.nature import Nature
from companion.dollhouse.world import Sky, World
from companion.links.message import MqttMessage
from companion.links.mqtt import BrokerAddress, MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.ports.house import CommandUnconfirmed, HouseUnreachable
from companion.ports.llm import Llm
from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.room import ContextRoom
from companion.rooms.deliberation.replan import Replanning
from companion.rooms.execution.room import Execution
from companion.rooms.expression.room import Expression
from companion.rooms.journal.room import Journal
from companion.rooms.perception.queue import TriggerQueue
from companion.service import plugins
from companion.service.attention import Attention
from companion.service.blackboard import Blackboard
from companion.service.clock import SystemChance
from companion.service.intents.put_off import PutOff
from companion.service.messages import Done, Messages
from companion.service.speech_purse import SpeechPurse
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.persona import PersonaSheet
from companion.words.result import ActionResult
from tests.proof.evaluation.jump_clock import JumpClock

PREFIX = "homeassistant"
_NOWHERE = BrokerAddress(host="memory")


HALT = "STOP"
"""What a moving curtain hears when everything is stopped."""


class LoopLink(MqttLink):
    """A wire within the process: what a device says is heard, what is sent arrives, at once."""

    def __init__(self, devices: Iterable[SimDevice]) -> None:
        super().__init__(_NOWHERE)
        self._there = tuple(devices)
        self._up_now = False
        self._obeying: set[asyncio.Task[None]] = set()
        self._heard: set[str] = set()
        self.confirms = True
        """False: what is sent arrives, and nobody says so."""
        self.sent = 0
        for device in self._there:
            device.on_report = partial(self._report, device)

    async def start(self) -> None:
        """Connect and hear every announcement."""
        self._up_now = True
        self.on_connection(True)
        for device in self._there:
            topic, message = device.discovery(PREFIX)
            self._tell(topic, json.dumps(message, ensure_ascii=False))
        for device in self._there:
            self._report(device)

    async def stop(self) -> None:
        """End what devices still do."""
        for task in tuple(self._obeying):
            task.cancel()
        await asyncio.gather(*self._obeying, return_exceptions=True)

    def connected(self) -> bool:
        """Whether the wire is whole."""
        return self._up_now

    def cut(self) -> None:
        """The wire breaks."""
        self._up_now = False
        self.on_connection(False)

    def subscribe(self, topics: Iterable[str]) -> None:
        """Hear these too."""
        self._heard.update(topics)

    def unsubscribe(self, topics: Iterable[str]) -> None:
        """Hear these no longer."""
        self._heard.difference_update(topics)

    async def publish(self, topic: str, payload: Any, *, retain: bool = False) -> None:
        """Send one message. Raises what the link raises."""
        if not self._up_now:
            raise HouseUnreachable("the wire is cut")
        self.sent += payload != HALT  # a stop ends an act; it is no second sending of it
        device = next((d for d in self._there if topic.startswith(d.topic("set"))), None)
        if device is not None:
            leaf = topic.removeprefix(device.topic("set")).strip("/")
            task = asyncio.create_task(device.obey(leaf, str(payload)), name=f"obey {topic}")
            self._obeying.add(task)
            task.add_done_callback(self._obeying.discard)
        if not self.confirms:
            raise CommandUnconfirmed("no confirmation")

    def _report(self, device: SimDevice) -> None:
        self._tell(device.topic("availability"), "online" if device.available() else "offline")
        if device.available():
            for topic, payload in device.told().items():
                self._tell(topic, payload)

    def _tell(self, topic: str, payload: str) -> None:
        if self._up_now:
            self.on_message(MqttMessage(topic, payload.encode(), False))


@dataclass
class Spoken:
    """What was said, and when."""

    event: Event
    at_s: float


@dataclass
class Stage:
    """One house with one companion in it, for one run."""

    clock: JumpClock
    world: World
    link: LoopLink
    house: MqttHouse
    drive: Any
    store: Store
    journal: Journal
    execution: Execution
    follow_up: FollowUp
    spoken: list[Spoken] = field(default_factory=list)

    async def follow(self, decision: ActionDecision, result: ActionResult) -> None:
        """Write it down, tell it, and look again at what is open, as the residents would."""
        acted = await self.journal.acted(result, decision)
        done = Done(decision, result, acted)
        await self.follow_up.messages.tell(done)
        await self.follow_up.follow(done)
        while (open_ := self.follow_up.open.take()) is not None:
            await self.follow_up.look_again(open_)

    async def close(self) -> None:
        """End it."""
        await self.drive.close()
        await self.house.stop()


@dataclass(frozen=True)
class _Held:
    """The model, with time standing still while it works in a process of its own."""

    llm: Llm
    clock: JumpClock

    async def complete(self, request: LlmRequest) -> LlmReply:
        """As the model answers. Raises the port's errors."""
        with self.clock.hold():
            return await self.llm.complete(request)

    def ready(self) -> bool:
        """As the model."""
        return self.llm.ready()

    def model_name(self) -> str:
        """As the model."""
        return self.llm.model_name()


class _Ids:
    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def new(self) -> str:
        """The next number."""
        return f"{next(self._numbers)}"


async def build_stage(
    plan: HomePlan,
    *,
    at: datetime,
    sky: Sky,
    states: Mapping[str, str],
    language: Language,
    persona: PersonaSheet,
    llm: Llm,
) -> Stage:
    """Everything as the composition root joins it, with a wire and a record in memory."""
    clock = JumpClock(at)
    chronicle = Chronicle(clock)
    areas = {place.id: place.name.en for place in plan.places}
    devices: dict[str, SimDevice] = {
        d.id: KINDS[d.domain.value](d, clock, chronicle, areas[d.place]) for d in plan.devices
    }
    for device_id, value in states.items():
        devices[device_id].preset(value)
    world = World(plan, clock, chronicle, devices, sky)
    nature = Nature(world, clock, SystemChance(7))
    for device in devices.values():
        device.begin()
    chronicle.watch(lambda happening: nature.read_all() if happening.by != "nature" else None)
    link = LoopLink(devices.values())
    house = MqttHouse(
        link,
        plan.places,
        plan.device_names,
        plan.by_itself,
        clock,
        areas={d.id: d.place for d in plan.devices},
    )
    await house.start()
    return await _furnish(plan, clock, world, link, house, language, persona, llm)


@lru_cache(maxsize=8)
def _module(family: str, name: str) -> ModuleType:
    """Found once: looking through what is installed costs more than a run."""
    return plugins.load(family, name)


def _built(family: str, name: str, has: Mapping[str, Any]) -> Any:
    module = _module(family, name)
    wanted = inspect.signature(module.build).parameters.values()
    named = {p.name: has[p.name] for p in wanted if p.kind is p.KEYWORD_ONLY}
    return module.build(module.Settings(), **named)


async def _furnish(
    plan: HomePlan,
    clock: JumpClock,
    world: World,
    link: LoopLink,
    house: MqttHouse,
    language: Language,
    persona: PersonaSheet,
    llm: Llm,
) -> Stage:
    has = {"house": house, "clock": clock, "places": plan.places, "floor": world}
    drive = _built(plugins.FAMILIES["drive"], "simulated", has)
    await drive.open()
    has["drive"] = drive
    names = ("device_control", "mobility_move")
    shelf = plugins.CapabilityRegistry({n: _built("capabilities", n, has) for n in names})
    store, blackboard = Store.in_memory(clock), Blackboard(clock)
    journal = Journal(store.events, Hub(clock.now), clock)
    context = ContextRoom(
        HomeNow(
            record=store.record,
            state=store.state,
            house=house,
            catalogue=shelf,
            persona=persona,
            clock=clock,
            language=language,
            places=plan.places,
        )
    )
    expression = Expression(
        llm=_Held(llm, clock),
        clock=clock,
        house=house,
        catalogue=shelf,
        record=store.record,
        places={place.id: place.name for place in plan.places},
        language=language,
    )
    execution = Execution(shelf, clock)
    spoken: list[Spoken] = []

    def speak(event: Event, decided: EventId) -> None:
        spoken.append(Spoken(event, clock.monotonic()))

    follow_up = FollowUp(
        execution=execution,
        journal=journal,
        messages=Messages(
            expression=expression,
            journal=journal,
            home=context.now,
            blackboard=blackboard,
            speak=speak,
            announce=lambda event: speak(event, event.id),
            wordless=lambda status: None,
            attention=Attention(
                home=context.now,
                house=house,
                record=store.record,
                purse=SpeechPurse(clock),
                quiet=lambda: False,
                everything=True,
            ),
            deed_words=lambda result: None,
        ),
        home=context.now,
        replanning=Replanning(store.record, clock, _Ids(), language, lambda thing: ""),
        put_off=cast(PutOff, None),  # nothing on this stage is thought about later
        triggers=TriggerQueue(clock),
    )
    return Stage(clock, world, link, house, drive, store, journal, execution, follow_up, spoken)
