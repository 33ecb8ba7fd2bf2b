"""Routine 決まりごとを提案する: propose that a device is operated, or people are reminded, at the
same time on every day.

Only people make routines: the proposal is an approval question, and it is done when the schedule
has the routine.
"""

from datetime import time, timedelta

from companion.home.device_operation import operation_of
from companion.home.request import device_request, routine_request, tell_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, device, failed_act, tell
from companion.words.capability import RiskTier
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.timing import Recurring
from companion.words.trigger import RequestedAction

LABEL = Bilingual("決まりごとを提案する", "propose a routine")
SLOTS = ("device", "operation", "at")
PATIENCE = timedelta(hours=12)
"""How long the plan waits for an answer."""
NOT_ANSWERED = Bilingual("まだ返事がありません", "nobody has answered yet")
_CAPABILITY = "schedule_alarm"


def missing(home: HomeView) -> Bilingual | None:
    """It needs the schedule."""
    if home.usable(_CAPABILITY):
        return None
    return Bilingual("予定の機能が切られています", "the schedule is off")


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`毎日23:30に「…」ことを提案する` / `propose a routine: every day at 23:30, ...`."""
    does, at = _does(slots, home), str(slots["at"])
    return Bilingual(
        f"毎日{at}に「{does.ja}」決まりごとを提案する",
        f"propose a routine: every day at {at}, {does.en}",
    )


def _does(slots: Slots, home: HomeView) -> Bilingual:
    return device.named(slots, home) if "device" in slots else tell.named(slots, home)


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device task's own needs and tier 1 at most, or words; and a time of day."""
    if _time(slots) is None:
        return Bilingual("何時かが分かりません", "it has no time of day")
    if "device" not in slots:
        return tell.objection(slots, home)
    if (wrong := device.objection(slots, home)) is not None:
        return wrong
    found = home.device(slots["device"])
    row = None if found is None else operation_of(found, str(slots["operation"]))
    if row is not None and row.risk <= RiskTier.REVERSIBLE:
        return None
    return Bilingual("決まりごとには向きません", "it is not fit for a routine")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One routine of one act."""
    act, at = _act(task.slots, home), _time(task.slots)
    if act is None or at is None:
        return ()
    does = act.label or task.name
    return (routine_request([act], Recurring(at=at), task.name, does.en),)


def _act(slots: Slots, home: HomeView) -> RequestedAction | None:
    if "device" not in slots:
        return tell_request(Bilingual(str(slots["ja"]), str(slots["en"])))
    found = home.device(slots["device"])
    row = None if found is None else operation_of(found, str(slots["operation"]))
    if found is None or row is None:
        return None
    return device_request(row.name, [found], device.parameters(row, slots))


def ended(seen: Seen) -> End | None:
    """By the result, which is what the schedule says afterwards. The plan does not wait for long: a
    later yes still makes the routine."""
    if seen.done_so:
        return DONE
    late = seen.task.begun_at is not None and seen.now >= seen.task.begun_at + PATIENCE
    return failed_act(seen.result) or (End(NOT_ANSWERED) if late else None)


def _time(slots: Slots) -> time | None:
    try:
        return time.fromisoformat(str(slots.get("at", "")))
    except ValueError:
        return None
