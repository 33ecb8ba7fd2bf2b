"""Happened question 出来事の問い: finds that a sentence asks who changed a thing, when it changed,
or why it is as it is. Its words stand in a table of `data`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Any

_TABLE = files("companion.rooms.understanding.data") / "happened_question.toml"


class Asks(StrEnum):
    """Sort of a question."""

    WHO = "who"
    WHEN = "when"
    WHY_SO = "so"


class Way(StrEnum):
    """Direction of the change that is meant."""

    ON = "on"
    """On, open, unlocked, started."""
    OFF = "off"
    UP = "up"
    DOWN = "down"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class HappenedQuestion:
    """出来事の問い."""

    asks: Asks
    way: Way
    bell: bool
    """It is about the doorbell."""
    of_it: bool
    """It names no thing: `who turned it off?`, 消したの誰."""
    told_you: bool
    """It asks who asked the companion for it: only its own acts are meant."""


def happened_question(text: str) -> HappenedQuestion | None:
    """The question of a sentence; None for every other sentence."""
    asks = next((one for one in Asks if _patterns(one.value).search(text)), None)
    bell = _patterns("bell").search(text) is not None
    if asks is None:
        return None
    way = next((one for one in Way if _patterns("verbs", one.value).search(text)), None)
    if way is None and not bell:
        return None
    told_you = _patterns("told_you").search(text) is not None
    rest = _patterns("empty").sub("", text)
    return HappenedQuestion(asks, way or Way.ANY, bell, not any(map(str.isalnum, rest)), told_you)


@cache
def _patterns(*path: str) -> re.Pattern[str]:
    table: Any = _table()
    for part in path:
        table = table[part]
    parts: Sequence[str] = (*table["en"], *table["ja"])
    return re.compile("|".join(f"(?:{part})" for part in parts), re.I)


@cache
def _table() -> dict[str, Any]:
    return loads(_TABLE.read_text(encoding="utf-8"))
