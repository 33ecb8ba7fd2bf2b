"""Hub house: implements the port `House` for the entities that the owner of a Home Assistant shows.

Believed is only what the hub tells on the connection that is up: when it is lost every device is
unknown and not available until the hub has told all of it again, and no command waits for that. A
state that the hub calls `unavailable` or `unknown` is None here, never `off`.
"""

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from companion.home.kinds import KIND_BY_NAME
from companion.home.kinds.garage import LETS_IN
from companion.links.discovery import MAX_NAME_CHARS, clean_name
from companion.links.home_assistant.hub import (
    Exposure,
    HubAddress,
    HubAway,
    HubNoAnswer,
    HubSaidNo,
    HubUnsent,
    Open,
    Wire,
)
from companion.links.home_assistant.kinds import (
    fixed_facts,
    operations_of,
    service_for,
    told_of,
    value_of,
)
from companion.links.home_assistant.link import HubLink
from companion.links.home_assistant.registry import Listed, Registry, read_registry
from companion.links.home_assistant.wire import open_wire
from companion.links.names import bilingual
from companion.links.owner import OwnersWords, matches
from companion.links.reports import Reports
from companion.phrases import health
from companion.ports.clock import Clock
from companion.ports.house import (
    CommandUnconfirmed,
    DeviceUnavailable,
    DeviceUnknown,
    HouseUnreachable,
)
from companion.service.residents import Resident
from companion.words.device import Device, DeviceCommand, DeviceState, Domain
from companion.words.finding import Finding
from companion.words.ids import DeviceId
from companion.words.trust import TrustLabel

log = logging.getLogger("companion.hub")

MAX_DEVICES = 1024
CONFIRM_S = 10.0
"""A service call is answered when the integration is done with it: some radios take seconds."""
REGISTRY_EVENTS = (
    "entity_registry_updated",
    "area_registry_updated",
    "device_registry_updated",
    "floor_registry_updated",
)
_DESCRIBING = frozenset(
    {
        "friendly_name",
        "supported_features",
        "supported_color_modes",
        "hvac_modes",
        "device_class",
        "unit_of_measurement",
        "min_color_temp_kelvin",
        "max_color_temp_kelvin",
        "min_temp",
        "max_temp",
        "code_format",
    }
)
"""Attributes that tell what an entity is and takes, not how it stands."""
SETTLE_S = 0.5
"""The registries change in bursts; they are read once after one."""
RETRY_S = 10.0
"""Between two readings of which the first had no answer."""
READ_AGAIN_S = 600.0
"""Interval of reading the registries again: an entity that is exposed without being registered
changes without an event."""


class _Entity:
    """One entity: its description and what the hub last told of it."""

    __slots__ = ("attributes", "device", "listed", "state")

    def __init__(self, listed: Listed, device: Device) -> None:
        self.listed, self.device = listed, device
        self.state: object = None
        self.attributes: dict[str, Any] = {}


