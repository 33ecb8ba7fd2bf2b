"""Device goal 機器の目標: names the state in which a device should be seen, and the way back from
there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.home.color import SAME, apart, called, read_color
from companion.home.device_kind import DeviceOperation
from companion.home.evidence import Evidence
from companion.home.kinds import KIND_BY_NAME, NUMBERS, SETTINGS
from companion.words.device import DeviceState
from companion.words.device_report import MOVING
from companion.words.language import Bilingual
from companion.words.result import ResultStatus


@dataclass(frozen=True, slots=True)
class DeviceGoal:
    """機器の目標: what the device should be seen as."""

    operation: DeviceOperation
    target: float | str | None = None
    was: DeviceState | None = None
    """How it was before, for what is seen only as a change of that."""
    closing: bool = False
    """It was asked for as closing: of use for the words alone."""

    def reached(self, state: DeviceState | None) -> bool:
        """True if the observed state is the wanted one."""
        if state is None or not state.available or state.value is None:
            return False
        does = self.operation.does
        if self.operation.moves:
            return self._moved(state)
        if self.operation.holds is not None:
            name, word = self.operation.holds
            return state.attributes.get(name) == word
        if self.operation.word == "mode":
            return mode_of(state, self.operation) == self.target
        if does == "stop":
            return state.value not in (*MOVING, *KIND_BY_NAME[self.operation.kind].running)
        return self._there(state)

    def _there(self, state: DeviceState) -> bool:
        value, distance = self.operation.value, self.distance(state)
        if self.operation.does in ("open", "close") and distance is not None:
            return distance <= NUMBERS["position"].tolerance and state.value not in MOVING
        if self.operation.number or self.operation.word:
            known = NUMBERS.get(self.operation.number)
            tolerance = SAME if known is None else known.tolerance
            near = distance is not None and distance <= tolerance
            return near and value in (None, state.value) and state.value not in MOVING
        return state.value == value

    def _moved(self, state: DeviceState) -> bool:
        """True if the state is another than before; False where the state before was not seen."""
        if self.was is None or not self.was.available:
            return False
        was, now = (one.attributes.get(self.operation.moves) for one in (self.was, state))
        if not self.operation.way:
            return now is not None and now != was
        if not isinstance(was, int | float) or not isinstance(now, int | float):
            return False
        return (now - was) * self.operation.way > 0

    def witnessed_by(self, state: DeviceState) -> bool:
        """True if the device reports the attribute that would show the goal."""
        name = self.operation.moves or (self.operation.holds or ("",))[0]
        if self.operation.word == "mode" and not self.operation.as_state:
            name = "mode"
        return not name or state.attributes.get(name) is not None

    def distance(self, state: DeviceState) -> float | None:
        """Distance from the target; None where the goal has none."""
        name = self.operation.number
        target = self.target
        if self.operation.word == "color":
            found, wanted = state.attributes.get("color"), read_color(target)
            return None if not isinstance(found, str) or wanted is None else apart(found, wanted)
        if self.operation.does in ("open", "close"):
            name, target = "position", 100.0 if self.operation.does == "open" else 0.0
        found = state.attributes.get(name) if name else None
        if not isinstance(found, int | float) or not isinstance(target, int | float):
            return None
        return abs(found - target)

    def nearer(self, before: DeviceState, after: DeviceState) -> bool:
        """True if the device went toward the target and did not arrive."""
        was, now = self.distance(before), self.distance(after)
        if was is not None and now is not None and was != now:
            return now < was
        started = after.value in (*MOVING, "stopped") and after.value != before.value
        return started or (after.value == self.operation.value != before.value)

    def expected(self) -> dict[str, Any]:
        """For the result payload."""
        wanted: dict[str, Any] = {"value": self.operation.value}
        if self.operation.as_state:
            wanted["value"] = self.target
        elif self.operation.parameter:
            wanted[self.operation.parameter] = self.target
        elif self.operation.holds is not None:
            wanted |= dict([self.operation.holds])
        if self.closing:
            wanted["closing"] = True
        return {name: found for name, found in wanted.items() if found is not None}


def mode_of(state: DeviceState, operation: DeviceOperation) -> str | None:
    """The mode that a device is in: its state itself, or an attribute beside it."""
    found = state.value if operation.as_state else state.attributes.get("mode")
    return found if isinstance(found, str) else None


@dataclass(frozen=True, slots=True)
class Judged:
    """判定: what was seen, by name: status, and why it is no success."""

    status: ResultStatus
    failure_class: str = ""
    reason: str = ""


def judged(
    goal: DeviceGoal, after: DeviceState | None, evidence: Evidence, *, doubtful: bool
) -> Judged:
    """Name what was seen after a command. `doubtful`: that nothing changed proves nothing."""
    if after is None or not after.available or after.value is None:
        return Judged(ResultStatus.FAILED, "outcome_unknown")
    if not goal.reached(after):
        return _unreached(goal, after, doubtful)
    if goal.reached(goal.was):
        return Judged(ResultStatus.NO_EFFECT, reason="already_so")
    if evidence is Evidence.CONTRADICTED:
        return Judged(ResultStatus.FAILED, "contradicted")
    return Judged(ResultStatus.SUCCESS)


def _unreached(goal: DeviceGoal, after: DeviceState, doubtful: bool) -> Judged:
    before = goal.was
    if not goal.witnessed_by(after):
        return Judged(ResultStatus.FAILED, "outcome_unknown")
    known = before is not None and before.value is not None
    if before is None or not known or facts_of(before) == facts_of(after):
        if doubtful:
            return Judged(ResultStatus.FAILED, "outcome_unknown")
        return Judged(ResultStatus.NO_EFFECT, reason="no_change" if known else "not_reached")
    if goal.nearer(before, after):
        return Judged(ResultStatus.PARTIAL)
    return Judged(ResultStatus.FAILED, "wrong_state")


def way_back(
    operation: DeviceOperation, before: DeviceState, can: Mapping[str, DeviceOperation]
) -> DeviceOperation | None:
    """The operation that restores `before`: its number if it had one, else its word."""
    if operation.inverse is None:
        return None
    if operation.word == "mode":
        return can.get("set_mode") if mode_of(before, operation) is not None else None
    if operation.holds or operation.moves:
        return _moved_back(operation, before, can)
    if operation.does in _HUES:
        return _hued_back(before, can)
    word = next((o for o in can.values() if o.value == before.value and not o.number), None)
    if KIND_BY_NAME[operation.kind].rests_by_stop and not operation.number:
        return word or can.get("stop")  # one that was off or idle can only be made to rest
    name = operation.number or KIND_BY_NAME[operation.kind].finer
    found = before.attributes.get(name)
    ends = name == "position" and found in (0, 100)
    switches = operation.value is not None or not operation.number
    if word is not None and ((before.value == "off" and switches) or ends):
        return word
    finer = next((o for o in can.values() if o.number == name and o.inverse), None)
    if finer is None or not isinstance(found, int | float):
        return word
    return finer if finer.low <= found <= finer.high else word


_HUES = ("set_color", "set_color_temperature")


def _hued_back(before: DeviceState, can: Mapping[str, DeviceOperation]) -> DeviceOperation | None:
    """A lamp that was off goes off; else it gets its colour back, or its white."""
    if before.value == "off":
        return can.get("turn_off")
    found = (o for o in _HUES if (row := can.get(o)) and row.parameter in before.attributes)
    return can.get(next(found, ""))


def _moved_back(
    operation: DeviceOperation, before: DeviceState, can: Mapping[str, DeviceOperation]
) -> DeviceOperation | None:
    """The opposite move; a volume that was told, exactly."""
    if operation.moves == "volume" and "volume" in before.attributes and "set_volume" in can:
        return can["set_volume"]
    return can.get(operation.inverse or "")


def wrong_parameter(operation: DeviceOperation, payload: Mapping[str, Any]) -> str:
    """Empty when the payload fits the operation's schema."""
    surplus = set(payload) - set(operation.parameters())
    if surplus:
        return f"no such parameter: {min(surplus)[:40]}"
    if operation.word == "mode" and not isinstance(payload.get("mode"), str):
        return "mode must be a word"
    if operation.word == "color" and read_color(payload.get("color")) is None:
        return "color must be a known name or #rrggbb"
    if not isinstance(payload.get("closing", False), bool):
        return "closing must be true or false"
    value = payload.get(operation.number) if operation.number else operation.low
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not operation.low <= value <= operation.high:  # type: ignore[operator]
        return f"{operation.number} must be {operation.low:g}..{operation.high:g}"
    return ""


def facts_of(state: DeviceState | None) -> dict[str, Any]:
    """A state as a result keeps it: value, availability, and the numbers an operation can set."""
    if state is None:
        return {"value": None, "available": False}
    numbers = {k: v for k, v in state.attributes.items() if k in SETTINGS}
    return {"value": state.value, "available": state.available, **numbers}


def said_of(facts: Mapping[str, Any], operation: DeviceOperation) -> str:
    """The same in a summary: `on, brightness 77`."""
    name = operation.parameter or operation.moves or (operation.holds or ("",))[0]
    found = facts.get(name)
    if found is None:
        return f"{facts['value']}"
    shown = f"{found:g}" if isinstance(found, int | float) else f"{found}"
    return f"{facts['value']}, {name} {shown}"


def shown_of(name: str, value: object) -> Bilingual | None:
    """A setting as a person reads it: `50%`, `24°C`, `赤`; None where it has no such form."""
    if name == "color" and (color := read_color(value)) is not None:
        return called(color)
    if not isinstance(value, int | float) or isinstance(value, bool) or name not in NUMBERS:
        return None
    shown = NUMBERS[name].shown(value)
    return Bilingual(shown, shown)
