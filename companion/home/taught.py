"""Taught 教わったこと: names the owner's verdicts on an act of the companion's own accord: wrong,
or never again.

Wrong: the same act is asked first. Never again: it is not done by itself any more. Both hold for
one operation of one device (or for an act without a device), alone or among several; what a person
asks for and what a saved routine names is done as ever.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from companion.home.device_operation import OPERATION_BY_NAME
from companion.words.device import devices_in

TAUGHT = "taught"
"""Kind of the rows of state, one for each key of `taught_keys`."""


class Lesson(StrEnum):
    """教え: what was said of the act."""

    WRONG = "wrong"
    NEVER = "never"
    FREE = "free"
    """Neither any more."""


def taught_keys(action_type: str, payload: Mapping[str, Any]) -> tuple[str, ...]:
    """`turn_on light.hall` for each device of the act."""
    operation = action_type.partition(".")[2]
    row = OPERATION_BY_NAME.get(operation)
    devices = devices_in(payload)
    if not devices:
        return (action_type,)
    does = row.does if row is not None else operation.removeprefix("all_")
    return tuple(f"{does} {device}" for device in devices)


def strictest(lessons: Iterable[str]) -> Lesson:
    """The lesson that counts where several were given."""
    found = set(lessons)
    return next((one for one in (Lesson.NEVER, Lesson.WRONG) if one in found), Lesson.FREE)
