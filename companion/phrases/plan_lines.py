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
    "plan_resumed": Bilingual("計画を再開しました", "The plan goes on"),
}
_YES, _NO = Bilingual("はい", "yes"), Bilingual("いいえ", "no")


def plan_line(event: Event) -> Bilingual | None:
    """The line of a fact of the plan; None for any other event."""
    if (told := _PLAIN.get(event.kind)) is not None:
        return told
    if (purpose := fact_of(event, PurposeSet)) is not None:
        return _both("目的: {}", "Purpose: {}", _same(purpose.purpose.text))
    if (dropped := fact_of(event, PurposeDropped)) is not None:
        return _both("目的を取り下げました: {}", "The purpose was dropped: {}", _same(dropped.text))
    if (refused := fact_of(event, GoalRefused)) is not None:
        return _both("計画を作れませんでした: {}", "No plan could be made: {}", refused.why)
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
