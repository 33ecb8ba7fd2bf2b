"""Task kinds stand in one file each and are found by discovery.

A kind is a module of this folder: it says what its slots are, what it asks the act corridor for,
and by which observation code tells that it is done. A new kind is one new file: nothing lists it.
No kind trusts a model's word for its end.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Protocol, cast

from companion.home.device_operation import operation_of
from companion.rooms.governance.home_view import HomeView
from companion.words.capability import RiskTier
from companion.words.device import Device, DeviceState
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.result import ActionResult, ResultStatus
from companion.words.trigger import RequestedAction

Slots = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """観測: what code observed of a task since it began."""

    task: Task
    now: datetime
    home: HomeView
    results: tuple[ActionResult, ...] = ()
    """Observed results of the acts that the task led to, oldest first."""
    kept: str = ""
    """Words that memory holds since the task began, with the purpose as evidence."""
    reported: tuple[DeviceState, ...] = ()
    """Reports of devices since the last look, of a task for which that counts."""
    next_at: datetime | None = None
    """When the task after it is due; None: no set time."""

    def device(self, device_id: object) -> Device | None:
        """A device of the home."""
        return self.home.device(device_id)

    def state(self, device_id: object) -> DeviceState | None:
        """The last report of a device."""
        return self.home.state(device_id)

    @property
    def result(self) -> ActionResult | None:
        """The newest result; None where nothing was done yet."""
        return self.results[-1] if self.results else None

    @property
    def done_so(self) -> bool:
        """True if the newest act succeeded, or found it to be so already."""
        last = self.result
        return last is not None and (last.status is ResultStatus.SUCCESS or last.was_so)


@dataclass(frozen=True, slots=True)
class End:
    """終わり: how a task ended; without a cause it is done."""

    cause: Bilingual | None = None
    told: Bilingual | None = None
    """Words that people are told at once."""


DONE = End()


class TaskKind(Protocol):
    """A module of this folder; the module name is the kind's name."""

    LABEL: Bilingual
    SLOTS: tuple[str, ...]
    """Names of the slots that a task of this kind needs."""

    def missing(self, home: HomeView) -> Bilingual | None:
        """Why no task of this kind can be done in this home; None where it can."""

    def named(self, slots: Slots, home: HomeView) -> Bilingual:
        """Name of the task."""

    def objection(self, slots: Slots, home: HomeView) -> Bilingual | None:
        """Why these slots make no feasible task; None where they do."""

    def requests(self, task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
        """The acts by which it may be reached, the first one first; each is another means to the
        same end. None at all: the kind only observes."""

    def ended(self, seen: Seen) -> End | None:
        """Its end as observed; None while it is open."""


@cache
def task_kinds() -> Mapping[str, TaskKind]:
    """Every kind by its name."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return {name: cast(TaskKind, importlib.import_module(f"{__name__}.{name}")) for name in names}


def needs_leave(kind: str, slots: Slots, home: HomeView) -> bool:
    """Whether a task leads to an act for which people are asked, as the shipped rules of approval
    ask: any device that they did not mark as free, tier 2, and every new routine."""
    if kind == "routine":
        return True
    device = home.device(slots["device"]) if kind == "device" else None
    row = None if device is None else operation_of(device, str(slots["operation"]))
    if device is None or row is None:
        return False
    return row.risk >= RiskTier.ASK or not device.by_itself


def moment(value: object) -> datetime | None:
    """A moment in a slot, as ISO 8601 with its zone; None where it is none."""
    try:
        found = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def failed_act(result: ActionResult | None) -> End | None:
    """The end of a task whose act failed; None where it did not fail."""
    if result is None or result.status is ResultStatus.SUCCESS or result.was_so:
        return None
    why = result.failure_class or result.status.value
    return End(Bilingual(why, why))