class HomeAssistantHouse:
    """Port `House` over one `HubLink`; `start` first, `stop` last."""

    def __init__(
        self,
        address: HubAddress,
        token: Callable[[], str],
        owner: OwnersWords,
        clock: Clock,
        *,
        exposure: Exposure | None = None,
        carried: Callable[[str], bool] = lambda unique_id: False,
        opened: Open = open_wire,
    ) -> None:
        """`carried`: whether an MQTT entity of this unique id is ours already by a shorter way.
        `opened`: the engine."""
        self.link = HubLink(
            address, token, on_up=self._sync, on_down=self._forget_all, opened=opened
        )
        self._owner, self._clock, self._carried = owner, clock, carried
        self._exposure = exposure or Exposure()
        self._known: dict[DeviceId, _Entity] = {}
        self._states: dict[DeviceId, DeviceState] = {}
        self.reports = Reports()
        self._subscriptions: list[tuple[Wire, int]] = []
        self._changed = asyncio.Event()
        self._refreshing: Resident | None = None
        self.registry: Registry | None = None
        """As last read, for set-up and health."""
        self.told = 0
        """State changes the hub told, as a count."""
        self.misread: set[DeviceId] = set()
        """Entities whose report ended in a mistake of ours; they are unknown until they report
        something else."""

    async def start(self) -> None:
        """Connect in the background."""
        await self.link.start()

    async def stop(self) -> None:
        """Leave the hub."""
        await self.link.stop()
        await self._end_refreshing()

    def room_of(self, hub_id: str) -> str:
        """Our room in which a satellite (by its entity id) or another piece of hardware (by its
        device id) stands; "" where the hub has no area for it, or one that is no room of ours."""
        area = self.registry.standing.get(hub_id) if self.registry is not None else None
        return self._owner.room(*area.words()) if area is not None else ""

    async def findings(self) -> Mapping[str, Finding]:
        """How the hub and our connection to it are."""
        link = self.link
        seen = self.registry is None or self.registry.exposure_known
        found = health.hub(
            link.state,
            link.version,
            link.last_error,
            len(self.devices()),
            seen,
            trying=link.trying(),
            misread=self.misread,
        )
        return {"home_assistant": found}

    def devices(self) -> tuple[Device, ...]:
        """All devices shown to us, by id."""
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
        """Whether the hub is reached and has told everything."""
        return self.link.wire() is not None

    async def command(self, command: DeviceCommand) -> None:
        """Call one service, now or not at all. Raises what the port says."""
        known = self._known.get(command.device_id)
        if known is None:
            raise DeviceUnknown(command.device_id)
        device = known.device
        if command.operation not in device.operations:
            raise ValueError(f"{device.id} does not take {command.operation!r}")
        service, data = service_for(
            device.domain, command.operation, command.parameters, device.attributes
        )
        wire = self.link.wire()
        if wire is None:
            raise HouseUnreachable(f"no connection to the hub: {self.link.last_error}")
        if not self._states[device.id].available:
            raise DeviceUnavailable(device.id)
        with self._clock.hold():
            await _call(wire, device, service, data)

    async def _sync(self, wire: Wire, far: Wire) -> None:
        """Everything anew on a fresh connection; what only reports on `far`."""
        self._subscriptions = []
        for one in {wire, far}:
            await one.call("supported_features", features={"coalesce_messages": 1})
        self._changed.clear()
        for kind in REGISTRY_EVENTS:
            await wire.subscribe("subscribe_events", self._on_registry, event_type=kind)
        await self._read_all(wire, far)
        await self._end_refreshing()
        refresh = functools.partial(self._refresh, wire, far)
        self._refreshing = Resident("hub registry", refresh, finishes=True)
        self._refreshing.start()

    async def _refresh(self, wire: Wire, far: Wire) -> None:
        """Read the registries again when they change, and now and then, while the connection
        lasts."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(READ_AGAIN_S):
                    await self._changed.wait()
            await asyncio.sleep(SETTLE_S)
            self._changed.clear()
            try:
                await self._read_all(wire, far)
            except HubUnsent:
                return  # the connection is gone, and its reader says so
            except (HubAway, HubSaidNo) as error:
                log.warning("the hub's registries could not be read again: %s", error)
                await asyncio.sleep(RETRY_S)
                self._changed.set()

    async def _end_refreshing(self) -> None:
        refreshing, self._refreshing = self._refreshing, None
        if refreshing is not None:
            await refreshing.stop()

    async def _read_all(self, wire: Wire, far: Wire) -> None:
        registry = await read_registry(wire, self._exposure)
        wanted = {
            i: e
            for i, e in list(registry.entities.items())[:MAX_DEVICES]
            if not (e.platform == "mqtt" and self._carried(e.unique_id))
        }
        before = None if self.registry is None else set(self._known)
        self.registry = registry
        for gone in [i for i in self._known if i not in wanted]:
            self._drop(gone)
        for entity_id, listed in wanted.items():
            if (known := self._known.get(DeviceId(entity_id))) is not None:
                known.listed = listed
                self._one(entity_id, functools.partial(self._describe_again, known))
        if not self._subscriptions or before != set(wanted):
            await self._listen(wire, far, wanted)

    async def _listen(self, wire: Wire, far: Wire, wanted: Mapping[str, Listed]) -> None:
        """Listen to devices that can be operated on one connection, to those that only report on
        the other."""
        old, self._subscriptions = self._subscriptions, []
        for one, sensing in ((wire, False), (far, True)):
            part = {i: e for i, e in wanted.items() if _senses(i) is sensing}
            if part:
                await self._listen_to(one, part)
        for one, number in old:
            await one.unsubscribe(number)

    async def _listen_to(self, wire: Wire, wanted: Mapping[str, Listed]) -> None:
        """Have these entities told: all of each at first, then what changes."""
        told = asyncio.Event()

        def hear(event: Mapping[str, Any]) -> None:
            self._on_entities(event, wanted)
            told.set()

        number = await wire.subscribe("subscribe_entities", hear, entity_ids=sorted(wanted))
        self._subscriptions.append((wire, number))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONFIRM_S):
                await told.wait()

    def _on_registry(self, event: Mapping[str, Any]) -> None:
        self._changed.set()

    def _on_entities(self, event: Mapping[str, Any], wanted: Mapping[str, Listed]) -> None:
        """`a`: added, whole. `c`: changed, `+` and `-`. `r`: removed."""
        for entity_id, whole in _items(event.get("a")):
            if entity_id in wanted:
                self._one(entity_id, functools.partial(self._take, wanted[entity_id], whole))
        for entity_id, change in _items(event.get("c")):
            if (known := self._known.get(DeviceId(entity_id))) is not None:
                self._one(entity_id, functools.partial(self._change, known, change))
        removed = event.get("r")
        for entity_id in removed if isinstance(removed, list) else ():
            self._drop(DeviceId(str(entity_id)))

    def _one(self, entity_id: str, hear: Callable[[], None]) -> None:
        """One entity's part of a message. However odd the report is, the others are heard."""
        device_id = DeviceId(entity_id)
        try:
            hear()
        # The edge of the house: an entity that ends in a mistake of ours costs itself only.
        except Exception:
            log.exception("the report of %s could not be read; it is unknown", entity_id)
            self.misread.add(device_id)
            self._unknown(device_id)

    def _unknown(self, device_id: DeviceId) -> None:
        """Make a device unknown until it reports something that can be read."""
        if device_id in self._known:
            state = DeviceState(
                device_id=device_id,
                value=None,
                at=self._clock.now(),
                attributes={},
                available=False,
            )
            self._states[device_id] = state
            self.reports.tell(state)

    def _describe_again(self, known: _Entity) -> None:
        if known.state not in ("unavailable", None):
            known.device = self._describe(known.listed, known.attributes)

    def _change(self, known: _Entity, change: Mapping[str, Any]) -> None:
        if _apply(known, change) & _DESCRIBING and known.state != "unavailable":
            known.device = self._describe(known.listed, known.attributes)
        self._tell(known)

    def _take(self, listed: Listed, whole: Mapping[str, Any]) -> None:
        attributes = whole.get("a")
        attributes = dict(attributes) if isinstance(attributes, dict) else {}
        known = self._known.get(DeviceId(listed.id))
        if known is None:
            known = _Entity(listed, self._describe(listed, attributes))
            self._known[known.device.id] = known
        known.state, known.attributes = whole.get("s"), attributes
        if known.state != "unavailable":
            known.device = self._describe(listed, attributes)
        self._tell(known)

    def _describe(self, listed: Listed, attributes: Mapping[str, Any]) -> Device:
        device_id, domain = DeviceId(listed.id), Domain(listed.id.partition(".")[0])
        facts = fixed_facts(domain, attributes)
        if matches(device_id, self._owner.guarded):
            facts["device_class"] = LETS_IN
        if listed.aliases:
            facts["aliases"] = listed.aliases
        if listed.area is not None and listed.area.floor_name:
            facts["floor"] = listed.area.floor_name
        name = listed.name or clean_name(attributes.get("friendly_name"), MAX_NAME_CHARS)
        name = name or listed.id.partition(".")[2].replace("_", " ")[:MAX_NAME_CHARS]
        hints = (self._owner.areas.get(device_id, ""),) + (
            listed.area.words() if listed.area else ()
        )
        own = self._owner.names.get(device_id)
        return Device(
            id=device_id,
            domain=domain,
            name=own or bilingual(name, listed.aliases),
            area=self._owner.room(*hints),
            operations=operations_of(domain, attributes),
            by_itself=self._owner.may_by_itself(device_id),
            attributes=facts,
            name_trust=TrustLabel.OBSERVED if own is None else TrustLabel.SELF,
        )

    def _tell(self, known: _Entity) -> None:
        self.told += 1
        state = self._state_of(known)
        self.misread.discard(known.device.id)
        self._states[known.device.id] = state
        self.reports.tell(state)

    def _state_of(self, known: _Entity) -> DeviceState:
        domain = known.device.domain
        there = known.state not in ("unavailable", None)
        return DeviceState(
            device_id=known.device.id,
            value=value_of(domain, known.state),
            attributes=told_of(domain, known.attributes, known.state) if there else {},
            at=self._clock.now(),
            available=there,
        )

    def _drop(self, device_id: DeviceId) -> None:
        known = self._known.pop(device_id, None)
        if known is not None and self._states.pop(device_id, None) is not None:
            known.state = None
            self.reports.tell(self._state_of(known))

    def _forget_all(self) -> None:
        """Make all states of a lost connection unknown until they are reported again."""
        if self._refreshing is not None:
            self._refreshing.cancel()
        self.misread.clear()
        for known in self._known.values():
            if known.state is not None:
                known.state, known.attributes = None, {}
                self._tell(known)


