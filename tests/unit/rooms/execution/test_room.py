"""Execution: one action per resource, no retries but for looks, stop, crashes as results."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.rooms.execution.resources import Resources
from companion.rooms.execution.room import Execution, NoLongerSo
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    RiskTier,
)
from companion.words.decision import ActionDecision
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import CatalogueTwin, decision, operation

SPEC = CapabilitySpec(
    name="toy",
    label=Bilingual("玩具", "Toy"),
    operations=(
        operation("work", "働く", "work"),
        operation("begin", "始める", "begin"),
        operation("look", "見る", "look", RiskTier.TALK, read_only=True),
        operation("stop", "止まる", "stop", RiskTier.TALK),
    ),
    resources=("body",),
)


@dataclass
class Toy:
    """A capability that takes 5 s, unless told otherwise; knows how to stop itself."""

    clock: JumpClock
    answers: list[str] = field(default_factory=list)
    listens: bool = True
    SPEC: CapabilitySpec = SPEC
    at_work: int = 0
    most_at_work: int = 0
    calls: list[str] = field(default_factory=list)
    halt: asyncio.Event = field(default_factory=asyncio.Event)
    available: bool = True
    rests_s: float = 0.0
    """How long it takes to come to rest once it was stopped."""

    def availability(self) -> Availability:
        return Availability(available=self.available, reason=Bilingual("休み", "resting"))

    def options(self) -> tuple[ActionOption, ...]:
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        self.calls.append(call.operation)
        if call.operation == "stop":
            if self.listens:
                self.halt.set()
            return self._result(call, ResultStatus.SUCCESS)
        if call.operation == "look":
            return self._look(call)
        return await self._work(call)

    def _look(self, call: ActionCall) -> ActionResult:
        answer = self.answers.pop(0)
        if answer == "bug":
            raise ZeroDivisionError("a mistake")
        status = ResultStatus.SUCCESS if answer == "ok" else ResultStatus.FAILED
        return self._result(call, status, "" if answer == "ok" else answer)

    async def _work(self, call: ActionCall) -> ActionResult:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        try:
            await self.clock.wait_for(self.halt.wait(), 5)
        except TimeoutError:
            return self._result(call, ResultStatus.SUCCESS)
        finally:
            self.at_work -= 1
        if self.rests_s:
            await self.clock.sleep(self.rests_s)
        return self._result(call, ResultStatus.PARTIAL)

    def _result(self, call: ActionCall, status: ResultStatus, failure: str = "") -> ActionResult:
        return ActionResult(
            capability="toy",
            operation=call.operation,
            status=status,
            summary_text="",
            observed_at=EVENING,
            failure_class=failure,
        )


def work(device: str = "") -> ActionDecision:
    return decision("toy.work", {"device_id": device} if device else {})


def workshop(**more: Any) -> tuple[Execution, Toy, JumpClock]:
    clock = JumpClock()
    toy = Toy(clock, **more)
    return Execution(CatalogueTwin(toy), clock, Resources(clock, busy_limit_s=12)), toy, clock


async def test_the_result_names_its_decision() -> None:
    """B-079: 1:1, set here and nowhere else."""
    execution, _, clock = workshop()
    result = await execution.perform(work(), EventId(7))
    assert (result.status, result.decision_event_id) == (ResultStatus.SUCCESS, 7)
    assert clock.monotonic() == 5
    assert execution.running() == ()


@pytest.mark.parametrize("operation", ["work", "begin"])
async def test_one_at_a_time_per_resource(operation: str) -> None:
    """S-08: the second waits for the body; both are done. Only a stop goes past, whatever sorts
    before it."""
    execution, toy, clock = workshop()
    act = decision(f"toy.{operation}", {})
    results = await asyncio.gather(*(execution.perform(act, EventId(i)) for i in (1, 2)))
    assert [r.status for r in results] == ["success", "success"]
    assert toy.most_at_work == 1
    assert clock.monotonic() == 10


async def test_who_waits_too_long_is_not_done_late() -> None:
    """S-08, F15: after the limit it fails as `busy`, and is not begun."""
    execution, toy, _ = workshop()
    results = await asyncio.gather(*(execution.perform(work(), EventId(i)) for i in (1, 2, 3, 4)))
    assert [r.failure_class for r in results] == ["", "", "", "busy"]
    assert toy.calls.count("work") == 3


async def test_devices_hold_themselves() -> None:
    """S-08: two devices side by side, one device one after the other."""
    clock = JumpClock()
    free = CapabilitySpec(name="toy", label=SPEC.label, operations=SPEC.operations)
    toy = Toy(clock, SPEC=free)
    execution = Execution(CatalogueTwin(toy), clock)
    await asyncio.gather(
        execution.perform(work("light.a"), EventId(1)),
        execution.perform(work("light.b"), EventId(2)),
    )
    assert (toy.most_at_work, clock.monotonic()) == (2, 5)
    await asyncio.gather(
        execution.perform(work("light.a"), EventId(3)),
        execution.perform(work("light.a"), EventId(4)),
    )
    assert clock.monotonic() == 15
    assert execution.busy() == ()


@pytest.mark.parametrize(
    ("answers", "failure", "tries"),
    [
        (["ok"], "", 1),
        (["blurred", "ok"], "", 2),
        (["blurred", "blurred", "ok"], "", 3),
        (["blurred"] * 5, "blurred", 3),
        (["unavailable"] * 5, "unavailable", 1),
        (["bad_arguments"] * 5, "bad_arguments", 1),
        (["bug", "ok"], "", 2),
    ],
)
async def test_only_looks_are_retried(answers: list[str], failure: str, tries: int) -> None:
    """S-08: at most 2 retries, and only of what reads."""
    execution, toy, _ = workshop(answers=answers)
    result = await execution.perform(decision("toy.look", {}), EventId(1))
    assert (result.failure_class, len(toy.calls)) == (failure, tries)


async def test_a_mistake_ends_as_a_result() -> None:
    """DESIGN 3: one broad except; the walk goes on with what is known."""
    execution, _, _ = workshop(answers=["bug", "bug", "bug"])
    result = await execution.perform(decision("toy.look", {}), EventId(1))
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "crashed")
    assert "ZeroDivisionError" in result.result_payload["why"]


@pytest.mark.parametrize("action", ["toy.fly", "nobody.work", "", "toy"])
async def test_what_is_not_there_fails(action: str) -> None:
    """B-081: a result, with its class; nothing is called."""
    execution, toy, _ = workshop()
    result = await execution.perform(decision(action, {}), EventId(1))
    assert result.failure_class == "unavailable"
    assert toy.calls == []


async def test_what_is_unavailable_is_not_tried() -> None:
    """T-43: the reason stands in the result."""
    execution, toy, _ = workshop(available=False)
    result = await execution.perform(work(), EventId(1))
    assert (result.failure_class, result.result_payload["why"]) == ("unavailable", "resting")
    assert toy.calls == []


async def started(what: Callable[[], bool]) -> None:
    for _ in range(50):
        if what():
            return
        await asyncio.sleep(0)
    raise AssertionError("did not start")


async def test_stop_lets_it_say_how_far_it_came() -> None:
    """C-053, T-41: its own stop first; partial stays partial, with the reason."""
    execution, toy, _ = workshop()
    walk = asyncio.create_task(execution.perform(work(), EventId(3)))
    await started(lambda: toy.at_work == 1)
    assert execution.running() == ("toy.work #3",)
    assert await execution.stop("owner said stop") == (3,)
    result = await walk
    assert result.status is ResultStatus.PARTIAL
    assert result.result_payload["stopped_for"] == "owner said stop"


async def test_a_stop_waits_for_what_comes_to_rest() -> None:
    """C-053: wheels roll out; what they reached by then is told, and not that they were cut off."""
    execution, toy, _ = workshop(rests_s=0.5)
    walk = asyncio.create_task(execution.perform(work(), EventId(3)))
    await started(lambda: toy.at_work == 1)
    await execution.stop("owner said stop")
    assert (await walk).status is ResultStatus.PARTIAL


async def test_stop_ends_what_does_not_listen() -> None:
    """C-053: after the grace it is cancelled; the walk gets a failed result and goes on."""
    execution, toy, _ = workshop(listens=False)
    toy.clock = Frozen()
    walk = asyncio.create_task(execution.perform(work(), EventId(3)))
    await started(lambda: toy.at_work == 1)
    await execution.stop("owner said stop")
    result = await walk
    assert (result.failure_class, toy.at_work) == ("stopped", 0)
    assert "owner said stop" in result.summary_text


async def test_stop_reaches_what_waits() -> None:
    """C-053: what had not begun when the stop came is not begun after it."""
    execution, toy, _ = workshop()
    await execution.stop("yesterday's stop")
    walks = [asyncio.create_task(execution.perform(work(), EventId(i))) for i in (1, 2)]
    await started(lambda: toy.at_work == 1)
    await execution.stop("owner said stop")
    first, second = await asyncio.gather(*walks)
    assert first.status is ResultStatus.PARTIAL
    assert second.failure_class == "stopped"
    assert "owner said stop" in second.result_payload["why"]
    assert toy.calls.count("work") == 1


async def test_stop_operations_do_not_wait() -> None:
    """S-08: `mobility_move.stop` goes past whoever holds the body."""
    execution, toy, clock = workshop()
    walk = asyncio.create_task(execution.perform(work(), EventId(1)))
    await started(lambda: toy.at_work == 1)
    result = await execution.perform(decision("toy.stop", {}), EventId(2))
    assert result.status is ResultStatus.SUCCESS
    assert (await walk).status is ResultStatus.PARTIAL
    assert clock.monotonic() < 5


async def test_nothing_to_stop() -> None:
    """Stopping is always allowed."""
    execution, _, _ = workshop()
    assert await execution.stop("x") == ()


async def test_cancelling_the_walk_cancels_the_act() -> None:
    """Stop order: when the house goes down, no act outlives its walk."""
    execution, toy, _ = workshop()
    walk = asyncio.create_task(execution.perform(work(), EventId(1)))
    await started(lambda: toy.at_work == 1)
    walk.cancel()
    with pytest.raises(asyncio.CancelledError):
        await walk
    assert (toy.at_work, execution.running(), execution.busy()) == (0, (), ())


class Frozen(JumpClock):
    """A clock on which nothing ever comes due."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.Event().wait()


