"""Execution room: performs an act, then looks; the result is what was observed.

Priority, conflicts and retries are told in README.md beside this file.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.ports.acts import ActBook
from companion.ports.capability import Capability, Catalogue, LooksAgain
from companion.ports.clock import Clock
from companion.rooms.execution.resources import ResourceBusy, Resources, resources_of
from companion.words.capability import ActionCall, OperationSpec
from companion.words.decision import ActionDecision
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

log = logging.getLogger(__name__)

READ_RETRIES = 2
"""Retries of a read-only observation; devices and motion are never tried again."""

STOP = "stop"
"""The operation that ends what a capability does; it never waits for a resource."""

STOP_GRACE_S = 1.0
"""How long a stopped action may take to come to rest and say what it did by then."""

LOOKS_S = (5.0, 10.0, 20.0, 40.0, 80.0)
"""How long each further look at an open outcome lasts: twice as long each time, so about two and
a half minutes; a device that has not said a word by then will not."""

_THINGS = ("device_id", "device_ids", "room")
"""Keys of a payload that name what was acted on; a failure keeps them, so that it can be told."""

_NOT_WORTH_RETRYING = frozenset(
    {"unavailable", "bad_arguments", "bad_parameters", "unknown_operation", "privacy_on"}
)


Look = Callable[[], Awaitable[Bilingual | None]]
"""The last look before an act: which fact that carried it no longer holds; None: all of them do."""


class NoLongerSo(Exception):
    """Error: a fact behind the act changed while it waited; nothing was done."""

    def __init__(self, reason: Bilingual) -> None:
        super().__init__(reason.en)
        self.reason = reason


@dataclass(eq=False)
class _Run:
    """Action that is running."""

    capability: Capability
    task: asyncio.Task[ActionResult]
    stopped_for: str = ""


class Execution:
    """Room that performs approved decisions, one at a time per resource."""

    def __init__(
        self,
        catalogue: Catalogue,
        clock: Clock,
        resources: Resources | None = None,
        acts: ActBook | None = None,
    ) -> None:
        """`acts`: where each act is claimed before its effect; None where nothing lasts."""
        self._acts = acts
        self._catalogue = catalogue
        self._clock = clock
        self._resources = resources or Resources(clock)
        self._runs: set[_Run] = set()
        self._stopped_for: list[str] = []
        self._begun: Counter[str] = Counter()
        """Actions begun per resource: a newer one ends the looking after an older."""

    async def perform(
        self, decision: ActionDecision, decision_event_id: EventId, last_look: Look | None = None
    ) -> ActionResult:
        """Do it and give the observed result, whatever happens; only cancellation raises.

        `last_look` is taken once the act need not wait for anything any more. Raises `NoLongerSo`
        where it finds a reason; nothing was begun then.
        """
        name, _, operation = decision.action_type.partition(".")
        call = ActionCall(
            operation=operation,
            payload=decision.action_payload,
            decision_event_id=decision_event_id,
        )
        capability = self._catalogue.get(name)
        spec = capability.SPEC.operation(operation) if capability is not None else None
        if capability is None or spec is None:
            result = self._failed(name, call, "unavailable", "no such operation")
        else:
            result = await self._perform(capability, spec, call, last_look)
        return replace(result, decision_event_id=decision_event_id)

    async def look_again(
        self, decision: ActionDecision, result: ActionResult
    ) -> ActionResult | None:
        """Look again at an open outcome. Gives the later result; None if nothing came, or if a
        newer act was begun on the same thing. A command is never sent again."""
        capability = self._catalogue.get(result.capability)
        if not isinstance(capability, LooksAgain):
            return None
        call = ActionCall(
            operation=result.operation,
            payload=decision.action_payload,
            decision_event_id=result.decision_event_id,
        )
        touched = resources_of(capability.SPEC, call)
        begun = [self._begun[name] for name in touched]
        for within_s in LOOKS_S:
            found = await capability.look_again(call, result, within_s)
            if [self._begun[name] for name in touched] != begun:
                return None
            if found is not None:
                return replace(found, decision_event_id=result.decision_event_id)
        return None

    async def stop(self, reason: str) -> tuple[EventId, ...]:
        """Stop everything under way; each ends with a result that says why.

        First each capability's own `stop` (so that it can say how far it came), then, after
        a grace, cancellation. Gives the decisions that were stopped.
        """
        runs = tuple(r for r in self._runs if not r.task.done())
        for run in runs:
            run.stopped_for = reason
        self._stopped_for.append(reason)
        doing = {r.capability.SPEC.name: r.capability for r in runs}
        await asyncio.gather(*(self._stop_own(c) for c in doing.values()))
        tasks = [run.task for run in runs]
        if tasks:
            await self._grace(tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return tuple(EventId(int(task.get_name().rpartition("#")[2])) for task in tasks)

    async def _grace(self, tasks: list[asyncio.Task[ActionResult]]) -> None:
        """Until all have come to rest, or the grace is over by the household's clock or by real
        time, whichever is first: simulated time may stand still, a stop may not."""
        ended = asyncio.ensure_future(asyncio.wait(tasks))
        late = asyncio.ensure_future(self._clock.sleep(STOP_GRACE_S))
        race = {ended, late}
        try:
            await asyncio.wait(race, timeout=STOP_GRACE_S, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in race:
                one.cancel()
            await asyncio.gather(*race, return_exceptions=True)

    def running(self) -> tuple[str, ...]:
        """Acts that are under way, for the page and the blackboard."""
        return tuple(sorted(run.task.get_name() for run in self._runs))

    def busy(self) -> tuple[str, ...]:
        """Resources held now."""
        return self._resources.busy()

    async def _perform(
        self,
        capability: Capability,
        spec: OperationSpec,
        call: ActionCall,
        last_look: Look | None,
    ) -> ActionResult:
        name = capability.SPEC.name
        availability = capability.availability()
        if not availability.available:
            why = availability.reason.en if availability.reason else "not available"
            return self._failed(name, call, "unavailable", why)
        ends = spec.interrupts or call.operation == STOP
        needed = frozenset() if ends else resources_of(capability.SPEC, call)
        stops = len(self._stopped_for)
        try:
            async with self._resources.hold(needed):
                if len(self._stopped_for) > stops:
                    why = f"stopped while waiting: {self._stopped_for[-1]}"
                    return self._failed(name, call, "stopped", why)
                if last_look is not None and (gone := await last_look()) is not None:
                    raise NoLongerSo(gone)
                if not await self._claimed(spec, call):
                    return self._failed(name, call, "begun_before", "it was begun once already")
                return await self._watched(capability, spec, call)
        except ResourceBusy as busy:
            return self._failed(name, call, "busy", f"{busy} was not free in time")

    async def _claimed(self, spec: OperationSpec, call: ActionCall) -> bool:
        """Claim it on the disk before its effect, so that no crash makes it happen twice.
        A look has no effect, and a stop never waits for a disk and may come twice."""
        if self._acts is None or spec.read_only or call.operation == STOP:
            return True
        return await self._acts.begin(call.decision_event_id)

    async def _watched(
        self, capability: Capability, spec: OperationSpec, call: ActionCall
    ) -> ActionResult:
        """Run it as a task of its own, so that `stop` ends the action and not the walk."""
        name = f"{capability.SPEC.name}.{call.operation} #{call.decision_event_id}"
        task = asyncio.create_task(self._tried(capability, spec, call), name=name)
        run = _Run(capability, task)
        self._begun.update(resources_of(capability.SPEC, call))
        self._runs.add(run)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._runs.discard(run)
        if task.cancelled():
            return self._failed(
                capability.SPEC.name, call, "stopped", f"stopped: {run.stopped_for}"
            )
        return _with_reason(task.result(), run.stopped_for)

    async def _tried(
        self, capability: Capability, spec: OperationSpec, call: ActionCall
    ) -> ActionResult:
        result = await self._once(capability, call)
        for _ in range(READ_RETRIES if spec.read_only else 0):
            if result.status is not ResultStatus.FAILED:
                break
            if result.failure_class in _NOT_WORTH_RETRYING:
                break
            result = await self._once(capability, call)
        return result

    async def _once(self, capability: Capability, call: ActionCall) -> ActionResult:
        try:
            return await capability.perform(call)
        # The edge DESIGN 3 grants to execution: a mistake in one capability must end as a
        # result that says so, never as the end of the walk.
        except Exception as error:
            log.exception("%s.%s crashed", capability.SPEC.name, call.operation)
            why = f"{type(error).__name__}: {error}"
            return self._failed(capability.SPEC.name, call, "crashed", why)

    async def _stop_own(self, capability: Capability) -> None:
        if capability.SPEC.operation(STOP) is not None:
            call = ActionCall(operation=STOP, payload={}, decision_event_id=EventId(0))
            await self._once(capability, call)

    def _failed(self, name: str, call: ActionCall, failure: str, why: str) -> ActionResult:
        payload: dict[str, Any] = {"why": why}
        payload |= {k: v for k, v in call.payload.items() if k in _THINGS}
        return ActionResult(
            capability=name,
            operation=call.operation,
            status=ResultStatus.FAILED,
            summary_text=f"{name}.{call.operation} failed: {why}",
            observed_at=self._clock.now(),
            result_payload=payload,
            failure_class=failure,
        )


def _with_reason(result: ActionResult, stopped_for: str) -> ActionResult:
    """Add why it was stopped to what it observed by then."""
    if not stopped_for or result.status is ResultStatus.SUCCESS:
        return result
    return replace(result, result_payload={**result.result_payload, "stopped_for": stopped_for})
