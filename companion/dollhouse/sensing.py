"""Simulated sensors: they read the world and take no command."""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.dollhouse.devices import CommandRefused, SimDevice


class Sensor(SimDevice):
    """Sensor that reads a value of the world."""

    UNITS: ClassVar = {"illuminance": "lx", "temperature": "°C", "battery": "%"}
    reading = 0.0

    def value(self) -> str:
        """The reading, one decimal for temperatures."""
        return f"{self.reading:.1f}" if self.plan.senses == "temperature" else f"{self.reading:.0f}"

    def preset(self, value: str) -> None:
        """Start with this reading."""
        self.reading = float(value)

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """None. Raises `CommandRefused`."""
        raise CommandRefused(f"{self.plan.id} takes no commands")

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        raise CommandRefused(f"{self.plan.id} takes no commands")

    def measured(self, reading: float) -> None:
        """The world is so now; written and reported when the shown value changed."""
        before = self.value()
        self.reading = reading
        if self.value() != before:
            self._changed("nature")

    def features(self) -> dict[str, Any]:
        """Class and unit."""
        return {
            "state_topic": self.topic("state"),
            "device_class": self.plan.senses,
            "unit_of_measurement": self.UNITS[self.plan.senses],
            "state_class": "measurement",
        }

    def reports(self) -> dict[str, str]:
        """The reading."""
        return {self.topic("state"): self.value()}


CLASSES = {"leak": "moisture", "rain": "moisture", "bed": "occupancy", "doorbell": ""}
"""Quantity of a sensor -> Home Assistant's device class, where that is another word."""


class BinarySensor(Sensor):
    """Contact or detector: ON means open, moving, smoke, wet, running or rung."""

    def value(self) -> str:
        """`on` or `off`."""
        return "on" if self.reading else "off"

    def preset(self, value: str) -> None:
        """Start `on` (or a number but 0) or `off`."""
        self.reading = float(value not in ("off", "0", "0.0"))

    def features(self) -> dict[str, Any]:
        """Class only; a doorbell has none."""
        kind = CLASSES.get(self.plan.senses, self.plan.senses)
        own = {"device_class": kind} if kind else {}
        return {"state_topic": self.topic("state"), **own}

    def reports(self) -> dict[str, str]:
        """ON or OFF."""
        return {self.topic("state"): self.value().upper()}
