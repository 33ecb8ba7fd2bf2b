"""Rulings 判定の言い回し: words every ruling of a game master, one code and one sentence in each
language."""

from companion.words.language import Bilingual
from companion.words.ruling import Ruling

_REASONS = {
    "not_in_scene": Bilingual("{x}は今ここにない", "{x} is not here now"),
    "no_such_operation": Bilingual("{x} という操作はない", "there is no operation {x}"),
    "not_afforded": Bilingual("{x}にその操作はない", "{x} does not offer that"),
    "unavailable": Bilingual("{x}は今使えない", "{x} is not available now"),
    "unknown_state": Bilingual("{x} の状態が分からない", "the state of {x} is unknown"),
    "locked": Bilingual("{x}は鍵がかかっている", "{x} is locked"),
    "held_by_other": Bilingual("{x}は{y}が持っている", "{y} holds {x}"),
    "already_so": Bilingual("{x}はもうそうなっている", "{x} is that way already"),
    "wrong_state": Bilingual("{x}は今その状態にない", "the state of {x} does not allow it"),
    "no_body": Bilingual("この体では{x}ができない", "this body cannot do: {x}"),
    "no_hands": Bilingual("{x}を扱う手がない", "there are no hands to handle {x}"),
    "hands_full": Bilingual("手がふさがっていて{x}を取れない", "the hands are full; not {x}"),
    "quiet_hours": Bilingual(
        "静かな時間なので、{x}の音は出さない", "it is quiet hours, and {x} would be heard"
    ),
    "not_held": Bilingual("{x}を持っていない", "{x} is not being held"),
    "not_as_shown": Bilingual(
        "{x}。確認したときと変わったので、していない。もう一度頼んでください",
        "{x}: it is not as it was when I asked, so I left it; please ask me again",
    ),
    "fact_gone": Bilingual("考えの元になったことが変わった: {x}", "what it rested on changed: {x}"),
    "no_such_verb": Bilingual("{x} という行動はない", "there is no act {x}"),
    "needs": Bilingual("{x}が要る", "{x} is needed"),
    "in_vain": Bilingual("{x}はびくともしない", "{x} does not give way"),
    "after_refusal": Bilingual("その前の行動ができなかった", "the act before was refused"),
    "in_state": Bilingual("{x}は{y}", "{x} is {y}"),
    "already_held": Bilingual("{x}はもう持っている", "{x} is in the hands already"),
    "not_to_take": Bilingual("{x}は手に取れるものではない", "{x} is not a thing to pick up"),
    "empty_hands": Bilingual("手に何も持っていない", "the hands are empty"),
}
CODES = frozenset(_REASONS)
_SOMEBODY = Bilingual("他の者", "someone else")


def allowed() -> Ruling:
    """It is possible here."""
    return Ruling(allowed=True, reason_code="ok", reason=Bilingual("できる", "possible"))


def refused(code: str, thing: str | Bilingual, more: str | Bilingual = _SOMEBODY) -> Ruling:
    """It is not, and why. `more`: who holds the thing, or the state that it is in."""
    said = _REASONS[code]
    x, y = (one if isinstance(one, Bilingual) else Bilingual(one, one) for one in (thing, more))
    reason = Bilingual(
        said.ja.replace("{x}", x.ja).replace("{y}", y.ja),
        said.en.replace("{x}", x.en).replace("{y}", y.en),
    )
    return Ruling(allowed=False, reason_code=code, reason=reason)


def not_possible(reason: str) -> str:
    """The fixed rejection with a reason, well-formed whatever the reason holds."""
    # Only here: hardly any ruling is told, and the parser behind it stays once it is loaded.
    from xml.sax.saxutils import quoteattr

    return f"<gm_message reason={quoteattr(reason)}>それはできません</gm_message>"
