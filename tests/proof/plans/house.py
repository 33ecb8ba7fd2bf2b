"""A house that lives for a purpose: the product's own rooms, desk, plan and exports.

It stands over the doll's house's devices, a wire in the process, a record on the disk, and a clock
that jumps.

Where no model is given, the rules alone plan, and nothing is worded. `live` runs the residents of
the plan; a copy of the folder taken while it lives is a house that was killed at that moment.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from companion.app.acting import build_acting
from companion.app.alarms import build_alarms
from companion.app.desk import Desk, build_desk
from companion.app.door import build_door
from companion.app.ground import Ground
from companion.app.lines import build_lines
from companion.app.skills import build_skills
from companion.app.storage import Storage
from companion.app.talking import build_talking
from companion.app.thought import build_thought
from companion.cli.config import check_config
from companion.corridors.plan import PlanCycle
from companion.corridors.remember import Remember
from companion.dollhouse.appliances import KINDS
from companion.dollhouse.chronicle import Chronicle, Kind
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.home import load_home
from companion.dollhouse.nature import Nature
from companion.dollhouse.world import Sky, World
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.weights import PinnedModel
from companion.links.mqtt_house import MqttHouse
from companion.ports.embedder import Embedder, Vector
from companion.rooms.journal.room import Journal
from companion.service import plugins
from companion.service.clock import SystemChance
from companion.service.settings import Settings
from companion.service.unfinished_acts import UnfinishedActs
from companion.store.export_files import ExportFiles
from companion.store.exports import Exports
from companion.store.sqlite import Store
from tests.proof.bench.real_model import loaded
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
from tests.proof.evaluation.jump_clock import JumpClock
from tests.proof.evaluation.saydo_house import LoopLink
from tests.proof.plans.absent import Absent

ROOT = Path(__file__).parents[3]
STARTS = datetime.fromisoformat("2026-11-23T12:00:00+09:00")
"""A Monday noon."""
RECORD = "record.db"
_SKY = Sky(
    rises=STARTS.time().replace(hour=6, minute=25),
    sets=STARTS.time().replace(hour=16, minute=32),
    weather="cloudy",
    outside_c=9,
)


@dataclass
class PlanHouse:
    """One house; `standing` builds it."""

    clock: JumpClock
    devices: dict[str, SimDevice]
    chronicle: Chronicle
    wire: LoopLink
    house: MqttHouse
    storage: Storage
    desk: Desk
    exports: Exports
    unfinished: UnfinishedActs
    awake: asyncio.Event
    """Set where the model has read its first prompt; it never is by itself here."""
    notice: Callable[[], Awaitable[None]]
    settle: Callable[[], Awaitable[None]]
    remember: Remember
    """What is told is remembered when somebody walks it."""

    @property
    def cycle(self) -> PlanCycle:
        """The plan corridor."""
        return self.desk.planning.cycle

    @property
    def store(self) -> Store:
        """The record's store."""
        return self.storage.store

    def truth(self, device_id: str) -> str:
        """The true state of a device, as the simulator knows it."""
        return self.devices[device_id].value()

    def commanded(self) -> list[tuple[str, str]]:
        """Device and operation of every command, as the devices understood it."""
        return [(h.subject, h.value) for h in self.chronicle.all() if h.kind is Kind.COMMANDED]

    @asynccontextmanager
    async def live(self) -> AsyncIterator[None]:
        """Run what follows the home, the plan and the exports."""
        tasks = [asyncio.ensure_future(self.notice())]
        await self.unfinished.run()
        parts = (*self.exports.residents(), *self.cycle.residents())
        tasks += [asyncio.ensure_future(part.run()) for part in parts]
        await self.exports.begun.wait()
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task
            await self.settle()


async def _model(
    stack: AsyncExitStack, model: PinnedModel | None, clock: JumpClock
) -> LlmQueue | Absent:
    if model is None:
        return Absent()
    return await stack.enter_async_context(loaded(model, clock=clock))


@dataclass(frozen=True)
class _Held:
    """An embedder in a worker process, for which the time of the house stands still."""

    inner: Embedder
    clock: JumpClock

    @property
    def size(self) -> int:
        return self.inner.size

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        with self.clock.hold():
            return await self.inner.embed(texts, stored=stored)

    async def close(self) -> None:
        await self.inner.close()

    async def forget(self) -> None:
        await self.inner.forget()


