"""The composition root: the only file that builds things and joins them.

Read `assemble` top to bottom to see the house go up, and its exit stack bottom to top to see
it come down: rooms first, drivers and links next, the record last.
"""

import asyncio
import contextlib
import functools
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from companion import diagnosis, plugins
from companion.act import Act
from companion.approval.room import ApprovalRoom
from companion.approval.rules import ApprovalRules
from companion.blackboard import Blackboard
from companion.clock import SystemChance, SystemClock, SystemIds
from companion.consolidation.jobs.remember_event import RememberEvent
from companion.consolidation.room import Consolidation
from companion.consolidation.runner import JobRunner
from companion.context.room import ContextRoom
from companion.conversation.room import Conversation, Known
from companion.converse import Converse
from companion.deliberation.room import Deliberation
from companion.desk import FrontDesk, means_stop
from companion.dollhouse.days import evening_clock
from companion.dollhouse.home import load_home
from companion.dollhouse.house import DollHouse
from companion.dollhouse.scenario import load_scenario
from companion.engines.llm_queue import LlmQueue
from companion.engines.motion_gate import MotionGate
from companion.engines.warm import warm_each
from companion.execution.room import Execution
from companion.expression.room import Expression
from companion.household import Household, Stage, until
from companion.journal.room import Journal
from companion.links.broker import start_broker
from companion.links.configured import configured_address, configured_home
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.perception.pace import Pace
from companion.perception.queue import TriggerQueue
from companion.perception.reports import DeviceReports
from companion.perception.room import Perception
from companion.ports.body import Drive
from companion.ports.camera import Camera
from companion.ports.clock import Chance, Clock
from companion.ports.policy import Policy
from companion.recall.room import Recall
from companion.referee.room import Referee
from companion.remember import Remember
from companion.scheduler import room as scheduler
from companion.senses import Sight
from companion.settings import Settings, load_persona
from companion.store.claim import claim_state_dir
from companion.store.sqlite import Store, record_path
from companion.voice.mouth import Mouth
from companion.web.app import serve
from companion.web.hub import Hub
from companion.web.parts import WebParts, policy_entries
from companion.web.vitals import VitalsGauge
from companion.words.event import Event

WAKE_WAIT_S = 120.0
STOPPED = "stopped by the owner"


async def run_companion(settings: Settings, echo: Callable[[str], None]) -> None:
    """Run until SIGTERM or SIGINT. Raises `StateDirTaken` when another one runs."""
    with claim_state_dir(settings.state_dir):
        async with assemble(settings) as house:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, house.household.stop)
            house.address.add_done_callback(lambda at: echo(f"the page: {at.result()}"))
            await house.household.live()


@asynccontextmanager
async def assemble(settings: Settings, *, staged: bool = False) -> AsyncIterator["Companion"]:
    """Build it all, and stop it in reverse; `staged`: time waits for a judge to begin."""
    async with AsyncExitStack() as stack:
        if (folder := plugins.own_folder()) is not None:
            stack.enter_context(plugins.add_folder(folder))
        house = Companion(settings, stack, staged=staged)
        await house.build()
        yield house


