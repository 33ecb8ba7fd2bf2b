"""Wording 事実の言い方: what is known, put into words of both languages by code.

The model never writes these words; it only names the fact (ADR 0004).
"""

from collections.abc import Mapping
from datetime import datetime

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.evidence import Evidence
from companion.words.device import Device, DeviceState, Domain
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

NAME_CHARS = 32
"""Longest name that is said: names come over the wire and may try to be a sentence."""

_VALUES: Mapping[str, Bilingual] = {
    "on": Bilingual("ついています", "is on"),
    "off": Bilingual("消えています", "is off"),
    "open": Bilingual("開いています", "is open"),
    "closed": Bilingual("閉まっています", "is closed"),
    "opening": Bilingual("開きかけています", "is opening"),
    "closing": Bilingual("閉まりかけています", "is closing"),
    "locked": Bilingual("かかっています", "is locked"),
    "unlocked": Bilingual("かかっていません", "is unlocked"),
    "jammed": Bilingual("動かなくなっています", "is jammed"),
    "playing": Bilingual("再生中です", "is playing"),
    "paused": Bilingual("一時停止中です", "is paused"),
    "idle": Bilingual("待機中です", "is idle"),
    "cleaning": Bilingual("掃除中です", "is cleaning"),
    "docked": Bilingual("充電台にいます", "is at its dock"),
    "returning": Bilingual("充電台に戻る途中です", "is on its way to its dock"),
    "error": Bilingual("動けなくなっています", "is stuck"),
}
_OWN: Mapping[tuple[str, str], Bilingual] = {
    (Domain.FAN, "on"): Bilingual("動いています", "is running"),
    (Domain.FAN, "off"): Bilingual("止まっています", "is not running"),
    (Domain.CLIMATE, "off"): Bilingual("止まっています", "is off"),
    ("door", "on"): Bilingual("開いています", "is open"),
    ("door", "off"): Bilingual("閉まっています", "is closed"),
    ("motion", "on"): Bilingual("動きを感じています", "senses motion"),
    ("motion", "off"): Bilingual("動きを感じていません", "senses no motion"),
}
"""By device class or domain, where a value has words of its own there."""
_UNKNOWN = Bilingual("今の様子が分かりません", "does not tell me how it is now")

_CAME_OF_IT: Mapping[str, Bilingual] = {
    ResultStatus.SUCCESS: Bilingual("確かにそうなりました", "and saw it happen"),
    ResultStatus.PARTIAL: Bilingual("途中まででした", "but it got only part of the way"),
    ResultStatus.FAILED: Bilingual("できませんでした", "but it did not work"),
    ResultStatus.NO_EFFECT: Bilingual("何も変わりませんでした", "but nothing changed"),
    "outcome_unknown": Bilingual(
        "どうなったか確かめられませんでした", "but I could not see what came of it"
    ),
    "already_so": Bilingual("もうその通りでした", "but it was so already"),
    "contradicted": Bilingual(
        "できたという報告のほかに、それらしい様子はありませんでした",
        "but apart from its own report I saw no sign of it",
    ),
    "stopped": Bilingual(
        "止められたので、どうなったか見届けていません",
        "but I was stopped and did not see what came of it",
    ),
    "crashed": Bilingual(
        "どうなったか確かめられませんでした", "but I could not see what came of it"
    ),
}
"""By reason where it changes what may be said, else by status."""
_OWN_WORD = Bilingual("そうなったと報告がありました", "and it reports that it has")
_UNANSWERED = Bilingual("変化は見られませんでした", "but I saw no change")
"""Of a device that said nothing: neither done nor undone is known (ADR 0014)."""


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
    """What the device is called; its kind where nothing of its name can be said."""
    name = said_name(device.name)
    return Bilingual(name.ja or device.domain.value, name.en or device.domain.value)


def condition(device: Device, state: DeviceState | None, *, reachable: bool) -> Bilingual:
    """How the device is, as it reported; no report and no connection are unknown."""
    if state is None or state.value is None or not state.available or not reachable:
        return _UNKNOWN
    kind = f"{device.attributes.get('device_class', '')}"
    own = _OWN.get((kind, state.value)) or _OWN.get((device.domain, state.value))
    known = own or (None if device.domain is Domain.SENSOR else _VALUES.get(state.value))
    if known is not None:
        return known
    value = Bilingual(_reading(state.value), _reading(state.value))
    unit = _unit(f"{device.attributes.get('unit', '')}")
    return Bilingual(f"{value.ja}{unit}です", f"is at {value.en}{unit}")


def _own_word(result: ActionResult) -> bool:
    return result.result_payload.get("evidence") == Evidence.OWN_REPORT


def what_came(result: ActionResult) -> Bilingual | None:
    """`{}` is the device: what was tried and what was observed; None without words for it."""
    row = OPERATION_BY_NAME.get(result.operation)
    if row is None:
        return None
    why = result.failure_class or f"{result.result_payload.get('reason', '')}"
    reason = why if result.status is not ResultStatus.SUCCESS else ""
    end = _CAME_OF_IT.get(reason) or _CAME_OF_IT[result.status]
    if result.status is ResultStatus.SUCCESS and _own_word(result):
        end = _OWN_WORD
    elif result.unanswered:
        end = _UNANSWERED
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
