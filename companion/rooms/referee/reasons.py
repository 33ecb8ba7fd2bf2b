"""What the GM says: one code, one sentence in each language."""

from companion.home.device_operation import OPERATION_BY_NAME
from companion.words.device import Domain
from companion.words.language import Bilingual, Language
from companion.words.ruling import Ruling

_REASONS = {
    "not_in_scene": Bilingual("{x} は今ここにない", "{x} is not here now"),
    "no_such_operation": Bilingual("{x} という操作はない", "there is no operation {x}"),
    "not_afforded": Bilingual("{x} にその操作はない", "{x} does not offer that"),
    "unavailable": Bilingual("{x} は今使えない", "{x} is not available now"),
    "unknown_state": Bilingual("{x} の状態が分からない", "the state of {x} is unknown"),
    "locked": Bilingual("{x} は鍵がかかっている", "{x} is locked"),
    "held_by_other": Bilingual("{x} は他の者が持っている", "someone else holds {x}"),
    "already_so": Bilingual("{x}はもうそうなっている", "{x} is that way already"),
    "wrong_state": Bilingual("{x} は今その状態にない", "the state of {x} does not allow it"),
    "no_body": Bilingual("この体では {x} ができない", "this body cannot do: {x}"),
    "no_hands": Bilingual("{x} を扱う手がない", "there are no hands to handle {x}"),
    "hands_full": Bilingual("手がふさがっていて {x} を取れない", "the hands are full; not {x}"),
    "quiet_hours": Bilingual(
        "静かな時間なので、{x} の音は出さない", "it is quiet hours, and {x} would be heard"
    ),
    "not_held": Bilingual("{x} を持っていない", "{x} is not being held"),
    "fact_gone": Bilingual("考えの元になったことが変わった: {x}", "what it rested on changed: {x}"),
}
CODES = frozenset(_REASONS)
_ALL_ALREADY = Bilingual("どれももうそうなっている", "all of them are that way already")
_ALREADY = {
    "on": Bilingual("{x}はもうついている", "{x} is on already"),
    "off": Bilingual("{x}はもう消えている", "{x} is off already"),
    "open": Bilingual("{x}はもう開いている", "{x} is open already"),
    "closed": Bilingual("{x}はもう閉まっている", "{x} is closed already"),
    "locked": Bilingual("{x}はもうかかっている", "{x} is locked already"),
    "unlocked": Bilingual("{x}はもう開いている", "{x} is unlocked already"),
    "playing": Bilingual("{x}はもう再生中になっている", "{x} is playing already"),
    "paused": Bilingual("{x}はもう一時停止している", "{x} is paused already"),
    "idle": Bilingual("{x}はもう止まっている", "{x} is stopped already"),
    "docked": Bilingual("{x}はもう充電台にいる", "{x} is at its dock already"),
}
"""By the value that an operation should end with; what has none is `already_so`."""


def allowed() -> Ruling:
    """It is possible here."""
    return Ruling(allowed=True, reason_code="ok", reason=Bilingual("できる", "possible"))


def refused(code: str, thing: str | Bilingual) -> Ruling:
    """It is not, and why."""
    said = _REASONS[code]
    name = thing if isinstance(thing, Bilingual) else Bilingual(thing, thing)
    reason = Bilingual(said.ja.replace("{x}", name.ja), said.en.replace("{x}", name.en))
    return Ruling(allowed=False, reason_code=code, reason=reason)


def already(operation: str, name: str) -> Ruling:
    """It is so already: how, where one word says it."""
    row = OPERATION_BY_NAME.get(operation)
    moves = row is not None and row.kind in (Domain.FAN, Domain.CLIMATE)
    said = _ALREADY.get(row.value or "") if row is not None and not row.parameter else None
    if said is None or moves:
        return refused("already_so", name)
    reason = Bilingual(said.ja.replace("{x}", name), said.en.replace("{x}", name))
    return Ruling(allowed=False, reason_code="already_so", reason=reason)


def all_already() -> Ruling:
    """Several things, and every one of them is so already."""
    return Ruling(allowed=False, reason_code="already_so", reason=_ALL_ALREADY)


def gm_message(ruling: Ruling, language: Language) -> str:
    """The rejection as input of the next turn."""
    # Only here: hardly any ruling is told, and the parser behind it stays with whoever loads it.
    from xml.sax.saxutils import quoteattr

    reason = quoteattr(ruling.reason.get(language))
    return f"<gm_message reason={reason}>それはできません</gm_message>"
