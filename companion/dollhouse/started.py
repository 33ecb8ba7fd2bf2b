"""Simulated vacuum cleaners and scenes, which are started and then go their own way."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from companion.dollhouse.commands import read_word
from companion.dollhouse.devices import Fault, SimDevice


class Vacuum(SimDevice):
    """Cleaning robot; its way to the dock takes as long as the plan says, and it gets stuck when
    `half`."""

    REACTION_S = 0.5
    TABLE: ClassVar = {
        "start": "start",
        "pause": "pause",
        "stop": "stop",
        "return_to_base": "return_to_dock",
    }
    BECOMES: ClassVar = {"start": "cleaning", "pause": "paused", "stop": "idle"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = "docked"

    def value(self) -> str:
        """`docked`, `cleaning`, `paused`, `idle`, `returning` or `error`."""
        return self.state

    def preset(self, value: str) -> None:
        """Start in this state."""
        self.state = value

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """The words of Home Assistant's MQTT vacuum."""
        return read_word(self.TABLE, payload), {}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        stuck = self.fault is Fault.HALF and by == "wire"
        if operation == "return_to_dock":
            self.state = "returning"
            self._changed(by)
            await self._clock.sleep(self.plan.travel_s)
            if turn != self._turn:
                return
        self.state = "error" if stuck else self.BECOMES.get(operation, "docked")
        self._changed(by)

    def features(self) -> dict[str, Any]:
        """Features of the device, as Home Assistant lists them."""
        return {
            "command_topic": self.topic("set"),
            "state_topic": self.topic("state"),
            "supported_features": ["start", "pause", "stop", "return_home"],
        }

    def reports(self) -> dict[str, str]:
        """Its state, in JSON."""
        return {self.topic("state"): json.dumps({"state": self.state})}


class Scene(SimDevice):
    """Scene without a state; it tells when it was last started (ADR 0007)."""

    REACTION_S = 0.2

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.started = ""

    def value(self) -> str:
        """None of its own."""
        return "idle"

    def attributes(self) -> dict[str, Any]:
        """When it was last started, "" for never."""
        return {"started": self.started}

    def preset(self, value: str) -> None:
        """Started at this moment, in ISO form."""
        self.started = value

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """ON, as all MQTT scenes."""
        return read_word({"ON": "turn_on"}, payload), {}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if not (self.fault is Fault.HALF and by == "wire"):
            self.started = self._clock.now().isoformat()
        self._changed(by)

    def features(self) -> dict[str, Any]:
        """Where it hears, and where it tells."""
        return {"command_topic": self.topic("set"), "state_topic": self.topic("state")}

    def reports(self) -> dict[str, str]:
        """When it was last started."""
        return {self.topic("state"): self.started or "None"}
