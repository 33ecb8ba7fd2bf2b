"""Tone 文の調子: whether a clause orders, asks or only thinks aloud. Only an order may act."""

from collections.abc import Sequence
from enum import Enum

from companion.engines.understanding.clauses import Clause
from companion.engines.understanding.cover import Token
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
    if any(t.is_("mark", "negate", "cond", "said") or t.form == "cond" for t in tokens):
        return Tone.FORBIDS
    if any(t.form == "tekara" for t in tokens):
        # Only what is ours to do first: ご飯食べてから cannot be waited for.
        first = any(t.is_("verb", *_OURS) for t in tokens) and clause.of("name", "kind", "mode")
        return Tone.ORDER if first else Tone.FORBIDS
    tone = _japanese(tokens) if language is Language.JA else _english(tokens)
    stays = any(t.is_("mark", "remain") for t in tokens)
    return Tone.FORBIDS if stays and tone is Tone.ORDER else tone


_OURS = ("on", "off", "put", "open", "close", "lock", "stop", "do", "set", "run", "play", "kake")
_THINKS = ("past", "state", "plain", "neg", "muse")
_DONE = ("くれた", "もらった", "くれてた", "くれてる", "くれたんだ",
         "ほうがいい", "方がいい", "べき")  # fmt: skip
"""What was done for one or would be good: told, or asked after."""


def _japanese(tokens: Sequence[Token]) -> Tone:
    questioned = any(t.is_("mark", "question") or t.text.endswith("?") for t in tokens)
    if any(t.is_("mark", "muse") for t in tokens):
        thanked = questioned and all(t.text in _DONE for t in tokens if t.is_("mark", "muse"))
        return Tone.ASKS if thanked else Tone.THINKS
    if any(t.is_("mark", "permission") for t in tokens):
        return Tone.ASKS
    if any(t.is_("ask", "why", "whether") for t in tokens):
        return Tone.ASKS
    if any(t.is_("mark", "confirm") for t in tokens):
        return Tone.ASKS if questioned else Tone.THINKS
    verbs = [t for t in tokens if t.cls == "verb"]
    last = verbs[-1] if verbs else None
    asked = any(t.cls == "ask" for t in tokens) or any(t.form == "asked" for t in verbs)
    if last is not None and last.value == "tell" and last.form in ("te", "do"):
        return Tone.ASKS if asked or not _waits(tokens) else Tone.ORDER
    if asked:
        return Tone.ASKS
    return _by_form(tokens, last, questioned)


def _told_of(tokens: Sequence[Token], noun: Token) -> bool:
    """掃除が終わった: a doing that something is told of."""
    follows = next((t for t in tokens if t.start == noun.end), None)
    return follows is not None and follows.text == "が"


def _waits(tokens: Sequence[Token]) -> bool:
    return any(t.cls in ("when", "span") for t in tokens)


def _by_form(tokens: Sequence[Token], last: Token | None, questioned: bool) -> Tone:
    if last is None or last.form == "noun":
        if last is not None and _told_of(tokens, last):
            return Tone.ASKS if questioned else Tone.THINKS
        adjective = next((t for t in reversed(tokens) if t.cls == "adj"), None)
        if adjective is not None and adjective.form == "is":
            return Tone.ASKS if questioned else Tone.THINKS
        requested = any(t.is_("tail", "request", "please") for t in tokens)
        return Tone.ASKS if questioned and not requested else Tone.ORDER
    if last.form in ("te", "do"):
        return Tone.ORDER
    if last.form == "want":
        return Tone.THINKS if last.value != "wake" else Tone.ORDER
    if last.form == "may":
        return Tone.ASKS
    if last.form in ("can", "lets", *_THINKS):
        return Tone.ASKS if questioned else Tone.THINKS
    return Tone.ORDER


def _english(tokens: Sequence[Token]) -> Tone:
    if any(t.is_("mark", "muse") for t in tokens):
        return Tone.THINKS
    heard = [t for t in tokens if t.cls not in ("fill", "tail")]
    first = heard[0] if heard else None
    if first is None or first.is_("aux", "can"):
        return Tone.ORDER
    if first.cls in ("ask",) or first.is_("aux", "be", "do", "may"):
        return Tone.ASKS if first.cls == "ask" or _asked(tokens, first) else Tone.THINKS
    return Tone.ASKS if first.is_("verb", "tell") else _told(tokens, first)


def _told(tokens: Sequence[Token], first: Token) -> Tone:
    """What begins with no question word: an order, unless it tells how something is."""
    if any(t.is_("aux", "be", "do", "may") for t in tokens) and not _ensured(tokens):
        return Tone.ASKS if _questioned(tokens) else Tone.THINKS
    if any(t.cls == "verb" and t.form == "gerund" for t in tokens):
        return Tone.THINKS
    if _questioned(tokens) and first.cls != "verb":
        return Tone.ASKS
    return Tone.ORDER


def _asked(tokens: Sequence[Token], first: Token) -> bool:
    return first.text not in ("it's", "that's", "there's")


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
        paused = last.cls in ("and", "tail", "mark", "fill") and last.text not in _QUOTES
        paused = paused and not (last.cls == "tail" and last.text.endswith("る"))  # くれる人
        unknown = after.tokens[0].cls == "unread" and not paused
        unknown = unknown and not (asked and last.form == "noun")
        if tones[at] is Tone.ORDER and clause.broken_by == "verb" and unknown:
            tones[at] = Tone.THINKS
            tones[at + 1] = tones[at + 1] if after.acts else Tone.THINKS
    return tones


def _left_so(clause: Clause) -> bool:
    """ついたままだから: what stands as it is forbids nothing where it is only the reason."""
    against = [t for t in clause.tokens if t.is_("mark", "negate", "cond", "said", "remain")]
    return bool(against) and all(t.text.startswith("まま") for t in against)


def _tone(clause: Clause, language: Language) -> Tone:
    """開けっ放しだから: what only gives a reason orders nothing, though it look like 開け!"""
    tone = tone_of(clause, language)
    if tone is Tone.FORBIDS and clause.broken_by == "reason" and _left_so(clause):
        return Tone.THINKS
    looks = any(t.cls == "verb" and t.form == "do" for t in clause.tokens)
    reason = clause.broken_by == "reason" and language is Language.JA
    return Tone.THINKS if looks and reason and tone is Tone.ORDER else tone


def ends_in_thought(clauses: Sequence[Clause], tones: Sequence[Tone]) -> bool:
    """電気つけて寝ちゃった: what is told goes on from the order without a pause."""
    if len(tones) < 2 or clauses[-1].broken_by == "reason":
        return False
    return tones[-1] is Tone.THINKS and clauses[-2].broken_by == "verb"
