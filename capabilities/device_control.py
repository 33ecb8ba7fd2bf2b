"""Device control 機器操作: switches the home's devices, then looks whether they really switched.

Payload of every operation: `device_id` (string), or `device_ids` (list) for one act on several
devices at once, and the operation's own parameters; `all_turn_on` and `all_turn_off` take devices
of several kinds. The result of several keeps each one's own under `parts` and is `success` only
where all were seen to be as wanted (`home/device_group.py`).

`result_payload` of one device: `device_id`, `domain`, `before`, `expected`, `after` (value and
attributes), `observed` (a report came after the command), `evidence` (who stands behind it:
`own_report`, `witnessed`, `contradicted`), `took_s`, and with `no_effect` a `reason`
(`already_so`, `no_change`, `not_reached`).

Status comes from the observed post-state within the kind's time limit: `success` (expected
state seen), `partial` (moved toward it, did not arrive), `no_effect` (there, but reported
nothing different, or was so already), `failed`. Failure classes:

- `bad_parameters`: unknown operation, or parameters the device does not take; nothing sent
- `device_unknown`, `device_unavailable`, `house_unreachable`: nothing sent, nothing queued
- `outcome_unknown`: sent, but it could not be observed what came of it; never sent again
- `wrong_state`: the device ended in a state nobody asked for
- `contradicted`: the device says it is so, and a sensor of the same room felt nothing (ADR 0014)

What was not seen in time can be looked at again: `look_again` waits for the device's next word.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.home.device_goal import (
    DeviceGoal,
    facts_of,
    judged,
    mode_of,
    said_of,
    way_back,
    wrong_parameter,
)
from companion.home.device_group import each_call, parts_of, together
from companion.home.device_kind import DeviceOperation
from companion.home.device_offer import offers
from companion.home.device_operation import operations_of, row_for
from companion.home.device_spec import STOP, device_specs
from companion.home.evidence import Evidence, Reading, number_of, weigh, witnesses
from companion.home.kinds import KIND_BY_NAME
from companion.ports.clock import Clock
from companion.ports.house import (
    CommandUnconfirmed,
    DeviceUnavailable,
    DeviceUnknown,
    House,
    HouseUnreachable,
)
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    RiskTier,
)
from companion.words.device import Device, DeviceCommand, DeviceState
from companion.words.device_report import MOVING
from companion.words.facts import acted_of
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus, state_before

NAME = "device_control"


class Settings(BaseModel):
    """Settings of how long to wait for the observed state, seconds, per kind of device."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    light_s: float = Field(3.0, gt=0, description="time limit for a light or a switch")
    fan_s: float = Field(3.0, gt=0, description="time limit for a fan")
    cover_s: float = Field(45.0, gt=0, description="time limit for a cover's whole way")
    stall_s: float = Field(10.0, gt=0, description="a cover that rests this long off its target")
    climate_s: float = Field(5.0, gt=0, description="time limit for a thermostat's target")
    lock_s: float = Field(10.0, gt=0, description="time limit for a lock")
    media_s: float = Field(5.0, gt=0, description="time limit for a media player")
    vacuum_s: float = Field(10.0, gt=0, description="time limit for a vacuum to set off")
    scene_s: float = Field(5.0, gt=0, description="time limit for a scene or script to start")
    settle_s: float = Field(0.5, gt=0, description="how long to look when it was so already")
    witness_s: float = Field(2.0, gt=0, description="how long to wait for a light meter's word")

    def limit_s(self, kind: str) -> float:
        """The time limit of one kind."""
        found = KIND_BY_NAME[kind]
        own: float = getattr(self, found.limit_setting, found.limit_s)
        return own


SPEC = CapabilitySpec(
    name=NAME, label=Bilingual("機器操作", "device control"), operations=device_specs()
)


