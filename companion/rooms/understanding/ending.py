"""Ending 文の終わり: whether the words so far are a whole sentence of this home.

Silence does not tell a pause from an end; the grammar does: 電気を and "turn on the" lack
something, 電気をつけて lacks nothing. The engine's reading is asked first; then the last words are
looked at, since a sentence that is understood may still go on ("turn off the lights | upstairs").
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.clauses import STANDS
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.names import names_of
from companion.rooms.understanding.near_sound import sounding_like
from companion.rooms.understanding.reading import tokens_of
from companion.rooms.understanding.remarks import without_remarks
from companion.words.language import Language
from companion.words.turn import Ending
from companion.words.understood import SentenceKind, Understood

_HANGING = (
    "the an? my our your his her its their every each all both any some no next last other",
    "to in at of by for from with into onto about than until till before after between around per",
    "and or but then plus unless because cause (?<!or\\s)so if when while once as wait not rather",
    "isn't aren't wasn't weren't don't doesn't didn't won't can't couldn't wouldn't hasn't haven't",
    "is are was were be (?<!\\d\\s)am do does did should has have had make how very just well",
    "i i'm i've i'll it's that's there's we we're they they're he she he's she's [a-z]+'s us",
    "what what's which who where uh um er erm hmm except apart right",
)
_HANGING_PAIRS = (
    "a couple|a little more|i mean|scratch that|instead of|remind (?:me|us)|tell (?:me|us)",
    "(?:remind|tell) (?:me|us) .* that|half past|quarter past|quarter to|in a quarter|and 3",
    "(?:at|for|past|in|til) half",
    "the (?:front|back|side|main|big|small|little|left|right|far|near)|(?:up|down) on|to give",
)
_HANGS_EN = re.compile(
    rf"(?:^|[ ,])(?:{'|'.join(' '.join(_HANGING).split())}|{'|'.join(_HANGING_PAIRS)})$"
)
"""Last words after which an English sentence is not over."""
_ENDS_EN = re.compile(
    r"(?:\bfor (?:me|us)|\b(?:switch|turn|get|take|have|leave|want|wake) (?:it |that |them )?all"
    r"|\b(?:at|for) all|as well|me too|us too|(?:would|will|could|can) you"
    r"|\b(?:kill|skip|stop|cancel|delete|clear|open|close|shut|lock|dim) (?:it|them) all"
    r"|\b(?:get|bring|let|come|plug|hand) (?:(?!in\b).)*in|what (?:can|did) you do)$"
)
"""Last words that look as if they hung, and end it."""
_ASKS_POLITELY = re.compile(r"\b(?:would|will|could|can) you$")
_AS_WELL = (" also", " too", " as well")
_THINGS = ("name", "kind", "area")
_SET_TO = ("number", "unit", "level", "color", "mode")
_MARKS = " 、,.。!?"
LIKELY_OVER = 0.7
"""Likelihood from which the trained reader's order ends a turn. Of 1,683 beginnings of open
commands 21 are ended by it, nearly all within a remark; 8 are acted on, none otherwise than was
meant."""
_OWN_WORDS = ("reminder_set",)
_CHANGES = ("brighter", "darker", "warmer", "cooler", "louder", "quieter", "faster", "slower")
"""Orders of the trained reader to which English often adds by how much."""
_WHY_WORDS = 3
"""Fewer words of a remark may be its beginning."""
_STRANDED = re.compile(r"in|out|on|off|about|for|at|her|us")
_COUNTED_ONE = re.compile(r"\b(?!1 )\d+(?:\.\d+)? (?:minute|second|hour)$|\bhour and \d+ minute$")
"""A `three minute` what: the noun is to come."""
_IN_PLACE = re.compile(
    r"\b(?:in|of|for|to|from|inside|at|into|out of|except)(?: (?:the|my|our|your|all of|all))*$"
)
_ON_A = re.compile(r"\bon(?: (?:the|my|our))?$")
_NAMED = ("name", "kind", "area", "floor", "pron", "mode", "attr", "other", "color", "level")
_MUCH = ("dir", "number", "unit", "level", "color", "mode", "adj", "step")
"""Words that say what is to become of a thing."""
_PARTICLES = ("on", "off", "up", "down", "out", "open", "shut", "closed")
_BARE_VERBS = ("lock", "start", "open", "close", "dim", "light")
_WHEN_EN = ("when", "span", "cond")
_GOES = ("go", "round", "playing", "moving", "running")
"""Last words that say what a thing shall do: `could you have the hoover go round`."""
_LACKS_A_WORD = ("turn", "get", "set", "give")
"""Values of English verbs that say nothing without `on`, `off`, a value or a mode."""
_NO_THING = ("fill", "verb", "pron", "repair", "aux")
_NOTHING_SAID = ("fill", "tail", "aux", "mark", "and", "repair")
_TEXT_TO_COME = re.compile(
    r"\b(?:remind (?:me|us)|(?:a|the) reminder|a nudge|forget|tell (?:me|us))\b(?P<rest>.*)$"
)
_TOLD = re.compile(r"\b(?:to|about|that|it's|of) (?P<text>.+)$")
_PUT_WHERE = re.compile(r"\b(?:(?:put|bring) (?:the |my )?|take the )[a-z]+$")
"""`put the bins | out`."""
_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_TIMES_OF_DAY = f"(?:weekday|day|night|morning|evening|{_WEEKDAY})s?"
_OFTEN_MORE = (
    re.compile(r"\b(?:at|for|around|(?<!half )past) (?:[1-9]|1[0-2])$"),
    re.compile(
        rf"^[^\d]*\b(?:(?:every|each|next|on) {_TIMES_OF_DAY}|tomorrow|today|{_WEEKDAY}s?)$"
    ),
    re.compile(r"\b(?:hours?|\d+ minutes?) \d+$|(?<!half an )\bhours?$"),
    re.compile(
        r"\b(?:lights?|lamps?) (?:on|off) \d+$|\b(?:for|in) \d+$"
        r"|(?:(?<!\d )(?<!quarter )\bto|volume) [1-9]$"
    ),
    re.compile(r"(?:\bac|it|^) [1-9](?: degrees?)?$|\b(?:at|for|in) a? ?quarter$"),
    re.compile(r"\b(?:lights?|lamps?|fan) half$|\balarm \d{1,2}$"),
    re.compile(r"(?<!\bby)(?<!\bback)(?<!\bpast)(?<!\bhalf)(?<!\bto)(?<![\d.:,]) [1-9]$"),
)
"""`alarm at 10 | to six`, `every monday | at six`, `an hour | and a half`, `porch light on 20 |
minutes after sunset`, `off in 90 | seconds`, `alarm 5 | thirty`."""
_NO_UNIT = re.compile(
    r"\b(?:hours?|minutes?|and|for|timer) (?!.*(?:quarters?|half)$)(?:\d+|[a-z]+(?:[ -][a-z]+)?)$"
)
_NO_NOUN = re.compile(r"\bthe (?:front|back|side|main)$")
"""Endings as they were said, to which the folded form adds the next word."""
_TIME_UNITS = ("seconds", "minutes", "hours")
_SAYS_UNIT = ("second", "minute", "hour", "sec", "min", *_TIME_UNITS, "secs", "mins", "hr", "hrs")
_POINTS = ("this", "that", "these", "those")
_TOLD_WHOM = ("tell", "ask")
_ADJUSTED = ("brightness", "volume", "temperature", "percentage")
_BY_HOW_MUCH = ("step", "number", "unit", "level")
_CLIMATE_ON = re.compile(r"\b(?:put|have|get|stick|turn|want)\b.* on$")

_HANGS_JA = re.compile(
    "(?:を|は|が|の|に|へ|と|も|から|まで|より|や|とか|って|では|には|での|あと|それと|それから|あとは|そして"
    "|で|ちょっと|もうちょっと|もう少し|もっと|えっと|えーと|あの|あのー|ええと|うーんと|じゃあ"
    "|やっぱ|やっぱり|いや|あっ|あ、?|違う|ちゃうわ|じゃなくて|だけ|以外|全部|両方|次の|前の|がた|ほど|くらい|ぐらい)$"
)
"""Particles and small words after which a Japanese sentence is not over."""
_ENDS_JA = re.compile(
    "(?:(?:%|割|ぱー|ぱーせんと|度|分|半分|色|もーど|全開|全閉|最大|最小|最強|\\d)(?:に|で)|で|^[^、。]*も|(?:から|の|や|けど|って|と))$"
)
"""半分に, 20度で: short for a whole order."""
_LEADS_JA = ("次の", "つぎの", "前の", "みゅーと")
_SMALL_JA = ("fill", "and", "then", "repair", "step", "all", "except", "unread")
_DONE_JA = ("verb", "adj")
_LAST_JA = (
    "name",
    "kind",
    "area",
    "floor",
    "attr",
    "when",
    "span",
    "all",
    "repair",
    "then",
    "and",
    "except",
    "cond",
    "place",
    "pron",
)
"""Sorts of last words that wait for their verb."""
_LEADS_IN = ("repair", "fill", "and", "then")
"""やっぱり, "no wait": what is said instead is to come."""
_REQUEST_JA = re.compile(
    "(?:(?:[とど]いて|[てで]おいて)[ねよな]?$"
    "|[てで](?:くれ|もらえ|もらわれ|いただけ|頂け|くださ|下さ|ちょうだい|ほしい|欲しい|おくれ)[^、。てと]{0,6}"
    "|(?:願い|ねがい)(?:します|いたします|できます|できる)[^、。てと]{0,4}"
    "|(?:頼み|たのみ)ます[^、。てと]{0,3})(?<!から|ので)$"
)
"""Words of request at the end, in any region's form: 消してくれんかの, 閉めてもらえへんやろか,
お願いしますう. They end a sentence of which not every word is understood."""
_REQUESTS_JA = ("te", "do", "want")
"""Forms of a verb in which something is asked for."""
_NO_ORDER_JA = ("wish", "gohome")
"""Verbs that tell as often as they ask: 食べて, 帰って."""
_OF_HOME_JA = ("name", "kind", "attr", "when", "span", "unit", "level", "mode")
_WHEN_JA, _THINGS_JA = ("when", "span"), ("name", "kind", "attr", "pron")
_ORDERED_JA = ("name", "kind")
"""Words right before a noun of doing, which make it a short order: ライトオフ, エアコン停止."""
_SAYS_NOTHING = ("tail", "fill", "aux")
_BEGINS = (
    "name",
    "kind",
    "area",
    "floor",
    "attr",
    "mode",
    "number",
    "unit",
    "level",
    "color",
    "when",
    "span",
    "all",
    "step",
    "adj",
    "dir",
    "pron",
    "place",
    "fill",
)


@dataclass(frozen=True)
class GrammarEndings:
    """Judges by the grammar of this home; acts on nothing and remembers nothing."""

    grammar: GrammarUnderstanding
    closed: Callable[[str], bool] = lambda _: False
    """Whether a text is a whole sentence of a closed vocabulary: stop, thanks, undo, why, yes."""

    def ending(self, said: SpokenSentence) -> Ending:
        """How far the sentence has come."""
        said = self.grammar.addressed(said)
        if self.closed(said.text):
            return Ending.WHOLE
        found = self._by_grammar(said)
        unread = found in (Ending.BEGUN, Ending.FREE)
        return Ending.ASKS if unread and self._is_likely_over(said) else found

    def _is_likely_over(self, said: SpokenSentence) -> bool:
        """Whether the trained reader finds an order in words that the grammar does not read, to
        which nobody would add more. Of a reminder nobody can tell whether its words are over."""
        likely = self.grammar.propose(said)
        if likely is None or likely.asks or likely.intent in _OWN_WORDS:
            return False
        if said.language is Language.EN:
            ends = likely.intent not in _CHANGES
        else:
            ends = likely.sure or self._ends_in_a_verb(said)
        if likely.likelihood < LIKELY_OVER or not ends:
            return False
        return self._by_grammar(replace(said, text=likely.words)) is Ending.WHOLE

    def _by_grammar(self, said: SpokenSentence) -> Ending:
        return ending_of(said, self.grammar.preview(said), self.grammar.home())

    def _ends_in_a_verb(self, said: SpokenSentence) -> bool:
        """Where a Japanese order ends."""
        text = fold(said.text, said.language).rstrip(_MARKS)
        tokens = tokens_of(text, said.language, self.grammar.home(), said.at)
        return bool(tokens) and tokens[-1].cls in ("verb", "tail")

    def sounding_like(self, said: SpokenSentence) -> Iterator[str]:
        """Readings with a word of this home for one that sounds nearly the same."""
        return sounding_like(said.text, self.grammar.home())

    def joined(self, said: SpokenSentence, tail: str) -> str:
        """The whole sentence, where the tail says more of it and is none by itself."""
        said, alone = self.grammar.addressed(said), self.grammar.addressed(replace(said, text=tail))
        if self.closed(alone.text) or not _is_done(self.grammar.preview(said)):
            return ""
        heard = self.grammar.preview(alone)
        if heard.kind in (SentenceKind.COMMAND, SentenceKind.QUESTION) and heard.refused is None:
            return ""
        between = "" if said.language is Language.JA else " "
        begun, rest = said.text.rstrip(" 、,.。!！?？"), _uncapped(alone.text)
        whole = replace(said, text=begun + between + rest)
        return whole.text if _is_done(self.grammar.preview(whole)) else ""


def _uncapped(tail: str) -> str:
    """Speech to text begins every stretch with a capital letter."""
    return tail[:1].lower() + tail[1:]


def _is_done(heard: Understood) -> bool:
    """A command that would be done."""
    return heard.kind is SentenceKind.COMMAND and _is_understood(heard)


def ending_of(said: SpokenSentence, heard: Understood, home: Home) -> Ending:
    """How far a sentence has come that the grammar reads like this."""
    text = fold(said.text, said.language).rstrip(_MARKS)
    tokens = [t for t in tokens_of(text, said.language, home, said.at) if t.text.strip()]
    if not tokens:
        return Ending.FREE
    if all(t.cls in _LEADS_IN for t in tokens):
        return Ending.OPEN
    japanese = said.language is Language.JA
    known = _is_understood(heard)
    hangs = _hangs_ja(text, tokens, known) if japanese else _hangs_en(text, tokens, heard, home)
    if hangs and (known or heard.kind is not SentenceKind.MUSING or _begins(tokens, japanese)):
        return Ending.OPEN
    if known:
        goes_on = (
            _may_go_on_ja(tokens)
            if japanese
            else _filled_in(said.text, text) or _may_go_on_en(text, tokens, heard, said.place, home)
        )
        return Ending.MAY_GO_ON if goes_on else Ending.WHOLE
    misheard = any(t.cls == "unread" for t in tokens)
    asks_back = heard.ask_back is not None or (heard.refused is not None and not misheard)
    if asks_back and not japanese:
        return Ending.MAY_GO_ON  # turn it on | in the kitchen
    begins = _begins(tokens, japanese)
    if _asks_ja(text, tokens) if japanese else _asks_en(text, tokens, begins):
        return Ending.ASKS
    if asks_back:
        return Ending.MAY_GO_ON
    unread = any(t.cls == "unread" for t in tokens)
    return (Ending.BEGUN if unread else Ending.OPEN) if begins else Ending.FREE


def _is_understood(heard: Understood) -> bool:
    """A command that would be done, or a question about something of the home."""
    asked = heard.kind in (SentenceKind.COMMAND, SentenceKind.QUESTION)
    return asked and bool(heard.wishes) and heard.ask_back is None and heard.refused is None


def _begins(tokens: Sequence[Token], japanese: bool) -> bool:
    """Whether an order has begun: a verb in English, a thing and nothing unknown in Japanese."""
    if japanese:
        named = any(t.cls in ("name", "kind", "area", "attr", "when", "span") for t in tokens)
        return named and all(t.cls in _BEGINS for t in tokens)
    first = next((t for t in tokens if t.cls not in ("fill", "aux", "tail", "repair")), None)
    return first is None or first.cls in ("verb", "when", "span", "name", "kind", "area")


def _asks_en(text: str, tokens: Sequence[Token], begins: bool) -> bool:
    """Whether a request is over of which not every word is understood: a polite word stands behind
    it (`could you ring taro please`), a value (`drop the steady blinds to a quarter`), or why it
    is asked for (`shut the office lines, there's a glare on my screen`)."""
    if not any(t.cls not in _SAYS_NOTHING for t in tokens):
        return False
    if _ends_politely(tokens) or _ASKS_POLITELY.search(text):
        return True
    if not begins and not any(t.cls in _THINGS for t in tokens):
        return False
    return _gives_value(text, tokens) or _tells_why(text) or _closes(text, tokens)


def _ends_politely(tokens: Sequence[Token]) -> bool:
    """`... for me`, `... please love`: a word behind them calls somebody."""
    calls = tokens[-1].cls in ("unread", "fill") and any(t.cls == "verb" for t in tokens[:-2])
    return tokens[-1].cls == "tail" or (calls and tokens[-2].cls == "tail")


def _gives_value(text: str, tokens: Sequence[Token]) -> bool:
    """Whether the last words are what something is set to; `to 2` may go on."""
    if _often_more(text):
        return False
    to = max((n for n, t in enumerate(tokens) if t.text == "to"), default=0)
    return to > 0 and to + 1 < len(tokens) and all(t.cls in _SET_TO for t in tokens[to + 1 :])


def _closes(text: str, tokens: Sequence[Token]) -> bool:
    """Whether the last words are such as end an order, whatever was misheard before them: `line the
    fan off`, `black the gate and mute the tv`, `soft everywhere except the hall`, `... as well`."""
    said = [t for t in tokens if t.cls not in ("fill", "aux")]
    while said and said[-1].text == ",":  # lights off, pal
        said.pop()
    if len(said) < 2:
        return False
    last, before = said[-1], said[-2]
    if last.cls == "dir" or text.endswith(_AS_WELL):
        return any(t.cls in _THINGS for t in said[:-1])
    if last.cls not in (*_THINGS, "pron"):
        return False
    ordered = before.cls == "verb" and not before.is_("verb", *_LACKS_A_WORD)
    return ordered or before.cls in ("except", "repair")


def _tells_why(text: str, *, behind: int = 0) -> bool:
    """Whether a remark stands behind the order: nobody goes on with the order after it. `behind`:
    the order reaches at least so far."""
    return any(
        text.startswith(order)
        and len(order) > behind
        and len(text[len(order) :].replace(",", "").split()) >= _WHY_WORDS
        for order, _ in without_remarks(text, Language.EN)
    )


def _asks_ja(text: str, tokens: Sequence[Token]) -> bool:
    """Whether the verb of a request stands at the end, where a Japanese sentence has it. A verb of
    no order (友達に会って) asks only with a word of request behind it."""
    if _REQUEST_JA.search(text):
        return True
    last = tokens[-1]
    if last.cls == "tail":
        asks = last.as_("tail") == "request" and not last.text.endswith("て")  # 消してもらって
        return asks and len(tokens) > 1 and tokens[-2].is_("verb") and tokens[-2].form == "te"
    says = str(last.value)
    short = last.form == "noun" and len(tokens) > 1 and tokens[-2].cls in _ORDERED_JA
    orders = last.cls == "verb" and (last.form in _REQUESTS_JA or short)
    named = says != "do" or any(t.cls in _OF_HOME_JA for t in tokens)  # 目覚ましスキックして
    return orders and named and says not in _NO_ORDER_JA and not says.startswith(STANDS)


# --- English ------------------------------------------------------------------------------------


def _hangs_en(text: str, tokens: Sequence[Token], heard: Understood, home: Home) -> bool:
    """Whether the last words leave something open. A remark behind a whole order may: the order is
    over."""
    named = min((t.start for t in tokens if t.cls in _THINGS), default=len(text))
    if _is_done(heard) and _tells_why(text, behind=named):
        return False
    if _COUNTED_ONE.search(text):
        return True
    hangs = _HANGS_EN.search(text) is not None and not _ENDS_EN.search(text)
    if hangs and not _is_stranded(text, tokens, heard):
        return True
    return (
        _verb_hangs(tokens)
        or _name_hangs(tokens, text, home)
        or _mend_hangs(tokens)
        or _on_what(tokens, heard)
        or (_half_said(tokens) and not _is_done_instead(tokens, heard))
    )


def _is_stranded(text: str, tokens: Sequence[Token], heard: Understood) -> bool:
    """`unlock the back door, the dog wants in`: the last word belongs to a remark behind an order
    that is whole."""
    return (
        _is_understood(heard)
        and len(tokens) > 1
        and (tokens[-2].cls == "unread" or _tells_why(text))
        and _STRANDED.fullmatch(tokens[-1].text.strip()) is not None
    )


def _verb_hangs(tokens: Sequence[Token]) -> bool:
    """`lights off and lock |`: a verb for which nothing is named behind what was said before."""
    last = tokens[-1]
    if len(tokens) < 2 or not last.as_("verb"):
        return False
    if last.cls != "verb" or last.as_("kind") or last.as_("name"):
        adds = tokens[-2].cls in ("and", "then") and len(tokens) > 2
        return (adds or tokens[-2].cls in _WHEN_EN) and last.text in _BARE_VERBS
    if last.text in ("open", "closed", "shut") and tokens[-2].cls in ("level", "unit"):
        return not any(t.cls in ("name", "kind") for t in tokens)  # the curtains 30 % open
    if last.text.split()[-1] in _PARTICLES and last.text not in _BARE_VERBS:
        return tokens[-2].cls in ("and", "then")  # lights of the hall switch off
    return tokens[-2].cls in ("and", "then", "level", "unit", "dir", "when")


def _name_hangs(tokens: Sequence[Token], text: str, home: Home) -> bool:
    """`the porch |`: the last words begin a longer name of this home, or name a room where a
    thing is to be named."""
    last = tokens[-1]
    cut = max((n for n, t in enumerate(tokens) if t.cls in ("and", "then", "repair")), default=-1)
    before = tokens[cut + 1 : -1]
    named = any(t.cls in ("name", "kind", "pron", "all", "except", "attr") for t in before)
    if last.cls == "area":
        lead = text[: last.start].rstrip()
        placed = (
            _lists_rooms(tokens) or (named and not _ON_A.search(lead)) or _IN_PLACE.search(lead)
        )
        return not placed and last.as_("name") is None and last.as_("kind") is None
    if last.cls not in ("name", "kind"):
        return False
    if any(t.text in _TOLD_WHOM for t in before) and not any(t.cls == "verb" for t in before):
        return True  # tell the robot vacuum | to go home
    meant = set(last.as_("name") or ())
    return any(not ids <= meant for ids in _longer(last.text, home))


def _lists_rooms(tokens: Sequence[Token]) -> bool:
    """`in the hall and the porch`."""
    return [t.cls for t in tokens[-3:]] == ["area", "and", "area"]


def _longer(name: str, home: Home) -> list[set[str]]:
    """Meanings of the longer names of this home that begin with this one."""
    found = (s for s in names_of(home).words.spellings() if s.startswith(f"{name} "))
    return [ids for spelling in found for ids in _called(spelling, home)]


def _called(name: str, home: Home) -> Iterator[set[str]]:
    """Meanings of exactly this name."""
    for end, meanings in names_of(home).words.at(name, 0):
        if end == len(name):
            yield from (set(m.value) for m in meanings if m.cls == "name")


def _mend_hangs(tokens: Sequence[Token]) -> bool:
    """`23 no make it |`, `the lamp no sorry the ceiling |`: something is taken back, and what is
    meant instead is not said yet."""
    at = max((n for n, t in enumerate(tokens) if t.cls == "repair"), default=-1)
    ends = tokens[-1].text == "actually" and len(tokens) > 2
    instead = [t for t in tokens[max(at, 0) :] if t.cls not in _NO_THING]
    unread = len(instead) <= 1 and all(t.cls == "unread" for t in instead)
    return at > 0 and not ends and unread


def _is_done_instead(tokens: Sequence[Token], heard: Understood) -> bool:
    """`kettle on, no wait, the toaster`: the same is to be done with another thing."""
    at = max((n for n, t in enumerate(tokens) if t.cls == "repair"), default=-1)
    names = [t for t in tokens[at + 1 :] if t.cls not in _NOTHING_SAID]
    is_thing = len(names) == 1 and names[0].cls in ("name", "kind")
    return at > 0 and is_thing and _is_done(heard)


def _half_said(tokens: Sequence[Token]) -> bool:
    """`tv off and the lamp |`, `tv off hall |`: where nouns come first, the second wants its word
    too."""
    at = max((n for n, t in enumerate(tokens) if t.cls in ("and", "then", "repair")), default=-1)
    plain = tokens[-1].cls in ("name", "kind") and not any(t.cls == "except" for t in tokens)
    if at < 0 and plain:
        at = 1 + max((n for n, t in enumerate(tokens) if t.cls == "dir"), default=-1)
    first = next((t for t in tokens if t.cls not in _NOTHING_SAID and t.cls != "all"), None)
    if at < 1 or first is None or first.cls not in ("name", "kind", "area"):
        return False
    if _lists_rooms(tokens):
        return False
    before, behind = tokens[:at], tokens[at:]
    said = any(t.cls in _MUCH for t in before) and not any(t.cls == "verb" for t in before)
    names = any(t.cls in ("name", "kind", "area") for t in behind)
    orders = any(t.as_("verb") for t in behind[1:2])  # lights off and lock the door
    return said and names and not orders and not any(_says_what(t) for t in behind)


def _says_what(token: Token) -> bool:
    """Whether a word can tell what is to become of a thing, and is no thing itself."""
    is_thing = token.as_("name") is not None or token.as_("kind") is not None
    return not is_thing and any(m.cls in (*_MUCH, "verb") for m in token.meanings)


def _on_what(tokens: Sequence[Token], heard: Understood) -> bool:
    """`louder on |`, `tilt the slats on |`: a preposition, since nothing is switched on. `is the
    lamp on` asks for a state."""
    leaves = any(t.cls == "except" for t in tokens)  # but leave the bedside one on
    if tokens[-1].text != "on" or leaves or heard.kind is SentenceKind.QUESTION:
        return False
    return not any(
        w.operation.endswith(("on", "play", "resume", "run", "activate")) for w in heard.wishes
    )


def _may_go_on_en(
    text: str, tokens: Sequence[Token], heard: Understood, place: str, home: Home
) -> bool:
    """Whether people often say more after what is understood already."""
    said = [t for t in tokens if t.cls not in _NOTHING_SAID]
    if tokens[-1].cls == "tail" or _tells_why(text):
        return False
    if all(t.cls in ("when", "span") or t.text == "give" for t in said):
        return True  # three minutes | on the timer
    if not said:
        return False
    chore = all(w.operation.startswith("schedule.") for w in heard.wishes)  # snooze
    if all(t.cls == "verb" for t in said) or (len(said) == 1 and said[0].cls == "adj"):
        return not chore  # open | the curtains
    if (_often_more(text) and not _takes_back(heard)) or _is_short_scene(tokens[-1], home):
        return True
    lacks = tokens[-1].text not in _GOES and _wants_more(said, heard, home)
    if lacks or _text_is_short(text) or _which_mode(text, heard, home):
        return True
    if _which(said) or _by_how_much(said, heard) or _undoes_itself(heard):
        return True
    everywhere = any(t.is_("all", "all") for t in said) and not chore
    placed = place or any(
        t.cls in ("area", "floor", "place", "name") or t.as_("all") == "house" for t in tokens
    )
    return everywhere and not placed  # kill all the lights | upstairs


def _often_more(text: str) -> bool:
    return any(form.search(text) for form in _OFTEN_MORE)


def _takes_back(heard: Understood) -> bool:
    """`no alarm tomorrow`: it has its time already."""
    return all(w.operation.endswith(("_skip", "_cancel")) for w in heard.wishes)


def _filled_in(said: str, text: str) -> bool:
    """Whether the folded text ends in a word that was not said: `two hours fifteen | minutes`,
    `lock the front | door`."""
    plain = said.casefold().rstrip(" ,.!?")
    if text.endswith(_TIME_UNITS):
        return _NO_UNIT.search(plain) is not None and not plain.endswith(_SAYS_UNIT)
    return _NO_NOUN.search(plain) is not None


def _which(said: Sequence[Token]) -> bool:
    """`mute this | speaker`."""
    return len(said) > 1 and said[-1].text in _POINTS and said[-2].cls == "verb"


def _undoes_itself(heard: Understood) -> bool:
    """`kettle on and switch it off |`: the time of the second is to come."""
    at_once = [w for w in heard.wishes if w.when is None]
    on, off = (
        {i for w in at_once if w.operation.endswith(end) for i in w.targets}
        for end in ("turn_on", "turn_off")
    )
    return not on.isdisjoint(off)


def _by_how_much(said: Sequence[Token], heard: Understood) -> bool:
    """`dim the lamp | to 30`, `turn it up | a bit`."""
    if any(t.cls in _BY_HOW_MUCH or t.as_("step") or t.as_("level") for t in said):
        return False
    last = said[-1]
    named = last.cls in ("name", "kind", "area", "pron")
    ends = last.text.endswith(("up", "down")) or (
        named and any(t.is_("verb", "dim", "lower", "raise", "brighten") for t in said)
    )
    return ends and any(w.operation.endswith(_ADJUSTED) for w in heard.wishes)


def _wants_more(said: Sequence[Token], heard: Understood, home: Home) -> bool:
    """`put the bedroom ac |`: a verb that needs `on` or a value, and has neither."""
    verbs = [n for n, t in enumerate(said) if t.cls == "verb"]
    if any(not w.operation.startswith("device_control.") for w in heard.wishes):
        return False
    if not verbs:
        return False
    shuts = said[verbs[-1]].is_("verb", "close") and heard.wishes[-1].operation.endswith("off")
    if not shuts and not said[verbs[-1]].is_("verb", *_LACKS_A_WORD):
        return False
    behind = said[verbs[-1] + 1 :]
    return all(t.cls in ("name", "kind", "area", "pron") and not _is_scene(t, home) for t in behind)


def _is_scene(token: Token, home: Home) -> bool:
    things = (home.thing(i) for i in token.as_("name") or ())
    return any(t is not None and t.domain in ("scene", "script") for t in things)


def _text_is_short(text: str) -> bool:
    """`remind me at eight |`, `remind me to call |`: what of, and whom?"""
    found = _TEXT_TO_COME.search(text)
    if found is None:
        return False
    told = _TOLD.search(found["rest"])
    return (
        told is None
        or " " not in told["text"].strip()
        or _PUT_WHERE.search(told["text"]) is not None
    )


def _which_mode(text: str, heard: Understood, home: Home) -> bool:
    """`put the bedroom ac on | dry`."""
    things = [home.thing(i) for w in heard.wishes for i in w.targets]
    climate = any(t is not None and t.domain == "climate" for t in things)
    return climate and _CLIMATE_ON.search(text) is not None


def _is_short_scene(token: Token, home: Home) -> bool:
    """`movie | mode`."""
    return any(True for _ in _called(f"{token.text} mode", home))


# --- Japanese -----------------------------------------------------------------------------------


def _may_go_on_ja(tokens: Sequence[Token]) -> bool:
    """Whether people often say more after what is understood already: シーリングライトを五十 |
    パーセントに, あと2分 | のばして."""
    last = tokens[-1]
    if all(any(t.as_(cls) for cls in _THINGS) for t in tokens):
        return True  # 鍵 | 開けて
    if any(t.cls == "verb" for t in tokens):
        return False
    number = last.cls == "number" and tokens[-2:-1] and tokens[-2].text == "を"
    return bool(number) or (last.cls == "span" and last.text.startswith("あと"))


def _hangs_ja(text: str, tokens: Sequence[Token], known: bool) -> bool:
    """Whether a particle, a noun or a number waits for its verb."""
    last = tokens[-1]
    if last.text in _LEADS_JA:
        return True
    if not known and _REQUEST_JA.search(text):
        return False
    hangs = last.cls in _SMALL_JA and _HANGS_JA.search(text) is not None
    if hangs and not (known and _ENDS_JA.search(text)):
        return len(tokens) > 1 or not known
    if last.cls not in _LAST_JA:
        return False
    # テレビ消してリビングの電気: a second thing behind the verb or the value of the first.
    before = tokens[:-1]
    if known and _is_turned_round(tokens):
        return False
    valued = any(t.cls in _SET_TO for t in before) and any(t.cls == "and" for t in before)
    return valued or any(t.cls in _DONE_JA for t in before) or last.cls in ("repair", "then")


def _is_turned_round(tokens: Sequence[Token]) -> bool:
    """つけて、台所の電気; 起こして、明日7時: the verb stands first, what it is about behind it."""
    at = max((n for n, t in enumerate(tokens) if t.cls in _DONE_JA), default=-1)
    about = (*_WHEN_JA, *_THINGS_JA) if tokens[-1].cls in _WHEN_JA else _THINGS_JA
    return at >= 0 and not any(t.cls in about for t in tokens[:at])
