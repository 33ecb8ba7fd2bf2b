"""Watch 見守る: wait until a device reports a state, or be on guard in case it does, or does not.

Waiting is done when the state was seen in time. A guard is done when its time is over; where the
state is seen before, be it between two looks, people are told at once. A guard that hopes for the
state is done when it is seen, and people are told where its time is over without it: of a guard in
pieces that is the last one's (the others have `more`), for which a report from `since` on counts.
`also` names more devices, of which any counts; with `becomes` a report from before the task began
does not count.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from companion.home.condition import UNAVAILABLE, UNKNOWN, is_state
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, moment
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.trigger import RequestedAction

LABEL = Bilingual("ある状態になるまで見守る", "watch until a condition")
SLOTS = ("device", "is", "until")
SPARE = timedelta(minutes=30)
"""A piece may begin so late where the reports since the first piece cover its time."""
NOT_WATCHED = Bilingual("見守る前に時間が過ぎました", "its time had passed before it was watched")
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
_OTHERWISE = {"off": Bilingual("動き出す", "is on")}
"""Of a state that is not to be any more."""
_SEEN = Bilingual("見守っていたところ、{}のに気づきました", "I was on guard and saw that {}")
_MISSED = Bilingual(
    "見守っていましたが、{}ことがありませんでした", "I was on guard, and never saw that {}"
)


def missing(home: HomeView) -> Bilingual | None:
    """It needs nothing but a device."""
    return None


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`寝室の明かりが消えるのを見守る` / `watch until bedroom light is off`; of a guard
    `玄関のドアが開くことがないか見張る` / `be on guard in case front door is open`."""
    said = _event(slots, home)
    if slots.get("hopes"):
        return Bilingual(f"{said.ja}か見守る", f"watch whether {said.en}")
    if slots.get("guard"):
        return Bilingual(f"{said.ja}ことがないか見張る", f"be on guard in case {said.en}")
    return Bilingual(f"{said.ja}のを見守る", f"watch until {said.en}")


def _event(slots: Slots, home: HomeView, device: str = "") -> Bilingual:
    """`玄関のドアが開く` / `front door is open`; of several devices all their names, or that of the
    one that it was."""
    names = [home.named(one) for one in ([device] if device else _devices(slots))]
    ja, en = "か".join(name.ja for name in names), " or ".join(name.en for name in names)
    said = _sign(slots, home)
    return Bilingual(f"{ja}が{said.ja}", f"{en} {said.en}")


def _sign(slots: Slots, home: HomeView) -> Bilingual:
    low, high = slots.get("below"), slots.get("above")
    if low is not None and high is not None:
        return Bilingual(f"{low:g}〜{high:g}から外れる", f"is not between {low:g} and {high:g}")
    if low is not None:
        return Bilingual(f"{low:g}を下回る", f"is below {low:g}")
    if high is not None:
        return Bilingual(f"{high:g}を上回る", f"is above {high:g}")
    if (left := slots.get("not")) is not None:
        other = Bilingual(f"「{left}」でなくなる", f"is no longer “{left}”")
        return _OTHERWISE.get(str(left), other)
    value = str(slots["is"])
    value = _BINARY.get((_senses(slots, home), value), value)
    return _SAID.get(value) or Bilingual(f"「{value}」になる", f"is “{value}”")


def _devices(slots: Slots) -> tuple[str, ...]:
    return (str(slots.get("device", "")), *map(str, slots.get("also", ())))


def _senses(slots: Slots, home: HomeView) -> str:
    device = home.device(slots["device"])
    return "" if device is None else str(device.attributes.get("device_class", ""))


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A device of this home, a state, and a moment."""
    if any(home.device(one) is None for one in _devices(slots)):
        return Bilingual("そのような機器はありません", "there is no such device")
    figure = isinstance(slots.get("below", slots.get("above")), int | float)
    if not figure and not is_state(str(slots.get("is", slots.get("not", "")))):
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
    until = moment(slots["until"])
    if (found := next(_seen_so(seen), None)) is not None:
        if slots.get("hopes") or not slots.get("guard"):
            return DONE
        return End(told=_told(_SEEN, _event(slots, seen.home, found)))
    if until is None or seen.now < until:
        return None
    if _is_too_late(seen, until):
        return End(NOT_WATCHED)
    if slots.get("hopes") and not slots.get("more"):
        return End(told=_told(_MISSED, _event(slots, seen.home)))
    return DONE if slots.get("guard") else End(NOT_IN_TIME)


def _is_too_late(seen: Seen, until: datetime) -> bool:
    begun = seen.task.begun_at
    spare = SPARE if seen.task.slots.get("since") else timedelta(0)
    return begun is not None and begun >= until + spare


def reads_of(task: Task) -> tuple[tuple[DeviceId, ...], datetime] | None:
    """The devices whose recorded reports count for a task, and from when on; None where only the
    present state does."""
    if task.kind != "watch" or not task.slots.get("guard"):
        return None
    since = moment(task.slots.get("since")) or task.begun_at
    return None if since is None else (tuple(map(DeviceId, _devices(task.slots))), since)


def _told(how: Bilingual, said: Bilingual) -> Bilingual:
    return Bilingual(how.ja.format(said.ja), how.en.format(said.en))


def _seen_so(seen: Seen) -> Iterator[str]:
    """Those of its devices that report it."""
    for device in _devices(seen.task.slots):
        reports = (one for one in seen.reported if one.device_id == device)
        if any(_counts(state, seen.task) for state in (seen.state(device), *reports)):
            yield device


def _counts(state: DeviceState | None, task: Task) -> bool:
    if state is None or not state.available or not _is_so(state, task.slots):
        return False
    return not task.slots.get("becomes") or task.begun_at is None or state.at > task.begun_at


def _is_so(state: DeviceState, slots: Slots) -> bool:
    if "is" in slots:
        return state.value == str(slots["is"])
    if "not" in slots:
        return state.value not in (None, UNKNOWN, UNAVAILABLE, str(slots["not"]))
    try:
        figure = float(state.value or "")
    except ValueError:
        return False
    low, high = slots.get("below"), slots.get("above")
    return (low is not None and figure < low) or (high is not None and figure > high)
