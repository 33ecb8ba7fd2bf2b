"""Device 機器を動かす: bring a device into a state. Done when it was observed to be in that state.

Where the device does not obey, another means to the same end is to ask the people of the house to
do it by hand; that, too, is done when the state was observed.
"""

from datetime import timedelta

from companion.home.device_goal import DeviceGoal
from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import operation_of
from companion.home.request import DEVICES, device_request, tell_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, failed_act
from companion.words.capability import RiskTier
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.trigger import RequestedAction

LABEL = Bilingual("機器をある状態にする", "bring a device into a state")
SLOTS = ("device", "operation", "value")
BY_HAND = timedelta(minutes=30)
"""How long a person who was asked to do it by hand has."""
NOT_DONE_BY_HAND = Bilingual("頼みましたが、変わりませんでした", "asked, and it did not change")


def missing(home: HomeView) -> Bilingual | None:
    """It needs the capability that operates devices."""
    if home.usable(DEVICES):
        return None
    return Bilingual("機器の操作が切られています", "operating devices is off")


def named(slots: Slots, home: HomeView) -> Bilingual:
    """As the act itself is called: `玄関の明かりを消す` / `turn off the hall light`."""
    device = home.device(slots["device"])
    row = None if device is None else operation_of(device, str(slots["operation"]))
    if device is None or row is None:
        return Bilingual(str(slots["device"]), str(slots["device"]))
    label = device_request(row.name, [device], parameters(row, slots)).label
    return label or home.named(device.id)


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device of this home, an operation that it takes, no tier 3, a value that fits, and an end
    that can be seen."""
    device = home.device(slots.get("device"))
    row = None if device is None else operation_of(device, str(slots.get("operation", "")))
    if row is not None and (row.moves or row.does in ("stop", "toggle")):
        return Bilingual("終わりを確かめられません", "its end cannot be checked")
    return cannot(slots, home)


def cannot(slots: Slots, home: HomeView) -> Bilingual | None:
    """Why this home cannot do it, whether or not its end is seen; None where it can."""
    device = home.device(slots.get("device"))
    if device is None:
        return Bilingual("そのような機器はありません", "there is no such device")
    row = operation_of(device, str(slots.get("operation", "")))
    if row is None:
        return Bilingual(f"{device.name.ja}ではできません", f"{device.name.en} cannot do that")
    if row.risk >= RiskTier.NEVER_BY_ITSELF:
        return Bilingual("自分からはしないことです", "it is never done of my own accord")
    value = slots.get("value")
    if row.number:
        fits = isinstance(value, int | float) and row.low <= value <= row.high
        return None if fits else Bilingual("値が合いません", "the value does not fit")
    known = not row.word or isinstance(value, str)
    return None if known else Bilingual("値がありません", "there is no value")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """The device itself; then a word to the people of the house."""
    device = home.device(task.slots["device"])
    row = None if device is None else operation_of(device, str(task.slots["operation"]))
    if device is None or row is None:
        return ()
    please = Bilingual(
        f"うまく動かせませんでした。お願いできますか: {task.name.ja}",
        f"I could not do it myself. Could you, please: {task.name.en}",
    )
    return (
        device_request(row.name, [device], parameters(row, task.slots)),
        tell_request(please),
    )


def ended(seen: Seen) -> End | None:
    """By the state that the device reports; who was asked to do it by hand gets some time."""
    if _reached(seen):
        return DONE
    task = seen.task
    if task.means < 2 or seen.result is None:
        return failed_act(seen.result) or (End(_AS_BEFORE) if seen.done_so else None)
    late = task.begun_at is not None and seen.now >= task.begun_at + BY_HAND
    return End(NOT_DONE_BY_HAND) if late else None


_AS_BEFORE = Bilingual("no_effect", "no_effect")


def _reached(seen: Seen) -> bool:
    device = seen.device(seen.task.slots["device"])
    row = None if device is None else operation_of(device, str(seen.task.slots["operation"]))
    if device is None or row is None:
        return False
    target = seen.task.slots.get("value") if row.parameter else None
    return DeviceGoal(operation=row, target=target).reached(seen.state(device.id))


def parameters(row: DeviceOperation, slots: Slots) -> dict[str, object]:
    """The operation's own parameter, from the slot `value`."""
    return {row.parameter: slots["value"]} if row.parameter else {}
