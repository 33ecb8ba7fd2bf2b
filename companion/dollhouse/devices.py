"""Simulated device: keeps its true state, takes time, and fails on command.

A device knows its Home Assistant MQTT discovery message and its topics, but no broker: the
wire (`wire.py`) carries `reports()` out and commands in. Names in discovery are the owner's
English ones; the wire is untrusted for the product anyway.
"""

import copy
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.dollhouse.chronicle import Chronicle, Kind
from companion.dollhouse.home import DevicePlan
from companion.ports.clock import Clock

ROOT = "dollhouse"
"""First level of every topic of ours."""


class Fault(StrEnum):
    """Way in which a device fails, on command of a scenario or a test."""

    NONE = "none"
    IGNORE = "ignore"
    """Takes the command and does nothing."""
    DELAY = "delay"
    """Does it, `DELAY_S` late."""
    HALF = "half"
    """Gets halfway: a curtain sticks, a lamp stays dim, a lock jams."""
    OFFLINE = "offline"
    """Says it is offline and hears nothing."""
    LIE = "lie"
    """Does nothing and reports as if it had: the optimistic echo of a cheap device."""
    LATE_REPORT = "late_report"
    """Does it at once and says so `DELAY_S` later."""
    MUTE = "mute"
    """Does it and never says so: its acknowledgement is lost."""


DELAY_S = 20.0
"""Lateness of `Fault.DELAY` and `LATE_REPORT`: longer than any per-domain time limit but a
cover's."""
SILENT = (Fault.LATE_REPORT, Fault.MUTE)
"""Faults of the mouth only: the deed is done."""


SAID_KEPT = 200


class Said(NamedTuple):
    """Report of a device, true or not, with its time."""

    t: float
    value: str
    attributes: dict[str, Any]


class CommandRefused(ValueError):
    """Error: the device does not know this topic or payload; real devices drop it silently."""


