"""Plan 計画: the owner's purpose, the goals it leads to, and their tasks."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, NewType

from companion.words.ids import EventId
from companion.words.language import Bilingual

GoalId = NewType("GoalId", str)
"""目標番号: a `G` and a number that is never given twice."""

TaskId = NewType("TaskId", str)
"""課題番号: the goal, a `T` and the place in it."""

PURPOSE, GOAL, PLAN_RUN = "purpose", "goal", "plan_run"
"""Areas of `state` in which the plan is kept."""
REMEMBER = "remember"
"""Kind of task whose words memory keeps when it begins."""
NOW = "now"
"""Key of the one row of `purpose` and of `plan_run`."""
FEWEST_TASKS, MOST_TASKS = 5, 10
"""Tasks of a goal."""


class TaskStatus(StrEnum):
    """課題の状態."""

    PENDING = "pending"
    ACTIVE = "active"
    DONE = "done"
    FAIL = "fail"


class GoalStatus(StrEnum):
    """目標の状態."""

    ACTIVE = "active"
    DONE = "done"
    """All of its tasks are done or have failed."""


class PlanStand(StrEnum):
    """計画の進み方: whether the plan goes on by itself."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    """A word stopped the task; the owner says whether it is resumed or discarded."""
    HALTED = "halted"
    """It waits until a person speaks or resumes it."""


class HaltReason(StrEnum):
    """止まった理由."""

    REJECTED = "rejected"
    """The owner answered no to an act of the plan."""
    UNSAFE = "unsafe"
    """An act on a lock, the heating or the wheels failed."""
    EXPORTS = "exports"
    """`state.json` or `events.jsonl` is damaged or cannot be written."""
    LATE = "late"
    """The time of tasks passed while it stood still; the owner says whether they are done now
    (resume) or left out (discard)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerPurpose:
    """目的: what the owner wants the companion to work for."""

    text: str
    """In the owner's own words; "" after it was dropped."""
    by: EventId
    """The owner's sentence or press that set it."""
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """課題: one step towards a goal, of a kind whose end code can check."""

    id: TaskId
    name: Bilingual
    kind: str
    """Name of the task kind, for example `tell`."""
    slots: Mapping[str, Any] = field(default_factory=dict)
    """Device, operation, words ...: as its kind needs them."""
    status: TaskStatus = TaskStatus.PENDING
    cause: Bilingual | None = None
    """Why it failed."""
    not_before: datetime | None = None
    """It does not begin earlier; None: as soon as the task before it has ended."""
    begun: EventId = EventId(0)
    """The event of its last beginning; the acts that it leads to cite it."""
    begun_at: datetime | None = None
    """That moment, or the one at which the plan was resumed in it."""
    means: int = 0
    """How many means to its end were tried."""
    answered: bool | None = None
    """A person's yes or no to its question."""

    @property
    def open(self) -> bool:
        """True until it is done or has failed."""
        return self.status in (TaskStatus.PENDING, TaskStatus.ACTIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """目標: a goal with all of its tasks, which were made together."""

    id: GoalId
    name: Bilingual
    purpose: EventId
    """The owner's sentence or press that set the purpose it serves."""
    created_at: datetime
    tasks: tuple[Task, ...]
    status: GoalStatus = GoalStatus.ACTIVE

    @property
    def rate(self) -> str:
        """Share of its tasks that are done, `80%`; computed whenever it is shown."""
        done = sum(task.status is TaskStatus.DONE for task in self.tasks)
        return f"{round(100 * done / len(self.tasks))}%" if self.tasks else "0%"

    @property
    def current(self) -> Task | None:
        """The first task that is still open; tasks run strictly one after another."""
        return next((task for task in self.tasks if task.open), None)

    def with_task(self, task: Task) -> "Goal":
        """The goal with this task in the place of the one with its id."""
        return replace(self, tasks=tuple(task if t.id == task.id else t for t in self.tasks))


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskAct:
    """課題の操作: an act of a task that asks a person, as a list of them shows it."""

    task: TaskId
    does: Bilingual
    impact: Bilingual
    """The things that it touches, and whether it can be undone."""
    action_type: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRun:
    """計画の進行: whether the plan goes on, and why not."""

    stand: PlanStand = PlanStand.RUNNING
    reason: str = ""
    task: TaskId = TaskId("")
    """The task in hand when it was interrupted or halted."""
    summary: Bilingual | None = None
    """How far that task had come."""
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """計画: purpose, goals in order of creation, and whether it goes on."""

    purpose: OwnerPurpose | None = None
    goals: tuple[Goal, ...] = ()
    run: PlanRun = field(default_factory=PlanRun)

    @property
    def active(self) -> tuple[Goal, ...]:
        """Active goals, oldest first."""
        return tuple(goal for goal in self.goals if goal.status is GoalStatus.ACTIVE)

    @property
    def current(self) -> tuple[Goal, Task] | None:
        """The goal and the task in hand or next in turn."""
        for goal in self.active:
            if (task := goal.current) is not None:
                return goal, task
        return None


def task_line(task: Task) -> Bilingual:
    """How an ended task stands in the log: `[G1-T1] DONE name`, `[G1-T1] FAIL name / cause`."""
    if task.status is not TaskStatus.FAIL:
        return Bilingual(f"[{task.id}] DONE {task.name.ja}", f"[{task.id}] DONE {task.name.en}")
    cause = task.cause or Bilingual("不明", "unknown")
    return Bilingual(
        f"[{task.id}] FAIL {task.name.ja} / {cause.ja}",
        f"[{task.id}] FAIL {task.name.en} / {cause.en}",
    )


def goal_line(goal_id: GoalId, name: Bilingual, rate: str) -> Bilingual:
    """How a reached goal stands in the log: `[G1] DONE name / 80%`."""
    return Bilingual(f"[{goal_id}] DONE {name.ja} / {rate}", f"[{goal_id}] DONE {name.en} / {rate}")
