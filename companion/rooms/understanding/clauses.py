"""Cuts a sentence into clauses 節, one command each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.lexicon import Lexeme
from companion.words.language import Language

MENTIONS = ("name", "area", "floor", "kind", "all", "place", "pron", "attr", "except")
VALUES = ("number", "unit", "level", "step", "color", "mode", "when", "span")
SILENT = ("fill", "tail", "mark", "and", "then", "break", "repair")
ACTING_FORMS = ("te", "do", "noun", "lets", "tekara")
_ADJ_ORDERS = ("brighter", "darker", "warmer", "cooler", "louder", "quieter", "stronger", "weaker",
               "faster", "slower", "higher", "lower", "white", "red", "blue", "yellow", "short",
               "long")  # fmt: skip


_MEASURED = ("volume", "brightness", "temperature", "color")
"""Attributes that a value belongs to: つけて、音量15で is two wishes."""


@dataclass(slots=True)
class Clause:
    """節: the words of one command, or of something that is none."""

    tokens: list[Token] = field(default_factory=list)
    broken_by: str = ""
    """The end of the clause: `reason` (から, so), `stop`, `and`, `then`, `repair`, `verb`."""

    def of(self, *classes: str) -> list[Token]:
        """Its words of these classes, as they are likeliest."""
        return [t for t in self.tokens if t.cls in classes]

    @property
    def acts(self) -> bool:
        """Whether it holds a word that orders something."""
        return any(orders(t) for t in self.tokens)

    @property
    def bare(self) -> bool:
        """Whether it only names, measures or fills: part of its neighbour."""
        return all(
            t.cls in (*MENTIONS, *VALUES, *SILENT, "ensure") or t.is_("aux", "can")
            for t in self.tokens
        )

    @property
    def whole(self) -> bool:
        """Whether it names a thing and a value for it, so that it needs no verb: `TV to 30`."""
        named = self.of("name", "kind", "area") or any(
            t.is_("attr", *_MEASURED) for t in self.tokens
        )
        valued = named and self.of("number", "level", "color", "mode")
        moded = self.of("mode") and self.of("number")  # 冷房27度、扇風機弱
        return self.bare and bool(valued or moded)

    @property
    def empty(self) -> bool:
        """Whether it says nothing by itself."""
        return all(t.cls in SILENT or t.is_("aux", "can") for t in self.tokens)


STANDS = "be_"
"""Verbs that tell how a thing is, 動く, 閉まる, begin so; nobody gives an order by them."""


def stands(token: Token) -> bool:
    """Whether it is such a verb."""
    return token.cls == "verb" and str(token.value).startswith(STANDS)


def orders(token: Token) -> bool:
    """Whether a word can be the heart of a command."""
    if token.cls == "verb":
        return token.form in (*ACTING_FORMS, "gerund", "want") and not stands(token)
    if token.cls == "adj":
        return token.value in _ADJ_ORDERS and token.form in ("", "ku", "te")
    return token.cls == "dir"


def clauses_of(tokens: Sequence[Token], language: Language) -> list[Clause]:
    """Cut where one command ends, then give every piece without an order to its neighbour."""
    if language is Language.JA:
        tokens = _left_out_first(tokens)
        cut = _cut_ja(_with_objects(_only_that(_to_the_last(tokens))))
    else:
        cut = _cut_en(_with_object(_to_the_goal(tokens)))
    return _joined(_without_gaps(cut), language)


def _to_the_goal(tokens: Sequence[Token]) -> list[Token]:
    """From 80 to 50: the same in English."""
    for at, token in enumerate(tokens):
        numbers = [n for n, t in enumerate(tokens) if t.cls == "number" and n > at]
        if token.text == "from" and len(numbers) > 1 and numbers[0] == at + 1:
            return [*tokens[:at], *tokens[numbers[1] - 1 :]]
    return list(tokens)


def _to_the_last(tokens: Sequence[Token]) -> list[Token]:
    """26度から24度に: what it was is not what it shall be."""
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        if token.text == "から" and kept and kept[-1].cls in ("unit", "number"):
            while kept and kept[-1].cls in ("unit", "number"):
                kept.pop()
            continue
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        other = after is not None and after.cls in ("mode", "color", "level")
        if token.text == "から" and other and kept and after and kept[-1].cls == after.cls:
            kept.pop()  # 暖房から冷房に
            continue
        kept.append(token)
    return kept


_BUT = ("ただし", "ただ", "でも", "ただ、", "けど")


def _left_out_first(tokens: Sequence[Token]) -> list[Token]:
    """全部消して、ただし外灯は残して: what is left out stands before the rest, as elsewhere."""
    last = next((n for n in reversed(range(len(tokens))) if tokens[n].cls == "except"), None)
    if last is None or any(
        t.cls not in ("fill", "tail", "and", "break", "mark") for t in tokens[last + 1 :]
    ):
        return list(tokens)
    pause = next((n for n in reversed(range(last)) if tokens[n].text == "、"), None)
    if pause is None or not any(orders(t) for t in tokens[:pause]):
        return list(tokens)
    kept = [
        t for t in tokens[pause + 1 : last] if t.text not in _BUT and t.cls not in ("break", "then")
    ]
    if not kept or any(t.cls not in (*MENTIONS, "and", "fill", "tail") for t in kept):
        return list(tokens)
    said = replace(tokens[last], meanings=(Lexeme("except", "except"),))
    return [*kept, said, *tokens[:pause]]


def _only_that(tokens: Sequence[Token]) -> list[Token]:
    """メインは消して、枕元だけにして: after what is put out, the one that shall be on."""
    kept = list(tokens)
    for at, token in enumerate(tokens):
        off = any(t.is_("verb", "off") and t.form == "te" for t in tokens[:at])
        only = [t.text for t in tokens[max(0, at - 2) : at]] == ["だけ", "に"]
        if off and only and token.is_("verb", "do") and token.form == "te":
            kept[at] = replace(token, meanings=(Lexeme("verb", "on", "te"),))
    return kept


_DONE_WITH = {"clean": "vacuum", "lock": "lock", "play": "music"}
_OVER = ("stop", "off", "cancel", "pause")


def _apart(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pause follows, so that it is an order of its own."""
    return at + 1 < len(tokens) and tokens[at + 1].text == "、"


