"""Unanswered 答えのない文: finds the sentences to which nothing that is known is an answer.

It is said to have promised or done something, or is asked to do what it cannot, or about people.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Any

_TABLE = files("companion.rooms.understanding.data") / "unanswered.toml"


class Unanswered(StrEnum):
    """Sort of such a sentence, in the order in which they are tried."""

    BODY = "body"
    MEDICINE = "medicine"
    SECRET = "secret"
    TRUST = "trust"
    MIND = "mind"
    FOR_OTHERS = "for_others"
    BEING = "being"
    VIEW = "view"
    ADVICE = "advice"
    DOUBTED = "doubted"
    SIGHT = "sight"
    KEEPS = "keeps"
    WHY_NOT = "why_not"
    TOLD_WHEN = "told_when"
    PROMISE = "promise"
    SAID = "said"
    PREMISE = "premise"
    OUTSIDE = "outside"
    PEOPLE = "people"
    WEATHER = "weather"
    TOLD_WHAT = "told_what"
    DEED = "deed"


OF_ITSELF = (
    Unanswered.SECRET,
    Unanswered.TRUST,
    Unanswered.MIND,
    Unanswered.FOR_OTHERS,
    Unanswered.BEING,
    Unanswered.VIEW,
    Unanswered.ADVICE,
    Unanswered.DOUBTED,
    Unanswered.SIGHT,
    Unanswered.KEEPS,
)
"""They ask what it is, and what it would do."""
EARLY = (
    Unanswered.BODY,
    Unanswered.MEDICINE,
    Unanswered.WHY_NOT,
    Unanswered.TOLD_WHEN,
    Unanswered.PROMISE,
    Unanswered.SAID,
    Unanswered.PREMISE,
)
"""They tell of a body in danger or of medicine, or put words or deeds into the companion's mouth,
whatever thing of the home they name."""
LATE = (
    Unanswered.OUTSIDE,
    Unanswered.TOLD_WHAT,
    Unanswered.PEOPLE,
    Unanswered.WEATHER,
    Unanswered.DEED,
)


def unanswered(text: str, among: Iterable[Unanswered]) -> Unanswered | None:
    """The sort of a sentence; None for every other one."""
    return next((kind for kind in among if _pattern(kind).search(text)), None)


@cache
def _pattern(kind: Unanswered) -> re.Pattern[str]:
    table: Any = loads(_TABLE.read_text("utf-8"))
    parts: Sequence[str] = (*table[kind.value]["en"], *table[kind.value]["ja"])
    return re.compile("|".join(f"(?:{part})" for part in parts), re.I)
