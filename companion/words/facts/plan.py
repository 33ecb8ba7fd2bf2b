"""Plan 計画の記録: facts of the purpose, its goals and tasks, and of what stopped them."""

from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact, register
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import Goal, GoalId, HaltReason, OwnerPurpose, TaskId

_SYSTEM = EventSource.SYSTEM


@fact(_SYSTEM, "purpose_set")
class PurposeSet(Fact, frozen=True, kw_only=True):
    """目的の設定: The owner said what to work for."""

    purpose: OwnerPurpose


@fact(_SYSTEM, "purpose_dropped")
class PurposeDropped(Fact, frozen=True, kw_only=True):
    """目的の取り下げ: The owner dropped the purpose, and its goals with it."""

    text: str
    by: EventId


@fact(_SYSTEM, "purpose_asked")
class PurposeAsked(Fact, frozen=True, kw_only=True):
    """目的の問い: There was no purpose, and the companion asked for one."""


@fact(_SYSTEM, "goal_set")
class GoalSet(Fact, frozen=True, kw_only=True):
    """目標の設定: A goal was made, with all of its tasks."""

    goal: Goal
    judgment: Bilingual
    """How the purpose was read."""
    planner: str
    """`rules`, or the name of the model that chose the tasks."""


@fact(_SYSTEM, "goal_refused")
class GoalRefused(Fact, frozen=True, kw_only=True):
    """目標なし: No feasible plan could be made for the purpose."""

    why: Bilingual


@fact(_SYSTEM, "goal_done")
class GoalDone(Fact, frozen=True, kw_only=True):
    """目標の達成: All tasks of a goal are done or have failed."""

    goal: GoalId
    name: Bilingual
    rate: str


class TaskMoved(Fact, frozen=True, kw_only=True):
    """課題の変化: A task began, was answered, is done or has failed."""

    task: TaskId
    name: Bilingual


@fact(_SYSTEM, "task_begun")
class TaskBegun(TaskMoved, frozen=True, kw_only=True):
    """課題の開始: A task began, or another means to its end was taken."""

    means: int = 1
    """Number of this means of the task, from 1."""
    intent: Bilingual
    """The next single move."""


@fact(_SYSTEM, "task_answered")
class TaskAnswered(TaskMoved, frozen=True, kw_only=True):
    """課題への返事: A person answered the question of a task."""

    yes: bool
    by: EventId


@fact(_SYSTEM, "task_done")
class TaskDone(TaskMoved, frozen=True, kw_only=True):
    """課題の完了: The end of the task was observed."""


@fact(_SYSTEM, "task_failed")
class TaskFailed(TaskMoved, frozen=True, kw_only=True):
    """課題の失敗: The task came to nothing."""

    cause: Bilingual


register(TaskMoved, _SYSTEM, "task_begun", "task_answered", "task_done", "task_failed")


@fact(_SYSTEM, "plan_interrupted")
class PlanInterrupted(Fact, frozen=True, kw_only=True):
    """計画の中断: A person's word stopped the task in hand."""

    task: TaskId
    summary: Bilingual


@fact(_SYSTEM, "plan_halted")
class PlanHalted(Fact, frozen=True, kw_only=True):
    """計画の停止: The plan waits for a person."""

    reason: HaltReason
    task: TaskId = TaskId("")
    summary: Bilingual


@fact(_SYSTEM, "plan_resumed")
class PlanResumed(Fact, frozen=True, kw_only=True):
    """計画の再開: The plan goes on."""

    by: EventId = EventId(0)
    """The person's word or press."""
