"""Goals: each with its tasks, as the facts of the plan move them."""

from collections.abc import Sequence
from dataclasses import replace

from companion.rooms.consolidation.kinds import Known
from companion.words.areas import value_in
from companion.words.event import Event
from companion.words.facts import (
    GoalDone,
    GoalSet,
    PlanResumed,
    TaskAnswered,
    TaskBegun,
    TaskDone,
    TaskFailed,
    TaskMoved,
    fact_of,
    payload_of,
)
from companion.words.plan import GOAL, Goal, GoalId, GoalStatus, Task, TaskStatus
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange

ORDER = 51


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The goals that this event moves, as they are after it."""
    if fact_of(event, PlanResumed) is not None:
        moved = await _resumed(event, known)
    else:
        one = await _moved(event, known)
        moved = () if one is None else (one,)
    return tuple(
        StateChange(
            kind=GOAL,
            key=goal.id,
            value=payload_of(goal),
            confidence=1.0,
            trust=TrustLabel.OWNER,
            observed_at=event.at,
            evidence_event_ids=(event.id, goal.purpose),
        )
        for goal in moved
    )


async def _moved(event: Event, known: Known) -> Goal | None:
    if (made := fact_of(event, GoalSet)) is not None:
        return made.goal
    if (done := fact_of(event, GoalDone)) is not None:
        goal = await _held(done.goal, known)
        return None if goal is None else replace(goal, status=GoalStatus.DONE)
    found = await moved_task(event, known)
    return None if found is None else found[0].with_task(_task_after(found[1], event))


async def _resumed(event: Event, known: Known) -> Sequence[Goal]:
    """The task in hand has its whole time again: while the plan stood still it had none."""
    goals = [value_in(row, Goal) for row in await known.state.rows(GOAL)]
    return [
        goal.with_task(replace(task, begun_at=event.at))
        for goal in goals
        if goal is not None
        for task in goal.tasks
        if task.status is TaskStatus.ACTIVE
    ]


async def moved_task(event: Event, known: Known) -> tuple[Goal, Task] | None:
    """The task that the event is about, as it was before, with its goal; None of other events."""
    moved = fact_of(event, TaskMoved)
    goal = None if moved is None else await _held(GoalId(moved.task.partition("-")[0]), known)
    if moved is None or goal is None:
        return None
    task = next((one for one in goal.tasks if one.id == moved.task), None)
    return None if task is None else (goal, task)


async def _held(goal_id: GoalId, known: Known) -> Goal | None:
    row = await known.state.row(GOAL, goal_id)
    return None if row is None else value_in(row, Goal)


def _task_after(task: Task, event: Event) -> Task:
    if event.kind == "task_begun" and (begun := fact_of(event, TaskBegun)) is not None:
        active = replace(task, status=TaskStatus.ACTIVE, means=begun.means, answered=None)
        return replace(active, begun=event.id, begun_at=event.at)
    if event.kind == "task_answered" and (answer := fact_of(event, TaskAnswered)) is not None:
        return replace(task, answered=answer.yes)
    if event.kind == "task_failed" and (failed := fact_of(event, TaskFailed)) is not None:
        return replace(task, status=TaskStatus.FAIL, cause=failed.cause)
    done = event.kind == "task_done" and fact_of(event, TaskDone) is not None
    return replace(task, status=TaskStatus.DONE) if done else task
