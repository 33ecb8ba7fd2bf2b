"""One model for everybody: order, waiting, preemption, simulated cost, counters (T-14, T-41)."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from companion.engines.llm_runtime import request_queue
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.service.clock import SystemClock
from companion.words.llm import (
    LlmReply,
    LlmRequest,
    LlmRequestPurpose,
    Prefix,
    PromptMessage,
)
from companion.words.trigger import Priority

CLOCK = SystemClock(ZoneInfo("UTC"))


class SlowTwin:
    """An engine whose requests end when the test says so, or when preempted."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.go_on = asyncio.Event()
        self.stopping = asyncio.Event()
        self.errors: list[Exception] = []
        self.starts_to_fail = 0
        self.up = False
        self.running = 0
        self.forgot = 0

    async def start(self) -> None:
        if self.starts_to_fail:
            self.starts_to_fail -= 1
            raise ModelUnavailable("no model file")
        self.up = True

    async def stop(self) -> None:
        self.up = False

    async def preempt(self) -> None:
        self.stopping.set()

    def ready(self) -> bool:
        return self.up

    def why_down(self) -> str:
        return "no model file"

    def model_name(self) -> str:
        return "twin@0"

    def silent_s(self) -> float:
        return 0.0

    def life(self) -> int:
        return 1

    async def restore_prefix(self, prefix: Prefix) -> bool:
        return True

    async def save_prefix(self, prefix: Prefix) -> bool:
        return True

    async def forget(self) -> None:
        self.forgot += 1

    async def complete(self, request: LlmRequest) -> LlmReply:
        assert self.running == 0, "two requests at a time"
        self.running += 1
        try:
            return await self._complete(request)
        finally:
            self.running -= 1

    async def _complete(self, request: LlmRequest) -> LlmReply:
        text = request.messages[0].content
        self.served.append(text)
        self.stopping.clear()
        if self.errors:
            raise self.errors.pop(0)
        waits = [asyncio.create_task(e.wait()) for e in (self.go_on, self.stopping)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if self.stopping.is_set():
            raise ModelPreempted(text)
        return LlmReply(
            text=text,
            prompt_tokens=100,
            reused_tokens=80,
            output_tokens=5,
            took_s=0,
            model="twin@0",
        )


class LedgerClock(SystemClock):
    """Real time that notes holds and charges."""

    def __init__(self) -> None:
        super().__init__(ZoneInfo("UTC"))
        self.notes: list[str] = []

    def hold(self) -> AbstractContextManager[None]:
        return self._held()

    @contextmanager
    def _held(self) -> Iterator[None]:
        self.notes.append("hold")
        yield
        self.notes.append("go")

    def charge(self, seconds: float) -> None:
        self.notes.append(f"charge {seconds:g}")


def request(text: str, priority: Priority = Priority.OBSERVATION) -> LlmRequest:
    return LlmRequest(
        purpose=LlmRequestPurpose.SYNC_CONVERSATION,
        messages=(PromptMessage("user", text),),
        max_tokens=5,
        priority=priority,
    )


async def queued(queue: LlmQueue, *requests: tuple[str, Priority]) -> list[asyncio.Task[LlmReply]]:
    """Ask in this order, each settled in the queue before the next."""
    asked = []
    for text, priority in requests:
        asked.append(asyncio.create_task(queue.complete(request(text, priority))))
        for _ in range(3):
            await asyncio.sleep(0)
    return asked


async def test_most_urgent_first_and_oldest_first_within() -> None:
    """T-41."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    tasks = await queued(
        queue,
        ("running", Priority.USER),
        ("garden", Priority.GARDEN),
        ("plan 1", Priority.PLAN),
        ("plan 2", Priority.PLAN),
        ("user", Priority.USER),
    )
    assert queue.waiting() == 4
    twin.go_on.set()
    await asyncio.gather(*tasks)
    assert twin.served == ["running", "user", "plan 1", "plan 2", "garden"]
    assert queue.waiting() == 0


@pytest.mark.parametrize("lesser", [p for p in Priority if p > Priority.APPROVAL])
@pytest.mark.parametrize("person", [Priority.USER, Priority.APPROVAL])
async def test_a_person_goes_first_and_who_gave_way_is_served_again(
    lesser: Priority, person: Priority
) -> None:
    """T-41, DESIGN 3: preempted at the next token; requeued, not lost."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    first, user = await queued(queue, ("first", lesser), ("user", person))
    twin.go_on.set()
    assert (await user).text == "user"
    assert (await first).text == "first"
    assert twin.served == ["first", "user", "first"]
    assert (queue.counts().preempted, queue.counts().requeued) == (1, 1)


async def test_who_gave_way_keeps_the_place_in_the_line() -> None:
    """T-41: oldest first within a priority, also after an interruption."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    tasks = await queued(
        queue,
        ("old plan", Priority.PLAN),
        ("new plan", Priority.PLAN),
        ("user", Priority.USER),
        ("second user", Priority.USER),
    )
    twin.go_on.set()
    await asyncio.gather(*tasks)
    assert twin.served == ["old plan", "user", "second user", "old plan", "new plan"]


@pytest.mark.parametrize(
    ("running", "newcomer"),
    [(Priority.USER, Priority.USER), (Priority.PLAN, Priority.MESSAGE)],
)
async def test_nothing_else_is_interrupted(running: Priority, newcomer: Priority) -> None:
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    tasks = await queued(queue, ("first", running), ("second", newcomer))
    twin.go_on.set()
    assert [r.text for r in await asyncio.gather(*tasks)] == ["first", "second"]


async def test_what_nobody_waits_for_gives_way_to_anything() -> None:
    """T-41: reading a prefix ahead, or the garden, never keeps a message waiting."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    ahead, message = await queued(queue, ("ahead", Priority.GARDEN), ("say", Priority.MESSAGE))
    twin.go_on.set()
    assert [r.text for r in await asyncio.gather(message, ahead)] == ["say", "ahead"]
    assert twin.served == ["ahead", "say", "ahead"]


async def test_a_deliberation_called_back_ends_for_good_and_others_stay() -> None:
    """T-06, T-41: the walker is wanted for the owner's own words."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    thinking = replace(request("think"), purpose=LlmRequestPurpose.ASYNC_DELIBERATION_DECISION)
    asked = replace(thinking, priority=Priority.USER)
    tasks = [asyncio.create_task(queue.complete(r)) for r in (thinking, asked, request("chat"))]
    await asyncio.sleep(0.01)
    await queue.call_back_deliberations()
    with pytest.raises(ModelPreempted):
        await tasks[0]
    twin.go_on.set()
    assert [r.text for r in await asyncio.gather(*tasks[1:])] == ["think", "chat"]


async def test_the_garden_ends_where_somebody_begins_to_speak() -> None:
    """T-41, issue 17: at once, also while it is being read; what others asked for goes on."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    garden, message = request("tale", Priority.GARDEN), request("say", Priority.MESSAGE)
    ahead = replace(request("ahead", Priority.GARDEN), reads_ahead=True)
    running = asyncio.create_task(queue.complete(garden))
    await asyncio.sleep(0.01)
    await queue.make_room()
    with pytest.raises(ModelPreempted, match="speaks"):
        await running
    tasks = [asyncio.create_task(queue.complete(r)) for r in (message, garden, ahead)]
    await asyncio.sleep(0.01)
    await queue.make_room()
    twin.go_on.set()
    with pytest.raises(ModelPreempted, match="speaks"):
        await tasks[1]
    assert [(await tasks[n]).text for n in (0, 2)] == ["say", "ahead"]


class Purse:
    """A budget of so many calls."""

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def left(self) -> int:
        return self.calls

    def spend(self) -> None:
        self.calls -= 1


async def test_over_the_budget_only_background_work_is_refused() -> None:
    """F19: the owner's own words are counted, never refused; reading ahead is not counted."""
    twin, purse = SlowTwin(), Purse(1)
    twin.go_on.set()
    queue = LlmQueue(twin, CLOCK, budget=purse)
    await queue.complete(replace(request("ahead", Priority.GARDEN), reads_ahead=True))
    await queue.complete(request("plan", Priority.PLAN))
    with pytest.raises(ModelPreempted, match="budget"):
        await queue.complete(request("garden", Priority.GARDEN))
    for priority in (Priority.USER, Priority.MESSAGE):
        await queue.complete(request("x", priority))
    assert purse.calls == -2
    assert queue.counts().over_budget == 1
    assert "garden" not in twin.served


async def test_waiting_is_bounded() -> None:
    """F11: a request that is never served ends too, and is counted."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK, queue_wait_s=0.05)
    first, second = await queued(queue, ("1", Priority.USER), ("2", Priority.USER))
    with pytest.raises(ModelTimedOut, match="waited"):
        await second
    twin.go_on.set()
    await first
    assert (queue.counts().shed, queue.counts().calls) == (1, 1)


async def test_a_full_queue_sheds_its_least_urgent() -> None:
    """T-41: lower ones are dropped under load, and this is counted."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK, max_waiting=1)
    running, garden, late, user = await queued(
        queue,
        ("running", Priority.OBSERVATION),
        ("garden", Priority.GARDEN),
        ("late garden", Priority.GARDEN),
        ("user", Priority.USER),
    )
    for shed in (garden, late):
        with pytest.raises(ModelPreempted, match="waiting"):
            await shed
    twin.go_on.set()
    assert [(await t).text for t in (running, user)] == ["running", "user"]
    assert queue.counts().shed == 2


async def test_cancelled_callers_do_not_block_the_queue() -> None:
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    running, waiting, last = await queued(
        queue, ("1", Priority.USER), ("2", Priority.USER), ("3", Priority.USER)
    )
    for gone in (waiting, running):
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
    twin.go_on.set()
    assert (await last).text == "3"
    assert twin.served == ["1", "3"]


async def test_at_the_pace_of_real_time_the_home_lives_on_while_the_model_thinks() -> None:
    """F11: a device still obeys while the model loads, thinks or hangs."""
    twin, clock = SlowTwin(), LedgerClock()
    twin.go_on.set()
    queue = LlmQueue(twin, clock, charge_s_per_token=0.1, holds_time=False)
    await queue.complete(request("x"))
    assert clock.notes == []


async def test_simulated_time_is_held_and_charged_per_token() -> None:
    """Issue 2 item 8: outcomes do not depend on how quick the model really is."""
    twin, clock = SlowTwin(), LedgerClock()
    twin.go_on.set()
    queue = LlmQueue(twin, clock, charge_s_per_token=0.2, charge_s_per_prompt_token=0.01)
    await queue.complete(request("x"))
    assert clock.notes == ["hold", "charge 1.2", "go"]


async def test_counts() -> None:
    twin = SlowTwin()
    twin.go_on.set()
    queue = LlmQueue(twin, CLOCK)
    for _ in range(2):
        await queue.complete(request("x"))
    counts = queue.counts()
    assert (counts.calls, counts.prompt_tokens, counts.reused_tokens) == (2, 200, 160)
    assert (counts.output_tokens, counts.tokens) == (10, 210)


@pytest.mark.parametrize(
    ("error", "counted"),
    [
        (ModelTimedOut("x"), "timed_out"),
        (ModelCrashed("x"), "crashed"),
        (ModelUnavailable("x"), "unavailable"),
        (ModelPreempted("x"), "preempted"),
    ],
)
async def test_failures_pass_through_counted_and_the_next_is_served(
    error: Exception, counted: str
) -> None:
    """F11, F12."""
    twin = SlowTwin()
    twin.errors.append(error)
    twin.go_on.set()
    queue = LlmQueue(twin, CLOCK)
    with pytest.raises(type(error)):
        await queue.complete(request("x"))
    assert getattr(queue.counts(), counted) == 1
    assert (await queue.complete(request("y"))).text == "y"


async def test_a_missing_model_is_a_reason_and_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T-15: no model file: reported unavailable; once it is there, it is used."""
    monkeypatch.setattr(request_queue, "BACK_OFF_FIRST_S", 0.01)
    twin = SlowTwin()
    twin.starts_to_fail = 3
    queue = LlmQueue(twin, CLOCK)
    await queue.start()
    assert not queue.ready()
    assert queue.why_down() == "no model file"
    await until(queue.ready)
    assert queue.why_down() == ""
    await queue.stop()
    assert not queue.ready()


async def test_stop_while_trying_leaves_nothing() -> None:
    twin = SlowTwin()
    twin.starts_to_fail = 10**6
    queue = LlmQueue(twin, CLOCK)
    await queue.start()
    await queue.stop()


async def test_stop_generation_ends_all_of_it() -> None:
    """The Stop button: what is being written stops, who waits is turned away."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    tasks = await queued(queue, ("1", Priority.USER), ("2", Priority.USER))
    await queue.stop_generation()
    for task in tasks:
        with pytest.raises(ModelPreempted):
            await task
    twin.go_on.set()
    assert (await queue.complete(request("3"))).text == "3"


async def test_stop_leaves_the_reading_ahead() -> None:
    """It is no writing that anybody wants to end, and without it the next thought is slow."""
    twin = SlowTwin()
    queue = LlmQueue(twin, CLOCK)
    ahead = replace(request("ahead", Priority.GARDEN), reads_ahead=True)
    tasks = [asyncio.create_task(queue.complete(ahead)) for _ in range(2)]
    await asyncio.sleep(0.01)
    await queue.stop_generation()
    twin.go_on.set()
    assert [r.text for r in await asyncio.gather(*tasks)] == ["ahead", "ahead"]
    assert queue.counts().preempted == 0
    await queue.stop()


async def until(true: Callable[[], bool]) -> None:
    for _ in range(300):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("never came true")
