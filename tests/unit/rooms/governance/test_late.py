"""Tests of the tasks whose time passed while the plan stood still."""

from dataclasses import replace
from datetime import timedelta

from companion.rooms.governance.late import LATE_AFTER, late_tasks, question_about
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import Goal, GoalId, Plan, Task, TaskId, TaskStatus
from companion.words.trigger import RequestedAction
from tests.unit.rooms.governance.samples import NOW

DUE = Task(
    id=TaskId("G1-T1"), name=Bilingual("伝える", "tell"), kind="tell", not_before=NOW - LATE_AFTER
)
ACT = RequestedAction(action_type="notice.tell", payload={})


def late(*tasks: Task, acts: bool = True) -> list[Task]:
    name = Bilingual("目標", "goal")
    goal = Goal(id=GoalId("G1"), name=name, purpose=EventId(1), created_at=NOW, tasks=tasks)
    return [*late_tasks(Plan(goals=(goal,)), NOW, lambda *_: (ACT,) if acts else ())]


def test_what_acts_and_was_due_long_before_is_late() -> None:
    """Not what was due a moment ago, has no time, has begun, or only observes."""
    soon = replace(DUE, not_before=NOW - LATE_AFTER + timedelta(seconds=1))
    begun = replace(DUE, status=TaskStatus.ACTIVE)
    assert late(DUE, soon, replace(DUE, not_before=None), begun) == [DUE]
    assert late(replace(DUE, kind="report")) == []
    assert late(DUE, acts=False) == []


def test_one_question_names_each_with_its_time() -> None:
    """With the day where that was another one."""
    yesterday = replace(DUE, name=Bilingual("消す", "turn off"), not_before=NOW - timedelta(days=1))
    asked = question_about([DUE, yesterday], NOW)
    due, before = NOW - LATE_AFTER, NOW - timedelta(days=1)
    assert f"tell ({due:%H:%M}), turn off ({before:%m/%d %H:%M})" in asked.en
    assert "伝える（" in asked.ja