@dataclass
class Watcher(Toy):
    """A toy that can be looked at again: news come with the third look."""

    looks: list[float] = field(default_factory=list)
    news_at: int = 3

    async def look_again(
        self, call: ActionCall, result: ActionResult, within_s: float
    ) -> ActionResult | None:
        self.looks.append(within_s)
        await self.clock.sleep(within_s)
        if len(self.looks) < self.news_at:
            return None
        return self._result(call, ResultStatus.SUCCESS)


async def test_an_open_outcome_is_looked_at_with_growing_patience() -> None:
    """F29: observed again with back-off, bounded, and nothing is performed again."""
    clock = JumpClock()
    toy = Watcher(clock)
    execution = Execution(CatalogueTwin(toy), clock)
    result = await execution.perform(work(), EventId(4))
    found = await execution.look_again(work(), result)
    assert found is not None
    assert found.decision_event_id == 4
    assert toy.looks == [5.0, 10.0, 20.0]
    toy.news_at, toy.looks = 99, []
    assert await execution.look_again(work(), result) is None
    assert sum(toy.looks) == 155
    assert toy.calls == ["work"]


async def test_a_newer_act_on_the_same_thing_ends_the_looking() -> None:
    """Its report would be taken for the older one's."""
    clock = JumpClock()
    toy = Watcher(clock)
    execution = Execution(CatalogueTwin(toy), clock)
    result = await execution.perform(work(), EventId(1))
    looking = asyncio.create_task(execution.look_again(work(), result))
    await clock.sleep(1)
    await execution.perform(work(), EventId(2))
    assert await looking is None
    assert len(toy.looks) < 3


