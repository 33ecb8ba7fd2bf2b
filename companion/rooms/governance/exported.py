"""Exported 書き出し: projects events onto the two files that show the plan and the thinking.

`state.json` has exactly five keys, each the newest of its kind; `events.jsonl` has one line for an
input, a thought, an action, a result. Pure: `companion/store/exports.py` writes them.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.facts import (
    GoalDone,
    GoalRefused,
    GoalSet,
    TaskBegun,
    TaskDone,
    TaskFailed,
    fact_of,
)
from companion.words.language import Language
from companion.words.plan import Goal, Plan, TaskId, goal_line
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import Authority

Line = dict[str, str]
"""One line of `events.jsonl`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """書き出しの状態: the five state elements."""

    input: Line
    plan: Plan
    thought: Line
    action: Line
    result: Line

    def as_json(self, language: Language) -> dict[str, Any]:
        """As it stands in `state.json`; of the goals the active ones alone."""
        purpose = "" if self.plan.purpose is None else self.plan.purpose.text
        goals = [_goal(goal, language) for goal in self.plan.active]
        return {
            "input": dict(self.input),
            "plan": {"purpose": purpose, "goals": goals},
            "thought": dict(self.thought),
            "action": dict(self.action),
            "result": dict(self.result),
        }


EMPTY = Exported(
    input={"source": "", "authority": "", "text": ""},
    plan=Plan(),
    thought={"judgment": "", "intent": ""},
    action={"phase": "", "summary": ""},
    result={"status": "", "summary": ""},
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """事象とその行: an event with the structured rows that belong to it."""

    event: Event
    decision: ActionDecision | None = None
    """Of a decision its own; of a ruling, a question, an answer and a result the one it is
    about."""
    result: ActionResult | None = None


def step(before: Exported, told: Recorded, language: Language) -> tuple[Exported, tuple[Line, ...]]:
    """The elements after one event, and the lines that it adds. A thought that was the last one
    already, as that of a task and that of its act, adds no line."""
    after, lines = _step(before, told, language)
    thought = told.event.source in (EventSource.SYSTEM, EventSource.DELIBERATION_DECISION)
    same = thought and after.thought == before.thought and after.result == before.result
    return after, () if same else lines


def _step(
    before: Exported, told: Recorded, language: Language
) -> tuple[Exported, tuple[Line, ...]]:
    event = told.event
    if event.source is EventSource.USER_INPUT:
        return _input(before, event)
    if event.source is EventSource.DELIBERATION_DECISION:
        return _thought(before, told)
    if event.source in (EventSource.APPROVAL_QUESTION, EventSource.APPROVAL_ANSWER):
        return _action(before, told, language)
    if event.source is EventSource.ACTION_RESULT:
        return _result(before, told, language)
    if event.source is EventSource.CONVERSATION_REPLY:
        # The reply is an action of its own, though the conversation produces it.
        summary = event.assistant_text
        action = {"phase": "executing", "summary": summary}
        result = {"status": "done", "summary": summary}
        done = replace(before, action=action, result=result)
        lines = _line(event, "action", summary=summary), _line(event, "result", **result)
        return done, lines
    if event.source is EventSource.SYSTEM:
        return _plan(before, event, language)
    return before, ()


def _input(before: Exported, event: Event) -> tuple[Exported, tuple[Line, ...]]:
    source = event.channel
    who = "user" if event.authority is Authority.USER else "public"
    told = {"source": source, "authority": who, "text": event.user_text}
    line = _line(event, "input", source=source, text=event.user_text)
    return replace(before, input=told), (line,)


def _thought(before: Exported, told: Recorded) -> tuple[Exported, tuple[Line, ...]]:
    decision = told.decision
    if decision is None:
        return before, ()
    thought = {"judgment": decision.judgment or decision.reason, "intent": decision.intent}
    return replace(before, thought=thought), (_line(told.event, "thought", **thought),)


def _action(
    before: Exported, told: Recorded, language: Language
) -> tuple[Exported, tuple[Line, ...]]:
    """A question that waits, or the act that may begin."""
    event, decision = told.event, told.decision
    if event.kind == "asked":
        question = fact_of(event, ApprovalQuestion)
        summary = "" if question is None else question.summary.get(language)
        phase = "approving"
    elif event.kind in (ApprovalStatus.NOT_NEEDED, ApprovalStatus.GRANTED):
        if decision is not None and decision.decision_outcome is not DecisionOutcome.DO_ACTION:
            return before, ()
        summary = before.action["summary"] if decision is None else decision.summary.get(language)
        phase = "executing"
    else:
        return before, ()
    action = {"phase": phase, "summary": summary}
    return replace(before, action=action), (_line(event, "action", summary=summary),)


def _result(
    before: Exported, told: Recorded, language: Language
) -> tuple[Exported, tuple[Line, ...]]:
    result = told.result
    if result is None:
        return before, ()
    done = result.status is ResultStatus.SUCCESS or result.was_so
    summary = result.summary_text
    if told.decision is not None:
        summary = told.decision.summary.get(language)
        summary = summary if done else f"{summary} / {result.failure_class or result.status.value}"
    found = {"status": "done" if done else "fail", "summary": summary}
    return replace(before, result=found), (_line(told.event, "result", **found),)


def _plan(before: Exported, event: Event, language: Language) -> tuple[Exported, tuple[Line, ...]]:
    """Facts of the plan itself; its goals and tasks are read from state."""
    if (made := fact_of(event, GoalSet)) is not None:
        thought = {
            "judgment": made.judgment.get(language),
            "intent": f"[{made.goal.id}] {made.goal.name.get(language)}",
        }
        return replace(before, thought=thought), (_line(event, "thought", **thought),)
    if (refused := fact_of(event, GoalRefused)) is not None:
        thought = {"judgment": refused.why.get(language), "intent": ""}
        return replace(before, thought=thought), (_line(event, "thought", **thought),)
    if event.kind == "task_begun" and (begun := fact_of(event, TaskBegun)) is not None:
        thought = {
            "judgment": f"[{begun.task}] {begun.name.get(language)}",
            "intent": begun.intent.get(language),
        }
        return replace(before, thought=thought), (_line(event, "thought", **thought),)
    if event.kind == "task_done" and (done := fact_of(event, TaskDone)) is not None:
        return _task_ended(before, event, "done", done.task, done.name.get(language))
    if event.kind == "task_failed" and (failed := fact_of(event, TaskFailed)) is not None:
        name = f"{failed.name.get(language)} / {failed.cause.get(language)}"
        return _task_ended(before, event, "fail", failed.task, name)
    if (reached := fact_of(event, GoalDone)) is not None:
        line = _line(
            event,
            "result",
            status="goal_done",
            goal=reached.goal,
            name=reached.name.get(language),
            rate=reached.rate,
        )
        summary = goal_line(reached.goal, reached.name, reached.rate).get(language)
        return replace(before, result={"status": "done", "summary": summary}), (line,)
    return before, ()


def _task_ended(
    before: Exported, event: Event, status: str, task: TaskId, name: str
) -> tuple[Exported, tuple[Line, ...]]:
    told = {"status": status, "summary": f"[{task}] {status.upper()} {name}"}
    return replace(before, result=told), (_line(event, "result", **told),)


def _goal(goal: Goal, language: Language) -> dict[str, Any]:
    tasks = [
        {"id": task.id, "name": task.name.get(language), "status": task.status.value}
        for task in goal.tasks
    ]
    name = goal.name.get(language)
    return {"id": goal.id, "name": name, "status": goal.status.value, "tasks": tasks}


def _line(event: Event, type_: str, **fields: str) -> Line:
    return {"time": utc(event.at), "type": type_, **fields}


def utc(at: datetime) -> str:
    """ISO 8601 in UTC with `Z`, in whole seconds."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
