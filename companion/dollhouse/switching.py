"""What is switched on and off: plugs, lamps, fans."""

import json
from collections.abc import Mapping
from typing import Any

from companion.dollhouse.commands import read_number, read_word
from companion.dollhouse.devices import CommandRefused, Fault, SimDevice

FULL = 255
"""Home Assistant's brightness scale."""

ON_OFF = {"ON": "turn_on", "OFF": "turn_off"}


class OnOff(SimDevice):
    """A plug, and what every switchable thing shares."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.on = False

    def value(self) -> str:
        """`on` or `off`."""
        return "on" if self.on else "off"

    def preset(self, value: str) -> None:
        """Start `on` or `off`."""
        self.on = value == "on"

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """ON and OFF."""
        return read_word(ON_OFF, payload), {}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if self.fault is Fault.HALF and by == "wire":
            return
        self.on = operation == "turn_on" if operation != "toggle" else not self.on
        self._changed(by)

    def features(self) -> dict[str, Any]:
        """Plain ON / OFF topics."""
        return {"command_topic": self.topic("set"), "state_topic": self.topic("state")}

    def reports(self) -> dict[str, str]:
        """ON or OFF."""
        return {self.topic("state"): "ON" if self.on else "OFF"}


class Light(OnOff):
    """A lamp; the JSON schema where it dims, the default schema where it does not."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.brightness = FULL

    def attributes(self) -> dict[str, Any]:
        """Brightness 0..255, of lamps that dim."""
        return {"brightness": self.brightness if self.on else 0} if self.plan.dims else {}

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """ON / OFF, or `{"state": "ON", "brightness": 128}`."""
        if not self.plan.dims:
            return super().operation(leaf, payload)
        try:
            wish = json.loads(payload)
            operation = read_word(ON_OFF, str(wish.get("state", "ON")))
            level = wish.get("brightness")
        except (ValueError, AttributeError):
            raise CommandRefused("no JSON object of a light") from None
        if level is None:
            return operation, {}
        return operation, {"brightness": round(read_number(str(level), 0, FULL))}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if operation == "turn_on" and self.plan.dims:
            self.brightness = int(parameters.get("brightness", self.brightness or FULL))
            if self.fault is Fault.HALF and by == "wire":
                self.brightness //= 2
                self.on = True
                self._changed(by)
                return
        await super()._do(operation, parameters, turn, by)

    def features(self) -> dict[str, Any]:
        """JSON schema with brightness, or plain."""
        if not self.plan.dims:
            return super().features()
        return {
            **super().features(),
            "schema": "json",
            "brightness": True,
            "supported_color_modes": ["brightness"],
        }

    def reports(self) -> dict[str, str]:
        """JSON with brightness, or plain."""
        if not self.plan.dims:
            return super().reports()
        state: dict[str, Any] = {"state": "ON" if self.on else "OFF", "color_mode": "brightness"}
        if self.on:
            state["brightness"] = self.brightness
        return {self.topic("state"): json.dumps(state)}


class Fan(OnOff):
    """A fan with a percentage."""

    REACTION_S = 0.3

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.percentage = 50

    def attributes(self) -> dict[str, Any]:
        """Percentage 0..100."""
        return {"percentage": self.percentage if self.on else 0}

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """ON, OFF or a percentage on its own topic."""
        if leaf == "percentage":
            return "set_percentage", {"percentage": round(read_number(payload, 0, 100))}
        return super().operation(leaf, payload)

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if operation == "set_percentage":
            goal = int(parameters["percentage"]) or self.percentage
            half = self.fault is Fault.HALF and by == "wire" and self.on
            self.percentage = (self.percentage + goal) // 2 if half else goal
            if half:
                self._changed(by)
                return
            operation = "turn_on" if parameters["percentage"] else "turn_off"
        await super()._do(operation, parameters, turn, by)

    def features(self) -> dict[str, Any]:
        """Percentage topics beside ON / OFF."""
        return {
            **super().features(),
            "percentage_command_topic": self.topic("set", "percentage"),
            "percentage_state_topic": self.topic("percentage"),
        }

    def reports(self) -> dict[str, str]:
        """State and percentage."""
        return {**super().reports(), self.topic("percentage"): str(self.percentage)}
