"""Export form 書き出しの形: the exact fields of `state.json` and of the lines of `events.jsonl`."""

from typing import Annotated, Any, Literal

import msgspec

Time = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]


class _Exact(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Exactly these fields."""


class _Input(_Exact, frozen=True):
    source: str
    authority: Literal["", "user", "public"]
    text: str


class _Task(_Exact, frozen=True):
    id: str
    name: str
    status: Literal["pending", "active", "done", "fail"]


class _Goal(_Exact, frozen=True):
    id: str
    name: str
    status: Literal["active"]
    tasks: list[_Task]


class _Plan(_Exact, frozen=True):
    purpose: str
    goals: list[_Goal]


class _Thought(_Exact, frozen=True):
    judgment: str
    intent: str


class _Action(_Exact, frozen=True):
    phase: Literal["", "approving", "executing"]
    summary: str


class _Result(_Exact, frozen=True):
    status: Literal["", "done", "fail"]
    summary: str


class _State(_Exact, frozen=True):
    input: _Input
    plan: _Plan
    thought: _Thought
    action: _Action
    result: _Result


class _InputLine(_Exact, frozen=True):
    time: Time
    type: Literal["input"]
    source: str
    text: str


class _ThoughtLine(_Exact, frozen=True):
    time: Time
    type: Literal["thought"]
    judgment: str
    intent: str


class _ActionLine(_Exact, frozen=True):
    time: Time
    type: Literal["action"]
    summary: str


class _ResultLine(_Exact, frozen=True):
    time: Time
    type: Literal["result"]
    status: Literal["done", "fail"]
    summary: str


class _GoalLine(_Exact, frozen=True):
    time: Time
    type: Literal["result"]
    status: Literal["goal_done"]
    goal: str
    name: str
    rate: Annotated[str, msgspec.Meta(pattern=r"^\d{1,3}%$")]


_LINES: dict[str, type] = {
    "input": _InputLine,
    "thought": _ThoughtLine,
    "action": _ActionLine,
    "result": _ResultLine,
}


def wrong_state(value: Any) -> str:
    """The fault of a `state.json`; "" for none."""
    return _wrong(value, _State)


def wrong_line(value: Any) -> str:
    """The fault of a line of `events.jsonl`; "" for none."""
    if not isinstance(value, dict):
        return "a line must be an object"
    form = _LINES.get(str(value.get("type", "")))
    if form is None:
        return f"its type is {value.get('type')!r}"
    return _wrong(value, _GoalLine if value.get("status") == "goal_done" else form)


def _wrong(value: Any, form: type) -> str:
    try:
        msgspec.convert(value, form, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    return ""
