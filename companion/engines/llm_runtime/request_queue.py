"""Request queue of the one model: serves the most urgent request first.

Stands in front of any engine and implements the port `Llm`: one request at a time, oldest
first within a priority, a bounded wait, preemption at the next token by a waiting person (who is
preempted keeps the place in the line and is served again), simulated time held while the model
really works, counters, and the hour's budget of what nobody asked for. A model that is down is
started again with a back-off of 1..60 s.
"""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Protocol

from companion.ports.clock import Clock
from companion.ports.llm import (
    Llm,
    ModelCalledBack,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.service.residents import Resident
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose, Prefix
from companion.words.trigger import Priority

BACK_OFF_FIRST_S = 1.0
BACK_OFF_MAX_S = 60.0
PREEMPTS_TO = Priority.APPROVAL
"""Only a waiting person interrupts work that somebody waits for."""
BUDGETED_FROM = Priority.PLAN
"""From here on a request is refused when the hour's budget is spent. More urgent requests were let
in by the trigger queue, or tell of acts that are done."""
DELIBERATIONS = (
    LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
    LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT,
)


class LlmEngine(Llm, Protocol):
    """Port of an engine as the queue uses it, beyond the port `Llm`."""

    async def start(self) -> None:
        """Load the model. Raises `ModelUnavailable` with the remedy."""

    async def stop(self) -> None:
        """Unload it."""

    async def preempt(self) -> None:
        """Stop the running request at the next token; its caller gets `ModelPreempted`."""

    def why_down(self) -> str:
        """Reason and remedy while not ready, else ""."""

    def silent_s(self) -> float:
        """Real seconds the running request has shown no sign of progress; 0 when idle."""

    def life(self) -> object:
        """Another value after every loading: what was evaluated before is gone."""

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """Put a kept prefix back; False where there is none."""

    async def save_prefix(self, prefix: Prefix) -> bool:
        """Keep a prefix for the next start; False where that is not possible."""

    async def forget(self) -> None:
        """Forget all prompts that are kept for the next start."""


class Budget(Protocol):
    """Limit on the calls of the model in an hour."""

    def left(self) -> int:
        """How many more there may be now."""

    def spend(self) -> None:
        """One call is made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmCounts:
    """Counters of requests to the model and of their outcomes, since the start."""

    calls: int = 0
    """Requests that reached the model."""
    prompt_tokens: int = 0
    reused_tokens: int = 0
    output_tokens: int = 0
    busy_s: float = 0.0
    """Real seconds of the answers that came."""
    timed_out: int = 0
    crashed: int = 0
    unavailable: int = 0
    preempted: int = 0
    requeued: int = 0
    """Of the preempted: those that kept their place and were served again."""
    shed: int = 0
    """Turned away before being served: queue full, or waited too long."""
    over_budget: int = 0
    """Background requests refused because the hour's budget was spent."""

    @property
    def tokens(self) -> int:
        """Prompt and output together."""
        return self.prompt_tokens + self.output_tokens


@dataclass(order=True, slots=True)
class _Ticket:
    priority: Priority
    number: int
    turn: asyncio.Future[None] = field(compare=False)
    request: LlmRequest = field(compare=False)
    interrupted: bool = field(default=False, compare=False)
    outbid: bool = field(default=False, compare=False)
    """Interrupted for somebody more urgent: is served again afterwards."""
    end: ModelPreempted | None = field(default=None, compare=False)
    """Interrupted for good: what its caller gets."""


class LlmQueue:
    """Queue through which everybody asks the one model."""

    def __init__(
        self,
        engine: LlmEngine,
        clock: Clock,
        *,
        charge_s_per_token: float = 0.0,
        charge_s_per_prompt_token: float = 0.0,
        queue_wait_s: float = 120.0,
        max_waiting: int = 32,
        holds_time: bool = True,
        budget: Budget | None = None,
    ) -> None:
        """`holds_time` off: a simulated second is a real one, so that a simulated home lives on
        and obeys while the model thinks or hangs, as a real one would; nothing is charged."""
        self._engine = engine
        self._clock = clock
        self._charge_s = charge_s_per_token
        self._charge_prompt_s = charge_s_per_prompt_token
        self._queue_wait_s = queue_wait_s
        self._max_waiting = max_waiting
        self._holds_time = holds_time
        self._budget = budget
        self._waiting: list[_Ticket] = []
        self._serving: _Ticket | None = None
        self._numbers = count()
        self._counts = LlmCounts()
        self._starter: Resident | None = None

    async def start(self) -> None:
        """Load the model; where that fails, say why in `why_down` and go on trying."""
        try:
            await self._engine.start()
        except ModelUnavailable:
            self._try_on(self._keep_trying)

    async def stop(self) -> None:
        """Turn away who waits and unload the model."""
        starter, self._starter = self._starter, None
        if starter is not None:
            await starter.stop()
        await self._end_each(lambda request: True, ModelPreempted("stopped"))
        await self._engine.stop()

    async def stop_generation(self) -> None:
        """Stop what is being written and turn away who waits (the Stop button). Reading ahead is
        no writing: it goes on."""
        await self._end_each(lambda request: not request.reads_ahead, ModelPreempted("stopped"))

    async def call_back_deliberations(self) -> None:
        """A person's trigger waits for the one walker: deliberations of lesser urgency end with
        `ModelCalledBack`, and their triggers go back into the line."""
        await self._end_each(
            lambda r: r.purpose in DELIBERATIONS and r.priority > PREEMPTS_TO,
            ModelCalledBack("a person's trigger waits"),
        )

    async def make_room(self) -> None:
        """End the garden's requests, for a person begins to speak: the model has the length of the
        sentence to stop. A step of reading a prompt takes seconds on a small machine."""
        await self._end_each(
            lambda r: r.priority >= Priority.GARDEN and not r.reads_ahead,
            ModelPreempted("somebody speaks"),
        )

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer one request. `deadline_s` counts from being served.

        Raises `ModelUnavailable`, `ModelTimedOut`, `ModelCrashed`, `ModelPreempted`.
        """
        self._take_from_budget(request)
        number = next(self._numbers)
        while True:
            ticket = await self._in_turn(request, number)
            try:
                return await self._serve(ticket)
            except ModelPreempted:
                if ticket.end is not None:
                    raise ticket.end from None
                if not ticket.outbid:
                    raise
                self._counts = replace(self._counts, requeued=self._counts.requeued + 1)
            finally:
                self._serving = None if self._serving is ticket else self._serving
                self._call_next()

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """Put a kept prefix back; simulated time stands still meanwhile."""
        with self._clock.hold() if self._holds_time else nullcontext():
            return await self._engine.restore_prefix(prefix)

    async def save_prefix(self, prefix: Prefix) -> bool:
        """Keep a prefix for the next start; simulated time stands still meanwhile."""
        with self._clock.hold() if self._holds_time else nullcontext():
            return await self._engine.save_prefix(prefix)

    async def forget(self) -> None:
        """No prompt is held any more, neither for the next start nor in the model's memory: what
        runs and waits ends, and a loaded model is loaded anew behind this call."""
        if not self._engine.ready():
            await self._engine.forget()
            return
        await self.stop()
        await self._engine.forget()
        self._try_on(self._load_again)

    def ready(self) -> bool:
        """Whether a request would be served now."""
        return self._engine.ready()

    def why_down(self) -> str:
        """Reason and remedy while not ready, else ""."""
        return "" if self.ready() else self._engine.why_down()

    def silent_s(self) -> float:
        """Real seconds the running request has shown no sign of progress; 0 when idle."""
        return self._engine.silent_s()

    def life(self) -> object:
        """Another value after every loading of the model."""
        return self._engine.life()

    def model_name(self) -> str:
        """`name@first 12 of sha256`, or "" before loading."""
        return self._engine.model_name()

    def counts(self) -> LlmCounts:
        """Counts of requests so far."""
        return self._counts

    def waiting(self) -> int:
        """Requests in the queue, the one being served not counted."""
        return len(self._waiting)

    def idle(self) -> bool:
        """Whether nobody asks and nobody waits."""
        return self._serving is None and not self._waiting

    async def _end_each(self, which: Callable[[LlmRequest], bool], end: ModelPreempted) -> None:
        """End those requests, waiting or running, for good."""
        ending = [t for t in self._waiting if which(t.request)]
        self._waiting = [t for t in self._waiting if t not in ending]
        heapq.heapify(self._waiting)
        for ticket in ending:
            self._turn_away(ticket, end)
        if (running := self._serving) is not None and which(running.request):
            running.interrupted, running.end = True, end
            await self._engine.preempt()

    def _take_from_budget(self, request: LlmRequest) -> None:
        """Count the call. Raises `ModelPreempted` for background work over the budget."""
        if self._budget is None or request.reads_ahead:
            return
        if request.priority >= BUDGETED_FROM and self._budget.left() <= 0:
            self._counts = replace(self._counts, over_budget=self._counts.over_budget + 1)
            raise ModelPreempted("the hour's budget of model calls is spent")
        self._budget.spend()

    async def _in_turn(self, request: LlmRequest, number: int) -> _Ticket:
        """Wait for the turn, a bounded time of the house's clock."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ticket = _Ticket(request.priority, number, turn, request)
        if self._serving is None and not self._waiting:
            self._serving = ticket
            return ticket
        self._make_room(ticket)
        heapq.heappush(self._waiting, ticket)
        try:
            await self._interrupt_for(ticket)
            await self._clock.wait_for(turn, self._queue_wait_s)
        except TimeoutError:
            self._leave(ticket)
            self._counts = replace(self._counts, shed=self._counts.shed + 1)
            raise ModelTimedOut(f"waited {self._queue_wait_s:g} s for the model") from None
        except BaseException:
            self._leave(ticket)
            raise
        return ticket

    def _make_room(self, newcomer: _Ticket) -> None:
        """A full queue sheds its least urgent. Raises `ModelPreempted` when that is this one."""
        if len(self._waiting) < self._max_waiting:
            return
        last = max([*self._waiting, newcomer])
        full = ModelPreempted(f"{self._max_waiting} more urgent requests are waiting")
        if last is newcomer:
            self._counts = replace(self._counts, shed=self._counts.shed + 1)
            raise full
        self._waiting.remove(last)
        heapq.heapify(self._waiting)
        self._turn_away(last, full)

    async def _interrupt_for(self, ticket: _Ticket) -> None:
        running = self._serving
        if running is None:
            return
        person = ticket.priority <= PREEMPTS_TO < running.priority
        # What nobody waits for (reading a prefix ahead, the garden) gives way to anything.
        idle = running.priority >= Priority.GARDEN > ticket.priority
        if person or idle:
            running.interrupted = running.outbid = True
            await self._engine.preempt()

    def _turn_away(self, ticket: _Ticket, why: ModelPreempted) -> None:
        self._counts = replace(self._counts, shed=self._counts.shed + 1)
        if not ticket.turn.done():
            ticket.turn.set_exception(why)

    def _leave(self, ticket: _Ticket) -> None:
        """The caller gave up; if its turn had just come, it goes to the next."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            heapq.heapify(self._waiting)
        if self._serving is ticket:
            self._serving = None
            self._call_next()

    def _call_next(self) -> None:
        while self._serving is None and self._waiting:
            ticket = heapq.heappop(self._waiting)
            if not ticket.turn.done():
                self._serving = ticket
                ticket.turn.set_result(None)

    async def _serve(self, ticket: _Ticket) -> LlmReply:
        """Ask the model while simulated time stands still, then charge what it costs there."""
        if ticket.interrupted:  # between the turn's coming and this line
            raise ModelPreempted(f"{ticket.request.purpose} gave way before it began")
        self._counts = replace(self._counts, calls=self._counts.calls + 1)
        with self._clock.hold() if self._holds_time else nullcontext():
            reply = await self._asked(ticket.request)
            if self._holds_time:
                fresh = reply.prompt_tokens - reply.reused_tokens
                cost_s = self._charge_s * reply.output_tokens + self._charge_prompt_s * fresh
                self._clock.charge(cost_s)
        self._counts = replace(
            self._counts,
            prompt_tokens=self._counts.prompt_tokens + reply.prompt_tokens,
            reused_tokens=self._counts.reused_tokens + reply.reused_tokens,
            output_tokens=self._counts.output_tokens + reply.output_tokens,
            busy_s=self._counts.busy_s + reply.took_s,
        )
        return reply

    async def _asked(self, request: LlmRequest) -> LlmReply:
        try:
            return await self._engine.complete(request)
        except ModelTimedOut:
            self._counts = replace(self._counts, timed_out=self._counts.timed_out + 1)
            raise
        except ModelCrashed:
            self._counts = replace(self._counts, crashed=self._counts.crashed + 1)
            raise
        except ModelPreempted:
            self._counts = replace(self._counts, preempted=self._counts.preempted + 1)
            raise
        except ModelUnavailable:
            self._counts = replace(self._counts, unavailable=self._counts.unavailable + 1)
            raise

    def _try_on(self, load: Callable[[], Awaitable[None]]) -> None:
        self._starter = Resident("llm start", load, finishes=True)
        self._starter.start()

    async def _load_again(self) -> None:
        try:
            await self._engine.start()
        except ModelUnavailable:
            await self._keep_trying()

    async def _keep_trying(self) -> None:
        back_off_s = BACK_OFF_FIRST_S
        while True:
            await asyncio.sleep(back_off_s)
            back_off_s = min(back_off_s * 2, BACK_OFF_MAX_S)
            try:
                await self._engine.start()
            except ModelUnavailable:
                continue
            return
