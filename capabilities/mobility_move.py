"""Mobility 移動: drives the wheeled base to a room or stops it; a dead-man in the base guards the
wheels.

Operations and arguments:

- `go_to_room` `{"room": str}`: drive there. Inverse: `go_to_room` back to the room before.
- `stop` `{}`: stop now; always allowed, takes no resource, never waits.

Return value: `success` when the base is seen standing in the room; `partial` when it was stopped
or gave up in another room than it began in; `no_effect` when it stood there already (or, for
`stop`, when nothing moved; `reason` `already_so`). `result_payload`: `room`, `before`, `after`,
`took_s`.

Failure classes: `bad_arguments` (no `room`), `unknown_room` (no way there), `offline` (the base
does not answer), `stuck` (wheels turn or should, but it does not get on), `stopped` (stopped before
it left the room), `late` (this process sent no sign of life for too long, so the base's dead-man
stopped it), `lost` (it does not know which room it is in), `unknown_operation`.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import DEAD_MAN_S, Drive, DriveUnavailable
from companion.ports.clock import Clock
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.result import ActionResult, ResultStatus
from companion.words.travel import GO, MOBILITY, STOP, go_label
from companion.words.verb import Verb

ALREADY = "already_so"
"""Reason of a `no_effect`: it stood there, or stood still, before."""

SPEC = CapabilitySpec(
    name=MOBILITY,
    label=Bilingual("移動", "Movement"),
    operations=(
        OperationSpec(
            name=GO,
            label=Bilingual("部屋へ行く", "go to a room"),
            risk=RiskTier.REVERSIBLE,
            parameters={"room": {"type": "string"}},
            inverse=GO,
            verb=Verb(ja="{}へ行く", en="go to {}", past="went to {}", itself="be reached"),
        ),
        OperationSpec(
            name=STOP,
            label=Bilingual("止まる", "stop moving"),
            risk=RiskTier.TALK,
            verb=Verb(ja="止まる", en="stop moving", past="stopped moving"),
        ),
    ),
    resources=("body",),
)


class Settings(BaseModel):
    """Settings of the limits of one drive."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    keep_alive_s: float = Field(
        0.2, gt=0, le=0.25, description="keep-alive period; two may be lost before 0.5 s"
    )
    stuck_s: float = Field(30.0, gt=0, description="give up after so long without a new room")


