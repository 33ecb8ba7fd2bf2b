"""Recalled 想起の理由: words why an episode came to mind."""

from companion.words.language import Bilingual
from companion.words.recalled import Found, Reason

_SAID = {
    Reason.WORDS: Bilingual("同じ言葉: {}", "same words: {}"),
    Reason.MEANING: Bilingual("意味が近い", "close in meaning"),
    Reason.TIME: Bilingual("その時のこと", "of that time"),
    Reason.BESIDE: Bilingual("同じ会話の中", "in the same talk"),
    Reason.PERSONA: Bilingual("私の気にかけること", "something I care about"),
}
_OTHER_FORM = Bilingual("同じ言葉の別の形", "another form of the same word")
"""A word of the question stands in it as another form: `bakeries` and `bakery`."""


def why_said(found: Found) -> Bilingual:
    """Why it came to mind, in one line."""
    words = ", ".join(found.words)
    said = _SAID if words else _SAID | {Reason.WORDS: _OTHER_FORM}
    return Bilingual(
        "、".join(said[reason].ja.format(words) for reason in found.why),
        "; ".join(said[reason].en.format(words) for reason in found.why),
    )
