"""Watch 見守る: wait until a device reports a state. Done when it was seen in time."""

from companion.home.condition import is_state
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, moment
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
}


def missing(home: HomeView) -> Bilingual | None:
    """It needs nothing but a device."""
    return None


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`寝室の明かりが消えるのを見守る` / `watch until bedroom light is off`."""
    name, value = home.named(slots["device"]), str(slots["is"])
    said = _SAID.get(value) or Bilingual(f"「{value}」になる", f"is “{value}”")
    return Bilingual(f"{name.ja}が{said.ja}のを見守る", f"watch until {name.en} {said.en}")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device of this home, a state, and a moment."""
    if home.device(slots.get("device")) is None:
        return Bilingual("そのような機器はありません", "there is no such device")
    if not is_state(str(slots.get("is", ""))):
        return Bilingual("そのような状態はありません", "there is no such state")
    if moment(slots.get("until")) is None:
        return Bilingual("いつまでかが分かりません", "it has no end")
    return None


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """No act: it only observes."""
    return ()


def ended(seen: Seen) -> End | None:
    """By the device's report, or by the clock."""
    state, until = seen.state(seen.task.slots["device"]), moment(seen.task.slots["until"])
    if state is not None and state.available and state.value == str(seen.task.slots["is"]):
        return DONE
    return End(NOT_IN_TIME) if until is not None and seen.now >= until else None
