"""The front desk, the page and everything that runs: who stops, in which order."""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Awaitable
from importlib.metadata import version
from typing import TYPE_CHECKING

from companion.app import grammar
from companion.app.rooms import Rooms
from companion.app.shown import own_link, own_node, trust_of
from companion.corridors import deferral
from companion.corridors.converse import Converse
from companion.desk.act_history import ActHistory
from companion.desk.answerers.command import Command
from companion.desk.answerers.device_facts import DeviceFacts
from companion.desk.answerers.discretion import Discretion
from companion.desk.answerers.greeting import Greeter
from companion.desk.answerers.known_answer import KnownAnswer
from companion.desk.answerers.never_again import NeverAgain
from companion.desk.answerers.small_talk import SmallTalker
from companion.desk.answerers.stop_word import StopWord
from companion.desk.answerers.undo import Undo
from companion.desk.answerers.why import Why
from companion.desk.appearance import CHANNEL as HOME_ASSISTANT
from companion.desk.appearance import Appearance
from companion.desk.ask_and_wait import Asking
from companion.desk.channels import Channels
from companion.desk.erasure import Erasing
from companion.desk.reception import Reception
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.engines.llm_runtime.warm_up import warm_each
from companion.links.own_device import OwnDevice
from companion.links.satellites import SatelliteRooms
from companion.ports.answerer import Answerer
from companion.ports.event_log import RecordNotWritable
from companion.ports.ranker import RankerUnavailable
from companion.ports.record import RecordUnreadable
from companion.rooms.consolidation.jobs.thin_record import ThinRecord
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.recall.room import Recall
from companion.rooms.scheduler import room as scheduler
from companion.service import health, plugins
from companion.service.supervision import BeginAgain, CannotStart, Household, Stage, until
from companion.service.unfinished_acts import Resumption
from companion.service.watchdog.pulse import Pulse
from companion.service.watchdog.systemd import status_line
from companion.store.mending import RecordMending
from companion.web.app import serve
from companion.web.parts import WebParts, policy_entries
from companion.web.vitals import VitalsGauge
from companion.words.event import Event
from companion.words.facts import PartIll, PartWell
from companion.words.health import HealthStatus
from companion.words.ids import EventId
from companion.words.quiet import Channel
from companion.words.trigger import Trigger
from companion.words.trust import authority_of

if TYPE_CHECKING:
    from companion.links.wyoming_agent import WyomingAgent

log = logging.getLogger(__name__)

WAKE_WAIT_S = 120.0
STOPPED = "stopped by the owner"
OCCASIONS_S = 5.0
"""How often it is looked whether something has lasted long enough: a door left open, rain."""
THIN_FIRST_S, THIN_EVERY_S = 900.0, 24 * 3600.0
"""After a start, between two ways through the record, and between two small transactions."""
ANCHOR_S, BACKUP_LOOK_S = 60.0, 3600.0
"""How far behind an anchor may be, and how often it is seen to that today has its backup."""


HOME_STEADY_S = 0.5
"""Real seconds without a new device. What is retained arrives within milliseconds of the link."""


