"""Routine 決まりごとを提案する: propose that a device is operated, or people are reminded, at the
same time on every day (`at`), or at another timing (`when`, as plain values).

Only people make routines: the proposal is an approval question, and it is done when the schedule
has the routine.
"""

from datetime import time, timedelta

from companion.home.device_operation import operation_of
from companion.home.request import device_request, routine_request, tell_request
from companion.phrases.times import fact_said, said
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, device, failed_act, tell
from companion.words.capability import RiskTier
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.timing import OnFact, Recurring, Timing
from companion.words.timing_form import TimingMalformed, from_plain
from companion.words.trigger import RequestedAction

LABEL = Bilingual("決まりごとを提案する", "propose a routine")
SLOTS = ("device", "operation", "at", "when")
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
    does, timing = _does(slots, home), _timing(slots)
    at = Bilingual("", "") if timing is None else said(timing)
    if isinstance(timing, OnFact):
        thing = timing.place or timing.device_id
        at = fact_said(timing, home.place(thing) if timing.place else home.named(thing))
    return Bilingual(
        f"{at.ja}「{does.ja}」決まりごとを提案する", f"propose a routine: {at.en}, {does.en}"
    )


def _does(slots: Slots, home: HomeView) -> Bilingual:
    return device.named(slots, home) if "device" in slots else tell.named(slots, home)


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device task's own needs and tier 1 at most, or words; and a timing."""
    if _timing(slots) is None:
        return Bilingual("いつかが分かりません", "it is not told when")
    if "device" not in slots:
        return tell.objection(slots, home)
    if (wrong := device.cannot(slots, home)) is not None:
        return wrong
    found = home.device(slots["device"])
    row = None if found is None else operation_of(found, str(slots["operation"]))
    if row is not None and row.risk <= RiskTier.REVERSIBLE and not row.moves:
        return None
    return Bilingual("決まりごとには向きません", "it is not fit for a routine")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One routine of one act."""
    act, timing = _act(task.slots, home), _timing(task.slots)
    if act is None or timing is None:
        return ()
    does = act.label or task.name
    return (routine_request([act], timing, task.name, does.en),)


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


def _timing(slots: Slots) -> Timing | None:
    if (when := slots.get("when")) is not None:
        try:
            return from_plain(when)
        except TimingMalformed:
            return None
    try:
        return Recurring(at=time.fromisoformat(str(slots.get("at", ""))))
    except ValueError:
        return None
