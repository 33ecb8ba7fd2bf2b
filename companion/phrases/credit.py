"""Credit 手柄: finds the sentences that thank, praise or blame for a deed of the companion.

"Thanks for locking the door" and 水やってくれたんだね say that something was done. Thanks for words
and company ("thanks for listening") do not.
"""

import re

_DONE = (
    r"locked|unlocked|closed|shut|opened|turned|switched|dimmed|lit|left|watered|fed|ordered"
    r"|phoned|rang|cleaned|vacuumed|washed|cooked|baked|bought|fixed|mended|repaired|paid|booked"
    r"|broke|emptied|charged|warmed|heated|cooled|aired|tidied|hid|threw"
)
"""Pasts of what is done to things, or for people who are elsewhere."""
_DOING = (
    r"locking|unlocking|closing|shutting|opening|turning|switching|dimming|leaving|watering"
    r"|feeding|ordering|phoning|ringing|cleaning|vacuuming|washing|cooking|baking|buying|fixing"
    r"|mending|repairing|paying|booking|getting rid|looking after|emptying|charging|warming"
    r"|heating|cooling|airing|tidying|throwing|killing|catching"
)
_TO_DO = r"lock|unlock|close|shut|open|turn|switch|water|feed|order|phone|ring|clean|wash|cook"
_THANKS = re.compile(
    rf"\b(?:thanks?|thank you|cheers|grateful)\b[^.?!]{{0,24}}\bfor (?:\w+ly )?(?:{_DOING})\b"
    rf"|\b(?:nice|good|kind|sweet|lovely|clever|thoughtful) of you to (?:{_TO_DO})\b"
    r"|\b(?:good (?:thing|job)|glad|happy|relieved|lucky|pleased|great)(?: that)? you(?:'d|'ve"
    rf"| had| have)? (?:{_DONE})\b"
    rf"|\bthe [\w ]{{2,30}} you (?:{_DONE})\b(?!.*\?)"
    r"|(?<!聞い)(?<!話し)(?<!言っ)(?<!いっ)(?<!待っ)(?<!わかっ)(?<!付き合っ)(?<!心配し)(?<!覚え)"
    r"(?<!教え)(?<!起こし)(?<!応援し)(?<!そばにい)(?<!^い)(?:[てで]|とい[てで]|どい[てで])(?:い)?くれ"
    r"(?:て(?:い?た)?(?:本当に|ほんとに|いつも|、)?"
    r"(?:ありがと|あんがと|どうも|感謝|サンキュ|助か|よかった|良かった|うれし|嬉し)"
    r"|た(?:ん|の)(?:だ|です)|た[^。？?]{1,12}(?:よ|ね|。)*$)",
    re.I,
)
_BLAME = re.compile(
    rf"^(?:oh,? |hey,? |and )?you (?:forgot to\b|(?:'ve |have )?(?:just )?(?:{_DONE})\b)(?!.*\?)"
    r"|忘れた(?:でしょ|だろ|よね|んだ|じゃ)",
    re.I,
)
_SCHEDULED = re.compile(r"\b(?:alarm|timer|reminder)s?\b|目覚まし|アラーム|タイマー|警報", re.I)
"""Their deeds stand in the schedule, not among acts on things."""


def credits_a_deed(text: str) -> bool:
    """Whether a sentence thanks, praises or blames for something that was done to a thing. Deeds
    with an alarm stand in the schedule, and not among these."""
    return _SCHEDULED.search(text) is None and _credits(text)


def credits_an_alarm(text: str) -> bool:
    """The same of an alarm, a timer or a reminder."""
    return _SCHEDULED.search(text) is not None and _credits(text)


def _credits(text: str) -> bool:
    return _THANKS.search(text) is not None or blames(text)


def blames(text: str) -> bool:
    """Whether it blames for something done or forgotten."""
    return _BLAME.search(text.strip()) is not None
