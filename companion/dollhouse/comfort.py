"""Simulated air conditioners and televisions."""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.dollhouse.commands import read_number, read_word
from companion.dollhouse.devices import CommandRefused, Fault, SimDevice


class Climate(SimDevice):
    """Air conditioner; `nature.py` computes the room's warmth from it."""

    LASTS = True
    REACTION_S = 0.5
    MODES = ("off", "heat", "cool", "auto")
    LOWEST_C, HIGHEST_C = 16.0, 30.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mode = "off"
        self.goal_c = 22.0
        self.room_c = 20.0

    def value(self) -> str:
        """The mode."""
        return self.mode

    def attributes(self) -> dict[str, Any]:
        """Set and measured temperature, °C."""
        return {"temperature": self.goal_c, "current_temperature": round(self.room_c, 1)}

    def preset(self, value: str) -> None:
        """Start in this mode."""
        self.mode = value

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """A mode, or a temperature on its own topic."""
        if leaf == "temperature":
            number = read_number(payload, self.LOWEST_C, self.HIGHEST_C)
            return "set_temperature", {"temperature": number}
        if payload not in self.MODES:
            raise CommandRefused(f"mode {payload!r} is none of {self.MODES}")
        return "set_mode", {"mode": payload}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if operation == "set_temperature":
            goal = float(parameters["temperature"])
            self.goal_c = (self.goal_c + goal) / 2 if self.fault is Fault.HALF else goal
        elif not (self.fault is Fault.HALF and by == "wire"):
            fallback = {"turn_on": "auto", "turn_off": "off"}.get(operation, self.mode)
            self.mode = str(parameters.get("mode", fallback))
        self._changed(by)

    def measured(self, room_c: float) -> None:
        """The room has this temperature now; reported when it moved by 0.1 °C."""
        if round(room_c, 1) != round(self.room_c, 1):
            self.room_c = room_c
            self.report()

    def features(self) -> dict[str, Any]:
        """Mode and temperature topics."""
        return {
            "modes": list(self.MODES),
            "mode_command_topic": self.topic("set", "mode"),
            "mode_state_topic": self.topic("mode"),
            "temperature_command_topic": self.topic("set", "temperature"),
            "temperature_state_topic": self.topic("temperature"),
            "current_temperature_topic": self.topic("current"),
            "min_temp": self.LOWEST_C,
            "max_temp": self.HIGHEST_C,
            "temp_step": 0.5,
            "temperature_unit": "C",
        }

    def reports(self) -> dict[str, str]:
        """Mode, set and measured temperature."""
        return {
            self.topic("mode"): self.mode,
            self.topic("temperature"): f"{self.goal_c:.1f}",
            self.topic("current"): f"{self.room_c:.1f}",
        }


class MediaPlayer(SimDevice):
    """Television. Home Assistant's MQTT has no media player of its own, so this follows its
    pattern: one command topic with PLAY / PAUSE / STOP / ON / OFF, one state topic."""

    LASTS = True
    REACTION_S = 0.5
    TABLE: ClassVar = {
        "ON": "turn_on",
        "OFF": "turn_off",
        "PLAY": "play",
        "PAUSE": "pause",
        "STOP": "stop",
    }
    SKIPS: ClassVar = {"next_track": 1, "previous_track": -1}
    SILENCES: ClassVar = {"mute": True, "unmute": False}
    MORE: ClassVar = {
        "NEXT": "next_track",
        "PREVIOUS": "previous_track",
        "MUTE": "mute",
        "UNMUTE": "unmute",
    }
    BECOMES: ClassVar = {
        "turn_on": "idle",
        "turn_off": "off",
        "play": "playing",
        "pause": "paused",
        "stop": "idle",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = "off"
        self.volume = 30.0
        self.track = 1
        self.muted = False

    def value(self) -> str:
        """`off`, `idle`, `playing` or `paused`."""
        return self.state

    def attributes(self) -> dict[str, Any]:
        """Volume 0..100; of one that tells tracks, which it plays and whether it is silenced."""
        more = {"track": self.track, "muted": self.muted} if self.plan.tracks else {}
        return {"volume": self.volume, **more}

    def preset(self, value: str) -> None:
        """Start in this state."""
        self.state = value

    def operation(self, leaf: str, payload: str) -> tuple[str, dict[str, Any]]:
        """The table above, or a volume on its own topic."""
        if leaf == "volume":
            return "set_volume", {"volume": read_number(payload, 0, 100)}
        more = self.MORE if self.plan.tracks else {}
        return read_word({**self.TABLE, **more}, payload), {}

    async def _do(self, operation: str, parameters: Mapping[str, Any], turn: int, by: str) -> None:
        if operation == "set_volume":
            goal = float(parameters["volume"])
            half = self.fault is Fault.HALF and by == "wire"
            self.volume = (self.volume + goal) / 2 if half else goal
        elif not (self.fault is Fault.HALF and by == "wire"):
            self.track += self.SKIPS.get(operation, 0)
            self.muted = self.SILENCES.get(operation, self.muted)
            self.state = self.BECOMES.get(operation, self.state)
        self._changed(by)

    def features(self) -> dict[str, Any]:
        """Command, state and volume topics."""
        return {
            "command_topic": self.topic("set"),
            "state_topic": self.topic("state"),
            "volume_command_topic": self.topic("set", "volume"),
            "volume_state_topic": self.topic("volume"),
            **(
                {"track_state_topic": self.topic("track"), "mute_state_topic": self.topic("muted")}
                if self.plan.tracks
                else {}
            ),
        }

    def reports(self) -> dict[str, str]:
        """State and volume."""
        told = {self.topic("state"): self.state, self.topic("volume"): f"{self.volume:.0f}"}
        if self.plan.tracks:
            told[self.topic("track")] = f"Track {self.track}"
            told[self.topic("muted")] = "ON" if self.muted else "OFF"
        return told
