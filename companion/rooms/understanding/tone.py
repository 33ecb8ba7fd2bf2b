"""Tone 文の調子: whether a clause orders, asks or only thinks aloud. Only an order may act."""

import re
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from companion.rooms.understanding.clauses import Clause, stands
from companion.rooms.understanding.cover import Token
from companion.words.language import Language


class Tone(Enum):
    """調子: of one clause."""

    ORDER = "order"
    ASKS = "asks"
    THINKS = "thinks"
    FORBIDS = "forbids"
    """`don't`, and what hangs on something that we cannot watch for (`if it rains`)."""


def tone_of(clause: Clause, language: Language) -> Tone:
    """How one clause is said."""
    tokens = clause.tokens
    spoken = [t for t in tokens if t.cls not in ("fill", "tail") and not t.is_("mark", "question")]
    if language is Language.EN and len(spoken) > 1 and spoken[-1].text in _TAGS:
        return Tone.ASKS
    if any(t.is_("mark", "negate", "cond", "said") or t.form in _AGAINST for t in tokens):
        return Tone.FORBIDS
    if any(t.form == "tekara" for t in tokens):
        # Only what is ours to do first: ご飯食べてから cannot be waited for.
        first = any(t.is_("verb", *_OURS) for t in tokens) and clause.of("name", "kind", "mode")
        return Tone.ORDER if first else Tone.FORBIDS
    if language is Language.EN and (_gives_up(tokens) or _hangs_on(spoken)):
        return Tone.FORBIDS
    tone = _japanese(tokens) if language is Language.JA else _english(tokens)
    stays = any(t.is_("mark", "remain") for t in tokens)
    return Tone.FORBIDS if stays and tone is Tone.ORDER else tone


_AGAINST = ("cond", "forbid")
_OURS = ("on", "off", "put", "open", "close", "lock", "stop", "do", "set", "run", "play", "kake")
_THINKS = ("past", "state", "plain", "neg", "muse")
_DONE = (
    "くれた",
    "もらった",
    "くれてた",
    "くれてる",
    "くれたんだ",
    "ほうがいい",
    "方がいい",
    "べき",
)
"""Words for an act that was done or would be good: told, or asked after."""


def _gives_up(tokens: Sequence[Token]) -> bool:
    """Stop running it at ten on Mondays: a habit that shall end, and no order for ten."""
    stops = any(
        token.is_("verb", "stop") and after.text.endswith("ing")
        for token, after in pairwise(tokens)
    )
    return stops and _waits(tokens)


def _hangs_on(tokens: Sequence[Token]) -> bool:
    """Bright when you turn it on: what an order hangs on, and no question for when."""
    asks = bool(tokens) and (tokens[0].cls in ("ask", "aux") or tokens[0].is_("verb", "tell"))
    return not asks and any(t.is_("ask", "when") and t.text == "when" for t in tokens[1:])


def _japanese(tokens: Sequence[Token]) -> Tone:
    questioned = any(t.is_("mark", "question") or t.text.endswith("?") for t in tokens)
    if any(t.is_("mark", "confirm") for t in tokens[-3:]) or _wonders(tokens):
        return Tone.ASKS
    if any(t.is_("mark", "muse") for t in tokens):
        thanked = questioned and all(t.text in _DONE for t in tokens if t.is_("mark", "muse"))
        return Tone.ASKS if thanked else Tone.THINKS
    if any(t.is_("mark", "permission") for t in tokens):
        return Tone.ASKS
    if any(t.is_("mark", "told") for t in tokens):
        return Tone.THINKS
    if any(t.is_("ask", "why", "whether") for t in tokens):
        return Tone.ASKS
    verbs = [t for t in tokens if t.cls == "verb"]
    last = verbs[-1] if verbs else None
    asked = any(t.cls == "ask" for t in tokens) or any(t.form == "asked" for t in verbs)
    if last is not None and last.value == "tell" and last.form in ("te", "do"):
        return Tone.ASKS if asked or not _waits(tokens) else Tone.ORDER
    if asked or _asks_bare(tokens, last):
        return Tone.ASKS
    return _by_form(tokens, last, questioned)


