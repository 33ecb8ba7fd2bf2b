"""MQTT house: implements the port `House` for the devices that Home Assistant discovery announces.

State comes only from topics an accepted announcement named. No state is believed across a lost
connection: on disconnect every device becomes unknown and not available until it reports again, and
no command waits for the connection's return.
"""

import asyncio
import contextlib
import functools
import logging
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from typing import Any

from companion.home.kinds import kind_of
from companion.home.kinds.garage import LETS_IN
from companion.home.occasion import alarm_of
from companion.links.announced import Announced
from companion.links.discovery import (
    DiscoveryRefused,
    Entity,
    clean_name,
    command_topics,
    parse_config,
    parse_topic,
)
from companion.links.domains import wire
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.links.own_device import ROOT
from companion.links.owner import OwnersWords, matches
from companion.links.reports import Reports
from companion.links.wiring import Wiring
from companion.links.zigbee2mqtt import ZigbeeBridge
from companion.ports.clock import Clock
from companion.ports.house import DeviceUnavailable, DeviceUnknown, HouseUnreachable
from companion.words.capability import RiskTier
from companion.words.device import Device, DeviceCommand, DeviceState
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.trust import TrustLabel

log = logging.getLogger("companion.home")

MAX_DEVICES = 512
MAX_NOTES = 64
OWN_ROOTS = (ROOT,)
"""First level of our own topics: what is commanded there is commanded of the companion."""
MAX_LIST_BYTES = 2**20
"""A hundred Zigbee devices with all they expose; everything else keeps the link's own cap."""
ASK_EVERY_S = 0.1
"""A Zigbee network answers some ten reads a second."""
TOLD_LATELY = 8
"""Devices of the last commands: what they report is waited for, and heard before the rest."""
ASK_AGAIN_S = (0.0, 5.0, 20.0, 60.0, 300.0)
"""Pauses before each round of asking: an answer may be lost on the radio, as any other frame."""