class Desk(Rooms):
    """Where people meet the house, and its residents."""

    def _desk(self) -> None:
        self.channels = Channels(
            house=self.house, of_this_home={HOME_ASSISTANT: trust_of(self.broker.address)}
        )
        self.requests = Requests(
            journal=self.journal,
            record=self.record,
            house=self.house,
            clock=self.clock,
            ids=self.ids,
            language=self.language,
            trust_of=self.channels.trust_of,
            walk=self.act.walk,
            tasks=self.tasks,
            give_way=self.give_way,
            rooms={place.id: place.name for place in self.places},
            labels=self._names().operation,
        )
        teaching = Teaching(
            journal=self.journal,
            record=self.record,
            language=self.language,
            trust_of=self.channels.trust_of,
            withdraw=self.consolidation.withdraw,
            lesson=self.consolidation.teach,
        )
        command = Command(requests=self.requests, outcomes=self.outcomes)
        self.converse = Converse(
            stop=self._stop_everything,
            journal=self.journal,
            read=self.reader.read,
            answerers=self._answerers(command, teaching),
            command=command,
            triggers=self.triggers,
            memory=Recall(self.record, self.store.state),
            conversation=self.conversation,
            tasks=self.tasks,
            clock=self.clock,
            ids=self.ids,
            language=self.language,
        )
        self.desk = Reception(
            trust_of=self.channels.trust_of,
            hear=self.converse.hear,
            hear_again=self.converse.hear_again,
            requests=self.requests,
            teaching=teaching,
            approval=self.approval,
            approvals=self.store.approvals,
            walk_on=self.act.answered,
            stop_everything=self._stop_everything,
            health_board=self.board.all,
            journal=self.journal,
            tasks=self.tasks,
            give_way=self.give_way,
            privacy_file=self.state_dir / "privacy",
        )
        self._arranging()
        self.stack.push_async_callback(self.tasks.close)
        self.erasing = Erasing(
            self.erasure,
            self.channels.trust_of,
            (self._forget,),
        )
        if self.dollhouse is not None:
            self.dollhouse.overheard = self.desk.say

    def _answerers(self, command: Command, teaching: Teaching) -> tuple[Answerer, ...]:
        """Who answers a sentence without a model, in the order in which they are asked."""
        names, outcomes = self._names(), self.outcomes
        history = ActHistory(record=self.record, clock=self.clock)
        return (
            StopWord(requests=self.requests),
            SmallTalker(
                record=self.record,
                state=self.store.state,
                names=names,
                places=self.places,
                clock=self.clock,
                hush=self._hush,
            ),
            Discretion(),
            Undo(history=history, names=names, requests=self.requests, outcomes=outcomes),
            NeverAgain(history=history, teaching=teaching),
            Why(history=history, names=names, places=self.places, clock=self.clock),
            command,
            KnownAnswer(),
            DeviceFacts(tell=self.conversation.tell),
            Greeter(
                name=self.settings.avatar.name.bilingual(),
                state=self.store.state,
                clock=self.clock,
            ),
        )

    async def _hush(self, seconds: float) -> None:
        """Silence now, and for so long nothing unasked."""
        self.quiet.hush(seconds)
        await self.mouth.hush()

    async def _forget(self, erased: frozenset[EventId]) -> None:
        """What was erased is held nowhere else either: what was seen last, what waits to be
        thought about, asked or said, and what the model has read."""
        self.blackboard.forget()
        self.triggers.drop(erased)
        self.thoughts.drop(erased)
        await self.deferral.forget(erased)
        await self.mouth.drop(erased)
        await self.llm.forget()
        await self._anchor()

    async def _resume(self) -> None:
        """What the end of the last process cut off is found before anything new begins."""
        self.resumption = Resumption(
            acts=self.store.acts,
            approvals=self.store.approvals,
            record=self.record,
            journal=self.journal,
            house=self.house,
            clock=self.clock,
            interrupted=self.blackboard.interrupted,
            walk_on=self.act.answered,
            take_up=self.desk.take_up,
        )
        await self.resumption.look()
        await self.deferral.begin()

    async def _stop_everything(self, channel: str) -> Event:
        """Stop: queue, act in hand, generation; each interrupted act says so itself. The line in
        the record comes after: a full disk must not keep the wheels turning."""
        self.triggers.clear_below_user()
        self.thoughts.clear_below_user()
        # The base stands first, also where no act of ours is under way.
        stops = (
            self.drive.stop(),
            self.act.execution.stop(STOPPED),
            self.llm.stop_generation(),
            self.mouth.hush(),
        )
        await asyncio.gather(*stops, self.hush_alarms())
        await self.deferral.stop()
        return await self.journal.interrupted(STOPPED, channel)

    def _join(self) -> None:
        """The page, the residents and their stop order."""
        self.health = health.HealthWatch(
            self.board,
            self.hub,
            self.clock,
            self._findings,
            changed=self._tell_systemd,
            note=self._part_changed,
        )
        self.household = Household(self.clock, self.health.resident)
        self.pulse = Pulse(self.systemd, state_dir=self.state_dir, sound=self.household.sound)
        vitals = VitalsGauge(
            self.clock,
            self.hub,
            disk_path=self.state_dir,
            llm_queue=self.llm.waiting,
            job_backlog=lambda: self.backlog,
            loop_lag=self.pulse.lag,
            thinking=self.thinking.counts,
        )
        self.web = WebParts(
            record=self.record,
            state=self.store.state,
            house=self.house,
            desk=self.desk,
            eraser=self.erasing,
            stream=self.hub,
            viewfinder=self.sight,
            approvals=self.store.approvals,
            catalogue=self.catalogue,
            clock=self.clock,
            arranging=self.arranging,
            vitals=vitals,
            state_dir=self.state_dir,
            persona=self.settings.avatar.name.bilingual(),
            language=self.language,
            policies=policy_entries(self.policies, plugins.idle_rules(self.policies)),
            places=self.places,
            cameras={camera.name: camera.place for camera in self.cameras},
            screen_masks=self.masks,
            drive=self.base,
            put_off=self.deferral.waiting,
            mending=RecordMending(self.store, self.record_check, self._begin_again),
            people={who: p.name.bilingual() for who, p in self.settings.people.items()},
        )
        self._residents(vitals)

    def _begin_again(self, rescue: bool) -> None:
        self.household.begin_again(BeginAgain(rescue=rescue))

    def _tell_systemd(self) -> None:
        """One line for `systemctl status`: ready, or what is wrong."""
        self.systemd.status(status_line(self.board.all(), self.language))

    async def _page(self) -> None:
        """The page. A port that is taken at the start is for a person to mend; lost later, it
        is tried again."""

        def bound(address: str) -> None:
            if not self.address.done():
                self.address.set_result(address)

        try:
            await serve(self.web, self.settings.web, started=bound)
        except OSError as error:
            if self.address.done():
                raise
            raise CannotStart(str(error)) from error

    def _residents(self, vitals: VitalsGauge) -> None:
        add = self.household.add

        def follow() -> Awaitable[None]:
            # Listen first: what the home told before stands in `held`, what comes now is heard.
            changes = self.house.changes()
            held = (self.house.state(device.id) for device in self.house.devices())
            return self.notice.follow(changes, tuple(state for state in held if state is not None))

        # The heart is the one essential resident: all others come back by themselves, and a
        # house that is half deaf still obeys the page better than one that restarts.
        add("pulse", self.pulse.run, Stage.DRIVERS, essential=True)
        add("page", self._page, Stage.INTAKE, needed=True)
        add("vitals", vitals.run, Stage.INTAKE)

        def trackers() -> Awaitable[None]:
            return self.people.follow(self.house.changes(), self.alarms.moved)

        add("people", trackers, Stage.INTAKE, needed=True)
        add("device reports", follow, Stage.INTAKE, needed=True)
        add("cameras", self.sight.attend, Stage.INTAKE)
        for name, policy in self.policies.items():
            run = functools.partial(policy.run, self.sight, self.triggers, self.clock)
            add(f"policy {name}", run, Stage.INTAKE, finishes=True)
        limits = self.settings.limits
        ticks = (
            scheduler.heartbeat(
                self.triggers,
                self.clock,
                self.ids,
                self.language,
                limits.heartbeat_s,
                raised=lambda: self.triggers.counters.raised,
            ),
            scheduler.snapshots(self.store.snapshots, self.blackboard, limits.snapshot_s),
            scheduler.housekeeping(self.store.sweep),
            scheduler.Tick("occasions", OCCASIONS_S, self.notice.ripen),
            scheduler.Tick("what was put off", deferral.LOOK_S, self.deferral.look),
            scheduler.Tick("anchor", ANCHOR_S, self._anchor),
            scheduler.Tick("backup", BACKUP_LOOK_S, self._back_up),
            self.thinking.note(),
        )
        add("scheduler", scheduler.Scheduler(self.clock, ticks).run, Stage.INTAKE, needed=True)
        # The clock stands beside everything: what is due is claimed and rung whatever else died.
        add("alarm clock", self.keep_time, Stage.INTAKE, needed=True)
        if self.dollhouse is None:  # a simulated evening is no time of this machine
            add("alarm slip", self.keep_slip, Stage.INTAKE)
        add("clock is set", self._hear_the_clock, Stage.INTAKE, finishes=True)
        add("resumption", self.resumption.run, Stage.ACT, finishes=True)
        add("settler", self._settle_each, Stage.ACT, needed=True)
        add("walker", self._walk_each, Stage.ACT, needed=True)
        add("words", self.act.follow_up.follow_each, Stage.ACT, needed=True)
        add("danger bell", self.danger.run, Stage.ACT, needed=True)
        add("second looks", self.act.follow_up.look_again_each, Stage.ACT)
        add("record check", self.record_check.run, Stage.DRIVERS)
        add("retention", self._thin, Stage.JOURNAL)
        add("record", self.keeper.run, Stage.JOURNAL)
        add("mouth", self.mouth.run, Stage.ACT, needed=True)
        add("jobs", self._run_jobs, Stage.JOURNAL)
        add("giving way", self.thinking.give_way, Stage.ACT)
        add("model", self._load_model, Stage.DRIVERS)
        add("grammar", self._warm_grammar, Stage.DRIVERS, finishes=True)
        add("health", self.health.run, Stage.DRIVERS, needed=True)
        add("broker", self.broker.watch, Stage.DRIVERS, finishes=True)
        if self.settings.links.wyoming.port:
            add("wyoming", self._agent().run, Stage.INTAKE)
        if self.settings.mqtt.announce:
            device, appearance = self._shown()
            add("own device", device.run, Stage.DRIVERS)
            add("appearance", appearance.run, Stage.INTAKE)
        if self.dollhouse is not None and not self.staged:
            add("doll's house", self._live, Stage.DRIVERS)

    def _agent(self) -> "WyomingAgent":
        """Whom Home Assistant's voice satellites talk to; the protocol is loaded only here."""
        from companion.links.wyoming_agent import AgentAddress, WyomingAgent

        own = self.settings.links.wyoming
        hub = self.hub_house
        rooms = SatelliteRooms(
            owner=self.own.words(),
            configured=own.rooms,
            of_hub=hub.room_of if hub is not None else lambda hub_id: "",
        )
        asking = Asking(desk=self.desk, stream=self.hub)
        return WyomingAgent(
            AgentAddress(host=own.host, port=own.port, peers=own.peers),
            name=self.settings.avatar.name.bilingual().get(self.language),
            version=version("companion"),
            ask=asking.ask,
            room_of=rooms.room_of,
        )

    def _shown(self) -> tuple[OwnDevice, Appearance]:
        """The companion as one of the devices of the home."""
        node = own_node(self.state_dir)
        device = OwnDevice(
            own_link(self.broker.address, node),
            node=node,
            name=self.settings.avatar.name.bilingual(),
            places=self.places,
            language=self.language,
            discovery_prefix=self.settings.mqtt.discovery_prefix,
        )
        return device, Appearance(
            shown=device,
            desk=self.desk,
            approvals=self.store.approvals,
            record=self.record,
            state=self.store.state,
            stream=self.hub,
            blackboard=self.blackboard,
            schedule=self.alarms,
            language=self.language,
            rooms=tuple(dict.fromkeys(camera.place for camera in self.cameras)),
            drive=self.base,
            authority=lambda: authority_of(self.channels.trust_of(HOME_ASSISTANT)),
            awake=self.awake.is_set,
            hushed=lambda: self.quiet.hushed(Channel.HOME_ASSISTANT),
        )

    async def _settle_each(self) -> None:
        await self.act.settle_each(lambda: self._next(self.triggers), self.thoughts)

    async def _walk_each(self) -> None:
        await self.act.walk_each(lambda: self._next(self.thoughts))

    async def _next(self, line: TriggerQueue) -> Trigger:
        """The next trigger of a line; none while it could not be recorded."""
        await self.held.until_writable()
        return await line.next()

    async def _thin(self) -> None:
        """Once a day what may go is taken out by a job, which gives way to people."""
        wait_s = THIN_FIRST_S
        while True:
            await self.clock.sleep(wait_s)
            wait_s = THIN_EVERY_S
            await self.held.until_writable()
            try:
                if not await self.store.jobs.waits(ThinRecord.KIND):
                    await self.store.jobs.put(ThinRecord.KIND, {})
            except (RecordNotWritable, RecordUnreadable) as error:
                log.warning("the record is thinned later: %s", error)

    async def _run_jobs(self) -> None:
        await self.held.until_writable()
        await self.jobs.run()

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
        """Load; after every loading, also one by supervision, have the unchanging part of
        each prompt evaluated, from the disk where it was kept, before anyone waits for it."""
        await self.llm.start()
        while True:
            await until(self.llm.ready)
            await self._home_is_known()
            life = self.llm.life()
            beat = scheduler.heartbeat_trigger(self.clock, self.ids, self.language)
            pack = await self.act.context.gather(beat)
            mind = self.act.deliberation.prefix(pack)
            voice = self.act.follow_up.expression.prefix(self.persona)
            replies = self.conversation.prefix()
            await warm_each(self.llm, (mind, voice, replies), self.awake.set)
            if self.ranker is not None:  # loads, and learns the home's names ahead
                with contextlib.suppress(RankerUnavailable):
                    await self.ranker.rank(pack)
            await until(functools.partial(self._another_life, life), look_every_s=1.0)

    async def _warm_grammar(self) -> None:
        """The tables of both languages, ready beside the loop, before anybody speaks."""
        folder = self.state_dir / grammar.FOLDER
        await grammar.make_ready(
            self.understanding, folder, self._home_is_known, self._part_changed
        )

    async def _home_is_known(self) -> None:
        """Until no more devices announce themselves: the home stands in the prefix, and one that
        is half known would be read, and kept, in vain."""
        known = 0
        while not known or known != len(self.house.devices()):
            known = len(self.house.devices())
            await asyncio.sleep(HOME_STEADY_S)

    def _another_life(self, life: object) -> bool:
        return self.llm.life() != life

    async def _part_changed(self, part: str, found: health.Finding) -> None:
        """What fell ill and what is well again stays in the log, beside what was done then."""
        changed = PartWell if found.status is HealthStatus.OK else PartIll
        await self.journal.noted(changed(part=part, ja=found.what.ja, en=found.what.en))

    def _announcements(self, found: dict[str, health.Finding]) -> None:
        """A line while there are forged announcements, and one that says that they are gone."""
        if forged := self.mqtt_house.forged():
            found["announcements"] = health.announcements(forged)
        elif self.board.knows("announcements"):
            found["announcements"] = health.no_announcements()

    async def _findings(self) -> dict[str, health.Finding]:
        """How every part is now; the backlog sets the pace of looking."""
        with contextlib.suppress(OSError):  # a disk that cannot be read has a line of its own
            self.backlog = await self.store.jobs.backlog()
        self.pace.update(self.backlog)
        found = {
            "broker": health.broker(
                self.mqtt_house.connected(),
                self.broker.kind.value,
                self.link.last_error,
                self.link.trying(),
            ),
            "llm": health.model(
                self.llm.ready(),
                self.llm.model_name(),
                self.llm.why_down(),
                self.awake.is_set(),
                self.llm.silent_s(),
            ),
        }
        if self.hub_house is not None:
            hub = self.hub_house
            seen = hub.registry is None or hub.registry.exposure_known
            found["home_assistant"] = health.hub(
                hub.link.state,
                hub.link.version,
                hub.link.last_error,
                len(hub.devices()),
                seen,
                trying=hub.link.trying(),
                misread=hub.misread,
            )
        self._announcements(found)
        found["record"] = self._record_finding()
        found |= self.concerns
        for part, why in self.broken.items():
            found[f"plug-in {part}"] = health.plug_in_broken(str(why))
        for camera in (*self.sight.cameras(), *self.sight.screens()):
            trouble = self.sight.trouble(camera)
            found[f"camera {camera}"] = health.camera(trouble, self.desk.privacy())
        if self.ranker is not None:
            found["ranker"] = health.ranker(self.ranker.why_down())
        found |= await self._sounds()
        if self.drive.rooms():
            found["drive"] = health.drive(self.drive.trouble())
        if self.sight.cameras():
            found["eyes"] = health.eyes(self.eyes.why_down(), self.desk.privacy())
        return found

    async def _sounds(self) -> dict[str, health.Finding]:
        """What makes a sound; a broken plug-in has a line of its own."""
        found: dict[str, health.Finding] = {}
        if "speaker" not in self.broken:
            found["speaker"] = (
                health.speaker(self.speaker.trouble()) if self.can_be_heard() else health.no_voice()
            )
        silent = self.settings.buzzer.driver in ("absent", "simulated")
        if not silent and "buzzer" not in self.broken:
            found["buzzer"] = health.buzzer(await asyncio.to_thread(self.buzzer.trouble))
        return found
