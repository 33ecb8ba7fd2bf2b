"""Watch 見守る: wait until a device reports a state, or be on guard in case it does.

Waiting is done when the state was seen in time. A guard is done when its time is over; where the
state is seen before, people are told at once.
"""

from companion.home.condition import is_state
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, moment
from companion.words.device import DeviceState
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.trigger import RequestedAction

LABEL = Bilingual("ある状態になるまで見守る", "watch until a condition")
SLOTS = ("device", "is", "until")
NOT_IN_TIME = Bilingual("時間までにそうなりませんでした", "it was not so in time")
_SAID = {
    "on": Bilingual("つく", "is on"),
    "off": Bilingual("消える", "is off"),
    "open": Bilingual("開く", "is open"),
    "closed": Bilingual("閉まる", "is closed"),
    "locked": Bilingual("鍵がかかる", "is locked"),
    "unlocked": Bilingual("鍵が開く", "is unlocked"),
}
_BINARY = {
    (device_class, value): said
    for device_class in ("door", "window", "opening", "garage_door")
    for value, said in (("on", "open"), ("off", "closed"))
}
"""A contact sensor reports on and off."""
_SEEN = Bilingual("見守っていたところ、{}のに気づきました", "I was on guard and saw that {}")


def missing(home: HomeView) -> Bilingual | None:
    """It needs nothing but a device."""
    return None


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`寝室の明かりが消えるのを見守る` / `watch until bedroom light is off`; of a guard
    `玄関のドアが開くことがないか見張る` / `be on guard in case front door is open`."""
    said = _event(slots, home)
    if slots.get("guard"):
        return Bilingual(f"{said.ja}ことがないか見張る", f"be on guard in case {said.en}")
    return Bilingual(f"{said.ja}のを見守る", f"watch until {said.en}")


def _event(slots: Slots, home: HomeView) -> Bilingual:
    """`玄関のドアが開く` / `front door is open`."""
    name = home.named(slots["device"])
    if (low := slots.get("below")) is not None:
        return Bilingual(f"{name.ja}が{low:g}を下回る", f"{name.en} is below {low:g}")
    value = str(slots["is"])
    value = _BINARY.get((_senses(slots, home), value), value)
    said = _SAID.get(value) or Bilingual(f"「{value}」になる", f"is “{value}”")
    return Bilingual(f"{name.ja}が{said.ja}", f"{name.en} {said.en}")


def _senses(slots: Slots, home: HomeView) -> str:
    device = home.device(slots["device"])
    return "" if device is None else str(device.attributes.get("device_class", ""))


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device of this home, a state, and a moment."""
    if home.device(slots.get("device")) is None:
        return Bilingual("そのような機器はありません", "there is no such device")
    if not isinstance(slots.get("below"), int | float) and not is_state(str(slots.get("is", ""))):
        return Bilingual("そのような状態はありません", "there is no such state")
    if moment(slots.get("until")) is None:
        return Bilingual("いつまでかが分かりません", "it has no end")
    return None


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """No act: it only observes."""
    return ()


def ended(seen: Seen) -> End | None:
    """By the device's report, or by the clock."""
    slots = seen.task.slots
    state, until = seen.state(slots["device"]), moment(slots["until"])
    if state is not None and state.available and _is_so(state, slots):
        if not slots.get("guard"):
            return DONE
        said = _event(slots, seen.home)
        return End(told=Bilingual(_SEEN.ja.format(said.ja), _SEEN.en.format(said.en)))
    if until is None or seen.now < until:
        return None
    return DONE if slots.get("guard") else End(NOT_IN_TIME)


def _is_so(state: DeviceState, slots: Slots) -> bool:
    if "below" not in slots:
        return state.value == str(slots["is"])
    try:
        return float(state.value or "") < float(slots["below"])
    except ValueError:
        return False