_WONDERS = (
    "でしょう",
    "でしょ",
    "かな",
    "かなあ",
    "かなぁ",
    "かしら",
    "だろう",
    "だろうな",
    "だったっけな",
)
_MEASURES = ("name", "attr", "kind", "area", "mode")


def _wonders(tokens: Sequence[Token]) -> bool:
    """湿度はどのくらいでしょう, ついているんだったかしら: what can be told is asked for softly."""
    soft = [t for t in tokens if t.is_("mark", "muse")]
    if not soft or any(t.text not in _WONDERS for t in soft):
        return False
    deeds = [t for t in tokens if t.cls == "verb"]
    stands_so = bool(deeds) and all(stands(t) and t.form in ("state", "asked") for t in deeds)
    asks = any(
        t.is_("ask", "what", "degrees", "percent", "time", "date", "weather") for t in tokens
    )
    named = any(t.cls in _MEASURES for t in tokens)
    return named and (stands_so or (asks and not deeds))


def _asks_bare(tokens: Sequence[Token], last: Token | None) -> bool:
    """Whether か ends it, and no request stands before: 充電中か, but not 消してくれるか."""
    end = next((t for t in reversed(tokens) if t.cls != "fill"), None)
    if end is None or end.text.rstrip("?。") != "か" or not end.is_("mark", "question"):
        return False
    after = [t for t in tokens if last is None or t.start >= last.end]
    return not any(t.is_("tail", "request", "please") for t in after)


def _told_of(tokens: Sequence[Token], noun: Token) -> bool:
    """掃除が終わった: a doing that something is told of."""
    follows = next((t for t in tokens if t.start == noun.end), None)
    return follows is not None and follows.text == "が"


def _waits(tokens: Sequence[Token]) -> bool:
    return any(t.cls in ("when", "span") for t in tokens)


def _by_form(tokens: Sequence[Token], last: Token | None, questioned: bool) -> Tone:
    if last is None or last.form == "noun":
        return _by_noun(tokens, last, questioned)
    if last.form in ("te", "do"):
        return Tone.THINKS if stands(last) else Tone.ORDER
    if last.form == "want":
        return Tone.THINKS if last.value != "wake" else Tone.ORDER
    if last.form == "may":
        return Tone.ASKS
    if _to_a_value(tokens, last):
        return Tone.ORDER
    if last.form in ("can", "lets", *_THINKS):
        return Tone.ASKS if questioned else Tone.THINKS
    return Tone.ORDER


def _by_noun(tokens: Sequence[Token], last: Token | None, questioned: bool) -> Tone:
    if last is not None and _told_of(tokens, last):
        return Tone.ASKS if questioned else Tone.THINKS
    adjective = next((t for t in reversed(tokens) if t.cls == "adj"), None)
    if adjective is not None and adjective.form == "is":
        return Tone.ASKS if questioned else Tone.THINKS
    requested = any(t.is_("tail", "request", "please") for t in tokens)
    return Tone.ASKS if questioned and not requested else Tone.ORDER


def _to_a_value(tokens: Sequence[Token], verb: Token) -> bool:
    """もっと暗くできる, 青にできますか: whether it can be so is asked of who can do it. What any
    thing is able to be (色変えられる) is a question."""
    if verb.form != "can" or not verb.is_("verb", "do", "set", "change"):
        return False
    before = [t for t in tokens if t.end <= verb.start and t.cls not in ("tail", "mark")]
    if before and before[-1].cls == "adj" and before[-1].form == "ku":
        return True
    valued = before[-1:] and before[-1].text == "に" and len(before) > 1
    return bool(valued) and before[-2].cls in ("number", "unit", "level", "color", "mode")


_TAGS = ("is it", "isn't it", "are they", "aren't they", "isn't he", "isn't she", "is he", "is she")


