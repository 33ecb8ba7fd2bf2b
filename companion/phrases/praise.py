"""Praise お礼と文句: lists the ways to thank for what was done, and to say that it annoys.

Each sentence is matched whole: whatever says more than this is no praise and no complaint here.
"""

import re

_THANKS = re.compile(
    r"(ok|okay|oh|great|perfect|nice|good|all right)?,? ?(many |no,? )?"
    r"(thanks|thank you|thx|cheers)( (so|very) much| a lot| a bunch)?"
    r"( for (that|this|everything|(your|the) help"
    r"|listening|last night|today|asking|being (here|there)))?"
    r"( (mate|dear|love|buddy))?|ta( very much)?|much appreciated|i appreciate (it|that)"
    r"|(どうも|本当に|ほんとに|ほんまに?|いつも|はい)?(ありがとう?|サンキュー?|あんがと|おおきに)"
    r"(ございます|ございました|ね|な|よ|ー)*"
    r"|どうも|(本当に|ほんとに?|ほんまに?|すごく|めっちゃ)?助か(った|りました|ります|る)(よ|わ|あ|ー)*",
    re.I,
)
_ENDS = "。.!！?？、, "
_PARTS = re.compile(r"[。.!！、,]\s*")
_ANNOYED = re.compile(
    r"(もう|あー|ああ)?、?(うるさい|やかましい|しつこい)(な|なあ|よ|って|わ)*"
    r"|(you (talk|speak) too much|(how )?annoying|enough( already)?|you're annoying)",
    re.I,
)


def is_thanks(text: str) -> bool:
    """Whether a sentence is nothing but thanks, once or twice."""
    said = _plain(text)
    parts = [part for part in _PARTS.split(said) if part]
    return bool(_THANKS.fullmatch(said)) or bool(parts and all(map(_THANKS.fullmatch, parts)))


def is_annoyed(text: str) -> bool:
    """Whether a sentence says nothing but that it annoys."""
    return _ANNOYED.fullmatch(_plain(text)) is not None


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(_ENDS)
