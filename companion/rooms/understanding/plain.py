"""Plain: a result as JSON can hold it. The first thing said stands at the top, all of it below."""

from typing import Any

from companion.words.language import Bilingual
from companion.words.timing_form import to_plain
from companion.words.understood import Understood, UnderstoodWish


def plain(understood: Understood) -> dict[str, Any]:
    """`intent`, `slots`, `operation`, `parameters`, `when` are of the first wish; `targets` of all
    that share its intent and slots; `wishes` holds every one."""
    wishes = understood.wishes
    first = wishes[0] if wishes else UnderstoodWish(intent="")
    same = [w for w in wishes if w.intent == first.intent and w.slots == first.slots]
    targets = dict.fromkeys(target for wish in same for target in wish.targets)
    return {
        "kind": understood.kind.value,
        **_wish(first),
        "targets": list(targets),
        "wishes": [_wish(wish) for wish in wishes],
        "ask_back": _said(understood.ask_back),
        "choices": list(understood.choices),
        "refused": _said(understood.refused),
        "not_done": _said(understood.not_done),
    }


def _wish(wish: UnderstoodWish) -> dict[str, Any]:
    return {
        "intent": wish.intent,
        "slots": dict(wish.slots),
        "targets": list(wish.targets),
        "operation": wish.operation,
        "parameters": dict(wish.parameters),
        "when": to_plain(wish.when) if wish.when is not None else None,
    }


def _said(words: Bilingual | None) -> dict[str, str] | None:
    return None if words is None else {"ja": words.ja, "en": words.en}
