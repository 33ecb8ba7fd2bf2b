"""Plan lines 計画の行: word the facts of the plan for the log, in the machine's own format."""

from companion.words.event import Event
from companion.words.facts import (
    GoalDone,
    GoalRefused,
    GoalSet,
    PlanHalted,
    PlanInterrupted,
    PurposeDropped,
    PurposeSet,
    TaskAnswered,
    TaskBegun,
    TaskDone,
    TaskFailed,
    fact_of,
)
from companion.words.language import Bilingual
from companion.words.plan import Task, TaskStatus, goal_line, task_line

_PLAIN = {
    "purpose_asked": Bilingual("目的を尋ねました", "Asked for a purpose"),
    "purpose_set": Bilingual("目的を決めました", "A purpose was set"),
    "purpose_dropped": Bilingual("目的を取り下げました", "The purpose was dropped"),
    "goal_set": Bilingual("目標を作りました", "A goal was made"),
    "goal_refused": Bilingual("計画を作れませんでした", "No plan could be made"),
    "goal_done": Bilingual("目標が終わりました", "A goal has ended"),
    "task_begun": Bilingual("課題を始めました", "A task has begun"),
    "task_answered": Bilingual("課題の問いに返事がありました", "A task was answered"),
    "task_done": Bilingual("課題ができました", "A task is over: it worked"),
    "task_failed": Bilingual("課題ができませんでした", "A task came to nothing"),
    "plan_interrupted": Bilingual("課題を中断しました", "The task was stopped"),
    "plan_halted": Bilingual("計画を止めました", "The plan waits for a person"),
    "plan_resumed": Bilingual("計画を再開しました", "The plan goes on"),
}
"""For a fact that cannot be read, or that says nothing more."""
_YES, _NO = Bilingual("はい", "yes"), Bilingual("いいえ", "no")


def plan_line(event: Event) -> Bilingual | None:
    """The line of a fact of the plan; None for any other event."""
    if event.kind not in _PLAIN:
        return None
    return _told(event) or _PLAIN[event.kind]


def _told(event: Event) -> Bilingual | None:
    if (purpose := fact_of(event, PurposeSet)) is not None:
        return _both("目的: {}", "Purpose: {}", _same(purpose.purpose.text))
    if (dropped := fact_of(event, PurposeDropped)) is not None:
        return _both("目的を取り下げました: {}", "The purpose was dropped: {}", _same(dropped.text))
    if (refused := fact_of(event, GoalRefused)) is not None:
        return _both("計画を作りませんでした: {}", "No plan was made: {}", refused.why)
    return _goal(event) or _task(event) or _stopped(event)


def _goal(event: Event) -> Bilingual | None:
    if (made := fact_of(event, GoalSet)) is not None:
        goal = made.goal
        return Bilingual(
            f"[{goal.id}] {goal.name.ja}（課題{len(goal.tasks)}件）",
            f"[{goal.id}] {goal.name.en} ({len(goal.tasks)} tasks)",
        )
    if (done := fact_of(event, GoalDone)) is not None:
        return goal_line(done.goal, done.name, done.rate)
    return None


def _task(event: Event) -> Bilingual | None:
    if event.kind == "task_done" and (done := fact_of(event, TaskDone)) is not None:
        return task_line(_ended(done, TaskStatus.DONE))
    if event.kind == "task_failed" and (failed := fact_of(event, TaskFailed)) is not None:
        return task_line(_ended(failed, TaskStatus.FAIL, failed.cause))
    if event.kind == "task_begun" and (begun := fact_of(event, TaskBegun)) is not None:
        return _both(f"[{begun.task}] " + "{}", f"[{begun.task}] " + "{}", begun.name)
    if event.kind == "task_answered" and (answer := fact_of(event, TaskAnswered)) is not None:
        said = _YES if answer.yes else _NO
        return _both(f"[{answer.task}] 返事: " + "{}", f"[{answer.task}] the answer: " + "{}", said)
    return None


def _ended(
    moved: TaskDone | TaskFailed, status: TaskStatus, cause: Bilingual | None = None
) -> Task:
    return Task(id=moved.task, name=moved.name, kind="", status=status, cause=cause)


def _stopped(event: Event) -> Bilingual | None:
    if (stopped := fact_of(event, PlanInterrupted)) is not None:
        form = f"[{stopped.task}] "
        return _both(form + "中断しました: {}", form + "interrupted: {}", stopped.summary)
    if (halted := fact_of(event, PlanHalted)) is not None:
        return _both("計画を止めました: {}", "The plan halts: {}", halted.summary)
    return None


def _both(ja: str, en: str, words: Bilingual) -> Bilingual:
    return Bilingual(ja.format(words.ja), en.format(words.en))


def _same(text: str) -> Bilingual:
    return Bilingual(text, text)