class Companion:
    """The house. `build` goes up floor by floor; each floor leaves its undoing on the stack."""

    def __init__(self, settings: Settings, stack: AsyncExitStack, *, staged: bool) -> None:
        self.settings, self.stack, self.staged = settings, stack, staged
        self.language = settings.language
        self.ids = SystemIds()
        self.chance: Chance = SystemChance(settings.home.seed)
        self.state_dir = settings.state_dir
        self.dollhouse: DollHouse | None = None
        self.pace = Pace(settings.limits.backlog_jobs)
        self.backlog = 0
        self.awake = asyncio.Event()
        self.address: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def build(self) -> None:
        """The whole house, in order."""
        await self._time()
        await self._record()
        await self._home()
        await self._mind()
        self._body()
        await self.drive.open()
        self.stack.push_async_callback(self.drive.close)
        self._rooms()
        self._corridors()
        self._desk()
        self._join()
        if self.dollhouse is not None and not self.staged:
            await self.dollhouse.clock.start()

    async def _time(self) -> None:
        """The clock; in the doll's house it is simulated and starts with the scenario."""
        home = self.settings.home
        self.clock: Clock = SystemClock(ZoneInfo(self.settings.time_zone))
        self.plan = load_home()
        if home.kind == "dollhouse":
            scenario = load_scenario(home.scenario)
            self.clock = clock = evening_clock(scenario.starts_at, self.state_dir, home.speed)
            self.stack.push_async_callback(clock.stop)
            self.dollhouse = await DollHouse.prepare(scenario, clock, self.chance, self.plan)
        self.own = configured_home(home, self.plan if self.dollhouse else None)
        self.places = self.own.places
        self.blackboard = Blackboard(self.clock)

    async def _record(self) -> None:
        path = record_path(self.state_dir, self.settings.embedding_preset_id)
        ttl = timedelta(hours=self.settings.limits.thought_ttl_h)
        self.store = await Store.open(path, self.clock, thought_ttl=ttl)
        self.stack.push_async_callback(self.store.close)
        self.hub = Hub(self.clock.now)
        self.board = diagnosis.HealthBoard(self.clock)
        self.health = diagnosis.HealthWatch(self.board, self.hub, self.clock, self._findings)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        if (snapshot := await self.store.snapshots.latest()) is not None:
            self.blackboard.restore(snapshot)

    async def _home(self) -> None:
        """The broker, the simulated devices if any, and the house over MQTT."""
        mqtt = self.settings.mqtt
        self.broker = await start_broker(configured_address(self.settings), self.state_dir)
        self.stack.push_async_callback(self.broker.stop)
        if self.dollhouse is not None:
            await self.dollhouse.start(
                self.broker.host, self.broker.port, prefix=mqtt.discovery_prefix
            )
            self.stack.push_async_callback(self.dollhouse.stop)
        self.link = MqttLink(self.broker.address)
        self.house = MqttHouse(
            self.link,
            self.places,
            self.own.device_names,
            self.own.by_itself,
            self.clock,
            areas=self.own.areas,
            guarded=self.own.guarded,
            discovery_prefix=mqtt.discovery_prefix,
        )
        await self.house.start()
        self.stack.push_async_callback(self.house.stop)

    async def _mind(self) -> None:
        """Models, each in a worker of its own; loading goes on behind the page."""
        has = {"clock": self.clock, "state_dir": self.state_dir}
        llm, eyes = self.settings.llm, self.settings.eyes
        mind = plugins.build(plugins.FAMILIES["llm"], llm.engine, llm.settings, has)
        charge_s = self.settings.home.llm_s_per_token if self.dollhouse else 0.0
        paced = self.staged or self.settings.home.speed > 1
        self.llm = LlmQueue(mind, self.clock, charge_s_per_token=charge_s, holds_time=paced)
        self.stack.push_async_callback(self.llm.stop)
        self.eyes = plugins.build(plugins.FAMILIES["eyes"], eyes.engine, eyes.settings, has)

    def _body(self) -> None:
        """Cameras, speaker, base and what can be done with them."""
        names = [
            "clock",
            "chance",
            "ids",
            "house",
            "eyes",
            "llm",
            "language",
            "state_dir",
            "places",
        ]
        has: dict[str, Any] = {name: getattr(self, name) for name in names}
        has |= {"record": self.store.record, "state": self.store.state}
        has["state_dir"] = self.state_dir
        has["scenery"] = self.dollhouse.scenery if self.dollhouse else None
        self.cameras: list[Camera] = [
            plugins.build(plugins.FAMILIES["camera"], c.driver, c.own(), {**has, "name": name})
            for name, c in self.settings.cameras.items()
        ]
        self.sight = Sight(
            self.cameras,
            self.eyes,
            gate=MotionGate,
            clock=self.clock,
            hand_over=lambda seen: self.act.notice(seen),
            private=lambda: self.desk.privacy(),
            pace=self.pace,
        )
        self.stack.push_async_callback(self.sight.close)
        has |= {"senses": self.sight, "cameras": {c.name: c for c in self.cameras}}
        for part in ("speaker", "drive"):
            driver = getattr(self.settings, part)
            has[part] = plugins.build(plugins.FAMILIES[part], driver.driver, driver.own(), has)
        self.drive: Drive = has["drive"]
        self.catalogue = plugins.Shelf(
            {
                n: plugins.build("capabilities", n, s or {}, has)
                for n, s in self.settings.capabilities.items()
            }
        )
        self.policies: dict[str, Policy] = {
            n: plugins.build("policies", n, s or {}, has) for n, s in self.settings.policies.items()
        }

    def _rooms(self) -> None:
        """The rooms and the three corridors."""
        limits = self.settings.limits
        self.persona = load_persona(self.settings)
        self.triggers = TriggerQueue(self.clock, capacity=limits.trigger_queue)
        self.approval = ApprovalRoom(
            book=self.store.approvals,
            rules=ApprovalRules(auto_approve=self.settings.approval.auto_approve),
            catalogue=self.catalogue,
            house=self.house,
            record=self.store.record,
        )
        self.mouth = Mouth(self.catalogue, self.hub)
        self.act = Act(
            perception=Perception(
                self.clock,
                self.ids,
                language=self.language,
                places={place.id: place for place in self.places},
                events_per_minute=self.settings.limits.events_per_minute_per_source,
                dedup_window_s=self.settings.limits.dedup_window_s,
            ),
            context=self._context(),
            deliberation=Deliberation(
                llm=self.llm,
                clock=self.clock,
                catalogue=self.catalogue,
                language=self.language,
                order=self.settings.llm.order,
                deadline_s=self.settings.llm.decision_deadline_s,
            ),
            referee=Referee(self.catalogue),
            approval=self.approval,
            execution=Execution(self.catalogue, self.clock),
            journal=self.journal,
            expression=self._expression(),
            triggers=self.triggers,
            record=self.store.record,
            blackboard=self.blackboard,
            reports=DeviceReports(self.clock, per_minute=limits.events_per_minute_per_source),
            speak=self.mouth.say,
        )

    def _context(self) -> ContextRoom:
        return ContextRoom(
            record=self.store.record,
            state=self.store.state,
            house=self.house,
            catalogue=self.catalogue,
            blackboard=self.blackboard,
            persona=self.persona,
            clock=self.clock,
            language=self.language,
            places=self.places,
        )

    def _expression(self) -> Expression:
        return Expression(
            llm=self.llm,
            clock=self.clock,
            house=self.house,
            catalogue=self.catalogue,
            record=self.store.record,
            places={place.id: place.name for place in self.places},
            language=self.language,
            temperature=self.settings.llm.temperature,
            deadline_s=self.settings.llm.message_deadline_s,
        )

    def _corridors(self) -> None:
        """The two other corridors, remember and converse."""
        record = self.store.record
        remember = Remember(
            consolidation=Consolidation(self.store.state, self.store.state_writer, self.house),
            stream=self.hub,
        )
        self.jobs = JobRunner(self.store.jobs, (RememberEvent(record, remember.walk),))
        known = Known(self.house, record, self.store.state, self.clock, self.places)
        self.converse = Converse(
            journal=self.journal,
            memory=Recall(record),
            conversation=Conversation(self.llm, self.persona, known),
            understood=means_stop,
        )

    def _desk(self) -> None:
        self.desk = FrontDesk(
            journal=self.journal,
            approval=self.approval,
            walk=self.act.walk,
            walk_on=self.act.answered,
            converse=self.converse.answer,
            stop_everything=self._stop_everything,
            health_board=self.board.all,
            triggers=self.triggers,
            approvals=self.store.approvals,
            record=self.store.record,
            house=self.house,
            clock=self.clock,
            ids=self.ids,
            privacy_file=self.state_dir / "privacy",
            language=self.language,
        )
        self.stack.push_async_callback(self.desk.close)

    async def _stop_everything(self, channel: str) -> Event:
        """Stop: queue, act in hand, generation; each interrupted act says so itself. The line in
        the record comes after: a full disk must not keep the wheels turning (T-44)."""
        self.triggers.clear_below_user()
        stops = self.act.execution.stop(STOPPED), self.llm.stop_generation(), self.mouth.hush()
        await asyncio.gather(*stops)
        return await self.journal.interrupted(STOPPED, channel)

    def _join(self) -> None:
        """The page, the residents and their stop order."""
        vitals = VitalsGauge(
            self.clock,
            self.hub,
            disk_path=self.state_dir,
            llm_queue=self.llm.waiting,
            job_backlog=lambda: self.backlog,
        )
        self.web = WebParts(
            record=self.store.record,
            state=self.store.state,
            house=self.house,
            desk=self.desk,
            stream=self.hub,
            viewfinder=self.sight,
            approvals=self.store.approvals,
            catalogue=self.catalogue,
            clock=self.clock,
            vitals=vitals,
            state_dir=self.state_dir,
            persona=self.settings.avatar.name.bilingual(),
            language=self.language,
            policies=policy_entries(self.policies, plugins.idle_rules(self.policies)),
            places=self.places,
            cameras={camera.name: camera.place for camera in self.cameras},
        )
        self.household = Household(self.clock, self.health.trouble)
        self._residents(vitals)

    def _residents(self, vitals: VitalsGauge) -> None:
        add = self.household.add

        def bound(address: str) -> None:
            if not self.address.done():
                self.address.set_result(address)

        page = functools.partial(serve, self.web, self.settings.web, started=bound)

        def follow() -> Awaitable[None]:
            return self.act.follow(self.house.changes())

        add("page", page, Stage.INTAKE, essential=False)
        add("vitals", vitals.run, Stage.INTAKE, essential=False)
        add("device reports", follow, Stage.INTAKE, essential=False)
        add("cameras", self.sight.attend, Stage.INTAKE, essential=False)
        for name, policy in self.policies.items():
            run = functools.partial(policy.run, self.sight, self.triggers, self.clock)
            add(f"policy {name}", run, Stage.INTAKE, essential=False)
        limits = self.settings.limits
        ticks = (
            scheduler.heartbeat(
                self.triggers, self.clock, self.ids, self.language, limits.heartbeat_s
            ),
            scheduler.snapshots(self.store.snapshots, self.blackboard, limits.snapshot_s),
            scheduler.housekeeping(self.store.sweep),
        )
        add("scheduler", scheduler.Scheduler(self.clock, ticks).run, Stage.INTAKE, essential=False)
        add("walker", lambda: self.act.walk_each(self.triggers.next), Stage.ACT, essential=False)
        add("mouth", self.mouth.run, Stage.ACT, essential=False)
        add("jobs", self.jobs.run, Stage.JOURNAL, essential=False)
        add("model", self._load_model, Stage.DRIVERS, essential=False)
        add("health", self.health.run, Stage.DRIVERS, essential=False)
        add("broker", self.broker.watch, Stage.DRIVERS, essential=False)
        if self.dollhouse is not None and not self.staged:
            add("doll's house", self._live, Stage.DRIVERS, essential=False)

    async def _live(self) -> None:
        """People wait with their lives until the companion is awake."""
        assert self.dollhouse is not None
        await self.ready()
        await self.dollhouse.run()

    async def ready(self) -> None:
        """Until the model has warmed up, or has had its time."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.awake.wait(), WAKE_WAIT_S)

    async def _load_model(self) -> None:
        """Load, then evaluate the unchanging part of the prompt before anyone waits for it."""
        await self.llm.start()
        beat = scheduler.heartbeat_trigger(self.clock, self.ids, self.language)
        await until(lambda: self.llm.ready() and bool(self.house.devices()))
        pack = await self.act.context.gather(beat)
        mind, voice = self.act.deliberation.prefix(pack), self.act.expression.prefix(self.persona)
        replies = self.converse.conversation.prefix()
        await warm_each(self.llm, (mind, voice, replies), self.awake.set)
        await asyncio.Event().wait()

    async def _findings(self) -> dict[str, diagnosis.Finding]:
        """How every part is now; the backlog sets the pace of looking (S-06)."""
        self.backlog = await self.store.jobs.backlog()
        self.pace.update(self.backlog)
        found = {
            "broker": diagnosis.broker(
                self.house.connected(), self.broker.kind.value, self.link.last_error
            ),
            "llm": diagnosis.model(
                self.llm.ready(), self.llm.model_name(), self.llm.why_down(), self.awake.is_set()
            ),
        }
        for camera in self.sight.cameras():
            trouble = self.sight.trouble(camera)
            found[f"camera {camera}"] = diagnosis.camera(trouble, self.desk.privacy())
        return found