_TAKES_OFF = ("cancel", "off", "stop", "remove", "change")
_OF_A_DOING = ("stop", "pause", "cancel", "resume", "close", "open", "off", "unlock", "kake")


def _with_objects(tokens: Sequence[Token]) -> list[Token]:
    """掃除を止めて, 鍵ぜんぶ閉めて: a noun of doing before a verb of its own is the thing."""
    kept = list(tokens)
    for at, token in enumerate(tokens):
        if not (token.is_("verb", *_DONE_WITH, "mute", "on") and token.form == "noun"):
            continue
        rest = (t for t in tokens[at + 1 :] if t.cls not in ("fill", "all", "step", "place", "and"))
        verb = next(rest, None)
        if verb is None or (verb.form == "noun" and not verb.is_("verb", "stop", "pause")):
            continue
        if token.value in ("on", "play") and verb.is_("verb", *_OVER) and not _apart(tokens, at):
            kept[at] = replace(token, meanings=(Lexeme("fill", "say"),))  # 運転を停止して
            continue
        if token.value == "mute" and verb.is_("verb", *_TAKES_OFF):
            kept[at] = replace(token, meanings=(Lexeme("verb", "unmute", verb.form),))
            kept[kept.index(verb)] = replace(verb, meanings=(Lexeme("verb", "do", verb.form),))
        elif token.value in _DONE_WITH and verb.is_("verb", *_OF_A_DOING):
            thing = Lexeme("kind", _DONE_WITH[token.value])
            kept[at] = replace(token, meanings=(thing, *token.meanings))
    return kept


def _with_object(tokens: Sequence[Token]) -> list[Token]:
    """Pause the vacuum: after a verb of its own, what also is a doing is a thing."""
    kept = list(tokens)
    for at, token in enumerate(tokens):
        kind = token.as_("kind")
        if not token.is_("verb", "clean") or kind is None or at == 0:
            continue
        before = [t for t in tokens[:at] if t.cls not in ("fill", "all")]
        if before and before[-1].cls == "verb":
            kept[at] = replace(token, meanings=(Lexeme("kind", kind), *token.meanings))
    return kept


def _without_gaps(cut: Iterable[Clause]) -> list[Clause]:
    """`..., no wait, ...`: nothing between two marks hands the repair on to what was before it."""
    kept: list[Clause] = []
    for clause in cut:
        if any(t.cls not in ("fill", "and") for t in clause.tokens):
            kept.append(_verb_first(clause))
        elif kept and clause.broken_by == "repair":
            kept[-1].broken_by = "repair"
    return kept


