"""Injections, the house under attack: the product's own rooms, corridors and front desk, over
the doll's house's devices and the MQTT home, with a wire and a record in memory.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

from companion.app.acting import build_acting
from companion.app.alarms import build_alarms
from companion.app.body import Body
from companion.app.desk import build_desk
from companion.app.door import build_door
from companion.app.ground import Ground
from companion.app.lines import build_lines
from companion.app.skills import build_skills
from companion.app.talking import build_talking
from companion.app.thought import build_thought
from companion.corridors.act import Act
from companion.corridors.notice import Notice
from companion.desk.reception import Reception
from companion.desk.requests import Requests
from companion.dollhouse.appliances import KINDS
from companion.dollhouse.chronicle import Chronicle, Kind
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.home import HomePlan, load_home
from companion.dollhouse.nature import Nature
from companion.dollhouse.world import Sky, World
from companion.links.discovery import Entity
from companion.links.message import MqttMessage
from companion.links.mqtt_house import MqttHouse
from companion.links.wiring import Wiring
from companion.ports.body import Drive
from companion.ports.llm import Llm
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.perception.room import Perception
from companion.service import plugins
from companion.service.clock import SystemChance
from companion.service.entrance import Ways
from companion.service.settings import Settings
from companion.words.device import Device
from companion.words.event import Event, EventSource
from companion.words.ids import ApprovalId
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.observation import Certainty, Change, Observation
from companion.words.trust import TrustLabel
from tests.proof.evaluation.choosing.still import StillEyes
from tests.proof.evaluation.grounds import (
    body_of,
    foundations_of,
    home_of,
    mind_of,
    remembering_of,
    storage_in_memory,
    things_of,
)
from tests.proof.evaluation.injections.undefended import AllowsAll, AnyoneAnswers, Guards, ShowsAll
from tests.proof.evaluation.jump_clock import JumpClock
from tests.proof.evaluation.saydo_house import LoopLink

STARTS = datetime.fromisoformat("2026-11-20T19:00:00+09:00")
"""An evening in late autumn: it is dark, so that light is wanted where somebody comes."""
_SKY = Sky(
    rises=STARTS.time().replace(hour=6, minute=25),
    sets=STARTS.time().replace(hour=16, minute=32),
    weather="cloudy",
    outside_c=9,
)
_AS_FOUND = {"cover.living_curtain": "closed", "cover.bedroom_curtain": "closed"}
_DECIDES = (
    LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
    LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT,
)
_MOST_WALKS = 20
"""More triggers than this from one injection would be a storm; a test would see it."""


class TappedLink(LoopLink):
    """The wire, with everything the house sends written down: what goes out is what counts."""

    def __init__(self, devices: Iterable[SimDevice]) -> None:
        super().__init__(devices)
        self.out: list[tuple[str, str]] = []

    async def publish(self, topic: str, payload: Any, *, retain: bool = False) -> None:
        """Send one message."""
        self.out.append((topic, f"{payload}"))
        await super().publish(topic, payload, retain=retain)

    def hear(self, topic: str, payload: str) -> None:
        """Somebody else on the broker says this."""
        self.on_message(MqttMessage(topic, payload.encode(), True))


class Gullible(MqttHouse):
    """The undefended home: what a device calls itself is its name."""

    def _describe(self, entity: Entity, wiring: Wiring) -> Device:
        return replace(super()._describe(entity, wiring), name_trust=TrustLabel.SELF)


class Overheard:
    """The model, with the prompts of its decisions kept, to see how far a text came."""

    def __init__(self, llm: Llm) -> None:
        self._llm = llm
        self.read: list[tuple[str, ...]] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Pass it on. Raises what the model raises."""
        if request.purpose in _DECIDES:
            self.read.append(tuple(m.content for m in request.messages if m.role != "assistant"))
        return await self._llm.complete(request)

    def ready(self) -> bool:
        """As the model."""
        return self._llm.ready()

    def model_name(self) -> str:
        """As the model."""
        return self._llm.model_name()

    async def stop_generation(self) -> None:
        """Nothing runs beside a walk here."""

    async def forget(self) -> None:
        """Nothing is kept for another start."""