async def test_what_cannot_be_looked_at_again_is_left() -> None:
    """The port is optional."""
    execution, _, _ = workshop()
    result = await execution.perform(work(), EventId(1))
    assert await execution.look_again(work(), result) is None


class Claims:
    """Keeps what was claimed; everything was begun once already."""

    def __init__(self) -> None:
        self.asked: list[EventId] = []

    async def begin(self, decision_event_id: EventId) -> bool:
        self.asked.append(decision_event_id)
        return False


@pytest.mark.parametrize("name", ["begin", "work"])
async def test_whatever_has_an_effect_is_claimed_first(name: str) -> None:
    """F1, F29: of any name, before or after `stop` in the alphabet; no look and no stop."""
    clock = JumpClock()
    toy, claims = Toy(clock), Claims()
    execution = Execution(
        CatalogueTwin(toy),
        clock,
        acts=claims,  # type: ignore[arg-type]
    )
    result = await execution.perform(decision(f"toy.{name}", {}), EventId(7))
    assert (result.failure_class, claims.asked, toy.calls) == ("begun_before", [EventId(7)], [])
    for free in ("look", "stop"):
        await execution.perform(decision(f"toy.{free}", {}), EventId(8))
    assert claims.asked == [EventId(7)]


async def test_the_last_look_is_taken_when_nothing_is_waited_for_any_more() -> None:
    """B13: while it waited for the body the room emptied: nothing is begun, and why is said."""
    clock = JumpClock()
    toy = Toy(clock)
    execution = Execution(CatalogueTwin(toy), clock)
    gone = Bilingual("誰もいない", "nobody is there")
    looks: list[int] = []

    async def look() -> Bilingual | None:
        looks.append(toy.at_work)
        return gone

    first = asyncio.create_task(execution.perform(decision("toy.work"), EventId(1)))
    while not toy.at_work:
        await asyncio.sleep(0)
    with pytest.raises(NoLongerSo) as caught:
        await execution.perform(decision("toy.work"), EventId(2), look)
    assert (await first).status is ResultStatus.SUCCESS
    assert (caught.value.reason, looks, toy.calls) == (gone, [0], ["work"])
