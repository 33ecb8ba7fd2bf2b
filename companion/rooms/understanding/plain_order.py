"""Plain order 頼みの芯: the order that is left of a request without the way it is asked.

Every way to ask is kept once, in `data/asking.toml`, and holds for every operation: a Japanese verb
of any ending becomes its te-form (消しときや, 消せって and 消すの頼む are 消して), an English order
loses what stands around it, and its gerund (`mind turning it off`) becomes the verb.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.lexicon import DATA, conjugated, gerund_of, past_of
from companion.words.language import Language

LONGEST_ENDING = 24
"""Letters of the longest ending that is looked for."""
_MARKS = "、。,.!?！？ "


def plain_order(text: str, language: Language) -> str | None:
    """The folded sentence as a plain order; None where it says no more than that already."""
    plain = _plain_ja(text) if language is Language.JA else _plain_en(text)
    return plain if plain and plain != text.strip(_MARKS) else None


# --- Japanese ------------------------------------------------------------------------------------


def _plain_ja(text: str) -> str | None:
    if text.endswith(("?", "？")):
        return None
    said = _before_ja().sub("", text.strip(_MARKS))
    ways = list(_without_thanks(said))
    tes = (as_te(way) for way in reversed(ways))
    return _CHAINED.sub(r"\1て、", next((te for te in tes if te is not None), ways[-1]))


_CHAINED = re.compile(
    "((?:[一-龯ー]|おん|おふ|ろっく|せっと|みゅーと)し|(?<=[をはに])(?:[開閉上下止変掛入弱強点付]け?|つ|か)[けめげれえ]"
    "|(?:に|く|と)し)、(?=.*[てでろ]$)"
)
"""施錠し、消し、... 切ってください: deeds one after another, as they are written."""


def _without_thanks(said: str) -> Iterator[str]:
    """The sentence, and the same without what is said behind its order."""
    yield said
    found = _behind_ja().search(said)
    while found is not None:
        said = said[: found.start()].strip(_MARKS)
        yield said
        found = _behind_ja().search(said)


def as_te(said: str) -> str | None:
    """The Japanese sentence with its last verb as a te-form; None where it ends in no request."""
    least = max(1, len(said) - LONGEST_ENDING)
    for at in range(least, len(said)):
        if (te := _te_forms().get(said[at:])) is not None:
            return f"{said[:at]}{te}"
    asked = _asking(Language.JA)["te"]
    for at in range(max(2, least), len(said) + 1):
        if said[at - 1] in "てで" and said[at:] in asked:
            return said[:at]
    return None


@cache
def _te_forms() -> Mapping[str, str]:
    """Every verb in every form that asks for the deed -> its te-form."""
    asks = _asking(Language.JA)
    found: dict[str, str] = {}
    for row in conjugated(_more()):
        te, past, plain, polite, imperative = row
        put_off = te[:-1] + {"て": "と", "で": "ど"}[te[-1]]
        gone = te[:-1] + {"て": "ちゃ", "で": "じゃ"}[te[-1]]
        spelled = (
            (plain, asks["plain"]),
            (polite, asks["stem"]),
            (imperative, asks["do"] if len(imperative) > 1 else ()),
            (f"{gone}って", asks["te"]),
            (f"{put_off}いて", asks["te"]),
            (f"{put_off}って", asks["te"]),
            (put_off, asks["put_off"]),
            (f"{past}って", asks["past"]),
        )
        for begun, ends in spelled:
            for end in ends:
                found.setdefault(begun + end, te)
    return found


def _more() -> Sequence[tuple[str, str]]:
    data = tomllib.loads((files(DATA) / "asking.toml").read_text("utf-8"))
    return [(stem, group) for stem, group in data["ja"]["more"]]


@cache
def _before_ja() -> re.Pattern[str]:
    return _around_ja("before", "^(?:(?:{words})(?:、|さ、|ね、|、、)?)+(?=.{{3}})")


@cache
def _behind_ja() -> re.Pattern[str]:
    """Only after a te-form, or behind a pause."""
    return _around_ja(
        "behind",
        "(?:(?<=[てでや])|、|(?<=あらーむ)|(?<=たいまー)|(?<=もーど)|(?<=覚まし))(?:{words})$",
    )


def _around_ja(where: str, pattern: str) -> re.Pattern[str]:
    words = sorted(_asking(Language.JA)[where], key=len, reverse=True)
    return re.compile(pattern.format(words="|".join(map(re.escape, words))))


# --- English -------------------------------------------------------------------------------------

_ER = re.compile(r"(?i)[,.…]*\s+(?:um|uh|er|erm|hmm)\b[,.…]*\s*(?=no\b)")
_LISTED = re.compile(
    r"(?i)^\W*([a-z ]+?):\s*(?:the )?([a-z' ]+?)\s*[,:]\s*(on|off|open|closed?|shut)\W*$"
)
"""`Lights: bedroom, off` is off bedroom lights."""
_MEANT = re.compile(
    r"(?i)(\b(?:no|wait|sorry|actually|nope|rather)\b.+?),? i (?:mean|meant|said)\W*$"
)
_RIGHT = re.compile(
    r"^\s*right\W+(?=(?:turn|switch|put|power|open|close|shut|lock|unlock|set|get|start|stop|dim|play"
    r"|pause|mute|make|bring|wake|remind|cancel|can|could|would|will|please|raise|lower|give|add|kill"
    r"|flip|crank|let's|time)\b)",
    re.I,
)


def without_right(said: str) -> str:
    """`right, turn on the kettle`: a word to begin with, and no side of the room. Behind a `no` the
    words `I mean` say nothing more."""
    said = _LISTED.sub(r"\3 \2 \1", said)
    return _MEANT.sub(r"\1", _RIGHT.sub("", _ER.sub(", ", said)))


_OFFERS = re.compile(
    r"\byou (?:like|want|need|wanting)\b.* (?:me|us|him|her|them) to\b|\bif (?:i|we)\b"
)
"""Would you like me to ...: an offer, and no request."""


def _plain_en(text: str) -> str | None:
    if _OFFERS.search(text):
        return None
    before, gerund, past, behind = _around_en()
    said = text.strip(_MARKS)
    while (found := behind.search(said)) is not None and found.start() > 0:
        said = said[: found.start()].strip(_MARKS)
    while True:
        if (found := gerund.match(said) or past.match(said)) is not None:
            verb, _, rest = said[found.end() :].partition(" ")
            base = _bases().get(verb)
            return None if base is None else f"{base} {rest}".strip()
        if (found := before.match(said)) is None:
            return said
        said = said[found.end() :]


@cache
def _around_en() -> tuple[re.Pattern[str], ...]:
    asks = _asking(Language.EN)
    before, gerund, past, behind = (
        "|".join(re.escape(w) for w in sorted(asks[where], key=len, reverse=True))
        for where in ("before", "gerund", "past", "behind")
    )
    return (
        re.compile(rf"^(?:{before})(?: ,)*(?: please)?(?: ,)* (?=\S)"),
        re.compile(rf"^(?:{gerund})(?: ,)*(?: please)? (?=\S+ing\b)"),
        re.compile(rf"^(?:{past})(?: please| just)? (?!could\b|would\b|can\b)"),
        re.compile(rf"(?: ,)* (?:{behind})$"),
    )


@cache
def _bases() -> Mapping[str, str]:
    """Gerunds and pasts of all English verbs -> the verb: getting, turned."""
    verbs = (*_asking_verbs(), "schedule", "create", "extend", "read", "list", "display", "show")
    return {past_of(verb): verb for verb in verbs} | {gerund_of(verb): verb for verb in verbs}


def _asking_verbs() -> Sequence[str]:
    data = tomllib.loads((files(DATA) / "en.toml").read_text("utf-8"))
    spelled = (word for words in data["verb"]["base"].values() for word in words)
    return tuple(dict.fromkeys(word.split()[0] for word in spelled))


@cache
def _asking(language: Language) -> Mapping[str, frozenset[str]]:
    data: Mapping[str, Any] = tomllib.loads((files(DATA) / "asking.toml").read_text("utf-8"))
    return {
        where: frozenset(w if not w else fold(w, language) for w in words)
        for where, words in data[language.value].items()
        if where != "more"
    }


_NUMBER = r"(?:\d+|[a-z]+(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)"
_HOUR_TOLD = re.compile(
    r"(?:\s*[,.;]|\s+(?:because|since|as|cos|cause|and))*\s+it(?:'s|\u2019s| is)"
    r"(?: already| nearly| almost| past| only| just| gone| about)*"
    rf" (?:half (?:past )?{_NUMBER}|(?:a )?quarter (?:to|past) {_NUMBER}"
    rf"|{_NUMBER} (?:to|past) {_NUMBER}"
    rf"|(?<=gone ){_NUMBER}|{_NUMBER} ?(?:am|pm|o'?clock)|\d+:\d\d|midnight|noon|midday|late"
    r"|bed ?time|past (?:his|her|their|my|your|our) bed ?time)"
    r"(?: now| already| at night| in the morning)*\s*[.!]*$",
    re.IGNORECASE,
)
_HANGS_ON_IT = re.compile(
    r"\b(?:when(?:ever)?|if|once|until|till|before|after|unless|while|time|soon as|that|think|know"
    r"|says?|said|whether|sure|least|and|see|like)$",
    re.IGNORECASE,
)


_ASKED_BEFORE = re.compile(
    r"[\s,]+(?:(?:like|as) (?:i|we) (?:asked|said|told you|mentioned)(?: you)?(?: to)?"
    r"(?: earlier| before| already| just now)*"
    r"|or (?:i|we|you|he|she|they|it|the [a-z]+)(?:'ll| will|'m| might)"
    r" (?:be|get|miss|forget|freeze|never|burn|trip|fall|have|wake|melt|go)\b[^,.?]{0,30})\W*$",
    re.IGNORECASE,
)
_BEFORE_THE_ORDER = re.compile(
    r"^\W*(?:i know [^,.?]{3,40}? but"
    r"|i (?:think|reckon|guess|bet|hope) (?:it|there|the [a-z]+|my [a-z]+|our [a-z]+)"
    r"(?:'s|'ll| is| are| will| has| might)\b[^,.?]{0,30}? so),? "
    r"(?=(?:please |can you |could you )?(?:turn|switch|put|open|close|shut|set|dim|lock|start|stop"
    r"|play|pause|mute|get|wake|remind|send|run|raise|lower)\b)",
    re.IGNORECASE,
)


_WHERE_I_WILL_BE = re.compile(
    r"(?P<order>(?:please |can you |could you )*(?:let me know|tell me|give me a shout|warn me)"
    r" (?:if|when|once) .+?), (?:i'll|i will|i'm|i am|we'll|we're) (?:be )?(?:in|at|on|up|upstairs"
    r"|downstairs|out|outside|wearing|round|having)\b.*"
    r"|(?P<ja>.+[たら]ら(?:教えて|知らせて|呼んで|声かけて)(?:ください|ね|よ)*)、[^、。]{1,14}"
    r"(?:に|で)[^、。]{0,6}?(?:いる|います|てる)(?:から|ので|んで)?(?:ね|よ)*。?",
    re.I,
)


def without_whereabouts(text: str) -> str:
    """Tell me when the dryer stops, I'll be in the garden: where one will be is no condition."""
    told = _WHERE_I_WILL_BE.fullmatch(text)
    return text if told is None else told["order"] or told["ja"]