@dataclass(slots=True)
class _Attempt:
    """One command to one device, from its sending to its observed state."""

    call: ActionCall
    device: Device
    goal: DeviceGoal
    began: float
    before: DeviceState | None
    after: DeviceState | None = None
    observed: bool = False
    doubtful: bool = False
    """No confirmation came, or the device was gone in between: `unchanged` proves nothing."""
    readings: dict[DeviceId, Reading] = field(default_factory=dict)
    """Readings of other sensors in the room."""
    crowded: bool = False
    """Another device of the room acts at the same time: what a sensor feels proves nothing."""
    halted: bool = False
    """It was told to stop meanwhile: where it stands is where it stays."""

    def hear(self, state: DeviceState) -> None:
        """One report of anything in the home."""
        if state.device_id == self.device.id:
            self.observed = True
            self.doubtful |= not state.available
        elif (reading := self.readings.get(state.device_id)) is not None:
            self.readings[state.device_id] = reading.then(number_of(state), self.observed)

    def evidence(self) -> Evidence:
        """Evidence behind the device's report."""
        return weigh(self.goal.operation, self.readings)


class DeviceControl:
    """Capability: one operation on one device, judged by what was seen afterwards."""

    SPEC = SPEC

    def __init__(self, settings: Settings, house: House, clock: Clock) -> None:
        self._settings = settings
        self._house = house
        self._clock = clock
        self._going: list[_Attempt] = []
        """Under way: sent, and looked at."""

    def availability(self) -> Availability:
        """Usable while the home is reached and has something to switch."""
        if not self._house.connected():
            return Availability(
                available=False,
                reason=Bilingual(
                    "家の機器につながりません。ブローカーを確かめてください",
                    "the home cannot be reached; check the broker",
                ),
            )
        if not any(device.operations for device in self._house.devices()):
            return Availability(
                available=False,
                reason=Bilingual("操作できる機器がありません", "no device to switch was announced"),
            )
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """Every operation that would change something now, per device with a known state."""
        return tuple(
            option
            for device in self._house.devices()
            for option in offers(device, self._house.state(device.id))
        )

    async def perform(self, call: ActionCall) -> ActionResult:
        """Send once to each, look until the time limit, tell what was seen."""
        if call.operation == STOP:
            return await self._stop_all(call)
        if "device_ids" not in call.payload:
            return await self._perform(call)
        try:
            calls = each_call(call)
        except ValueError as error:
            return self._refused(call, "bad_parameters", str(error))
        areas = Counter(self._area(one) for one in calls)
        doing = (self._perform(one, crowded=areas[self._area(one)] > 1) for one in calls)
        return together(call, await asyncio.gather(*doing), self._clock.now())

    def _area(self, call: ActionCall) -> str:
        device = self._house.device(DeviceId(str(call.payload.get("device_id", ""))))
        return device.area if device is not None else ""

    async def _perform(self, call: ActionCall, *, crowded: bool = False) -> ActionResult:
        device_id = DeviceId(str(call.payload.get("device_id", "")))
        device = self._house.device(device_id)
        if device is None:
            return self._refused(call, "device_unknown", "no such device")
        operation = row_for(call.operation, device)
        if operation is None:
            return self._refused(call, "bad_parameters", "the device does not take this operation")
        wrong = wrong_parameter(operation, call.payload)
        if wrong:
            return self._refused(call, "bad_parameters", wrong)
        before = self._house.state(device_id)
        goal = _goal(operation, call, before)
        attempt = _Attempt(call, device, goal, self._clock.monotonic(), before, crowded=crowded)
        if goal.reached(before) and operation.risk >= RiskTier.ASK:
            attempt.after = before  # nothing to gain, and a gate's `open` may toggle it
            return self._judge(attempt)
        return await self._do(attempt)

    async def _do(self, attempt: _Attempt) -> ActionResult:
        reports = self._house.changes()
        if not attempt.crowded:
            around = [(d, self._house.state(d.id)) for d in self._house.devices()]
            attempt.readings = witnesses(attempt.goal.operation, attempt.device, around)
        try:
            await self._house.command(_command(attempt))
        except CommandUnconfirmed:
            attempt.doubtful = True
        except HouseUnreachable as error:
            return self._refused(attempt.call, "house_unreachable", str(error))
        except DeviceUnavailable:
            return self._refused(attempt.call, "device_unavailable", "the device is offline")
        except DeviceUnknown:
            return self._refused(attempt.call, "device_unknown", "no such device any more")
        except ValueError as error:
            return self._refused(attempt.call, "bad_parameters", str(error))
        if attempt.goal.operation.does == "stop":
            self._halt(attempt.device.id)
        self._going.append(attempt)
        try:
            await self._look(attempt, reports)
        finally:
            self._going.remove(attempt)
        return self._judge(attempt)

    def _halt(self, device_id: DeviceId) -> None:
        for attempt in self._going:
            attempt.halted |= attempt.device.id == device_id

    async def _stop_all(self, call: ActionCall) -> ActionResult:
        """Stop every device that moves because of us; each act then tells where it stands."""
        stopped: list[str] = []
        for attempt in tuple(self._going):
            device = attempt.device
            if "stop" not in device.operations or self._rests(device.id):
                continue
            attempt.halted = True
            with contextlib.suppress(ConnectionError, LookupError, ValueError):
                await self._house.command(DeviceCommand(device_id=device.id, operation="stop"))
                stopped.append(device.id)
        return ActionResult(
            capability=NAME,
            operation=STOP,
            status=ResultStatus.SUCCESS if stopped else ResultStatus.NO_EFFECT,
            summary_text=f"stop was sent to {len(stopped)} devices",
            observed_at=self._clock.now(),
            result_payload={"device_ids": stopped, "observed": False},
            decision_event_id=call.decision_event_id,
        )

    async def _look(self, attempt: _Attempt, reports: AsyncIterator[DeviceState]) -> None:
        """Wait for the wanted state; at most the kind's limit, less where it is in vain."""
        goal, device_id = attempt.goal, attempt.device.id
        already = goal.reached(attempt.before)
        kind = goal.operation.kind
        limit_s = self._settings.settle_s if already else self._settings.limit_s(kind)
        deadline = self._clock.monotonic() + limit_s
        while (left_s := deadline - self._clock.monotonic()) > 0:
            if attempt.observed and KIND_BY_NAME[kind].travels and self._rests(device_id):
                stall_s = self._settings.settle_s if attempt.halted else self._settings.stall_s
                left_s = min(left_s, stall_s)
            state = await self._next(reports, left_s)
            if state is None:
                break
            attempt.hear(state)
            if state.device_id == device_id and goal.reached(state) and not already:
                await self._ask_witnesses(attempt, reports)
                break
        attempt.after = self._house.state(device_id)

    async def _ask_witnesses(self, attempt: _Attempt, reports: AsyncIterator[DeviceState]) -> None:
        """The device said its word; wait a moment for what the room's light meter says."""
        deadline = self._clock.monotonic() + self._settings.witness_s
        while attempt.readings and attempt.evidence() is not Evidence.WITNESSED:
            state = await self._next(reports, deadline - self._clock.monotonic())
            if state is None:
                break
            attempt.hear(state)

    async def _next(
        self, reports: AsyncIterator[DeviceState], within_s: float
    ) -> DeviceState | None:
        if within_s <= 0:
            return None
        try:
            return await self._clock.wait_for(anext(reports), within_s)
        except TimeoutError:
            return None

    async def look_again(
        self, call: ActionCall, result: ActionResult, within_s: float
    ) -> ActionResult | None:
        """The device's next word after a result that left it open; nothing is sent."""
        if "device_ids" in call.payload:
            return await self._look_at_all(call, result, within_s)
        device = self._house.device(DeviceId(str(call.payload.get("device_id", ""))))
        operation = row_for(call.operation, device) if device is not None else None
        if device is None or operation is None:
            return None
        before = state_before(device.id, result)
        goal = _goal(operation, call, before)
        attempt = _Attempt(call, device, goal, self._clock.monotonic(), before, observed=True)
        reports, deadline = self._house.changes(), attempt.began + within_s
        state = self._house.state(device.id)
        if state is not None and state.at <= result.observed_at:
            state = None
        while state is None or state.device_id != device.id or not goal.reached(state):
            state = await self._next(reports, deadline - self._clock.monotonic())
            if state is None:
                return self._came_nearer(attempt, result)
        attempt.after = state
        return self._result(attempt, ResultStatus.SUCCESS)

    async def _look_at_all(
        self, call: ActionCall, result: ActionResult, within_s: float
    ) -> ActionResult | None:
        """News of any of several that were left open; the others stay as they were told."""
        if not (parts := parts_of(result)):
            return None
        looks = (
            self.look_again(one, part, within_s) if part.unsettled else _settled()
            for one, part in zip(each_call(call), parts, strict=True)
        )
        found = await asyncio.gather(*looks)
        if not any(found):
            return None
        now = [new or old for new, old in zip(found, parts, strict=True)]
        return together(call, now, self._clock.now())

    def _came_nearer(self, attempt: _Attempt, result: ActionResult) -> ActionResult | None:
        """Result after the last report: the device may rest nearer the goal than was told."""
        after, before = self._house.state(attempt.device.id), attempt.before
        if after is None or before is None or not self._rests(attempt.device.id):
            return None
        if facts_of(after) == acted_of(result).after:
            return None
        if not attempt.goal.nearer(before, after):
            return None
        attempt.after = after
        return self._result(attempt, ResultStatus.PARTIAL)

    def _rests(self, device_id: DeviceId) -> bool:
        state = self._house.state(device_id)
        return state is not None and state.available and state.value not in MOVING

    def _judge(self, attempt: _Attempt) -> ActionResult:
        """Name what was seen."""
        found = judged(attempt.goal, attempt.after, attempt.evidence(), doubtful=attempt.doubtful)
        return self._result(
            attempt, found.status, failure_class=found.failure_class, reason=found.reason
        )

    def _result(
        self, attempt: _Attempt, status: ResultStatus, *, failure_class: str = "", reason: str = ""
    ) -> ActionResult:
        took_s = round(self._clock.monotonic() - attempt.began, 3)
        device, operation = attempt.device, attempt.goal.operation
        was, now = facts_of(attempt.before), facts_of(attempt.after)
        why = failure_class or reason
        payload = {
            "device_id": device.id,
            "domain": device.domain.value,
            "before": was,
            "expected": attempt.goal.expected(),
            "after": now,
            "observed": attempt.observed,
            "evidence": attempt.evidence().value,
            "took_s": took_s,
        }
        changed = status is not ResultStatus.NO_EFFECT and failure_class != "outcome_unknown"
        return ActionResult(
            capability=NAME,
            operation=operation.name,
            status=status,
            summary_text=f"{device.id} {operation.does}: {status}{why and f' ({why})'}; "
            f"{said_of(was, operation)} -> {said_of(now, operation)} in {took_s:.1f} s",
            observed_at=self._clock.now(),
            result_payload=payload | ({"reason": reason} if reason else {}),
            failure_class=failure_class,
            inverse=self._inverse(attempt) if changed else None,
            decision_event_id=attempt.call.decision_event_id,
        )

    def _refused(self, call: ActionCall, failure_class: str, why: str) -> ActionResult:
        """Result of an act that was not sent."""
        device_id = str(call.payload.get("device_id", ""))[:80]
        return ActionResult(
            capability=NAME,
            operation=call.operation,
            status=ResultStatus.FAILED,
            summary_text=f"{call.operation} was not sent: {failure_class}",
            observed_at=self._clock.now(),
            result_payload={"device_id": device_id, "detail": why, "observed": False},
            failure_class=failure_class,
            decision_event_id=call.decision_event_id,
        )

    def _inverse(self, attempt: _Attempt) -> ActionCall | None:
        """The act that leads back to the state seen before; None where that is not known."""
        before, operation = attempt.before, attempt.goal.operation
        if before is None or before.value is None:
            return None
        can = {o.does: o for o in operations_of(attempt.device)}
        back = way_back(operation, before, can)
        if back is None:
            return None
        payload: dict[str, Any] = {"device_id": attempt.device.id}
        if name := back.parameter:
            payload[name] = mode_of(before, back) if name == "mode" else before.attributes[name]
        return ActionCall(
            operation=back.name,
            payload=payload,
            decision_event_id=attempt.call.decision_event_id,
        )


async def _settled() -> None:
    return None


def _goal(operation: DeviceOperation, call: ActionCall, before: DeviceState | None) -> DeviceGoal:
    closing = call.payload.get("closing") is True
    return DeviceGoal(operation, call.payload.get(operation.parameter), before, closing)


def _command(attempt: _Attempt) -> DeviceCommand:
    rest = {k: v for k, v in attempt.call.payload.items() if k not in ("device_id", "closing")}
    return DeviceCommand(
        device_id=attempt.device.id, operation=attempt.goal.operation.does, parameters=rest
    )


def build(settings: Settings, *, house: House, clock: Clock) -> DeviceControl:
    """Build the capability."""
    return DeviceControl(settings, house, clock)
