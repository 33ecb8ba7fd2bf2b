"""Remarks 余談: a sentence without what is only said beside its order.

`mute the tv i'm on the phone`, ルンルン動かして、お菓子こぼしてもうた: somebody says why, in words no table
has. The rest is read again without it. What could change the order (said by somebody, doubted,
forbidden, hanging on something, or with a number or a time of its own) is no remark.
"""

import re

from companion.words.language import Language

_SUBJECT = re.compile(
    r" (?:, )?(?=(?:i|we) (?:can't|couldn't|already|never|need|hate|love) [a-z']+"
    r"|it (?:sucks|hurts|stinks|smells)|(?:the|mum|mom|dad|grandma|grandpa|my|our|his|her"
    r"|someone|somebody|everyone|everybody)(?: [a-z]+){0,2}?(?:'s| is| are| has| have| keeps| wants| needs| won't| can't)\b"
    r"|before (?:i|we) (?:catch|freeze|melt|boil|roast|die|go mad|faint|fry)\b|(?:i'm|i am|i've|i have|i don't|i can't|i cannot|i couldn't|i'll|i need to|i love|i like"
    r"|i hate|i (?:think )?want to|it's|it is|they're|they are|we're|we are|we've|we don't|we can't"
    r"|there's|there is|that's|this is|the baby|mum's|so (?:that )?(?:i|we|you|it|he|she|they|mum|dad) (?:can|could|may)"
    r"|(?:my|me) (?:[a-z]+ ){1,2}(?:is|are|isn't|aren't|hurts?|aches?|has|have|needs?|keeps?|can't|won't)"
    r"|dad's|[a-z]+'s here)\b)"
)
_NO_REMARK_EN = re.compile(
    r"\b(?:said|says|saying|keeps|always|usually|used|myself|yourself|instead|later|told|tells|asked|asks|think|guess|suppose|wonder|wish|if|unless|never mind"
    r"|not sure|maybe|perhaps|leave|until|till|when|joking|kidding|kept|used to|could|would|should"
    r"|shouted|yelled|screamed|whispered|wrote|texted|begged|ordered|muttered|sang|replied|answered|thought|called"
    r"|joked|read|dreamt|dreamed|heard|meant|mean"
    r"|what|why|how|don't know|that's what|and|then|but|instead|or)\b|\d|\?"
)
_PURPOSE = re.compile(r"^so (?:that )?[a-z]+ (?:can|could|may)(?!'t| not)\b")
"""So that I can see: what for, not that somebody could."""
_PAUSE = re.compile("(?<=[、。?])")
_REASON = re.compile("^(.{2,}?[るいうくすつむぶぐぬただ])し、?(?=.{3,})")
_BECAUSE = re.compile(
    "^(.{3,}?[るたいうくすつむぶぐぬだなん])(?:から|ので|んで|もんで|さかい)、?(?=[^、。]{3})"
)
"""手が使えないので|閉めて: why, in words no table has, with or without a pause behind it."""
_FINITE = re.compile(
    "(?:[るたいうくすつむぶぐぬ]|だ|です|ます|ねん|へん|たん|るん|もん|もうた|てもた)(?:わ|よ|ね|な|から|ので|けど|し|で|ー|んよ)*[、。]?$|(?:や|やで|やわ|なんだ|なの)[、。]?$"
)
_NO_REMARK_JA = re.compile(
    "言|頼|怒|注意|命じ|命令|叫|騒|書い|伝え|聞い|(?<=[るただいくすむぬぶうつ])って(?!$)|らしい|そうだ|そうです|みたい|のに|かも|かな[あぁ]?$|なら(?!ない)|たら|れば|とき|場合|まま|ないで|だめ|ダメ|いらない|いらん"
    "|やめ|待|(?<!つめ)(?<!冷)(?<!重)(?<!眠)(?<!痛)(?<!け)たい|けど|いい|\\?|？|か[、。]?$|[0-9](?!限|組|年|人|歳|番|個|匹|話|杯|枚|円|対|点|[0-9])|違う|ちがう|やっぱ|間違|よね|っけ|でしょ|なんでもな|なんでもね|気にし|忘れて|取り消|きゃんせる|じゃなく|何|誰|どこ|いつ|必要|ほしい|くれる|くれない|もらえ|ください|夢"
)


Bare = tuple[str, tuple[str, ...]]


def without_remarks(text: str, language: Language) -> list[Bare]:
    """Ways to read the folded sentence without its remarks, each with these; the one that leaves
    most of the order first. `mute the tv | mom is calling`, and not `mute | the tv mom is calling`."""
    if language is Language.EN:
        return _english(text)
    rest, told = _japanese(text)
    return [(rest, told)] * bool(rest) + _one_piece(text)


