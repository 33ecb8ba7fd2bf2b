"""Simulated plugs, lamps and fans, which are switched on and off."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from companion.dollhouse.commands import read_number, read_word
from companion.dollhouse.devices import CommandRefused, Fault, SimDevice
from companion.home.color import MIRED, of_hs, to_hs
from companion.service.wire_json import read_object

FULL = 255
"""Home Assistant's brightness scale."""

WARMEST_MIRED = (454, 153)
"""The warm and the cold end of our lamps: 2200 K and 6500 K."""

ON_OFF = {"ON": "turn_on", "OFF": "turn_off"}


class OnOff(SimDevice):
    """Plug, and base class of every device that is switched."""

    LASTS = True

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
    """Lamp; it speaks the JSON schema where it dims, the default schema where it does not."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.brightness = FULL
        self.color = ""
        self.white_k = 3000
        """Its white; shown where `color` is ""."""

    @property
    def _dims(self) -> bool:
        return self.plan.dims or self.plan.colors

    def attributes(self) -> dict[str, Any]:
        """Brightness 0..255, of lamps that dim; the colour or the white, of those that have."""
        if not self._dims:
            return {}
        hue: dict[str, Any] = {}
        if self.plan.colors:
            hue = {"color": self.color} if self.color else {"color_temperature_k": self.white_k}
        return {"brightness": self.brightness if self.on else 0, **hue}

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """ON / OFF, or `{"state": "ON", "brightness": 128}`, also with a colour or a white."""
        if not self._dims:
            return super().operation(leaf, payload)
        try:
            wish = read_object(payload)
            operation = read_word(ON_OFF, str(wish.get("state", "ON")))
            level = wish.get("brightness")
        except ValueError:
            raise CommandRefused("no JSON object of a light") from None
        parameters = self._hue(wish) if self.plan.colors else {}
        if level is None:
            return operation, parameters
        return operation, {"brightness": round(read_number(str(level), 0, FULL)), **parameters}

    def _hue(self, wish: Mapping[str, Any]) -> dict[str, Any]:
        if "color_temp" in wish:
            mired = read_number(str(wish["color_temp"]), WARMEST_MIRED[1], WARMEST_MIRED[0])
            return {"color_temperature_k": round(MIRED / mired)}
        color = wish.get("color")
        if color is None:
            return {}
        if not isinstance(color, dict):
            raise CommandRefused("no colour")
        hue = read_number(str(color.get("h")), 0, 360)
        return {"color": of_hs(hue, read_number(str(color.get("s")), 0, 100))}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        stuck = self.fault is Fault.HALF and by == "wire"
        if operation == "turn_on" and self._dims:
            self.brightness = int(parameters.get("brightness", self.brightness or FULL))
            if not stuck:
                self._take_hue(parameters)
            if stuck:
                self.brightness //= 2
                self.on = True
                self._changed(by)
                return
        await super()._do(operation, parameters, turn, by)

    def _take_hue(self, parameters: Mapping[str, Any]) -> None:
        self.color = str(parameters.get("color", self.color))
        if (white := parameters.get("color_temperature_k")) is not None:
            self.color, self.white_k = "", int(white)

    def features(self) -> dict[str, Any]:
        """JSON schema with brightness, or plain."""
        if not self._dims:
            return super().features()
        modes = ["hs", "color_temp"] if self.plan.colors else ["brightness"]
        ends = {"max_mireds": WARMEST_MIRED[0], "min_mireds": WARMEST_MIRED[1]}
        return {
            **super().features(),
            "schema": "json",
            "brightness": True,
            "supported_color_modes": modes,
            **(ends if self.plan.colors else {}),
        }

    def reports(self) -> dict[str, str]:
        """JSON with brightness, or plain."""
        if not self._dims:
            return super().reports()
        state: dict[str, Any] = {"state": "ON" if self.on else "OFF", "color_mode": "brightness"}
        if self.on:
            state["brightness"] = self.brightness
        if self.plan.colors and self.color:
            hue, far = to_hs(self.color)
            state |= {"color_mode": "hs", "color": {"h": hue, "s": far}}
        elif self.plan.colors:
            state |= {"color_mode": "color_temp", "color_temp": round(MIRED / self.white_k)}
        return {self.topic("state"): json.dumps(state)}


class Fan(OnOff):
    """Fan with a speed in percent."""

    REACTION_S = 0.3
    SWINGS: ClassVar = {"oscillate_on": "oscillate_on", "oscillate_off": "oscillate_off"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.percentage = 50
        self.swinging = False

    def attributes(self) -> dict[str, Any]:
        """Percentage 0..100; of one that can, whether it turns its head."""
        swing = {"oscillating": "on" if self.swinging else "off"} if self.plan.swings else {}
        return {"percentage": self.percentage if self.on else 0, **swing}

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """ON, OFF or a percentage on its own topic."""
        if leaf == "percentage":
            return "set_percentage", {"percentage": round(read_number(payload, 0, 100))}
        if leaf == "oscillation" and self.plan.swings:
            return read_word(self.SWINGS, payload), {}
        return super().operation(leaf, payload)

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if operation in self.SWINGS:
            if not (self.fault is Fault.HALF and by == "wire"):
                self.swinging = operation == "oscillate_on"
            self._changed(by)
            return
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
            **(
                {
                    "oscillation_command_topic": self.topic("set", "oscillation"),
                    "oscillation_state_topic": self.topic("oscillation"),
                }
                if self.plan.swings
                else {}
            ),
        }

    def reports(self) -> dict[str, str]:
        """State and percentage."""
        told = {**super().reports(), self.topic("percentage"): str(self.percentage)}
        if self.plan.swings:
            told[self.topic("oscillation")] = f"oscillate_{'on' if self.swinging else 'off'}"
        return told