def settings_for(folder: Path) -> Settings:
    """The shipped configuration with a state folder of its own, and nothing asked unasked."""
    settings = check_config(ROOT / "config" / "config.yaml")
    plan = settings.plan.model_copy(update={"asks_for_purpose": False})
    policies = {name: None for name in ("time_routine", "reminder")}
    return settings.model_copy(update={"state_dir": folder, "plan": plan, "policies": policies})


@asynccontextmanager
async def standing(
    folder: Path,
    starts: datetime = STARTS,
    settings: Settings | None = None,
    model: PinnedModel | None = None,
    embedder: Embedder | None = None,
    joined: Callable[[Ground], Ground] = lambda ground: ground,
) -> AsyncIterator[PlanHouse]:
    """Build it as the composition root does, over the record in this folder. `model`: thinks in its
    own worker while the clock stands still, and chooses the aims of a purpose that no rule reads;
    None: no model is there. `embedder`: reads the sorts of tasks and finds the nearest aims, while
    the clock stands still. `joined`: adds to the ground what a house of the plan does without."""
    settings = settings or settings_for(folder)
    plan_settings = settings.plan.model_copy(update={"model_chooses": model is not None})
    settings = settings.model_copy(update={"plan": plan_settings})
    async with AsyncExitStack() as stack:
        clock, plan = JumpClock(starts), load_home()
        on = foundations_of(settings, clock, plan.places)
        chronicle = Chronicle(clock)
        areas = {place.id: place.name.en for place in plan.places}
        devices: dict[str, SimDevice] = {
            d.id: KINDS[d.domain.value](d, clock, chronicle, areas[d.place]) for d in plan.devices
        }
        world = World(plan, clock, chronicle, devices, _SKY)
        nature = Nature(world, clock, SystemChance(7))
        for device in devices.values():
            device.begin()
        chronicle.watch(lambda happened: nature.read_all() if happened.by != "nature" else None)
        nature.read_all()
        wire = LoopLink(devices.values())
        house = MqttHouse(wire, plan.places, plan.device_names, plan.by_itself, clock)
        await house.start()
        stack.push_async_callback(house.stop)
        store = await Store.open(folder / RECORD, clock)
        stack.push_async_callback(store.close)
        exports = Exports(
            files=ExportFiles(folder),
            record=store.record,
            state=store.state,
            stream=on.hub,
            clock=clock,
            language=on.language,
        )
        storage = replace(
            storage_in_memory(on),
            store=store,
            record=store.record,
            erasure=store.erasure,
            journal=Journal(store.events, on.hub, clock),
            exports=exports,
        )
        ground = Ground(
            foundations=on,
            storage=storage,
            home=home_of(house),
            mind=replace(
                mind_of(on, await _model(stack, model, clock)),
                embedder=None if embedder is None else _Held(embedder, clock),
            ),
            remembering=remembering_of(storage),
        )
        ground = joined(ground)
        has = things_of(ground) | {"scenery": world, "floor": world, "cameras": {}}
        has |= {"senses": StillEyes({})}
        for part in ("speaker", "drive"):
            has[part] = plugins.build(plugins.FAMILIES[part], "simulated", {}, has)
        await has["drive"].open()
        stack.push_async_callback(has["drive"].close)
        body = body_of(ground, has["speaker"], has["drive"], has)
        alarms = build_alarms(stack, ground, body)
        skills = build_skills(stack, ground, body, alarms)
        lines = build_lines(ground, body, skills)
        thought = build_thought(ground, body, skills)
        talking = build_talking(ground, alarms, skills, thought)
        acting = build_acting(ground, body, alarms, skills, lines, thought, talking)
        door = build_door(stack, ground, alarms, talking, acting)
        desk = build_desk(ground, body, alarms, skills, lines, thought, talking, acting, door)
        unfinished = UnfinishedActs(
            acts=store.acts,
            approvals=store.approvals,
            record=store.record,
            journal=storage.journal,
            house=house,
            clock=clock,
            interrupted=(),
            walk_on=acting.act.answered,
            take_up=desk.reception.take_up,
        )
        await unfinished.look()
        yield PlanHouse(
            clock=clock,
            devices=devices,
            chronicle=chronicle,
            wire=wire,
            house=house,
            storage=storage,
            desk=desk,
            exports=exports,
            unfinished=unfinished,
            awake=ground.mind.awake,
            notice=lambda: acting.notice.follow(house.changes()),
            settle=door.tasks.settled,
            remember=talking.remember,
        )
