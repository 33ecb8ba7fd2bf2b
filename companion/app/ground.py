"""The ground floor: time, the record, the home and the models."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.links.broker import start_broker
from companion.links.configured import configured_address, configured_home, configured_hub
from companion.links.joined_house import JoinedHouse
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.links.rate_limit import Turns
from companion.ports.clock import Chance, Clock
from companion.ports.embedder import Embedder
from companion.ports.erasure import Erasure
from companion.ports.house import House
from companion.ports.ranker import Ranker
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.pace import Pace
from companion.rooms.perception.trackers import People
from companion.service import health, plugins
from companion.service.blackboard import Blackboard
from companion.service.clock import SystemChance, SystemClock, SystemIds
from companion.service.settings import NO_RANKER, Settings
from companion.service.watchdog.systemd import Systemd
from companion.store.ballast import Ballast
from companion.store.check import RecordCheck
from companion.store.held import HeldErasure, HeldEvents, HeldRecord
from companion.store.keeper import Keeper
from companion.store.mending import told_of
from companion.store.preset import settle_record
from companion.store.sqlite import Store, record_bytes
from companion.store.thin import Keep
from companion.web.hub import Hub
from companion.words.health import HealthStatus

if TYPE_CHECKING:
    from companion.dollhouse.house import DollHouse
    from companion.links.home_assistant.house import HomeAssistantHouse

log = logging.getLogger(__name__)
WORKING_S = 15.0
"""How long systemd waits for more word of a rescue: half of the unit's `WatchdogSec`."""


