"""Announced device: keeps the reports of one device on this connection, and judges which to
believe."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.home.device_operation import operations_of
from companion.home.kinds import kind_of
from companion.links.discovery import Entity, command_topics
from companion.links.wiring import VALUE, Wiring
from companion.words.capability import RiskTier
from companion.words.device import Device, DeviceState


@dataclass(slots=True)
class Announced:
    """One device and its last words; `forget` when the connection is lost."""

    device: Device
    entity: Entity
    wiring: Wiring
    announced_on: str
    online: dict[str, bool] = field(default_factory=dict)
    """Availability topic -> its last word."""
    last_online: bool = False
    reported: bool = False
    has_spoken: bool = False
    """It reported something since it was announced, on this connection or one before."""
    value: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    _commanded: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._commanded = frozenset(command_topics(self.entity.config))

    def is_one(self, entity: Entity) -> bool:
        """Whether both announcements are of one entity."""
        unique = entity.config.get("unique_id")
        same = bool(unique) and self.entity.config.get("unique_id") == unique
        return same or self.device.id == entity.id

    def forget(self) -> None:
        """Believe nothing any more."""
        self.online.clear()
        self.last_online = self.reported = False
        self.value = None
        self.attributes.clear()

    def available(self) -> bool:
        """Home Assistant's availability modes; without topics, a device that reports is there."""
        topics = self.entity.availability
        if not topics:
            return self.reported or bool(self.wiring.always)
        if self.entity.availability_mode == "all":
            return all(self.online.get(t.topic, False) for t in topics)
        if self.entity.availability_mode == "any":
            return any(self.online.values())
        return self.last_online

    def offline(self) -> bool:
        """The device said itself that it is not there."""
        return bool(self.entity.availability) and not self.available()

    def topics(self) -> set[str]:
        """Everything it is heard on."""
        return {*self.wiring.readers, *(t.topic for t in self.entity.availability)}

    def command_topics(self) -> frozenset[str]:
        """Everything it would be commanded on."""
        return self._commanded

    def hear(self, topic: str, payload: bytes) -> bool:
        """Take one message in; False when it told nothing."""
        heard = self._hear_availability(topic, payload)
        update = self.wiring.update(topic, payload)
        if not update:
            return heard
        self.reported = self.has_spoken = True
        self.value = update.pop(VALUE, self.value)
        self.attributes.update(update)
        return True

    def _hear_availability(self, topic: str, payload: bytes) -> bool:
        heard = False
        for item in self.entity.availability:
            word = item.template.read(payload) if item.topic == topic else None
            if word is not None and word in (item.online, item.offline):
                self.last_online = self.online[topic] = word == item.online
                heard = True
        return heard

    def state(self, connected: bool, now: datetime) -> DeviceState:
        """The state to believe: unknown, never `off`, while it cannot be reached."""
        available = connected and self.available()
        told = {k: v for k, v in self.attributes.items() if v is not None}
        return DeviceState(
            device_id=self.device.id,
            value=self._settled() if available else None,
            attributes=told if available else {},
            at=now,
            available=available,
        )

    def _settled(self) -> str | None:
        """Its state; of what opens, by its position where only that, or `stopped`, was told."""
        if self.wiring.always:
            return self.wiring.always
        position = self.attributes.get("position")
        if position is None:
            return self.value
        if self.wiring.value_from_position or self.value == "stopped":
            return "closed" if position <= 0 else "open"
        return self.value

    def tier(self) -> RiskTier:
        """The highest of its operations, or what it would be if we kept its code."""
        kind = kind_of(self.device)
        rows = kind.operations if kind.secures else operations_of(self.device)
        return max((row.risk for row in rows), default=RiskTier.TALK)