class MqttHouse:
    """Port `House` over one `MqttLink`; `start` first, `stop` last."""

    def __init__(
        self,
        link: MqttLink,
        places: Sequence[Place],
        names: Mapping[str, Bilingual],
        by_itself: Sequence[str],
        clock: Clock,
        *,
        areas: Mapping[str, str] | None = None,
        guarded: Sequence[str] = (),
        discovery_prefix: str = "homeassistant",
        sensors: MqttLink | None = None,
        zigbee2mqtt: str = "zigbee2mqtt",
    ) -> None:
        """`names` and `areas`: the owner's, by device id, over what the wire says.

        `by_itself`: device id patterns. `guarded`: covers that let people in, whatever
        device class the wire gives them (tier 3). `sensors`: a second connection for what
        only reports. `zigbee2mqtt`: its base topic, for one that sends no discovery; "" for none.
        """
        self._link = link
        self._sensors = sensors or link
        self._owner = OwnersWords(
            places=tuple(places),
            names=dict(names),
            areas=dict(areas or {}),
            by_itself=tuple(by_itself),
            guarded=tuple(guarded),
        )
        self._clock = clock
        self._prefix = discovery_prefix
        self._known: dict[DeviceId, Announced] = {}
        self._by_topic: dict[str, set[DeviceId]] = {}
        self._states: dict[DeviceId, DeviceState] = {}
        self.reports = Reports()
        self._notes: dict[str, str] = {}
        self._grave: set[str] = set()
        """Topics among the notes whose announcement is no oddity but looks forged."""
        self._told_lately: deque[DeviceId] = deque(maxlen=TOLD_LATELY)
        self._tasks: set[asyncio.Task[None]] = set()
        self._bridge = ZigbeeBridge(zigbee2mqtt) if zigbee2mqtt else None
        self._asked: set[str] = set()
        self._questions: dict[str, str] = {}
        self._to_ask = asyncio.Event()
        self._asking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen for announcements and connect in the background."""
        self._link.on_message = self._on_message
        self._link.on_connection = self._on_connection
        self._link.subscribe((f"{self._prefix}/+/+/config", f"{self._prefix}/+/+/+/config"))
        if self._bridge is not None:
            self._link.larger[self._bridge.list_topic] = MAX_LIST_BYTES
            self._link.subscribe(self._bridge.topics())
        await self._link.start()
        if self._sensors is not self._link:
            self._sensors.on_message = functools.partial(self._on_report, self._sensors)
            self._sensors.on_connection = self._on_sensors
            await self._sensors.start()

    async def stop(self) -> None:
        """Leave the broker."""
        await self._link.stop()
        await self._sensors.stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def devices(self) -> tuple[Device, ...]:
        """All announced devices, by id."""
        return tuple(self._known[i].device for i in sorted(self._known))

    def device(self, device_id: DeviceId) -> Device | None:
        """One device."""
        known = self._known.get(device_id)
        return known.device if known else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """The last report; None before the first."""
        return self._states.get(device_id)

    def changes(self) -> AsyncIterator[DeviceState]:
        """State reports from now on."""
        return self.reports.listen()

    def connected(self) -> bool:
        """Whether the broker is reached."""
        return self._link.connected()

    def notes(self) -> Mapping[str, str]:
        """Announcements that were refused, by topic, with the reason (for `doctor`)."""
        return dict(self._notes)

    def forged(self) -> Mapping[str, str]:
        """Of the notes those about announcements that look forged, or that found no place."""
        return {topic: reason for topic, reason in self._notes.items() if topic in self._grave}

    def carries(self, unique_id: str) -> bool:
        """Whether an entity of this unique id is announced here; a hub then need not carry it."""
        return any(k.entity.config.get("unique_id") == unique_id for k in self._known.values())

    async def command(self, command: DeviceCommand) -> None:
        """Send one operation: QoS 1, never retained, never queued.

        The messages of one operation are sent in order; simulated time stands still
        meanwhile. Raises what the port says.
        """
        known = self._known.get(command.device_id)
        if known is None:
            raise DeviceUnknown(command.device_id)
        write = known.wiring.writers.get(command.operation)
        if write is None:
            raise ValueError(f"{command.device_id} does not take {command.operation!r}")
        messages = write(command.parameters)
        if not self._link.connected():
            raise HouseUnreachable(f"no connection to the broker: {self._link.last_error}")
        if known.offline():
            raise DeviceUnavailable(command.device_id)
        if known.device.id not in self._told_lately:
            self._told_lately.append(known.device.id)
            self._order()
        with self._clock.hold():
            for topic, payload in messages:
                await self._link.publish(topic, payload)

    def _on_connection(self, up: bool) -> None:
        if up:
            log.info("broker reached at %s:%s", self._link.address.host, self._link.address.port)
            for known in self._known.values():
                if known.wiring.always:  # it may never report by itself
                    self._tell(known)
            return
        self._forget_all(self._link)

    def _on_sensors(self, up: bool) -> None:
        if not up:
            self._forget_all(self._sensors)

    def _forget_all(self, lost: MqttLink) -> None:
        """Make all states of a lost connection unknown until they are reported again."""
        self._asked.clear()
        for known in self._known.values():
            if self._carrier(known) is lost:
                known.forget()
                if known.device.id in self._states:
                    self._tell(known)

    def _carrier(self, known: Announced) -> MqttLink:
        """Sensors have a connection of their own: however much they talk, the acknowledgement of
        a command, the state it leads to and a detector of danger do not wait behind them."""
        talks = kind_of(known.device).senses and alarm_of(known.device) is None
        return self._sensors if talks else self._link

    def _state_of(self, known: Announced) -> DeviceState:
        return known.state(self._carrier(known).connected(), self._clock.now())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, name="mqtt-house")
        self._tasks.add(task)
        task.add_done_callback(self._said)
        return task

    def _said(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what was to be said to the home was not said", exc_info=error)

    def _on_message(self, message: MqttMessage) -> None:
        if self._bridge is not None and message.topic in self._bridge.topics():
            self._on_bridge(self._bridge, message)
            return
        where = parse_topic(message.topic, self._prefix)
        if where is None:
            self._on_report(self._link, message)
            return
        self._forget_note(message.topic)
        if not message.payload.strip():
            self._drop({k.device.id for k in self._announced_on(message.topic)})
            return
        try:
            entities = parse_config(where, message.payload)
        except DiscoveryRefused as refusal:
            self._note(message.topic, str(refusal))
            return
        self._drop(
            {k.device.id for k in self._announced_on(message.topic)} - {e.id for e in entities}
        )
        for entity in entities:
            self._announce(message.topic, entity)

    def _on_bridge(self, bridge: ZigbeeBridge, message: MqttMessage) -> None:
        """Zigbee2MQTT lists its devices; what came by discovery too stays that way."""
        self._forget_note(message.topic)
        try:
            entities = bridge.hear(message.topic, message.payload)
        except DiscoveryRefused as refusal:
            self._note(message.topic, str(refusal))
            return
        known = {k.device.id for k in self._announced_on(bridge.list_topic)}
        self._drop(known - {e.id for e in entities})
        for entity in entities:
            self._announce(bridge.list_topic, entity)
        self._questions = dict(bridge.questions())
        new = self._questions.keys() - self._asked
        self._asked = set(self._questions)
        if new:
            self._to_ask.set()
            if self._asking is None or self._asking.done():
                self._asking = self._spawn(self._ask())

    async def _ask(self) -> None:
        """Have devices read that tell nothing by themselves, spared on the radio; who answered is
        not asked again. One at a time, however often the bridge lists its devices."""
        pauses = iter(ASK_AGAIN_S)
        while (pause_s := next(pauses, None)) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._to_ask.wait()
            if self._to_ask.is_set():
                self._to_ask.clear()
                pauses = iter(ASK_AGAIN_S[1:])
            for topic, payload in tuple(self._questions.items()):
                if not self._has_told(topic):
                    with contextlib.suppress(ConnectionError):
                        await self._link.publish(topic, payload)
                    await asyncio.sleep(ASK_EVERY_S)

    def _has_told(self, question: str) -> bool:
        there = self._by_topic.get(question.removesuffix("/get"), ())
        return bool(there) and all(self._known[i].reported for i in there)

    def _yields(self, topic: str, entity: Entity) -> bool:
        """Whether this announcement stands back: discovery goes before Zigbee2MQTT's own list."""
        if self._bridge is None or self._bridge.is_its_own(entity):
            return self._bridge is not None
        twins = [k for k in self._known.values() if k.announced_on != topic and k.is_one(entity)]
        if topic == self._bridge.list_topic:
            return bool(twins)
        late = {k.device.id for k in twins if k.announced_on == self._bridge.list_topic}
        self._drop(late, quietly=True)
        return False

    def _announced_on(self, topic: str) -> list[Announced]:
        return [k for k in self._known.values() if k.announced_on == topic]

    def _announce(self, topic: str, entity: Entity) -> None:
        if not self._yields(topic, entity):
            self._take_in(topic, entity)

    def _take_in(self, topic: str, entity: Entity) -> None:
        before = self._known.get(entity.id)
        if before is not None and before.entity == entity and before.announced_on == topic:
            return
        if before is not None and before.announced_on != topic:
            self._note(topic, f"{entity.id} is already announced on another topic")
            return
        if reserved := self._reserved(entity):
            self._note(topic, f"{entity.id} would be commanded on {reserved}", grave=True)
            self._drop({entity.id} & self._known.keys())
            return
        try:
            wiring = wire(entity.domain, entity.config)
        except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError) as error:
            self._note(topic, f"{entity.id}: {type(error).__name__}: {error}")
            return
        known = Announced(self._describe(entity, wiring), entity, wiring, topic)
        if before is not None:
            known.has_spoken = before.has_spoken
            self._drop({entity.id}, quietly=True)
        if self._clashes(known) or not self._has_room(known):
            return
        self._known[entity.id] = known
        self._listen_to(known)
        log.debug("announced: %s", entity.id)

    def _reserved(self, entity: Entity) -> str:
        """A topic of its commands that no device can have: ours, or one on which devices are
        announced; a press there would be a press of ours, or announce a device. "" for none."""
        roots = (*OWN_ROOTS, self._prefix)
        topics = sorted(command_topics(entity.config))
        return next((t for t in topics if any(_is_inside(t, root) for root in roots)), "")

    def _has_room(self, new: Announced) -> bool:
        """Whether the list takes it in. A full one lets go of what was never heard to report, the
        last announced first, so that a flood of forged announcements replaces itself; what reports
        and what the owner named stays. For what the owner named there is always room."""
        if len(self._known) < MAX_DEVICES:
            return True
        others = [i for i in reversed(self._known) if not self._is_owners(i)]
        silent = [i for i in others if not self._known[i].has_spoken]
        if not silent and self._is_owners(new.device.id):
            silent = others
        if not silent:
            self._note(new.announced_on, f"more than {MAX_DEVICES} devices", grave=True)
            return False
        gone = self._known[silent[0]]
        reason = f"{gone.device.id} made room: more than {MAX_DEVICES} devices, and it is silent"
        self._note(gone.announced_on, reason, grave=True)
        self._drop({gone.device.id})
        return True

    def _is_owners(self, device_id: DeviceId) -> bool:
        """Whether the owner wrote of this very device."""
        return self._owner.knows(device_id)

    def _listen_to(self, known: Announced) -> None:
        for heard in known.topics():
            self._by_topic.setdefault(heard, set()).add(known.device.id)
        if alarm_of(known.device) is not None:
            self._order()
        self._carrier(known).subscribe(known.topics())
        if known.wiring.always:
            self._tell(known)

    def _clashes(self, new: Announced) -> bool:
        """A harmless-looking device may not share the command topic of a more dangerous one.

        Else a forged `light` with `payload_on: UNLOCK` would turn a tier-1 operation into
        an unlocking, and a forged `scene` one that is asked for under another name. The
        more dangerous one stays, whichever came first.
        """
        for old in tuple(self._known.values()):
            if not new.command_topics() & old.command_topics():
                continue
            if old.tier() > max(new.tier(), RiskTier.REVERSIBLE):
                self._note(
                    new.announced_on, f"{new.device.id} uses a topic of {old.device.id}", grave=True
                )
                return True
            if new.tier() > max(old.tier(), RiskTier.REVERSIBLE):
                self._note(
                    old.announced_on, f"{old.device.id} uses a topic of {new.device.id}", grave=True
                )
                self._drop({old.device.id})
        return False

    def _describe(self, entity: Entity, wiring: Wiring) -> Device:
        attributes: dict[str, Any] = dict(wiring.attributes)
        own = self._owner.names.get(entity.id)
        if matches(entity.id, self._owner.guarded):
            attributes["device_class"] = LETS_IN
        return Device(
            id=entity.id,
            domain=entity.domain,
            name=own or Bilingual(entity.name, entity.name),
            area=self._owner.room(self._owner.areas.get(entity.id, entity.area_hint)),
            operations=tuple(wiring.writers),
            by_itself=self._owner.may_by_itself(entity.id),
            attributes=attributes,
            name_trust=TrustLabel.OBSERVED if own is None else TrustLabel.SELF,
        )

    def _drop(self, ids: set[DeviceId], *, quietly: bool = False) -> None:
        for device_id in ids:
            known = self._known.pop(device_id)
            for topic in known.topics():
                listeners = self._by_topic[topic]
                listeners.discard(device_id)
                if not listeners:
                    del self._by_topic[topic]
                    self._link.unsubscribe((topic,))
                    if self._sensors is not self._link:
                        self._sensors.unsubscribe((topic,))
            if self._states.pop(device_id, None) and not quietly:
                known.forget()
                self.reports.tell(self._state_of(known))

    def _order(self) -> None:
        """Put first in a storm: detectors of danger, and devices that were just commanded."""
        first = {
            topic
            for known in self._known.values()
            if alarm_of(known.device) is not None or known.device.id in self._told_lately
            for topic in known.topics()
        }
        for link in (self._link, self._sensors):
            link.first.clear()
            link.first |= first

    def _on_report(self, link: MqttLink, message: MqttMessage) -> None:
        """A topic of both a lamp and its sensors is heard over two connections: each device is told
        by its own, or the slower one would say of a lamp how it was."""
        for device_id in tuple(self._by_topic.get(message.topic, ())):
            known = self._known[device_id]
            if self._carrier(known) is not link:
                continue
            if message.retained and message.topic in known.command_topics():
                continue  # a retained command is nobody's report
            if known.hear(message.topic, message.payload):
                self._tell(known)

    def _tell(self, known: Announced) -> None:
        state = self._state_of(known)
        self._states[known.device.id] = state
        self.reports.tell(state)

    def _note(self, topic: str, reason: str, *, grave: bool = False) -> None:
        """Keep a reason for the owner; the oldest of too many goes, a grave one last."""
        key = clean_name(topic, 128)
        self._forget_note(topic)
        if len(self._notes) >= MAX_NOTES:
            plain = (noted for noted in self._notes if noted not in self._grave)
            self._forget_note(next(plain, next(iter(self._notes))))
        self._notes[key] = clean_name(reason, 160)
        if grave:
            self._grave.add(key)
            log.warning("announcement on %s: %s", key, self._notes[key])

    def _forget_note(self, topic: str) -> None:
        key = clean_name(topic, 128)
        self._notes.pop(key, None)
        self._grave.discard(key)


def _is_inside(topic: str, root: str) -> bool:
    return topic == root or topic.startswith(f"{root}/")
