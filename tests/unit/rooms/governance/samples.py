"""Samples for tests of the plan: the doll's house standing still, tasks, goals and results."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import Seen
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import Goal, GoalId, Task, TaskId, TaskStatus
from companion.words.result import ActionResult, ResultStatus
from tests.proof.plans.home import StandingHouse, view

NOW = datetime(2026, 11, 25, 14, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
NAME = Bilingual("課題", "a task")


def home() -> tuple[StandingHouse, HomeView]:
    """The house, to change its states, and its view."""
    house = StandingHouse(NOW)
    return house, view(house)


def task(kind: str, number: int = 1, **slots: Any) -> Task:
    """A task that began now by its first means."""
    return Task(
        id=TaskId(f"G1-T{number}"),
        name=NAME,
        kind=kind,
        slots=slots,
        status=TaskStatus.ACTIVE,
        begun=EventId(7),
        begun_at=NOW,
        means=1,
    )


def goal(*tasks: Task) -> Goal:
    """A goal of these tasks."""
    return Goal(
        id=GoalId("G1"),
        name=Bilingual("目標", "a goal"),
        purpose=EventId(1),
        created_at=NOW,
        tasks=tasks,
    )


def result(
    status: ResultStatus = ResultStatus.SUCCESS, failure: str = "", **facts: Any
) -> ActionResult:
    """An observed result of an act."""
    return ActionResult(
        capability="notice",
        operation="tell",
        status=status,
        summary_text="x",
        observed_at=NOW,
        failure_class=failure,
        result_payload=facts,
    )


def seen(
    one: Task,
    *results: ActionResult,
    after: timedelta = timedelta(0),
    by: HomeView | None = None,
    next_at: datetime | None = None,
) -> Seen:
    """A task as it is seen so long after it began."""
    return Seen(task=one, now=NOW + after, home=by or home()[1], results=results, next_at=next_at)