class MobilityMove:
    """Capability that drives while it sends keep-alives, and tells where the base was seen to
    end."""

    SPEC = SPEC

    def __init__(
        self, settings: Settings, drive: Drive, clock: Clock, places: tuple[Place, ...]
    ) -> None:
        self._settings = settings
        self._drive = drive
        self._clock = clock
        self._halted = asyncio.Event()
        self._names: Mapping[str, Bilingual] = {p.id: p.name for p in places}

    def availability(self) -> Availability:
        """Usable where there is anywhere to go."""
        if self._drive.rooms():
            return Availability(available=True)
        reason = Bilingual("行ける部屋が設定されていない", "no rooms are configured to drive to")
        return Availability(available=False, reason=reason)

    def options(self) -> tuple[ActionOption, ...]:
        """Every other room; and to stop, while it moves."""
        here, moving = self._drive.position()
        rooms = tuple(self._option(room) for room in self._drive.rooms() if room != here)
        stop = ActionOption(operation=STOP, payload={}, label=SPEC.operations[1].label)
        return (*rooms, stop) if moving else rooms

    async def perform(self, call: ActionCall) -> ActionResult:
        """Drive or stop, then tell where it stands."""
        began_s = self._clock.monotonic()
        before = self._drive.position()[0]
        if call.operation == STOP:
            return await self._stop(call, before, began_s)
        if call.operation != GO:
            return self._result(call, ResultStatus.FAILED, before, began_s, "unknown_operation")
        room = call.payload.get("room")
        if not isinstance(room, str) or not room:
            return self._result(call, ResultStatus.FAILED, before, began_s, "bad_arguments")
        if room not in self._drive.rooms():
            return self._result(call, ResultStatus.FAILED, before, began_s, "unknown_room")
        if self._drive.position() == (room, False):
            return self._result(call, ResultStatus.NO_EFFECT, before, began_s)
        failure = await self._go(room)
        return self._judged(call, room, before, began_s, failure)

    async def _go(self, room: str) -> str:
        """Drive until it stands; gives what went wrong on the way, or ""."""
        self._halted.clear()
        try:
            await self._drive.go_to(room)
            return await self._keep_alive()
        except DriveUnavailable:
            return "offline"
        finally:
            # Also when this task is cancelled: never leave the wheels to the dead-man alone.
            with contextlib.suppress(DriveUnavailable):
                await asyncio.shield(self._drive.stop())

    async def _keep_alive(self) -> str:
        room, moving = self._drive.position()
        since = self._clock.monotonic()
        while moving:
            await self._drive.keep_alive()
            told_at = self._clock.monotonic()
            await self._next_turn()
            late = self._clock.monotonic() - told_at >= DEAD_MAN_S
            here, moving = self._drive.position()
            if late and not moving and not self._halted.is_set():
                return "late"
            if here != room:
                room, since = here, self._clock.monotonic()
            if moving and self._clock.monotonic() - since > self._settings.stuck_s:
                return "stuck"
        # It stands: does it still answer? A base that went dead did not stop by a wish.
        await self._drive.keep_alive()
        return ""

    async def _next_turn(self) -> None:
        """Until the next sign of life is due; a stop ends it at once, so that who was stopped
        still says where it stands."""
        with contextlib.suppress(TimeoutError):
            await self._clock.wait_for(self._halted.wait(), self._settings.keep_alive_s)

    def _judged(
        self, call: ActionCall, room: str, before: str, began_s: float, failure: str
    ) -> ActionResult:
        """The status follows from where it is seen to stand, not from what was tried."""
        after = self._drive.position()[0]
        if after == room:
            return self._result(call, ResultStatus.SUCCESS, before, began_s)
        if not after:
            return self._result(call, ResultStatus.FAILED, before, began_s, "lost")
        if after != before:
            return self._result(call, ResultStatus.PARTIAL, before, began_s, failure or "stopped")
        return self._result(call, ResultStatus.FAILED, before, began_s, failure or "stopped")

    async def _stop(self, call: ActionCall, before: str, began_s: float) -> ActionResult:
        moving = self._drive.position()[1]
        await self._drive.stop()
        self._halted.set()
        if self._drive.position()[1]:
            return self._result(call, ResultStatus.FAILED, before, began_s, "offline")
        status = ResultStatus.SUCCESS if moving else ResultStatus.NO_EFFECT
        return self._result(call, status, before, began_s)

    def _result(
        self, call: ActionCall, status: ResultStatus, before: str, began_s: float, failure: str = ""
    ) -> ActionResult:
        after = self._drive.position()[0]
        facts: dict[str, Any] = {
            "room": call.payload.get("room", ""),
            "before": before,
            "after": after,
            "took_s": round(self._clock.monotonic() - began_s, 3),
        }
        if status is ResultStatus.NO_EFFECT:
            facts["reason"] = ALREADY
        moved = call.operation == GO and "" not in (before, after) and after != before
        why = f" ({failure})" if failure else ""
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=status,
            summary_text=f"{call.operation}: {status.value}{why}, {before} -> {after}",
            observed_at=self._clock.now(),
            result_payload=facts,
            failure_class=failure if status is not ResultStatus.SUCCESS else "",
            inverse=ActionCall(
                operation=GO,
                payload={"room": before},
                decision_event_id=call.decision_event_id,
            )
            if moved
            else None,
            decision_event_id=call.decision_event_id,
        )

    def _option(self, room: str) -> ActionOption:
        name = self._names.get(room, Bilingual(room, room))
        return ActionOption(operation=GO, payload={"room": room}, label=go_label(name))


def build(
    settings: Settings, *, drive: Drive, clock: Clock, places: tuple[Place, ...]
) -> MobilityMove:
    """Build the capability over a drive that was switched on."""
    return MobilityMove(settings, drive, clock, places)
