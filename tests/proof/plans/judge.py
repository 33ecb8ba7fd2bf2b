"""Judge of plans, by purposes that were written down before the planner."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from companion.rooms.governance.home_view import HomeView
from companion.words.plan import Goal

FOLDER = Path(__file__).parent
SETS = (
    *("open", "sealed", "households_open", "households_sealed"),
    *("strangers_open", "strangers_sealed"),
)


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
    text = (FOLDER / f"purposes_{name}.toml").read_text(encoding="utf-8")
    return [
        Case(
            one["text"],
            tuple(one["required"]),
            tuple(one["forbidden"]),
            tuple(one["pointless"]),
            one.get("about", ""),
        )
        for one in tomllib.loads(text)["purpose"]
    ]


def signs(goal: Goal, home: HomeView) -> list[str]:
    """Each task as its kind, a device task as `device.DOMAIN.OPERATION`."""
    found = []
    for task in goal.tasks:
        device = home.device(task.slots["device"]) if task.kind == "device" else None
        domain = "" if device is None else device.domain.value
        found.append(f"device.{domain}.{task.slots['operation']}" if domain else task.kind)
    return found


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
    return any(fnmatchcase(sign, pattern) for pattern in patterns for sign in found)