async def _call(wire: Wire, device: Device, service: str, data: Mapping[str, Any]) -> None:
    """One service call. Raises what the port says."""
    try:
        await wire.call(
            "call_service",
            timeout_s=CONFIRM_S,
            domain=device.domain.value,
            service=service,
            service_data=dict(data),
            target={"entity_id": device.id},
        )
    except HubUnsent as error:
        raise HouseUnreachable(str(error)) from error
    except HubNoAnswer as error:
        raise CommandUnconfirmed(str(error)) from error
    except HubSaidNo as error:
        if error.code in ("invalid_format", "service_validation_error", "not_found"):
            raise ValueError(f"{device.id}: {error}") from error
        if error.code == "unauthorized":
            raise DeviceUnavailable(f"{device.id}: the token's user may not operate it") from error
        # The integration failed half-way: what the device did is to be observed.
        raise CommandUnconfirmed(str(error)) from error


def _senses(entity_id: str) -> bool:
    kind = KIND_BY_NAME.get(entity_id.partition(".")[0])
    return kind is not None and (kind.detects or kind.measures)


def _items(told: object) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    found = told.items() if isinstance(told, dict) else ()
    return tuple((i, w) for i, w in found if isinstance(i, str) and isinstance(w, dict))


def _apply(known: _Entity, change: Mapping[str, Any]) -> set[str]:
    """A difference onto what is known; gives the attributes it touched."""
    plus, minus, touched = change.get("+"), change.get("-"), set[str]()
    if isinstance(plus, dict):
        known.state = plus.get("s", known.state)
        if isinstance(added := plus.get("a"), dict):
            known.attributes.update(added)
            touched |= added.keys()
    if isinstance(minus, dict) and isinstance(gone := minus.get("a"), list):
        for name in map(str, gone):
            known.attributes.pop(name, None)
            touched.add(name)
    return touched
