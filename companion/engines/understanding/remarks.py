"""Remarks 余談: a sentence without what is only said beside its order.

`mute the tv i'm on the phone`, ルンルン動かして、お菓子こぼしてもうた: somebody says why, in words no table
has. The rest is read again without it. What could change the order (said by somebody, doubted,
forbidden, hanging on something, or with a number or a time of its own) is no remark.
"""

import re

from companion.words.language import Language

_SUBJECT = re.compile(
    r" ,? ?(?=(?:i'm|i am|i've|i have|i don't|i can't|i cannot|i couldn't|i'll|i need to|i love|i like"
    r"|i hate|i (?:think )?want to|it's|it is|they're|they are|we're|we are|we've|we don't|we can't"
    r"|there's|there is|that's|this is|the baby|my|mum's"
    r"|dad's|[a-z]+'s here)\b)"
)
_NO_REMARK_EN = re.compile(
    r"\b(?:said|says|saying|told|tells|asked|asks|think|guess|suppose|wonder|wish|if|unless|never mind"
    r"|not sure|maybe|perhaps|leave|until|till|when|joking|kidding|kept|used to|could|would|should"
    r"|what|why|how|don't know|that's what|and|then|but|instead|or)\b|\d|\?"
)
_PAUSE = re.compile("(?<=[、。])")
_REASON = re.compile("^(.{2,}?[るいうくすつむぶぐぬただ])し、?(?=.{3,})")
_FINITE = re.compile(
    "(?:[るたいうくすつむぶぐぬ]|だ|です|ます|ねん|へん|たん|るん|もん|もうた|てもた)(?:わ|よ|ね|な|から|ので|けど|し|で|ー|んよ)*[、。]?$|(?:や|やで|やわ|なんだ|なの)[、。]?$"
)
_NO_REMARK_JA = re.compile(
    "言|聞い|って|らしい|そうだ|そうです|みたい|のに|かも|かな|なら|たら|れば|とき|場合|まま|ないで|だめ|ダメ|いらない|いらん"
    "|やめ|待|たい|けど|いい|\\?|？|か[、。]?$|[0-9]|何|誰|どこ|いつ|必要|ほしい|くれる|くれない|もらえ|ください|夢"
)


def without_remarks(text: str, language: Language) -> tuple[str, tuple[str, ...]]:
    """The folded sentence without its remarks, and these; empty where it has none."""
    if language is Language.EN:
        return _english(text)
    return _japanese(text)


def _english(text: str) -> tuple[str, tuple[str, ...]]:
    found = _SUBJECT.search(text)
    if found is None or not text[: found.start()].strip():
        return "", ()
    if _NO_REMARK_EN.search(text[found.end() :]):
        return "", ()
    return text[: found.start()].strip(), ()


def _japanese(text: str) -> tuple[str, tuple[str, ...]]:
    reason = _REASON.match(text)
    if reason is not None and not _NO_REMARK_JA.search(reason[1]):
        return text[reason.end() :], (reason[1],)
    pieces = [piece for piece in _PAUSE.split(text) if piece.strip("、。 ")]
    kept = [p for n, p in enumerate(pieces) if not _is_remark(p, _LEAST if n else _SHORTEST)]
    if not kept or len(kept) == len(pieces):
        return "", ()
    told = tuple(piece.strip("、。 ") for piece in pieces if piece not in kept)
    return "".join(kept).rstrip("、"), told


_SHORTEST, _LEAST = 5, 3
"""Letters of a remark, first and behind the order; what is shorter calls somebody: たろう、"""


def _is_remark(piece: str, least: int) -> bool:
    if len(piece.strip("、。 ")) < least:
        return False
    return _FINITE.search(piece) is not None and _NO_REMARK_JA.search(piece) is None
