"""Wording 事実の言い方: words known facts by code, in both languages.

The model never writes these words; it only names the fact (ADR 0004).
"""

from datetime import datetime

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.evidence import Evidence
from companion.phrases.outcomes import but
from companion.phrases.states import words_of
from companion.words.device import Device, DeviceState
from companion.words.facts import acted_of
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

NAME_CHARS = 32
"""Longest name that is said: names come over the wire and may try to be a sentence."""

_UNKNOWN = Bilingual("今の様子が分かりません", "does not tell me how it is now")

_SEEN = Bilingual("確かにそうなりました", "and saw it happen")
_OWN_WORD = Bilingual("そうなったと報告がありました", "and it reports that it has")


def ago(at: datetime, now: datetime) -> Bilingual:
    """How long ago; a fact is never said without its age."""
    minutes = max(0, int((now - at).total_seconds() // 60))
    if minutes < 1:
        return Bilingual("たった今", "just now")
    count, ja, en = (
        (minutes, "分", "minute")
        if minutes < 60
        else (minutes // 60, "時間", "hour")
        if minutes < 60 * 48
        else (minutes // (60 * 24), "日", "day")
    )
    return Bilingual(f"{count}{ja}前", f"{count} {en}{'' if count == 1 else 's'} ago")


def said_name(name: Bilingual) -> Bilingual:
    """A name fit to be said: no sentence marks, so it cannot end our sentence."""
    return Bilingual(_spoken(name.ja), _spoken(name.en))


def device_name(device: Device) -> Bilingual:
    """Spoken name of the device; its kind where nothing of its name can be said."""
    name = said_name(device.name)
    return Bilingual(name.ja or device.domain.value, name.en or device.domain.value)


def condition(device: Device, state: DeviceState | None, *, reachable: bool) -> Bilingual:
    """How the device is, as it reported; no report and no connection are unknown."""
    if state is None or state.value is None or not state.available or not reachable:
        return _UNKNOWN
    known = words_of(device, state.value)
    if known is not None:
        return known.sentence
    value = Bilingual(_reading(state.value), _reading(state.value))
    unit = _unit(f"{device.attributes.get('unit', '')}")
    return Bilingual(f"{value.ja}{unit}です", f"is at {value.en}{unit}")


def _own_word(result: ActionResult) -> bool:
    return acted_of(result).evidence == Evidence.OWN_REPORT


def what_came(result: ActionResult) -> Bilingual | None:
    """`{}` is the device: what was tried and what was observed; None without words for it."""
    row = OPERATION_BY_NAME.get(result.operation)
    if row is None:
        return None
    if result.status is ResultStatus.SUCCESS:
        end = _OWN_WORD if _own_word(result) else _SEEN
    else:
        end = Bilingual(but(result).ja, f"but {but(result).en}")
    joint = "し" if result.status is ResultStatus.SUCCESS else "しましたが"
    return Bilingual(
        f"私は{row.verb.ja}操作を{joint}、{end.ja}", f"I tried to {row.verb.en}, {end.en}"
    )


def the(name: str) -> str:
    """English: `the hall light`."""
    small = name[0].lower() + name[1:] if name[1:2].islower() else name
    return f"the {small}"


def sentence(words: str, *, japanese: bool) -> str:
    """A clause as a sentence."""
    return f"{words}。" if japanese else f"{words[:1].upper()}{words[1:]}."


def _spoken(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in " -・ー'" else " " for c in name)
    return " ".join(kept.split())[:NAME_CHARS].strip()


def _reading(value: str) -> str:
    return "".join(c for c in value if c.isalnum() or c in ".-_")[:16]


def _unit(unit: str) -> str:
    return unit if unit in ("°C", "%", "lx", "W", "ppm", "hPa") else ""