_IF_SO = re.compile(
    r"(?P<lead>(?:ok |hey |so |please |just |and )*)(?:(?:(?:can|could|would) you |please )*"
    r"(?:check|see|look|make sure|find out)(?: (?:if|whether|that))? |if |whether |are |is )"
    r"(?P<x>(?:the |my |our |any |all (?:the )?)[a-z' ]+?)(?:'s|'re| is| are)?"
    r"(?: still| left| not)*"
    r" (?P<so>on|running|playing|open|unlocked|off|shut|closed|locked),?[?.]?"
    r"(?: and| then|,)*(?P<if> if (?:so|it is|they are|it's [a-z]+|not|it isn't|it's not)\b,?)?"
    r"(?: then| please)* (?P<verb>turn|switch|shut|close|lock|put|open|stop|pause)"
    r" (?:it|them|that|one)(?P<way> off| on| down)?(?: please| would you| for me| then)*[.!]*",
    re.I,
)
_AGAINST = {
    ("on", "off"), ("running", "off"), ("playing", "off"), ("running", "stop"), ("playing", "stop"),
    ("playing", "pause"), ("open", "close"), ("open", "shut"), ("unlocked", "lock"), ("off", "on"),
    ("shut", "open"), ("closed", "open"), ("open", "down"),
}  # fmt: skip
_FULFILS = {("off", "off"), ("on", "on"), ("locked", "lock"), ("closed", "close"), ("shut", "shut")}


def if_it_is_so(text: str) -> str:
    """If the hall light is on, turn it off: the order, which changes nothing where it is not so."""
    found = _IF_SO.fullmatch(text.strip())
    if found is None:
        return text
    aim = (found["way"] or found["verb"]).strip().lower()
    wanted = _FULFILS if (found["if"] or "").rstrip(",").endswith(("not", "n't")) else _AGAINST
    if (found["so"].lower(), aim) not in wanted:
        return text
    return f"{found['lead']}{found['verb']} {found['x']}{found['way'] or ''}"


def without_asides(text: str) -> str:
    """The order without what is often said around it: I know I keep asking but; like I asked."""
    text = _BEFORE_THE_ORDER.sub("", text)
    return _ASKED_BEFORE.sub("", text) or text


def without_the_hour(text: str) -> str:
    """The sentence without the hour that it is: `lights off, it's half nine` is for now."""
    told = _HOUR_TOLD.search(text)
    if told is None or not told.start() or _HANGS_ON_IT.search(text[: told.start()]):
        return text
    return text[: told.start()]
