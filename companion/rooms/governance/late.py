"""Late 遅れ: finds the tasks whose time passed while the plan stood still, and words the question
that asks what to do with them.

A lamp that was to be dimmed at seven is not dimmed the next morning, and five reminders of one
evening are not told in one breath: people are asked once about all of them.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from companion.words.language import Bilingual
from companion.words.plan import Goal, Plan, Task, TaskStatus
from companion.words.trigger import RequestedAction

LATE_AFTER = timedelta(minutes=15)
"""A task that is due for less than this is done without a question: a short pause does no harm."""
TIME_PASSED = Bilingual("時間が過ぎていました", "its time had passed")
_ASKED = Bilingual(
    "止まっているあいだに時間が過ぎました: {}。今から行うなら「再開して」、やめるなら「破棄して」と"
    "言ってください。",
    "While I stood still, the time of these passed: {}. Please say “resume” and I do them now, or "
    "“discard” and I leave them out.",
)
_ONE = Bilingual("{0}（{1}）", "{0} ({1})")


def late_tasks(
    plan: Plan, now: datetime, acts: Callable[[Task, Goal], Sequence[RequestedAction]]
) -> tuple[Task, ...]:
    """The waiting tasks that act or speak (by `acts`) and were due long before; a guard ends by
    itself, and what happened is summed up at any time."""
    return tuple(
        task
        for goal in plan.active
        for task in goal.tasks
        if task.status is TaskStatus.PENDING
        and task.not_before is not None
        and task.not_before + LATE_AFTER <= now
        and task.kind != "report"
        and acts(task, goal)
    )


def question_about(tasks: Iterable[Task], now: datetime) -> Bilingual:
    """One question about all of them, with the time at which each was due."""
    said = [
        (task.name, at.astimezone(now.tzinfo))
        for task in tasks
        if (at := task.not_before) is not None
    ]
    ja = [_ONE.ja.format(name.ja, _time(at, now)) for name, at in said]
    en = [_ONE.en.format(name.en, _time(at, now)) for name, at in said]
    return Bilingual(_ASKED.ja.format("、".join(ja)), _ASKED.en.format(", ".join(en)))


def _time(at: datetime, now: datetime) -> str:
    return f"{at:%H:%M}" if at.date() == now.date() else f"{at:%m/%d %H:%M}"
