"""Routine 決まりごとを提案する: propose that a device is operated at the same time on every day.

Only people make routines: the proposal is an approval question, and it is done when the schedule
has the routine.
"""

from datetime import time

from companion.home.device_operation import operation_of
from companion.home.request import device_request, routine_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, device, failed_act
from companion.words.capability import RiskTier
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.timing import Recurring
from companion.words.trigger import RequestedAction

LABEL = Bilingual("決まりごとを提案する", "propose a routine")
SLOTS = ("device", "operation", "at")
_CAPABILITY = "schedule_alarm"


def missing(home: HomeView) -> Bilingual | None:
    """It needs the schedule."""
    if home.usable(_CAPABILITY):
        return None
    return Bilingual("予定の機能が切られています", "the schedule is off")


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`毎日23:30に「…」ことを提案する` / `propose a routine: every day at 23:30, ...`."""
    does, at = device.named(slots, home), str(slots["at"])
    return Bilingual(
        f"毎日{at}に「{does.ja}」決まりごとを提案する",
        f"propose a routine: every day at {at}, {does.en}",
    )


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device task's own needs, tier 1 at most, and a time of day."""
    if _time(slots) is None:
        return Bilingual("何時かが分かりません", "it has no time of day")
    if (wrong := device.objection(slots, home)) is not None:
        return wrong
    found = home.device(slots["device"])
    row = None if found is None else operation_of(found, str(slots["operation"]))
    if row is not None and row.risk <= RiskTier.REVERSIBLE:
        return None
    return Bilingual("決まりごとには向きません", "it is not fit for a routine")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One routine of one act."""
    found, at = home.device(task.slots["device"]), _time(task.slots)
    row = None if found is None else operation_of(found, str(task.slots["operation"]))
    if found is None or row is None or at is None:
        return ()
    act = device_request(row.name, [found], device.parameters(row, task.slots))
    does = act.label or task.name
    request = routine_request([act], Recurring(at=at), task.name, does.en)
    return (request,)


def ended(seen: Seen) -> End | None:
    """By the result, which is what the schedule says afterwards."""
    return DONE if seen.done_so else failed_act(seen.result)


def _time(slots: Slots) -> time | None:
    try:
        return time.fromisoformat(str(slots.get("at", "")))
    except ValueError:
        return None