class Ground:
    """What everything else stands on. Each floor leaves its undoing on the stack."""

    ranker: Ranker | None = None
    """The second opinion; None where the configuration switches it off."""
    hub_house: "HomeAssistantHouse | None" = None
    """Home Assistant; None where none is configured."""

    def __init__(
        self,
        settings: Settings,
        stack: AsyncExitStack,
        *,
        staged: bool,
        systemd: Systemd | None = None,
        rescue_wanted: bool = False,
    ) -> None:
        """`rescue_wanted`: a check found the record damaged; begin it anew before it is used."""
        self.settings, self.stack, self.staged = settings, stack, staged
        self.systemd = systemd or Systemd()
        self.rescue_wanted = rescue_wanted
        self.language = settings.language
        self.ids = SystemIds()
        self.chance: Chance = SystemChance(settings.home.seed)
        self.state_dir = settings.state_dir
        self.dollhouse: DollHouse | None = None
        self.pace = Pace(settings.limits.backlog_jobs)
        self.backlog = 0
        self.concerns: Mapping[str, health.Finding] = {}
        self.broken: dict[str, plugins.PlugInBroken] = {}
        """Plug-ins that the house does without, by their place in the configuration."""
        self.awake = asyncio.Event()
        self.address: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def _time(self) -> None:
        """The clock; in the doll's house it is simulated and starts with the scenario."""
        home = self.settings.home
        self.clock: Clock = SystemClock(ZoneInfo(self.settings.time_zone))
        if home.kind == "dollhouse":
            # Only here: a real home loads none of it, nor what draws its scenery.
            from companion.dollhouse.days import evening_clock
            from companion.dollhouse.home import load_home
            from companion.dollhouse.house import DollHouse
            from companion.dollhouse.scenario import load_scenario

            scenario = load_scenario(home.scenario)
            self.plan = load_home().furnished(scenario.more)
            self.clock = clock = evening_clock(scenario.starts_at, self.state_dir, home.speed)
            self.stack.push_async_callback(clock.stop)
            self.dollhouse = await DollHouse.prepare(scenario, clock, self.chance)
        self.own = configured_home(home, self.plan if self.dollhouse else None)
        self.places = self.own.places
        self.blackboard = Blackboard(self.clock)

    async def _record(self) -> None:
        preset = self.settings.embedding_preset_id
        ttl = timedelta(hours=self.settings.limits.thought_ttl_h)
        async with self._working():
            self.settled = await asyncio.to_thread(
                settle_record, self.state_dir, preset, self.clock.now()
            )
            path = self.settled.path
            self.store, self.rescued = await Store.open_or_rescue(
                path, self.clock, thought_ttl=ttl, wanted=self.rescue_wanted
            )
        self.stack.push_async_callback(self.store.close)
        self.stack.push_async_callback(self._anchor)
        self.record_check = RecordCheck(self.store)
        self.hub = Hub(self.clock.now)
        self.board = health.HealthBoard(self.clock)
        self.held = HeldEvents(self.store.events, self.store.record, self.clock)
        self.record: Record = HeldRecord(self.store.record, self.held)
        self.ballast = Ballast(self.state_dir)
        # Before anybody asks how the record is: without it, "little disk space is left".
        await asyncio.to_thread(self.ballast.lay)
        owed = self.store.erasure.overwrite
        self.keeper = Keeper(self.held, self.ballast, self.store.room, owed)
        self.erasure: Erasure = HeldErasure(self.store.erasure, self.held, self.store.room)
        await self.held.prime()
        self.journal = Journal(self.held, self.hub, self.clock)
        if (snapshot := await self.store.snapshots.latest()) is not None:
            self.blackboard.restore(snapshot)

    @contextlib.asynccontextmanager
    async def _working(self) -> AsyncIterator[None]:
        """A rescue of a long record takes minutes: systemd hears that they are wanted."""

        async def say() -> None:
            while True:
                self.systemd.working(WORKING_S)
                await asyncio.sleep(WORKING_S / 3)

        saying = asyncio.create_task(say())
        try:
            yield
        finally:
            saying.cancel()

    async def _anchor(self) -> None:
        """Where the record ends, beside it; a disk that takes nothing has a line of its own."""
        with contextlib.suppress(OSError):
            await self.store.anchor()

    async def _back_up(self) -> None:
        """Not of a record that a check found broken: the backup is what is left then."""
        checked = self.record_check.last
        if checked is not None and not checked.sound:
            return
        with contextlib.suppress(OSError):
            await self.store.back_up_daily()

    def _record_finding(self) -> health.Finding:
        """The disk first, then damage, then that all is well."""
        found = health.record(
            self.held.since, self.held.why, len(self.held.held()), self.ballast.laid
        )
        checked, rescued = self.record_check.last, self.rescued
        if found.status is not HealthStatus.OK:
            return found
        if self.record_check.damaged and checked is not None:
            return health.record_broken(checked.first, checked.broken)
        if self.store.held:
            return health.record_held(told_of(self.store.held))
        if rescued is not None:
            backup = rescued.from_backup.name if rescued.from_backup else ""
            return health.rescued(rescued.aside.name, rescued.events, rescued.lost, backup)
        if self.settled.beside:
            return health.records_beside(self.settled.path.name, self.settled.beside)
        kept = self.settings.retention
        days = kept.device_reports_days, kept.looks_days
        return health.record_kept(record_bytes(self.store.path), *days, self.settled.carried_from)

    def keep(self) -> Keep:
        """For how long the owner wants kept what may go."""
        kept = self.settings.retention
        reports, looks = (
            timedelta(days=days) if days else None
            for days in (kept.device_reports_days, kept.looks_days)
        )
        return Keep(reports, looks)

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
        # The doll's house keeps one, at any pace: the order of its reports is part of what it
        # repeats, and its days may be short.
        real = self.dollhouse is None
        self.link = MqttLink(self.broker.address, turns=Turns() if real else None)
        self.sensor_link = MqttLink(self.broker.address, turns=Turns()) if real else self.link
        self.mqtt_house = MqttHouse(
            self.link,
            self.places,
            self.own.device_names,
            self.own.by_itself,
            self.clock,
            areas=self.own.areas,
            guarded=self.own.guarded,
            discovery_prefix=mqtt.discovery_prefix,
            sensors=self.sensor_link,
            zigbee2mqtt=mqtt.zigbee2mqtt,
        )
        await self.mqtt_house.start()
        self.stack.push_async_callback(self.mqtt_house.stop)
        self.house: House = self.mqtt_house
        await self._hub_home()
        trackers = {name: p.tracker for name, p in self.settings.people.items() if p.tracker}
        self.people = People(trackers, lambda device_id: self.house.state(device_id))

    async def _hub_home(self) -> None:
        """Home Assistant, if any, joined with the rest; a shared MQTT device goes the short way."""
        hub = configured_hub(self.settings)
        if hub is None:
            return
        # Only here: a home without a hub loads no WebSocket client.
        from companion.links.home_assistant.engines import engine_of
        from companion.links.home_assistant.house import HomeAssistantHouse

        self.hub_house = HomeAssistantHouse(
            hub.address,
            hub.token,
            self.own.words(),
            self.clock,
            exposure=hub.exposure,
            carried=self.mqtt_house.carries,
            opened=engine_of(hub.package),
        )
        await self.hub_house.start()
        self.stack.push_async_callback(self.hub_house.stop)
        self.house = JoinedHouse((self.mqtt_house, self.hub_house))

    async def _mind(self) -> None:
        """Models, each in a worker of its own; loading goes on behind the page."""
        has = {"clock": self.clock, "state_dir": self.state_dir}
        llm, eyes = self.settings.llm, self.settings.eyes
        mind = plugins.build(plugins.FAMILIES["llm"], llm.engine, llm.settings, has)
        charge_s = self.settings.home.llm_s_per_token if self.dollhouse else 0.0
        paced = self.staged or self.settings.home.speed > 1
        self.calls = CallBudget(self.clock, self.settings.limits.llm_calls_per_hour)
        self.llm = LlmQueue(
            mind, self.clock, charge_s_per_token=charge_s, holds_time=paced, budget=self.calls
        )
        self.stack.push_async_callback(self.llm.stop)
        self.eyes = plugins.build(plugins.FAMILIES["eyes"], eyes.engine, eyes.settings, has)
        if self.settings.ranker.engine != NO_RANKER:
            own = self.settings.embedder
            embedder = self._built("embedder", "embedder", own.engine, own.settings, has)
            if embedder is not None:
                self.stack.push_async_callback(embedder.close)
                self.rank_by(embedder)

    def _built(
        self, place: str, family: str, name: str, section: Mapping[str, Any], has: Mapping[str, Any]
    ) -> Any:
        """A plug-in that the house can do without; None where its own code is broken."""
        try:
            return plugins.build(plugins.FAMILIES.get(family, family), name, section, has)
        except plugins.PlugInBroken as error:
            log.error("%s is left out: %s", place, error)
            self.broken[place] = error
            return None

    def rank_by(self, embedder: Embedder) -> None:
        """Build the ranker over an embedder."""
        ranker = self.settings.ranker
        has = {"embedder": embedder, "language": self.language}
        built: Ranker | None = self._built("ranker", "ranker", ranker.engine, ranker.settings, has)
        self.ranker = built
        if built is not None:
            self.stack.push_async_callback(built.close)
