"""States 様子の返事: tell by code which of several things are on, open or locked."""

from collections.abc import Sequence

from companion.home.device_group import joined
from companion.home.kinds import kind_of
from companion.phrases.states import any_state
from companion.rooms.expression.claims import Names
from companion.rooms.expression.outcome import definite
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.understood import UnderstoodWish

MOST_NAMED = 6
"""More than a person keeps in mind; the page has them all."""
_ASKED = ("on", "off", "open", "closed", "locked", "unlocked")
_AWAKE = {"off": "on", "closed": "open", "locked": "unlocked"}
_RESTS = frozenset({"off", "closed", "docked", "standby"})
"""Values in which a thing is neither on nor open; what stands still may be half open."""


def asked_of_several(wish: UnderstoodWish) -> bool:
    """Whether it asks which of some things are so."""
    return len(wish.targets) > 1 and str(wish.slots.get("state") or "") in _ASKED


def which_are_so(wish: UnderstoodWish, names: Names) -> Bilingual:
    """Tell the things that are in the state asked for, and those of unknown state, by their
    reports. The answer to a question for things that are off or closed also names the others.

    A person who asks what is off or closed wants to hear of what is not: that is named.
    """
    wanted = str(wish.slots["state"])
    looked_for = _AWAKE.get(wanted, wanted)
    so: list[Bilingual] = []
    others: list[Bilingual] = []
    unknown: list[Bilingual] = []
    for target in wish.targets:
        name, device = names.device(target), names.house.device(DeviceId(target))
        if name is None or device is None:
            continue
        state = names.house.state(device.id) if names.house.connected() else None
        if state is None or state.value is None or not state.available:
            unknown.append(name)
        else:
            (so if _is_so(device, state.value, looked_for) else others).append(name)
    told = [_told(so, others, wanted, looked_for)] if so or others else []
    if unknown:
        ja, en = _named(unknown)
        told.append(Bilingual(f"{ja}の様子は分かりません。", f"I do not know about {en}."))
    return Bilingual.joined(told, "", " ")


def _is_so(device: Device, value: str, wanted: str) -> bool:
    if kind_of(device).detects:
        return value == "on"  # a door's detector says `on` for open
    if wanted in ("on", "open"):
        return value not in _RESTS
    return value == wanted


def _told(
    so: Sequence[Bilingual], others: Sequence[Bilingual], wanted: str, looked_for: str
) -> Bilingual:
    how, rest = any_state(looked_for), any_state(wanted)
    if not so and wanted == looked_for:
        return Bilingual(f"{how.ja}ものはありません。", f"None of them is {how.en}.")
    if not so:
        return Bilingual(f"全部{rest.ja}状態です。", f"All of them are {rest.en}.")
    ja, en = _named(so)
    verb = "is" if len(so) == 1 else "are"
    if wanted != looked_for and others:
        told = Bilingual(
            f"{how.ja}のは{ja}で、ほかは{rest.ja}状態です。",
            f"{en} {verb} {how.en}, the others are {rest.en}.",
        )
    else:
        told = Bilingual(f"{how.ja}のは、{ja}です。", f"{en} {verb} {how.en}.")
    return Bilingual(told.ja, f"{told.en[:1].upper()}{told.en[1:]}")


def _named(names: Sequence[Bilingual]) -> tuple[str, str]:
    told = joined([Bilingual(n.ja, definite(n.en)) for n in names[:MOST_NAMED]])
    more = len(names) - MOST_NAMED
    if more <= 0:
        return told.ja, told.en
    return f"{told.ja}とほか{more}個", f"{told.en} and {more} more"