def _verb_first(clause: Clause) -> Clause:
    """`vacuum the living room` orders, though a vacuum is a thing too."""
    leading = (n for n, t in enumerate(clause.tokens) if t.cls not in ("when", "fill", "aux"))
    at = next(leading, 0)
    first = clause.tokens[at]
    verb = next((m for m in first.meanings if m.cls == "verb" and m.form != "past"), None)
    follows = clause.tokens[at + 1].text if len(clause.tokens) > at + 1 else ""
    article = follows.startswith("the ") or follows in ("the", "my", "this", "in the")
    if verb is not None and first.cls != "verb" and article and clause.tokens[0].text != "the":
        meanings = (verb, *first.meanings)
        clause.tokens[at] = replace(first, meanings=meanings)
    return clause


def _cut_ja(tokens: Sequence[Token]) -> Iterator[Clause]:
    clause, closed = Clause(), False
    for number, token in enumerate(tokens):
        if token.cls in ("break", "then", "repair"):
            clause.broken_by = str(token.value) if token.cls == "break" else token.cls
            yield clause
            clause, closed = Clause(), False
            continue
        if not closed and clause.whole and _another(clause, tokens[number:]):
            clause.broken_by = "and"
            yield clause
            clause = Clause()
        goes_on = _goes_on(token) or _steps_back(clause, token)
        if closed and token.cls not in ("tail", "mark", "fill", "and") and not goes_on:
            clause.broken_by = clause.broken_by or "verb"
            yield clause
            clause, closed = Clause(), False
        clause.tokens.append(token)
        closed = closed or _closes(token, tokens[number + 1 :])
    yield clause


def _another(clause: Clause, rest: Sequence[Token]) -> bool:
    """枕元20%、メインは消して: what is named next has a value, or a deed, of its own."""
    if rest[0].cls not in ("name", "area", "kind"):
        return False
    if _split_except_follows(rest):
        return False
    until = next((n for n, t in enumerate(rest) if _closes(t, rest[n + 1 :])), len(rest) - 1)
    own = rest[: until + 1]
    if any(t.cls in ("number", "level") for t in own):
        return True
    paused = clause.tokens[-1].text == "、"
    deed = any(t.cls == "verb" and t.value not in ("do", "set", "run", "change") for t in own)
    return paused and deed


def _split_except_follows(rest: Sequence[Token]) -> bool:
    return any(t.cls == "except" for t in rest[:3])


def _goes_on(token: Token) -> bool:
    """The `する` after a noun or an adverb belongs to it."""
    return token.cls == "verb" and token.value in ("do", "run", "be_so")


def _steps_back(clause: Clause, token: Token) -> bool:
    """前の曲に戻して: back and on are said of a track by two words."""
    track = any(t.is_("verb", "next", "previous") for t in clause.tokens)
    return track and token.is_("verb", "restore", "change", "next", "play")


def _closes(token: Token, after: Sequence[Token]) -> bool:
    if token.cls == "verb":
        follows = next((t for t in after if t.cls != "fill"), None)
        done = follows is not None and (follows.is_("verb", "do", "run") or stands(follows))
        told_of = follows is not None and token.value == "wish" and follows.cls == "verb"
        return not (token.form == "noun" and (done or told_of or _names_more(after)))
    return token.cls == "adj" and (token.form == "te" or _of_two(token, after))


def _of_two(token: Token, after: Sequence[Token]) -> bool:
    """リビングは明るく、寝室は暗くして: two things that shall be different."""
    paused = token.form == "ku" and bool(after) and after[0].text == "、"
    named = next((n for n, t in enumerate(after) if t.cls in ("name", "area", "kind")), None)
    if not paused or named is None:
        return False
    return any(t.cls == "adj" and orders(t) for t in after[named:])


def _names_more(after: Sequence[Token]) -> bool:
    """A noun like 掃除 or オフ before の, タイマー ...: part of a longer name."""
    return bool(after) and after[0].text == "の"


def _cut_en(tokens: Sequence[Token]) -> Iterator[Clause]:
    clause = Clause()
    for number, token in enumerate(tokens):
        if token.cls in ("and", "then", "break", "repair") and not _inner(tokens, number):
            clause.broken_by = {"and": "and", "break": str(token.value)}.get(token.cls, token.cls)
            if token.text == ",":
                clause.broken_by = "comma"
            yield clause
            clause = Clause()
            continue
        clause.tokens.append(token)
    yield clause


_TAKES_BACK = (
    "no wait",
    "no sorry",
    "scratch that",
    "make that",
    "oops",
    "wrong one",
    "no not that",
)
"""Words that take something back without a pause before them."""


