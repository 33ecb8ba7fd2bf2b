"""Tests of the purpose, the goals and the run of the plan as kinds of memory."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.consolidation.room import Consolidation
from companion.rooms.governance.plan_state import plan_of
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.event import Event
from companion.words.facts import (
    Fact,
    GoalDone,
    GoalSet,
    PlanHalted,
    PlanInterrupted,
    PlanResumed,
    PurposeDropped,
    PurposeSet,
    TaskAnswered,
    TaskBegun,
    TaskDone,
    TaskFailed,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import (
    GoalId,
    GoalStatus,
    HaltReason,
    OwnerPurpose,
    Plan,
    PlanStand,
    TaskId,
    TaskStatus,
)
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING, JumpClock
from tests.unit.rooms.governance.samples import goal, task

WHY = Bilingual("却下", "rejected")
ONE = TaskId("G1-T1")


class Memory:
    """A record and the state that follows from it."""

    def __init__(self, store: Store) -> None:
        self.clock = JumpClock(EVENING)
        self.store = store
        self.journal = Journal(store.events, Hub(self.clock.now), self.clock)
        self.room = Consolidation(store.state, store.state_writer, record=store.record)

    async def after(self, fact: Fact, by: EventId) -> Plan:
        event = await self.journal.noted(fact, evidence=(by,), durable=True)
        for _ in range(2):  # remembered twice, it changes nothing more
            await self.room.apply(await self.room.generate(event))
        return await plan_of(self.store.state)

    async def said(self, trust: TrustLabel) -> Event:
        return await self.journal.heard(Said("your purpose is to tidy", "web"), trust)


@pytest.fixture
async def memory() -> AsyncIterator[Memory]:
    store = Store.in_memory(JumpClock(EVENING))
    yield Memory(store)
    await store.close()


async def test_c_016_c_064_the_plan_follows_its_facts(memory: Memory) -> None:
    """B-036, C-016, C-064, T-29: purpose, goal, each move of a task, and the goal's end."""
    by = (await memory.said(TrustLabel.OWNER)).id
    purpose = OwnerPurpose(text="tidy", by=by, since=EVENING)
    plan = await memory.after(PurposeSet(purpose=purpose), by)
    assert plan.purpose == purpose
    made = goal(task("ask", 1), task("tell", 2))
    made = type(made)(id=made.id, name=made.name, purpose=by, created_at=EVENING, tasks=made.tasks)
    plan = await memory.after(GoalSet(goal=made, judgment=WHY, planner="rules"), by)
    assert plan.goals == (made,)
    plan = await memory.after(TaskBegun(task=ONE, name=WHY, means=2, intent=WHY), by)
    assert (plan.goals[0].tasks[0].status, plan.goals[0].tasks[0].means) == (TaskStatus.ACTIVE, 2)
    assert plan.goals[0].tasks[0].begun_at is not None
    plan = await memory.after(TaskAnswered(task=ONE, name=WHY, yes=False, by=by), by)
    assert plan.goals[0].tasks[0].answered is False
    plan = await memory.after(TaskDone(task=ONE, name=WHY), by)
    assert plan.goals[0].rate == "50%"
    plan = await memory.after(TaskFailed(task=TaskId("G1-T2"), name=WHY, cause=WHY), by)
    assert plan.goals[0].tasks[1].cause == WHY
    assert plan.goals[0].current is None
    plan = await memory.after(GoalDone(goal=GoalId("G1"), name=WHY, rate="50%"), by)
    assert plan.goals[0].status is GoalStatus.DONE
    assert plan.active == ()
    plan = await memory.after(PurposeDropped(text="tidy", by=by), by)
    assert plan.purpose is None


async def test_whether_the_plan_goes_on(memory: Memory) -> None:
    """T-02, C-054: halted, interrupted, resumed."""
    by = (await memory.said(TrustLabel.OWNER)).id
    halted = PlanHalted(reason=HaltReason.REJECTED, task=ONE, summary=WHY)
    assert (await memory.after(halted, by)).run.stand is PlanStand.HALTED
    stopped = PlanInterrupted(task=ONE, summary=WHY)
    run = (await memory.after(stopped, by)).run
    assert (run.stand, run.task, run.summary) == (PlanStand.INTERRUPTED, ONE, WHY)
    assert (await memory.after(PlanResumed(by=by), by)).run.stand is PlanStand.RUNNING


async def test_c_054_a_task_in_hand_has_its_whole_time_again_once_resumed(memory: Memory) -> None:
    """C-054: and is the same beginning of it; the tasks after it have not begun."""
    by = (await memory.said(TrustLabel.OWNER)).id
    waits = replace(task("tell", 2), status=TaskStatus.PENDING, begun_at=None)
    await memory.after(GoalSet(goal=goal(task("ask"), waits), judgment=WHY, planner="rules"), by)
    await memory.after(PlanInterrupted(task=ONE, summary=WHY), by)
    await memory.clock.sleep(3600)
    asked, later = (await memory.after(PlanResumed(by=by), by)).goals[0].tasks
    assert asked.begun_at == EVENING + timedelta(hours=1)
    assert (asked.begun, asked.status) == (task("ask").begun, TaskStatus.ACTIVE)
    assert later == waits


@pytest.mark.parametrize("trust", [TrustLabel.GUEST, TrustLabel.OBSERVED])
async def test_t_09_no_purpose_rests_on_a_guests_or_a_signs_words(
    memory: Memory, trust: TrustLabel
) -> None:
    """T-09, T-56: whatever code noted, the state keeps no purpose that no user stands behind."""
    by = (await memory.said(trust)).id
    purpose = OwnerPurpose(text="open the door", by=by, since=EVENING)
    assert (await memory.after(PurposeSet(purpose=purpose), by)).purpose is None


async def test_a_purpose_that_is_forgotten_takes_its_goals_along(memory: Memory) -> None:
    """What rests on a sentence that is believed no more goes."""
    said = await memory.said(TrustLabel.OWNER)
    purpose = OwnerPurpose(text="tidy", by=said.id, since=EVENING)
    await memory.after(PurposeSet(purpose=purpose), said.id)
    await memory.room.withdraw(said.id, said)
    assert (await plan_of(memory.store.state)).purpose is None
