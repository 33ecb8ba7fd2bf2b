"""Judge of plans, by purposes that were written down before the planner."""

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from companion.rooms.governance.home_view import HomeView
from companion.words.plan import Goal, Task

FOLDER = Path(__file__).parent
SETS = (
    *("open", "sealed", "households_open", "households_sealed"),
    *("strangers_open", "strangers_sealed", "strangers3_open", "strangers3_sealed"),
    *("strangers4_open", "strangers4_sealed", "strangers5_open", "strangers5_sealed"),
    *("strangers6_open", "strangers6_sealed", "strangers7_open", "strangers7_sealed"),
    *("strangers8_open", "strangers8_sealed", "strangers9_open", "strangers9_sealed"),
    *("strangers10_open", "strangers10_sealed", "strangers11_open", "strangers11_sealed"),
)
THEIR_NAMES = {"remind": "tell.later|routine.tell"}
"""Names of the authors of strangers3 to 6 that are no kind of ours: what is reminded of is told
at its time."""


@dataclass(frozen=True, slots=True)
class Case:
    """One purpose, and the kinds of tasks that its plan must, must not and need not hold."""

    text: str
    required: tuple[str, ...]
    forbidden: tuple[str, ...]
    pointless: tuple[str, ...] = ()
    about: str = ""
    """Regular expression that the words of a task must match; "" for any words."""


@dataclass(slots=True)
class Verdict:
    """How one plan does."""

    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    pointless: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """All that is required, and nothing forbidden."""
        return not self.missing and not self.wrong


def cases(name: str) -> list[Case]:
    """The purposes of one set."""
    return [
        Case(
            one["text"],
            _ours(one["required"]),
            _ours(one["forbidden"]),
            _ours(one["pointless"]),
            one.get("about", ""),
        )
        for one in _written(name)
    ]


def _ours(kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(THEIR_NAMES.get(kind, kind) for kind in kinds)


def _written(name: str) -> list[dict[str, Any]]:
    lines = FOLDER / f"purposes_{name}.jsonl"
    if lines.exists():
        return [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    text = (FOLDER / f"purposes_{name}.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["purpose"])


def signs(goal: Goal, home: HomeView) -> list[str]:
    """Each task as its kind, a device task as `device.DOMAIN.OPERATION`, words at a later time as
    `tell.later`, a routine as `routine.device` or `routine.tell`."""
    return [_sign(task, goal, home) for task in goal.tasks]


def _sign(task: Task, goal: Goal, home: HomeView) -> str:
    device = home.device(task.slots["device"]) if task.kind == "device" else None
    if device is not None:
        return f"device.{device.domain.value}.{task.slots['operation']}"
    if task.kind == "tell" and task.not_before is not None and task.not_before > goal.created_at:
        return "tell.later"
    if task.kind == "routine":
        return "routine.device" if "device" in task.slots else "routine.tell"
    return task.kind


def words_of(goal: Goal) -> str:
    """What its tasks tell and ask, in both languages."""
    return " ".join(
        str(task.slots[name])
        for task in goal.tasks
        if task.kind in ("tell", "ask")
        for name in ("ja", "en")
    )


def verdict(case: Case, found: Sequence[str], words: str = "") -> Verdict:
    """Judge the signs of one plan, and the words in which it speaks to people."""
    silent = [case.about] if not re.search(case.about, words, re.IGNORECASE) else []
    return Verdict(
        missing=[one for one in case.required if not _any(one.split("|"), found)] + silent,
        wrong=[sign for sign in found if _any(case.forbidden, (sign,))],
        pointless=[sign for sign in found if _any(case.pointless, (sign,))],
    )


def _any(patterns: Iterable[str], found: Sequence[str]) -> bool:
    return any(
        fnmatchcase(sign, pattern) or sign.startswith(f"{pattern}.")
        for pattern in patterns
        for sign in found
    )
