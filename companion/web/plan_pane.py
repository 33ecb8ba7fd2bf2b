"""Plan pane 計画の欄: purpose, active goals, and thought, action and result of the running turn.

Now and the page of the plan draw the same. Only active goals stand here, oldest first, each closed
until somebody opens it.
"""

from typing import Any

from companion.ports.plan import PlanDesk, PlanList
from companion.web.chain import Step
from companion.web.reader import Reader
from companion.web.site import Site
from companion.words.event import EventSource
from companion.words.plan import Goal, Plan, Task, TaskStatus

_TONES = {
    TaskStatus.PENDING: "quiet",
    TaskStatus.ACTIVE: "waiting",
    TaskStatus.DONE: "done",
    TaskStatus.FAIL: "failed",
}


async def plan_pane(site: Site, reader: Reader) -> dict[str, Any]:
    """Plan and thought in the reader's language."""
    desk = site.parts.plan
    plan = desk.plan if desk is not None else Plan()
    question = desk.question if desk is not None else None
    tasks = [task for goal in plan.active for task in goal.tasks]
    asks = "" if question is None else question.slots.get(reader.words.language.value, "")
    return {
        "plan": plan,
        "thinks": desk is not None and desk.thinks,
        "goals": [_goal(goal, desk, reader) for goal in plan.active],
        "in_hand": next((reader.words.of(t.name) for t in tasks if t.id == plan.run.task), ""),
        "past": sum(goal not in plan.active for goal in plan.goals),
        "question": None if question is None else {"id": question.id, "words": str(asks)},
        "exported": site.parts.exported(),
        "choice": await _choice(site, reader),
    }


async def _choice(site: Site, reader: Reader) -> Step | None:
    """The options of the newest decision with the terms of its sum; None where nothing was chosen
    from."""
    decisions = (EventSource.DELIBERATION_DECISION,)
    found = await site.parts.record.recent(limit=1, sources=decisions, origin="home")
    if not found:
        return None
    steps = await reader.chain(found[0].id).steps(await site.parts.record.chain(found[0].id))
    return next((step for step in steps if step.sums), None)


def _goal(goal: Goal, desk: PlanDesk | None, reader: Reader) -> dict[str, Any]:
    listed = PlanList((), "") if desk is None else desk.to_allow(goal.id)
    return {
        "id": goal.id,
        "name": reader.words.of(goal.name),
        "rate": goal.rate,
        "tasks": [_task(task, reader) for task in goal.tasks],
        "to_allow": [
            {
                "task": act.task,
                "does": reader.words.of(act.does),
                "impact": reader.words.of(act.impact),
            }
            for act in listed.acts
        ],
        "shown": listed.shown,
    }


def _task(task: Task, reader: Reader) -> dict[str, Any]:
    return {
        "id": task.id,
        "name": reader.words.of(task.name),
        "status": task.status.value,
        "tone": _TONES[task.status],
        "cause": "" if task.cause is None else reader.words.of(task.cause),
        "at": None if task.not_before is None else task.not_before.isoformat(),
    }