_ORDERS = (
    "turn|switch|put|open|close|shut|set|dim|lower|raise|lock|start|stop|play|pause|mute|crank|kill|get"
    "|bring|pull|flick|flip|stick|pop|knock|nudge|skip|run|send|make|let's|lights|draw|bump"
)
_WHY_FIRST = re.compile(
    r"^(?:oh |right |well |and |ok |okay |ah |, )*(?P<why>(?:i'm|i am|i go|i leave|i will|we go|we leave|leaving|heading|i can't|i cannot|it's|it is|its|we're|we are|we've|i've|there's|that's|my eyes are"
    r"|my feet are|i'm off|the (?:[a-z]+ ){1,3}(?:is|are)|the (?:[a-z]+ ){0,2}[a-z]+'s|[a-z]+'s|i don't like|i hate|since|because|as|seeing as)"
    rf" .+?) (?:, |so )?(?P<order>(?:please to |please |just |can you |could you |would you |will you )?(?:{_ORDERS})\b.+)$"
)
_LEADS_ON = re.compile(
    r"\b(?:to|can|can't|cannot|could|couldn't|will|won't|would|should|do|don't|does|doesn't|did|didn't|not|never|always"
    r"|usually|i|you|we|they|he|she|who|it|that|which|must|might|may|help|helps|make|makes|let|lets|have|has|had|how|and"
    r"|or|like|called|named|labelled|labeled|titled|reads|just|only|the|a|an|no|my|your|people|anyone|somebody|nobody"
    r"|everyone|again|about|for|of|when|than|then)$"
)
"""After these words an order is none: `it is nice that you | turn it on`."""


def _why_first(text: str) -> tuple[str, str]:
    """I'm boiling turn on the fan: the order and the reason that stands before it, unmarked."""
    found = _WHY_FIRST.match(text)
    if found is None or _LEADS_ON.search(found["why"].rstrip(" ,")):
        return "", ""
    if _NO_REMARK_EN.search(re.sub("^(?:i can't|i cannot)", "", found["why"])):
        return "", ""
    return found["order"], found["why"]


def _english(text: str) -> list[Bare]:
    order, why = _why_first(text)
    if order:
        return [(order, (why,))]
    return [
        (text[: found.start()].strip(), ())
        for found in reversed(list(_SUBJECT.finditer(text)))
        if text[: found.start()].strip()
        and not _NO_REMARK_EN.search(_PURPOSE.sub("", text[found.end() :]))
    ]


def _japanese(text: str) -> tuple[str, tuple[str, ...]]:
    for pattern in (_REASON, _BECAUSE):
        reason = pattern.match(text)
        if reason is not None and not _NO_REMARK_JA.search(reason[1]):
            return text[reason.end() :], (reason[1],)
    pieces = [piece for piece in _PAUSE.split(text) if piece.strip("、。 ")]
    kept = [p for n, p in enumerate(pieces) if not _is_remark(p, _LEAST if n else _SHORTEST)]
    if not kept or len(kept) == len(pieces):
        return "", ()
    told = tuple(piece.strip("、。 ") for piece in pieces if piece not in kept)
    return "".join(kept).rstrip("、"), told


def _one_piece(text: str) -> list[Bare]:
    """換気扇もっと強く、焦げてる: the first piece or the last, where all others only tell something."""
    pieces = [p for piece in _PAUSE.split(text) if (p := piece.strip("、。 "))]
    if len(pieces) < 2:
        return []
    found: list[Bare] = []
    if all(_is_remark(piece, _LEAST) for piece in pieces[1:]):
        found.append((pieces[0], tuple(pieces[1:])))
    if all(_is_remark(piece, _SHORTEST) for piece in pieces[:-1]):
        found.append((pieces[-1], tuple(pieces[:-1])))
    return found


_JOINED_ON = re.compile(
    "って|とか|を|いや|やっぱ|じゃ|なんて|なんちゃ|うそ|嘘|冗談|ほし|もら|くれ|ちょ|だと|みた|らし|そう"
    "|と(?![りいっきなて])|の(?![どみりんこ])|は(?![やらいなんれくじげ])|が(?![んすっらさ])|に(?![おわんもち])|も(?![うっのしやれ])"
    "|か(?![れぜみいえおらゆわんたさぞ])"
)
"""What begins so belongs to the order before the pause: 消して、って言われた."""
_SHORTEST, _LEAST = 5, 2
"""Letters of a remark, first and behind the order; what is shorter calls somebody: たろう、"""


_CALLS = re.compile(
    "(?:さん|ちゃん|くん|君|様|さま|先生|ママ|パパ|まま|ぱぱ|母|父|兄|姉|弟|妹|じい|ばあ|あなた|お前|おまえ|あんた|みんな|誰か|ねえ)$"
    "|^[ぁ-んー]{2,4}$"
)
"""電気つけて、お母さん: it is said to somebody. Of what is written in kana alone nobody can tell."""
_PREDICATE = re.compile(
    "(?:や|やで|だ|なの|だし|やし|だから|から|ので|くて)$|.{3,}(?:て|の|し|よ|ね|って|[るたうくすつむぬい]|へん|もん|わん|らん)$"
)
"""It tells something; a name alone calls somebody: 電気つけて、お母さん."""
_ORDERED = re.compile(
    "(?:お願い.{0,8}|おねがい.{0,8}|頼[むみん].{0,3}|して|けて|めて|げて|(?<![くるたすむぬぶうつ])って|いて|れて|えて|おねがい|お願い|ください|ちょうだい|に|も|まで|[0-9%度分時])$"
)
"""An order of its own, or the rest of the one before: no remark."""


def _is_remark(piece: str, least: int) -> bool:
    bare = piece.strip("、。 ")
    if len(bare) < least:
        return False
    if least == _LEAST and _JOINED_ON.match(bare) is None:
        if _ORDERED.search(bare) or (_PREDICATE.search(bare) is None and _CALLS.search(bare)):
            return False
        return _NO_REMARK_JA.search(bare.removesuffix("だから").removesuffix("から")) is None
    return _FINITE.search(piece) is not None and _NO_REMARK_JA.search(piece) is None
