"""Question 問い: tells whether a sentence asks something, with its mark or spoken without one."""

import re

_IS_QUESTION = re.compile(
    r"[?？]\s*$|(?:ですか|ますか|でしたか|ましたか|でしょうか|っけ|かな|かね|かしら"
    r"|[はがも][^、。]{1,16}(?<!そう)(?<!よう)[るたい]か)[。.!！…〜～]*\s*$"
)
_ASKS_UNMARKED = re.compile(
    r"^(?:(?:so|well|and|but|ok|okay|oh|right|now|then|hey|hi|good \w+|sorry|please)[, ]+)*"
    r"(?:(?:who|what|when|where|which|whose|why|how)(?:'?s|'re|'d|'ll)? "
    r"(?:(?:much|many|long|old|often|far|late|time|day|date|kind|sort|colou?r|size|number|else)"
    r"(?: \w+){0,2} )?(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|am)\b"
    r"|(?:what|which) (?:\w+ ){1,3}(?:do|does|did) (?:i|we|you|they|he|she|it|the|my|our)\b"
    r"|(?:who|what|when|where|how)'?s (?!done\b)\w"
    r"|(?:is|are|was|were|does|did|has)"
    r" (?!(?:not|you|what|to|an?|been|done|got|just)\b)(?!.*\b(?:my|our)sel)[^.!…]*$"
    r"|(?:do|have|had|am|did|are|were) (?:i|we|they|you) (?!kidding|joking)[^.!…]*$"
    r"|(?:anything|anybody|anyone) (?:on|new|planned|happen(?:ed|ing)?|come|due|for)\b)",
    re.IGNORECASE,
)
"""A spoken question of English: speech recognition writes no mark behind it."""


def is_question(text: str) -> bool:
    """Whether a text asks something: a statement of the same words is none."""
    return _IS_QUESTION.search(text) is not None or _ASKS_UNMARKED.match(text.strip()) is not None
