"""Simulated curtains, blinds and locks."""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.dollhouse.commands import read_number, read_word
from companion.dollhouse.devices import Fault, SimDevice


class Cover(SimDevice):
    """Curtain or blind that travels, can be stopped, and sticks halfway when `half`."""

    LASTS = True
    REACTION_S = 0.3
    STEP_S = 1.0
    TABLE: ClassVar = {"OPEN": "open", "CLOSE": "close", "STOP": "stop"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.position = 0.0
        self.tilt = 0.0
        self.moving = 0
        """+1 opening, -1 closing, 0 at rest."""

    def value(self) -> str:
        """`open` (not fully closed), `closed`, `opening` or `closing`."""
        if self.moving:
            return "opening" if self.moving > 0 else "closing"
        return "open" if self.position > 0 else "closed"

    def attributes(self) -> dict[str, Any]:
        """Position 0 (closed) to 100 (open), and where its slats turn, their tilt."""
        tilt = {"tilt": round(self.tilt)} if self.plan.tilts else {}
        return {"position": round(self.position), **tilt}

    def preset(self, value: str) -> None:
        """Start `open` or `closed`."""
        self.position = 100.0 if value == "open" else 0.0

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """OPEN, CLOSE, STOP, or a position on its own topic."""
        if leaf == "position":
            return "set_position", {"position": round(read_number(payload, 0, 100))}
        if leaf == "tilt" and self.plan.tilts:
            return "set_tilt", {"tilt": round(read_number(payload, 0, 100))}
        return read_word(self.TABLE, payload), {}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if operation == "stop":
            self.moving = 0
            self._changed(by)
            return
        if operation == "set_tilt":
            wanted = float(parameters["tilt"])
            stuck = self.fault is Fault.HALF and by == "wire"
            self.tilt = (self.tilt + wanted) / 2 if stuck else wanted
            self._changed(by)
            return
        goal = {"open": 100.0, "close": 0.0}.get(operation, 50.0)
        goal = float(parameters.get("position", goal))
        if self.fault is Fault.HALF and by == "wire":
            goal = (self.position + goal) / 2
        await self._travel(goal, turn, by)

    async def _travel(self, goal: float, turn: int, by: str) -> None:
        step = 100.0 * self.STEP_S / self.plan.travel_s
        while self.position != goal:
            self.moving = 1 if goal > self.position else -1
            self.report()
            await self._clock.sleep(min(self.STEP_S, abs(goal - self.position) / step))
            if turn != self._turn:
                return
            gap = goal - self.position
            self.position = goal if abs(gap) <= step else self.position + step * self.moving
        self.moving = 0
        self._changed(by)

    def features(self) -> dict[str, Any]:
        """State, position and both command topics."""
        return {
            "command_topic": self.topic("set"),
            "state_topic": self.topic("state"),
            "position_topic": self.topic("position"),
            "set_position_topic": self.topic("set", "position"),
            "device_class": self.plan.kind,
            **self._tilting(),
        }

    def _tilting(self) -> dict[str, Any]:
        if not self.plan.tilts:
            return {}
        return {
            "tilt_command_topic": self.topic("set", "tilt"),
            "tilt_status_topic": self.topic("tilt"),
        }

    def reports(self) -> dict[str, str]:
        """State and position."""
        return {
            self.topic("position"): str(round(self.position)),
            self.topic("state"): self.value(),
            **({self.topic("tilt"): str(round(self.tilt))} if self.plan.tilts else {}),
        }


class Lock(SimDevice):
    """Door lock with one second of motor; it jams when `half`."""

    LASTS = True
    REACTION_S = 0.2
    MOTOR_S = 1.0
    TABLE: ClassVar = {"LOCK": "lock", "UNLOCK": "unlock"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = "locked"

    def value(self) -> str:
        """`locked`, `unlocked`, `locking`, `unlocking` or `jammed`."""
        return self.state

    def preset(self, value: str) -> None:
        """Start `locked` or `unlocked`."""
        self.state = value

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """LOCK or UNLOCK."""
        return read_word(self.TABLE, payload), {}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        self.state = f"{operation}ing"
        self.report()
        await self._clock.sleep(self.MOTOR_S)
        if turn == self._turn:
            self.state = "jammed" if self.fault is Fault.HALF else f"{operation}ed"
            self._changed(by)

    def features(self) -> dict[str, Any]:
        """Home Assistant's state words in capitals."""
        return {"command_topic": self.topic("set"), "state_topic": self.topic("state")}

    def reports(self) -> dict[str, str]:
        """LOCKED, UNLOCKED, LOCKING, UNLOCKING, JAMMED."""
        return {self.topic("state"): self.state.upper()}