class SimDevice(ABC):
    """Base class of the simulated devices. `obey` runs in a task of its own, so commands may
    overlap: the newest wins, as in a real device."""

    REACTION_S = 0.15
    """Seconds from command to change: a Zigbee bulb answers in 0.02-0.2 s."""
    LASTS = False
    """True if its state outlasts a stop of the doll's house; a vacuum stands in its dock again, and
    a sensor measures anew."""

    def __init__(self, plan: DevicePlan, clock: Clock, chronicle: Chronicle, area: str) -> None:
        self.plan = plan
        self.fault = Fault.NONE
        self.on_report: Callable[[], None] = lambda: None
        self._clock = clock
        self._chronicle = chronicle
        self._area = area
        self._turn = 0
        self._silent = False
        self._pretended: SimDevice | None = None
        """Of a liar: what it says it is, a device of its own that nothing in the house feels."""
        self.said: deque[Said] = deque(maxlen=SAID_KEPT)
        self._written: tuple[str, dict[str, Any]] | None = None

    # -- truth ------------------------------------------------------------------------------

    @abstractmethod
    def value(self) -> str:
        """The true state, in the words of `DeviceState.value`."""

    def attributes(self) -> dict[str, Any]:
        """True finer state."""
        return {}

    @abstractmethod
    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """Read a command: operation and parameters. Raises `CommandRefused`."""

    @abstractmethod
    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        """Do it, taking the device's time."""

    @abstractmethod
    def preset(self, value: str) -> None:
        """Be in this state from the start, with nothing written in the chronicle."""

    # -- wire -------------------------------------------------------------------------------

    @abstractmethod
    def features(self) -> dict[str, Any]:
        """The part of the discovery message that is this domain's own."""

    @abstractmethod
    def reports(self) -> dict[str, str]:
        """Topic -> payload of the state as reported."""

    def told(self) -> dict[str, str]:
        """Topic -> payload as it goes over the wire: the truth, but from a liar."""
        return self.reports() if self._pretended is None else self._pretended.reports()

    def report(self) -> None:
        """Say how it is, unless its mouth is what is broken."""
        if not self._silent:
            it = self._pretended or self
            self.said.append(Said(self._clock.monotonic(), it.value(), it.attributes()))
            self.on_report()

    def begin(self) -> None:
        """The scenario begins: the state as it is now is no change."""
        self._written = (self.value(), self.attributes())

    def topic(self, *leaves: str) -> str:
        """A topic of this device."""
        return "/".join((ROOT, self.plan.domain.value, self.plan.object_id, *leaves))

    def discovery(self, prefix: str) -> tuple[str, dict[str, Any]]:
        """Topic and message of Home Assistant MQTT discovery."""
        plan = self.plan
        unique = f"{ROOT}_{plan.domain.value}_{plan.object_id}"
        message = {
            "name": plan.name.en,
            "unique_id": unique,
            "object_id": plan.object_id,
            "default_entity_id": plan.id,
            "availability_topic": self.topic("availability"),
            "payload_available": "online",
            "payload_not_available": "offline",
            "device": {
                "identifiers": [unique],
                "name": plan.name.en,
                "suggested_area": self._area,
                "manufacturer": "Doll's house",
                "model": f"simulated {plan.domain.value}",
            },
            **self.features(),
        }
        return f"{prefix}/{plan.domain.value}/{plan.object_id}/config", message

    def available(self) -> bool:
        """Whether it is on the air."""
        return self.fault is not Fault.OFFLINE

    # -- what happens to it -----------------------------------------------------------------

    async def obey(self, leaf: str, payload: str) -> None:
        """A command came over the wire. Raises `CommandRefused`."""
        operation, parameters = self.operation(leaf, payload)
        self._chronicle.write(
            Kind.COMMANDED, self.plan.id, self.plan.place, operation, by="wire", detail=parameters
        )
        if self.fault is Fault.IGNORE or not self.available():
            return
        self._turn += 1
        turn = self._turn
        late_s = DELAY_S if self.fault is Fault.DELAY else 0.0
        await self._clock.sleep(self.REACTION_S + late_s)
        if turn != self._turn:
            return
        if self.fault is Fault.LIE:
            await self._pretend(operation, parameters, turn)
            return
        self._silent = self.fault in SILENT
        await self._do(operation, parameters, turn, "wire")
        if self.fault is Fault.LATE_REPORT:
            await self._clock.sleep(DELAY_S)
            self._silent = False
            self.report()

    async def _pretend(self, operation: str, parameters: Mapping[str, Any], turn: int) -> None:
        """Go through the motions on the wire only; nothing of it is written as true."""
        double = copy.copy(self._pretended or self)
        double.fault, double._pretended, double._turn = Fault.NONE, None, turn
        double._chronicle = Chronicle(self._clock)
        self._pretended = double
        await double._do(operation, parameters, turn, "wire")

    async def by_hand(self, operation: str, person: str) -> None:
        """Operate the device by hand; faults of the radio do not matter."""
        self._turn += 1
        self._pretended, self._silent = None, False
        await self._do(operation, {}, self._turn, f"hand:{person}")

    def happens(self, value: str) -> None:
        """The world makes it so, by nobody's hand: smoke, rain, a machine that is done."""
        self.preset(value)
        self._changed("nature")

    def set_fault(self, fault: Fault) -> None:
        """Break or mend it."""
        self.fault = fault
        self._pretended, self._silent = None, False
        self._chronicle.write(Kind.BROKE, self.plan.id, self.plan.place, fault.value, by="script")
        self.report()

    def _changed(self, by: str) -> None:
        """Report, and write it down when it really is another state than written last."""
        self.report()
        state = (self.value(), self.attributes())
        if state == self._written:
            return
        self._written = state
        self._chronicle.write(
            Kind.CHANGED,
            self.plan.id,
            self.plan.place,
            self.value(),
            by=by,
            detail=self.attributes(),
        )