def _english(tokens: Sequence[Token]) -> Tone:
    heard = [t for t in tokens if t.cls not in ("fill", "tail")]
    first = heard[0] if heard else None
    if first is None:
        return Tone.ORDER
    if first.is_("aux", "can"):
        return _kindly(tokens, heard[1:])
    if first.cls == "ask" or first.is_("aux", "be", "do", "may"):
        told = first.text in _TELLING or any(
            t.is_("mark", "muse") and t.text not in ("gonna", "going to") for t in tokens
        )
        return Tone.THINKS if first.cls != "ask" and told else Tone.ASKS
    if any(t.is_("mark", "muse", "somebody") for t in tokens):
        asks = first.is_("mark", "somebody") and not any(t.cls == "verb" for t in tokens)
        asks = asks and not any(t.text in _IS for t in tokens)  # somebody is at the door
        return Tone.ASKS if asks or _questioned(tokens) else Tone.THINKS
    if _has_subject(tokens):
        return Tone.ASKS if _questioned(tokens) else Tone.THINKS
    return Tone.ASKS if first.is_("verb", "tell") else _told(tokens, first)


def _kindly(tokens: Sequence[Token], rest: Sequence[Token]) -> Tone:
    """Could you ...: an order, unless it is to tell, or to see, how something is."""
    if any(t.is_("verb", "tell") for t in rest):
        return Tone.ASKS
    if any(t.is_("mark", "muse") for t in rest):
        return Tone.THINKS
    odd = any(t.is_("aux") or t.cls == "ask" or t.form == "past" for t in rest)
    return Tone.ASKS if odd and not _ensured(tokens) else Tone.ORDER


def _has_subject(tokens: Sequence[Token]) -> bool:
    """You turned it on: who does it stands before what is done; an order names nobody."""
    for token in tokens:
        if token.text == "you" and token.cls == "fill":
            return True
        if token.cls not in ("fill", "and") or token.cls == "verb":
            return False
    return False


_IS = ("'s", "is")
_TELLING = ("it's", "that's", "there's")


_SEEN_TO = ("make sure", "make sure that", "ensure", "see to it that", "needs", "be sure")
"""Make sure it is closed: to be seen to; `must be closed` may only be thought."""


def _told(tokens: Sequence[Token], first: Token) -> Tone:
    """Tone of a clause that begins with no question word: an order, unless it tells how something
    is."""
    if any(t.cls == "ensure" and t.text in _SEEN_TO for t in tokens):
        return Tone.ORDER if not _has_subject(tokens) else Tone.THINKS
    if any(t.is_("aux", "be", "do", "may") for t in tokens) and not _ensured(tokens):
        if any(t.cls == "ask" for t in tokens) and not any(t.is_("mark", "muse") for t in tokens):
            return Tone.ASKS  # carbon dioxide is how much
        return Tone.ASKS if _questioned(tokens) else Tone.THINKS
    begins = first.is_("verb", "start", "resume", "set") and first.form == "te"
    if any(
        t.cls == "verb" and t.form in ("gerund", "past") and not (begins and t.form == "gerund")
        for t in tokens
    ):
        return Tone.ASKS if _questioned(tokens) else Tone.THINKS
    if _questioned(tokens) and first.cls != "verb":
        return Tone.ASKS
    return Tone.ORDER


def _questioned(tokens: Sequence[Token]) -> bool:
    return any(t.is_("mark", "question") for t in tokens)


def _ensured(tokens: Sequence[Token]) -> bool:
    return any(t.cls == "ensure" for t in tokens)


_QUOTES = ("って", "と", "とか")
"""つけといてって...: what goes on after these and is not known is somebody's telling of it."""


def tones_of(clauses: Sequence[Clause], language: Language) -> list[Tone]:
    """How each is said. パパが帰ってくる: a form of asking that goes on unread asks nothing."""
    tones = [_tone(c, language) for c in clauses]
    asked = any(t.is_("mark", "question") for c in clauses for t in c.tokens)
    for at, clause in enumerate(clauses[:-1]):
        last, after = clause.tokens[-1], clauses[at + 1]
        unknown = _begins_unread(after.tokens) and not _pauses(clause, after, language)
        unknown = unknown and not (asked and last.form == "noun")
        if tones[at] is Tone.ORDER and clause.broken_by == "verb" and unknown:
            tones[at] = Tone.THINKS
            tones[at + 1] = tones[at + 1] if after.acts else Tone.THINKS
    _carried(clauses, tones, language)
    return tones