def _inner(tokens: Sequence[Token], number: int) -> bool:
    """`no` inside a sentence is a repair only at its start or after a pause."""
    token = tokens[number]
    if token.cls == "break" and token.value == "reason":
        return number == 0
    if token.cls != "repair" or token.text in _TAKES_BACK:
        return False
    return number > 0 and tokens[number - 1].cls not in ("and", "break", "repair", "then", "fill")


def _joined(clauses: list[Clause], language: Language) -> list[Clause]:
    joined: list[Clause] = []
    for clause in clauses if language is Language.JA else ():
        while clause.tokens and clause.tokens[0].cls == "and":
            clause.tokens.pop(0)
    for clause in clauses:
        last = joined[-1] if joined else None
        glue = _glue_of(last, clause, language) if last is not None else None
        if last is not None and language is Language.EN and _at_its_own_time(last, clause):
            deed = [t for t in last.tokens if t.cls in ("verb", "dir", "level")]
            joined.append(Clause([*deed, *clause.tokens], clause.broken_by))
            continue
        if last is None or glue is None:
            joined.append(clause)
            continue
        while language is Language.JA and last.acts and last.tokens[-1].cls == "and":
            last.tokens.pop()
        last.tokens = [*last.tokens, *glue, *clause.tokens]
        last.broken_by = clause.broken_by
    return joined


def _glue_of(last: Clause, clause: Clause, language: Language) -> list[Token] | None:
    """The tokens between two clauses that are one; None where each is by itself."""
    if language is Language.EN and _one_way(last, clause):
        return _glue(last)
    if _by_itself(last, clause):
        return None
    if not clause.acts and clause.bare and _takes(last):
        both = clause.of("name", "kind") and last.of("name", "kind")
        if language is Language.EN:
            return _glue(last)
        return _and(last) if both else []
    there = last.broken_by == "reason" and any(t.is_("attr", "presence") for t in last.tokens)
    told = not last.acts and last.bare and last.broken_by != "repair" and not there
    return _glue(last) if told else None


def _at_its_own_time(last: Clause, clause: Clause) -> bool:
    """Turn off the fan at ten | and the heating at eleven: one deed, said of each at its hour."""
    named = last.of("name", "kind") and clause.of("name", "kind", "area")
    bare = not clause.of("verb", "dir", "unread", "aux", "ask", "mark")
    timed = last.of("when") and clause.of("when")
    return last.broken_by in ("and", "comma") and bool(last.acts and named and bare and timed)


def _one_way(last: Clause, clause: Clause) -> bool:
    """Put the fan | and the kettle on: the way stands once, at the end."""
    moves = last.of("verb")[:1] and last.of("verb")[0].is_("verb", "turn", "get", "set")
    named = last.of("name", "kind", "area") and clause.of("name", "kind", "area")
    wayless = not last.of("dir", "number", "level", "color", "adj", "mode")
    way = clause.of("dir") and not clause.of("verb", "number", "unread")
    return last.broken_by == "and" and bool(moves and named and wayless and way)


def _by_itself(last: Clause, clause: Clause) -> bool:
    """Whether each has a thing and a value, or a deed, of its own: neither is part of the other."""
    if last.broken_by not in ("and", "comma", "then", "verb"):
        return False
    if last.broken_by != "verb" and _asks_by_itself(last) and clause.acts:
        return True  # lights please, then tilt the blinds
    if last.broken_by != "verb" and last.whole and clause.acts and _deed_of_its_own(clause):
        return True  # volume twelve, then lock up
    if clause.whole and (last.whole or (last.acts and last.of("name", "kind", "area"))):
        return last.broken_by != "verb" or bool(clause.of("name", "kind", "attr"))
    return last.whole and clause.acts and bool(clause.of("name", "kind", "area"))


def _asks_by_itself(clause: Clause) -> bool:
    return any(t.is_("tail", "please") for t in clause.tokens) and bool(clause.of("name", "kind"))


def _deed_of_its_own(clause: Clause) -> bool:
    """Whether it orders what needs nothing from its neighbour."""
    return any(t.cls == "verb" and t.value in _WHOLE_DEEDS for t in clause.tokens)


_WHOLE_DEEDS = ("lockup", "snooze", "wake", "remind", "cancel", "undo")


def _takes(last: Clause) -> bool:
    """Whether what follows may be given to it: it orders something and no word took it back."""
    return last.acts and last.broken_by not in ("repair", "reason")


def _glue(last: Clause) -> list[Token]:
    return _and(last) if last.broken_by in ("and", "comma") else []


def _and(last: Clause) -> list[Token]:
    end = last.tokens[-1].end
    return [Token("", end, end, (Lexeme("and", "and"),))]
