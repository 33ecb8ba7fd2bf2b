"""The plan corridor turns the owner's purpose into goals and tasks and works through them.

purpose -> goal -> task -> `Trigger` into the act corridor; observed result -> task. One task at a
time, people first. A task is done when code observed it, never because a model or a call says so.
Every move is an event; the plan is the state that follows from these events, so that it goes on
after a kill where it was.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from companion.home.request import ask_request, plan_trigger, tell_request
from companion.ports.clock import Clock, Ids
from companion.ports.part import ResidentSpec, Stage
from companion.ports.plan import NothingToResume
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.ports.stream import Stream
from companion.rooms.governance.kinds import End
from companion.rooms.governance.kinds.watch import reads_of
from companion.rooms.governance.late import TIME_PASSED, late_tasks, question_about
from companion.rooms.governance.plan_state import plan_of
from companion.rooms.governance.room import DISCARDED, REJECTED, Governance, PlannedGoal
from companion.rooms.governance.trail import Trail, reports_since, trail_of
from companion.rooms.journal.room import Journal
from companion.words.activity import StreamKind, StreamMessage
from companion.words.device import DeviceState, devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import (
    Fact,
    GoalDone,
    GoalRefused,
    GoalSet,
    PlanHalted,
    PlanInterrupted,
    PlanResumed,
    PurposeAsked,
    PurposeDropped,
    PurposeSet,
    TaskAnswered,
    TaskBegun,
    TaskDone,
    TaskFailed,
)
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.plan import (
    Goal,
    GoalId,
    HaltReason,
    OwnerPurpose,
    Plan,
    PlanRun,
    PlanStand,
    Task,
    TaskAct,
    TaskId,
    TaskStatus,
)
from companion.words.trigger import RequestedAction, Trigger
from companion.words.trust import Authority, authority_of

LOOK_EVERY_S, LATER_EVERY_S, SELDOM_S = 20.0, 60.0, 600.0
"""How often an open task is looked at, by the house's clock: in its first ten minutes, later, and
while nothing can have changed but a clock that was set."""
LOOKED_BACK = 64
"""Newest facts that may not have reached the state yet at a start; it follows within a second."""
DAY_BEGINS = 5
"""Hour at which the next goal of a purpose without an end may be made: one a day, so that its
questions stay within what a day may hold."""
ASK_AGAIN_AFTER = timedelta(minutes=5)
"""When an act is tried again whose question could not be put, because another one waited."""
MOST_PUT_OFF = 6
"""So often, each time after twice as long; then the task fails."""
STOP_HEARD_WITHIN = timedelta(minutes=1)
"""How long after an act that was stopped the word that stopped it is waited for."""
ASK_PURPOSE = Bilingual(
    "まだ目的がありません。何のために働けばよいか、「目的は…」と教えてもらえますか",
    "I have no purpose yet. Will you tell me what to work for, with “your purpose is ...”",
)
_GONE_ON = Bilingual("まだ始めたばかりでした", "it had only just begun")
_NOT_BEGUN = Bilingual("まだ始めていませんでした", "it had not begun yet")
_TRIED = Bilingual("{}つ目の手段を試していました", "means number {} was being tried")
_INTERRUPTED = Bilingual(
    "中断しました: [{0}] {1}（{2}）。「再開して」か「破棄して」と言ってください。",
    "I stopped: [{0}] {1} ({2}). Please say “resume” or “discard it”.",
)
_HALT_REJECTED = Bilingual("却下されたので止めました", "stopped, since it was rejected")
_HALT_UNSAFE = Bilingual(
    "鍵・暖房・台車の失敗なので止めました", "stopped: a lock, the heating or the wheels failed"
)


@dataclass(kw_only=True)
class PlanCycle:
    """The corridor and what stands along it."""

    governance: Governance
    journal: Journal
    record: Record
    state: StateReader
    remember: Callable[[Event], Awaitable[int]]
    """The remember corridor: state follows an event at once."""
    walk: Callable[[Trigger], Awaitable[bool]]
    """The act corridor, where no model is needed for the decision."""
    tell: Callable[[Event, Bilingual], Awaitable[object]]
    """Answers the event of a person in words."""
    stop: Callable[[str], Awaitable[object]]
    """Stops everything for a person on this channel."""
    stream: Stream
    clock: Clock
    ids: Ids
    language: Language
    leisure: Callable[[], Awaitable[None]]
    """Waits while a person has just asked for something."""
    writable: Callable[[], Awaitable[None]]
    """Waits until the record can be written."""
    calls_left: Callable[[], int]
    """Calls of the model that are left in this hour."""
    most_means: int
    """Other means that may be tried for a task, by the persona's Grit."""
    unsafe: tuple[str, ...] = ()
    """Beginnings of action types whose failure halts the plan."""
    may_ask: Callable[[], bool] = lambda: True
    """Whether it asks for a purpose now, where there is none."""
    exports_checked: Callable[[], Awaitable[object]]
    """Waits until the exports were read and checked."""
    exports_fail: Callable[[], bool] = lambda: False
    """Whether the exports are damaged or cannot be written."""
    exports_seen: Callable[[], None] = lambda: None
    """Called when a person resumes the plan: what was damaged has been seen."""
    _plan: Plan = field(default_factory=Plan)
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _stopped_by: EventId = EventId(0)
    """The interrupt that is to be dealt with."""
    _spoken_by: EventId = EventId(0)
    """The last word of a person with authority."""
    _asked: bool = False
    _put_off_until: datetime | None = None
    _put_off_times: int = 0
    """How often the question of the task in hand could not be put."""
    _looked: tuple[EventId, EventId] = (EventId(0), EventId(0))
    """The beginning of the guard that was last looked at, and the last report that was read."""
    _refused: EventId = EventId(0)
    """The purpose for which no plan could be made."""

    # What others ask

    async def begin(self) -> None:
        """Read the plan before the first person can ask for it, answer it or drop it."""
        await self._read()

    @property
    def plan(self) -> Plan:
        """As it stands."""
        return self._plan

    def to_allow(self, goal: GoalId) -> tuple[TaskAct, ...]:
        """Acts of its tasks for which people would be asked one by one."""
        found = next((one for one in self._plan.active if one.id == goal), None)
        return () if found is None else self.governance.to_allow(found)

    async def set_purpose(self, text: str, by: Event) -> None:
        """Work for this from now on. Active goals stay until the owner drops them."""
        purpose = OwnerPurpose(text=text, by=by.id, since=by.at)
        async with self._turn:
            stood_still = self._plan.run.stand is not PlanStand.RUNNING
            await self._note(PurposeSet(purpose=purpose), by.id)
            await self._read()
            if stood_still and (asked := await self._asks_about_late(by.id)) is not None:
                await self.tell(by, asked)
        self._woken.set()

    async def drop_purpose(self, by: Event) -> None:
        """Work for nothing, and let the open tasks go. Raises `NothingToResume` without one."""
        async with self._turn:
            purpose = self._plan.purpose
            if purpose is None:
                raise NothingToResume("there is no purpose")
            for goal in self._plan.active:
                for task in (one for one in goal.tasks if one.open):
                    await self._fail(task, DISCARDED, by.id)
                await self._reached(GoalId(goal.id))
            await self._note(PurposeDropped(text=purpose.text, by=by.id), by.id)
            await self._read()

    async def resume(self, by: Event) -> None:
        """Go on where it was. Raises `NothingToResume`."""
        async with self._turn:
            run = self._plan.run
            if run.stand is PlanStand.RUNNING:
                raise NothingToResume("the plan goes on already")
            self.exports_seen()
            if await self._asks_about_late(by.id):
                return
            await self._go_on(run, by)
        self._woken.set()

    async def _go_on(self, run: PlanRun, by: Event) -> None:
        """The plan goes on; the task that was cut off, where it was."""
        await self._note(PlanResumed(by=by.id), by.id)
        await self._read()
        current = self._plan.current
        stopped = run.stand is PlanStand.INTERRUPTED or run.reason == HaltReason.LATE
        if stopped and current is not None and current[1].id == run.task:
            await self._take_again(*current)

    async def discard(self, by: Event) -> TaskId:
        """Let the task in hand go, and go on with the next. Raises `NothingToResume`."""
        async with self._turn:
            run, current = self._plan.run, self._plan.current
            if run.reason == HaltReason.LATE:
                dropped, why = self._late(run.since or by.at), TIME_PASSED
            elif run.stand is PlanStand.INTERRUPTED and current is not None:
                dropped, why = (current[1],), DISCARDED
            else:
                raise NothingToResume("no task was interrupted")
            for task in dropped:
                await self._fail(task, why, by.id)
            await self._read()
            for goal in [one for one in self._plan.active if one.current is None]:
                await self._reached(goal.id)
            await self._read()
            if not await self._asks_about_late(by.id):
                await self._go_on(run, by)
        self._woken.set()
        return run.task if not dropped else dropped[0].id

    def _late(self, now: datetime) -> tuple[Task, ...]:
        return late_tasks(self._plan, now, self.governance.requests)

    async def _asks_about_late(self, because: EventId) -> Bilingual | None:
        """The question about tasks whose time passed while the plan stood still, for which it waits
        from now on; None where there are none, or where it was put about the same tasks."""
        now, run = self.clock.now(), self._plan.run
        late = self._late(now)
        asked_at = run.since if run.reason == HaltReason.LATE else None
        if not late or (asked_at is not None and late == self._late(asked_at)):
            return None
        asked = question_about(late, now)
        await self._note(PlanHalted(reason=HaltReason.LATE, task=run.task, summary=asked), because)
        await self._read()
        return asked

    async def interrupt(self, by: Event) -> Bilingual | None:
        """A person's word stops the task in hand, and nothing else in the house; gives the question
        what becomes of it."""
        if self._turn.locked() and self._is_begun():
            # An act is being done: it is stopped as by any stop, which says the rest.
            await self.stop(by.channel)
            return None
        async with self._turn:
            current, run = self._plan.current, self._plan.run
            if run.stand is not PlanStand.RUNNING or current is None:
                raise NothingToResume("no task is in hand")
            return await self._interrupt(current[1], by.id)

    def _is_begun(self) -> bool:
        current = self._plan.current
        return current is not None and current[1].status is TaskStatus.ACTIVE

    async def answer(self, yes: bool, by: Event) -> bool:
        """A person's yes or no to the question of the task in hand; False: none is open."""
        task = self.question
        if task is None:
            return False
        async with self._turn:
            fact = TaskAnswered(task=task.id, name=task.name, yes=yes, by=by.id)
            await self._note(fact, by.id)
            await self._read()
        self._woken.set()
        return True

    @property
    def thinks(self) -> bool:
        """Whether the first goal of the purpose is still to be made."""
        purpose = self._plan.purpose
        if purpose is None or self._refused == purpose.by:
            return False
        return not any(goal.purpose == purpose.by for goal in self._plan.goals)

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""
        current = self._plan.current
        if current is None or self._plan.run.stand is not PlanStand.RUNNING:
            return None
        task = current[1]
        open_question = task.kind == "ask" and task.status is TaskStatus.ACTIVE
        return task if open_question and task.answered is None else None

    # The cycle

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The cycle, and the ear for what people say and answer."""
        return (
            ResidentSpec("plan news", self.hear_news, Stage.ACT, needed=True),
            ResidentSpec("plan", self.run, Stage.ACT),
            ResidentSpec("plan made ready", self.governance.make_ready, Stage.ACT, finishes=True),
        )

    async def hear_news(self) -> None:
        """Resident: a stop interrupts the task in hand; a word or an answer wakes the cycle."""
        async for message in self.stream.watch():
            self._heard(message)

    def _heard(self, message: StreamMessage) -> None:
        if message.kind is not StreamKind.EVENT or message.event_id is None:
            return
        source = message.data.get("source")
        if source == EventSource.INTERRUPT:
            self._stopped_by = message.event_id
        elif source == EventSource.USER_INPUT and message.data.get("authority") == Authority.USER:
            self._spoken_by = message.event_id
        elif source not in (EventSource.APPROVAL_ANSWER, EventSource.ACTION_RESULT):
            return
        self._woken.set()

    async def run(self) -> None:
        """Resident: the cycle keeps turning by itself."""
        await self.exports_checked()
        await self._take_up()
        while True:
            self._woken.clear()
            await self.writable()
            await self.leisure()
            if await self.turn():
                continue
            with contextlib.suppress(TimeoutError):
                await self.clock.wait_for(self._woken.wait(), self._pause_s())

    def _pause_s(self) -> float:
        """Seconds until the next look; people, answers and results wake the cycle before."""
        current, now = self._plan.current, self.clock.now()
        if self._plan.run.stand is not PlanStand.RUNNING or current is None:
            return SELDOM_S
        task = current[1]
        since = task.begun_at if task.status is TaskStatus.ACTIVE else task.not_before
        if since is None:
            return LOOK_EVERY_S
        if task.status is TaskStatus.PENDING:
            return min(SELDOM_S, max(1.0, (since - now).total_seconds()))
        return LOOK_EVERY_S if (now - since).total_seconds() < SELDOM_S else LATER_EVERY_S

    async def turn(self) -> bool:
        """One turn; True if the plan moved, so that the next turn may follow at once."""
        async with self._turn:
            moved = await self._move()
            purpose = self._plan.purpose
        if moved is None and purpose is not None:
            # A model may think for a minute: people change the plan meanwhile.
            return await self._next_goal(purpose)
        return bool(moved)

    async def _move(self) -> bool | None:
        """One move of what is planned; None where a goal is to be made."""
        if await self._stopped():
            return False
        plan = self._plan
        if plan.run.stand is not PlanStand.RUNNING:
            return await self._spoken_to(plan.run)
        if self.exports_fail():
            await self._halt(HaltReason.EXPORTS, None, _HALT_EXPORTS)
            return False
        if plan.purpose is None:
            await self._ask_for_purpose()
            return False
        return None if plan.current is None else await self._step(*plan.current)

    async def _take_up(self) -> None:
        """Go on where it was; a stop that met the end of the last process is dealt with now. A kill
        may have come between a move and the state that follows from it."""
        system = (EventSource.SYSTEM,)
        back = await self.record.recent(limit=LOOKED_BACK, sources=system, origin="home")
        for event in reversed(back):
            await self.remember(event)
        await self._read()
        current = self._plan.current
        if current is None or not current[1].begun:
            return
        since = current[1].begun
        stops = await self.record.recent(limit=1, after=since, sources=(EventSource.INTERRUPT,))
        if stops and self._plan.run.stand is PlanStand.RUNNING and not await self._dealt(stops[0]):
            self._stopped_by = stops[0].id

    async def _dealt(self, stop: Event) -> bool:
        noted = await self.record.recent(
            limit=LOOKED_BACK, after=stop.id, sources=(EventSource.SYSTEM,), origin="home"
        )
        return any(event.kind in ("plan_interrupted", "plan_resumed") for event in noted)

    # Purpose and goals

    async def _ask_for_purpose(self) -> None:
        """Once in the life of the process; until it is answered only the plan waits."""
        if self._asked or not self.may_ask():
            return
        self._asked = True
        asked = await self._note(PurposeAsked())
        await self._walk(ask_request(ASK_PURPOSE), ASK_PURPOSE, asked.id)

    async def _next_goal(self, purpose: OwnerPurpose) -> bool:
        """Make the first goal of a purpose, or the next of one that goes on."""
        now, mine = self.clock.now(), [g for g in self._plan.goals if g.purpose == purpose.by]
        due = not mine or (_is_new_day(mine[-1], now) and self.governance.follows_on(purpose, now))
        if not due or self._refused == purpose.by or self.calls_left() <= 0:
            return False
        number = len(self._plan.goals) + 1
        made = await self.governance.goal_for(purpose, number, now, again=bool(mine))
        async with self._turn:
            if self._plan.purpose != purpose:
                return True
            if isinstance(made, PlannedGoal):
                fact = GoalSet(goal=made.goal, judgment=made.judgment, planner=made.planner)
                await self._note(fact, purpose.by)
            else:
                self._refused = purpose.by
                await self._note(GoalRefused(why=made), purpose.by)
            await self._read()
        return isinstance(made, PlannedGoal)

    async def _reached(self, goal_id: GoalId) -> None:
        """Its tasks are all done or have failed."""
        await self._read()
        goal = next(one for one in self._plan.goals if one.id == goal_id)
        await self._note(GoalDone(goal=goal.id, name=goal.name, rate=goal.rate), goal.purpose)

    # Tasks

    async def _step(self, goal: Goal, task: Task) -> bool:
        now = self.clock.now()
        if self._put_off_until is not None and now < self._put_off_until:
            return False
        if task.status is TaskStatus.PENDING:
            if task.not_before is not None and now < task.not_before:
                return False
            return await self._take(goal, task)
        return await self._look(goal, task)

    async def _take(self, goal: Goal, task: Task) -> bool:
        """Begin a task, or take the next means to its end."""
        self._put_off_until = None
        acts = self.governance.requests(task, goal)
        intent = acts[task.means].label if task.means < len(acts) else None
        begun = await self._note(
            TaskBegun(
                task=task.id, name=task.name, means=task.means + 1, intent=intent or task.name
            ),
            goal.purpose,
        )
        await self._read()
        if task.means < len(acts):
            await self._walk(acts[task.means], task.name, begun.id, task.id)
        return True

    async def _look(self, goal: Goal, task: Task) -> bool:
        """Has it ended, as far as code can see?"""
        trail = await trail_of(self.record, self.state, task.begun)
        acts = self.governance.requests(task, goal)
        if trail.decided is None and 0 < task.means <= len(acts):
            # The process ended between the beginning and the act: nothing was decided yet.
            await self._walk(acts[task.means - 1], task.name, task.begun, task.id)
            trail = await trail_of(self.record, self.state, task.begun)
        if trail.put_off and self._put_off_times < MOST_PUT_OFF:
            return self._again_later(task)
        trail = replace(trail, reported=await self._reports(task))
        end = self.governance.ended(task, goal, trail, self.clock.now())
        if end is None:
            return await self._crossed(task)
        if end.cause is not None and trail.results and trail.results[-1].stopped:
            return await self._cut_off(task, trail)
        if end.cause is None:
            if end.told is not None:
                # Told first: a process that ends in between tells it twice, and never not at all.
                await self._walk(tell_request(end.told), end.told, task.begun, task.id)
            evidence = (trail.result_event or task.begun,)
            await self._note(TaskDone(task=task.id, name=task.name), *evidence)
        elif self._may_try_another(task, trail, len(acts)):
            return await self._take(goal, task)
        else:
            await self._failed(task, trail, end)
        self._put_off_times = 0
        await self._ended(goal, task)
        return True

    async def _reports(self, task: Task) -> tuple[DeviceState, ...]:
        """Reports of devices since the last look at a guard: a door that was opened and shut
        between two looks was open."""
        if (watched := reads_of(task)) is None:
            return ()
        of, after = self._looked
        found, last = await reports_since(
            self.record, *watched, after if of == task.begun else EventId(0)
        )
        self._looked = task.begun, last
        return found

    async def _cut_off(self, task: Task, trail: Trail) -> bool:
        """A stop cut its act off: no other means is tried. The stop itself is heard next; where the
        process ended in between, it is dealt with here."""
        if self.clock.now() - trail.results[-1].observed_at > STOP_HEARD_WITHIN:
            await self._interrupt(task, trail.result_event)
        return False

    async def _ended(self, goal: Goal, task: Task) -> None:
        """The task has ended, and with its last one the goal."""
        if goal.with_task(replace(task, status=TaskStatus.DONE)).current is None:
            await self._reached(goal.id)
        await self._read()

    async def _take_again(self, goal: Goal, task: Task) -> None:
        """Go on with a task that was stopped: an act that a stop cut off is done once more, which
        the person who resumes it has just allowed."""
        if task.status is not TaskStatus.ACTIVE:
            return
        trail = await trail_of(self.record, self.state, task.begun)
        end = self.governance.ended(task, goal, trail, self.clock.now())
        undone = trail.results or trail.dropped
        if undone and end is not None and end.cause is not None:
            await self._take(goal, replace(task, means=task.means - 1))

    def _may_try_another(self, task: Task, trail: Trail, acts: int) -> bool:
        """Another means to the same end, within Grit; never after a no, and never after a failure
        of what is not safe to try."""
        if trail.denied or trail.action_type.startswith(self.unsafe):
            return False
        return task.means < min(acts, 1 + self.most_means)

    async def _failed(self, task: Task, trail: Trail, end: End) -> None:
        cause = end.cause or REJECTED
        await self._fail(task, cause, trail.result_event or task.begun)
        if trail.denied:
            await self._halt(HaltReason.REJECTED, task, _HALT_REJECTED)
        elif trail.results and trail.action_type.startswith(self.unsafe):
            await self._halt(HaltReason.UNSAFE, task, _HALT_UNSAFE)

    def _again_later(self, task: Task) -> bool:
        """Its question was not put, since another one waits: the same means once more, later."""
        self._put_off_until = self.clock.now() + ASK_AGAIN_AFTER * 2**self._put_off_times
        self._put_off_times += 1
        again = replace(task, status=TaskStatus.PENDING, means=task.means - 1)
        for goal in self._plan.active:
            if any(one.id == task.id for one in goal.tasks):
                goals = tuple(
                    g.with_task(again) if g.id == goal.id else g for g in self._plan.goals
                )
                self._plan = replace(self._plan, goals=goals)
        return False

    async def _fail(self, task: Task, cause: Bilingual, because: EventId) -> None:
        await self._note(TaskFailed(task=task.id, name=task.name, cause=cause), because)

    async def _walk(
        self, act: RequestedAction, about: Bilingual, begun: EventId, task: str = ""
    ) -> None:
        text = about.get(self.language)
        mark = f"[{task}] {text}" if task else text
        trigger = plan_trigger(mark, act, begun, self.clock.now(), task)
        await self.walk(replace(trigger, id=TriggerId(self.ids.new())))

    # Interrupts and halts

    async def _stopped(self) -> bool:
        """A stop was said or pressed: sum up the task in hand, and ask what becomes of it."""
        stop, self._stopped_by = self._stopped_by, EventId(0)
        current, run = self._plan.current, self._plan.run
        if not stop or run.stand is not PlanStand.RUNNING or current is None:
            return False
        task = current[1]
        if task.status is not TaskStatus.ACTIVE:
            return False
        words = await self._interrupt(task, stop)
        if (event := await self.record.event(stop)) is not None:
            await self.tell(event, words)
        return True

    async def _crossed(self, task: Task) -> bool:
        """A person has just operated the very device that the task in hand is about: the task gives
        way, and it is asked what becomes of it."""
        if task.kind != "device":
            return False
        acted = (EventSource.ACTION_RESULT,)
        for event in await self.record.recent(limit=LOOKED_BACK, after=task.begun, sources=acted):
            result = await self.record.result(event.id)
            done = await self.record.decision(result.decision_event_id) if result else None
            if done is None or authority_of(done.trust) is not Authority.USER:
                continue
            if str(task.slots["device"]) in devices_in(done.action_payload):
                chain = await self.record.chain(event.id)
                said = next(e for e in chain.events if e.source is EventSource.USER_INPUT)
                await self.tell(said, await self._interrupt(task, said.id))
                return True
        return False

    async def _interrupt(self, task: Task, because: EventId) -> Bilingual:
        """Sum it up; gives the question what becomes of it."""
        summary = _summary(task)
        await self._note(PlanInterrupted(task=task.id, summary=summary), because)
        await self._read()
        return Bilingual(
            _INTERRUPTED.ja.format(task.id, task.name.ja, summary.ja),
            _INTERRUPTED.en.format(task.id, task.name.en, summary.en),
        )

    async def _halt(self, reason: HaltReason, task: Task | None, why: Bilingual) -> None:
        task_id = TaskId("") if task is None else task.id
        await self._note(PlanHalted(reason=reason, task=task_id, summary=why))
        await self._read()

    async def _spoken_to(self, run: PlanRun) -> bool:
        """A plan that was halted by a no or a failure goes on once a person speaks."""
        spoken, self._spoken_by = self._spoken_by, EventId(0)
        answered = run.reason in (HaltReason.EXPORTS, HaltReason.LATE)
        waits = run.stand is PlanStand.INTERRUPTED or answered
        if not spoken or waits:
            return False
        event = await self.record.event(spoken)
        if event is None or (run.since is not None and event.at <= run.since):
            return False
        if (asked := await self._asks_about_late(spoken)) is not None:
            await self.tell(event, asked)
            return True
        await self._note(PlanResumed(by=spoken), spoken)
        await self._read()
        return True

    # The record

    async def _note(self, fact: Fact, *because: EventId) -> Event:
        """An event, on the disk; then the state that follows from it."""
        event = await self.journal.noted(fact, evidence=because, durable=True, remember=True)
        await self.remember(event)
        return event

    async def _read(self) -> None:
        self._plan = await plan_of(self.state)


_HALT_EXPORTS = Bilingual(
    "書き出しのファイルに問題があるので止めました", "stopped: the exported files are in trouble"
)


def _is_new_day(last: Goal, now: datetime) -> bool:
    made = last.created_at.astimezone(now.tzinfo)
    return now.date() > made.date() and now.hour >= DAY_BEGINS


def _summary(task: Task) -> Bilingual:
    if task.status is TaskStatus.PENDING:
        return _NOT_BEGUN
    if task.means < 2:
        return _GONE_ON
    return Bilingual(_TRIED.ja.format(task.means), _TRIED.en.format(task.means))