def _pauses(clause: Clause, after: Clause, language: Language) -> bool:
    """Whether a pause stands between an order and what nobody could read behind it. In Japanese
    only a mark or a space is one: 消してくれ|て助かった, 消してよ|お父さん go on."""
    last = clause.tokens[-1]
    if language is Language.EN:
        return last.cls in ("and", "tail", "mark", "fill") and last.text not in _QUOTES
    if last.text in _QUOTES or (last.cls == "tail" and last.text.endswith("る")):  # くれる人
        return False
    known = next((n for n, t in enumerate(after.tokens) if t.cls == "unread"), 0)
    behind = next((n for n, t in enumerate(reversed(clause.tokens)) if t.cls == "verb"), 0)
    between = [*clause.tokens[len(clause.tokens) - behind :], *after.tokens[:known]]
    return any(mark in token.text for token in between for mark in "、。 ")


def _begins_unread(tokens: Sequence[Token]) -> bool:
    """Also 電気代がやばい: a longer word than the thing it begins with."""
    known = next((n for n, t in enumerate(tokens) if t.cls not in ("name", "kind", "attr")), 0)
    return known < len(tokens) and tokens[known].cls == "unread"


_WOULD_HARM = re.compile("(?:たら|と)(?:困|こま|いや|嫌|だめ|駄目|まず|あか|いけ|危|心配|かなわ)")
"""寝たら困るから: this `if` is the reason itself."""
_REQUESTS = ("want", "may", "can")


def _only_a_reason(clause: Clause) -> bool:
    """ついたままだから, もういらないから, 電話だから: why, whatever it says, orders and forbids
    nothing. It still hangs on what cannot be watched for (雨が降ったらうるさいから), and a wish
    that ends in けど is a wish."""
    said = "".join(token.text for token in clause.tokens)
    if any(t.is_("mark", "cond") or t.form == "cond" for t in clause.tokens):
        return _WOULD_HARM.search(said) is not None
    if any(t.is_("tail", "please") for t in clause.tokens) or _asked_for(clause):
        return False
    verbs = [t for t in clause.tokens if t.cls == "verb"]
    return not verbs or verbs[-1].form not in ("te", *_REQUESTS)


def _asked_for(clause: Clause) -> bool:
    """消してほしいんだけど: a request after a te-form."""
    return any(
        token.is_("tail", "request") and before.cls in ("verb", "adj") and before.form == "te"
        for before, token in pairwise(clause.tokens)
    )


def _tone(clause: Clause, language: Language) -> Tone:
    """How one clause is said, seen with what ends it."""
    tone = tone_of(clause, language)
    reason = clause.broken_by == "reason" and language is Language.JA
    if reason and tone is Tone.ASKS and _tells_how_it_is(clause):
        return Tone.THINKS
    if reason and tone is not Tone.ASKS and _only_a_reason(clause):
        return Tone.THINKS
    return tone


def _tells_how_it_is(clause: Clause) -> bool:
    """いい天気だし, 今だめだから: what is asked by its name alone is told of in a reason."""
    asked = [t for t in clause.tokens if t.cls == "ask"]
    allowed = any(t.is_("mark", "permission") for t in clause.tokens) and not clause.of("verb")
    return (bool(asked) or allowed) and all(t.is_("ask", "weather") for t in asked)


def ends_in_thought(clauses: Sequence[Clause], tones: Sequence[Tone]) -> bool:
    """電気つけて寝ちゃった, つけて3分待って食べるの: what is told goes on from the order without a
    pause, and whatever follows it tells more."""
    pairs = list(zip(clauses, tones, strict=True))
    return any(
        _thought_on(clause, after, at == len(pairs) - 2)
        for at, (clause, after) in enumerate(pairwise(pairs))
        if clause[1] is Tone.ORDER or at == len(pairs) - 2
    )