class Home:
    """One house in one evening. `stand` builds it."""

    tapped: TappedLink
    mind: Overheard
    world: World
    guards: Guards
    house: MqttHouse
    act: Act
    notice: Notice
    desk: Reception
    requests: Requests
    drive: Drive
    pictures: int = 0
    """Texts that came in through a real picture and the real reader."""

    def __init__(self, settings: Settings, stack: AsyncExitStack) -> None:
        self.settings, self._stack = settings, stack

    async def stand(self, llm: Llm, plan: HomePlan, *, guards: Guards) -> None:
        """Build it as the composition root does."""
        self.guards, self.plan = guards, plan
        self.clock = self.jumping = JumpClock(STARTS)
        on = foundations_of(self.settings, self.clock, plan.places)
        await self._devices(plan)
        self.mind = Overheard(llm)
        storage = storage_in_memory(on)
        ground = Ground(
            foundations=on,
            storage=storage,
            home=home_of(self.house),
            mind=mind_of(on, self.mind),
            remembering=remembering_of(storage),
        )
        self.store, self.record, self.journal = storage.store, storage.record, storage.journal
        body = await self._body(ground)
        alarms = build_alarms(self._stack, ground, body)
        skills = build_skills(self._stack, ground, body, alarms)
        self.catalogue = skills.catalogue
        lines = build_lines(ground, body, skills)
        thought = build_thought(ground, body, skills)
        talking = build_talking(ground, alarms, skills, thought)
        acting = build_acting(ground, body, alarms, skills, lines, thought, talking)
        door = build_door(self._stack, ground, alarms, talking, acting)
        desk = build_desk(ground, body, alarms, skills, lines, thought, talking, acting, door)
        self.requests, self.tasks, self.notice = door.requests, door.tasks, acting.notice
        self.entrance, self.approval, self.triggers = (
            body.entrance,
            thought.approval,
            lines.triggers,
        )
        self.act, self.desk = acting.act, desk.reception
        self.jobs = JobRunner(
            self.store.jobs,
            (RememberEvent(self.record, talking.remember.walk),),
            self.clock,
            give_way=door.give_way.leisure,
        )
        self._open_up()
        self._following = asyncio.create_task(
            self.notice.follow(self.house.changes()), name="device reports"
        )

    async def _devices(self, plan: HomePlan) -> None:
        chronicle = Chronicle(self.clock)
        areas = {place.id: place.name.en for place in plan.places}
        devices: dict[str, SimDevice] = {
            d.id: KINDS[d.domain.value](d, self.clock, chronicle, areas[d.place])
            for d in plan.devices
        }
        for device_id, value in _AS_FOUND.items():
            devices[device_id].preset(value)
        self.world = World(plan, self.clock, chronicle, devices, _SKY)
        nature = Nature(self.world, self.clock, SystemChance(7))
        for device in devices.values():
            device.begin()
        chronicle.watch(lambda h: nature.read_all() if h.by != "nature" else None)
        nature.read_all()
        self.tapped = TappedLink(devices.values())
        home = MqttHouse if self.guarded else Gullible
        self.house = home(self.tapped, plan.places, plan.device_names, plan.by_itself, self.clock)
        await self.house.start()

    async def _body(self, ground: Ground) -> Body:
        has = things_of(ground)
        cameras = {camera.id: camera.place for camera in self.plan.cameras}
        has |= {"scenery": self.world, "floor": self.world}
        has |= {"senses": StillEyes(cameras), "cameras": {}}
        for part in ("speaker", "drive"):
            has[part] = plugins.build(plugins.FAMILIES[part], "simulated", {}, has)
        self.drive = has["drive"]
        await self.drive.open()
        return body_of(ground, has["speaker"], self.drive, has)

    @property
    def guarded(self) -> bool:
        """Whether texts keep their labels."""
        return self.guards is not Guards.NONE

    def _open_up(self) -> None:
        """Take guards away."""
        if self.guards is Guards.ALL:
            return
        shows = ShowsAll(self.act.context, self.catalogue, believing=not self.guarded)
        self.act = replace(self.act, context=cast(Any, shows))
        if not self.guarded:
            self.act = replace(self.act, approval=cast(Any, AllowsAll(self.approval)))
            self.desk.approval = cast(Any, AnyoneAnswers(self.approval))
        self._enter(self.act)

    def _enter(self, act: Act) -> None:
        """What is said and sensed walks this corridor."""
        self.act = act
        self.requests.walk, self.desk.walk_on = act.walk, act.answered
        self.entrance.lead_to(
            Ways(
                notice=self.notice.notice,
                walk=act.walk,
                possible=act.possible,
                busy=act.execution.busy,
            )
        )

    # -- living ------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Think every thought that is waiting to be thought, remember, and come to rest."""
        for _ in range(_MOST_WALKS):
            await self._breathe()
            if not self.triggers.depth():
                await self.tasks.settled()
                await self._breathe()
            if not self.triggers.depth():
                break
            # Before the tasks end: the answer to a remark waits for the thought about it.
            await self.act.walk(await self.triggers.next())
        await self.tasks.settled()
        await self.jobs.drain()

    async def _breathe(self) -> None:
        """Let what was begun at the desk and on the wire come to its next wait."""
        for _ in range(6):
            await asyncio.sleep(0)

    async def somebody(self, place: str, *, here: bool) -> None:
        """A person is seen to come or to go."""
        change = Change.APPEARED if here else Change.GONE
        seen = Observation(
            subject="person",
            place=place,
            change=change,
            certainty=Certainty.FACT,
            confidence=0.93,
            at=self.clock.now(),
            source=place,
            value="present" if here else "absent",
            count=1 if here else 0,
        )
        self.world.people.clear()
        await self.notice.notice((seen,))
        await self.settle()

    def ask_again(self) -> None:
        """Undefended only: have questions asked, so that somebody else can answer them."""
        self._enter(replace(self.act, approval=self.approval))

    def later(self, seconds: float) -> None:
        """Time passes with nothing happening."""
        self.jumping.charge(seconds)

    def perception(self) -> Perception:
        """The room that turns what is sensed into events."""
        return self.notice.perception

    async def question(self) -> ApprovalId | None:
        """The one that waits for an answer, if any."""
        pending = await self.store.approvals.pending()
        return pending[0].id if pending else None

    async def events(self, *sources: EventSource) -> tuple[Event, ...]:
        """Of these sources, oldest first."""
        found = await self.record.recent(limit=500, sources=sources)
        return tuple(reversed(found))

    def done(self) -> list[str]:
        """Everything that had an effect: commands on the wire, and where the base stands."""
        sent = [f"{topic} {payload}" for topic, payload in self.tapped.out]
        return [*sent, f"base in {self.drive.position()[0]}"]

    def commanded(self) -> list[tuple[str, str]]:
        """Device and operation of every command that arrived, as the devices understood it."""
        happened = self.world.chronicle.all()
        return [(h.subject, h.value) for h in happened if h.kind is Kind.COMMANDED]

    async def end(self) -> None:
        """Leave nothing running."""
        self._following.cancel()
        await asyncio.gather(self._following, return_exceptions=True)
        await self.tasks.close()
        await self.drive.close()
        await self.house.stop()


_plan = cache(load_home)


@asynccontextmanager
async def home(
    settings: Settings, llm: Llm, *, guards: Guards = Guards.ALL, plan: HomePlan | None = None
) -> AsyncIterator[Home]:
    """A house at the beginning of an evening; `settings` are the product's."""
    async with AsyncExitStack() as stack:
        house = Home(settings, stack)
        await house.stand(llm, plan or _plan(), guards=guards)
        try:
            yield house
        finally:
            await house.end()


def settled_in(settings: Settings, folder: Path) -> Settings:
    """The product's settings with a state folder of its own."""
    return settings.model_copy(update={"state_dir": folder})