def _thought_on(before: tuple[Clause, Tone], after: tuple[Clause, Tone], last: bool) -> bool:
    clause, tone = after
    if clause.broken_by == "reason" or tone is not Tone.THINKS or before[0].broken_by != "verb":
        return False
    paused = any(t.text == "、" for t in before[0].tokens[-2:])
    if not last:
        return not paused and before[0].acts
    verbs = [t for t in clause.tokens if t.cls == "verb"]
    told = ("plain", "state", "want")
    going_to = bool(verbs) and verbs[-1].form in told and not is_deed(verbs[-1])
    return not (paused and (going_to or not verbs))  # 消しといて、もう寝るわ: only why


def _carried(clauses: Sequence[Clause], tones: list[Tone], language: Language) -> None:
    """Clauses of one breath have one tone: 消して、閉めておきました orders nothing, nor does `you
    turned it off and shut the door`."""
    if language is Language.EN:
        _carried_on(clauses, tones)
        return
    for at in range(1, len(clauses)):
        looks = [t for t in clauses[at].tokens if t.cls == "verb"]
        if (
            tones[at - 1] is Tone.ASKS
            and looks
            and all(t.is_("verb", "wish", "tell") for t in looks)
        ):
            tones[at] = Tone.ASKS  # 開いてるか | 見てくれる
    goes_on = False
    """Whether what follows in the same breath is told: 閉めて、消して、止めちゃうから困る."""
    for at in reversed(range(len(clauses) - 1)):
        told = tones[at] is Tone.ORDER and tones[at + 1] is not Tone.ORDER
        joined = clauses[at].broken_by != "stop"
        deed = goes_on or predicate_is_deed(clauses[at + 1], clauses[at + 2 : at + 3])
        goes_on = told and joined and deed
        if goes_on:
            tones[at] = Tone.THINKS


def _carried_on(clauses: Sequence[Clause], tones: list[Tone]) -> None:
    for at in range(1, len(clauses)):
        before = clauses[at - 1]
        joined = before.broken_by in ("and", "comma", "then") and _tells_on(before)
        if _did_it(before) and not clauses[at].of("verb"):
            tones[at] = Tone.THINKS  # I closed the blinds and the desk lamp off
        if joined and tones[at] is Tone.ORDER and tones[at - 1] is not Tone.ORDER:
            tones[at] = Tone.THINKS


def _did_it(clause: Clause) -> bool:
    first = next((t for t in clause.tokens if t.cls not in ("fill", "tail")), None)
    subject = first is not None and first.text in ("i", "we", "he", "she", "they")
    return subject and clause.broken_by in ("and", "comma", "then") and bool(clause.of("dir"))


def _tells_on(clause: Clause) -> bool:
    """Whether what follows in the same breath is told as well: `you closed the garage and ...`."""
    stands = clause.broken_by == "and" and bool(clause.of("dir"))
    return any(map(is_deed, clause.tokens)) or _has_subject(clause.tokens) or stands


def is_deed(token: Token) -> bool:
    """A verb by which orders are given, in any form."""
    return token.cls == "verb" and not stands(token) and token.value not in _OTHER_DEEDS


_OTHER_DEEDS = ("wish", "tell", "gohome")
"""Deeds that people do themselves, or come and do."""
_ANY = ("do", "set", "run", "change")
"""Verbs that are a deed of the house only with a thing of it: お菓子こぼしてもうた."""


def predicate_is_deed(clause: Clause, after: Sequence[Clause] = ()) -> bool:
    """Whether it tells of a deed: 閉めました, and not 閉めた覚え."""
    verbs = [t for t in clause.tokens if t.cls == "verb"]
    if not verbs or not is_deed(verbs[-1]) or verbs[-1].form in ("te", "do", "noun"):
        return False
    if verbs[-1].value in _ANY and not clause.of("name", "kind", "area", "mode", "level", "number"):
        return False
    if after and clause.broken_by == "verb" and after[0].tokens[0].start == verbs[-1].end:
        return False
    rest = [t for t in clause.tokens if t.start >= verbs[-1].end]
    return all(t.cls in ("fill", "tail", "mark", "and", "break") for t in rest)
