"""A reading 読み takes one sentence against one home, without what was said before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, lru_cache
from itertools import pairwise

from companion.rooms.understanding.acts import CLIMATE, LOCK, SWITCHED, Act, act_of, domains_of
from companion.rooms.understanding.clauses import VALUES, Clause, clauses_of
from companion.rooms.understanding.cover import UNREAD, Token, cover, with_others
from companion.rooms.understanding.fold import fold, fold_name
from companion.rooms.understanding.frame import Frame, Group, frame_of
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.lexicon import Lexeme, Words, words_of
from companion.rooms.understanding.names import (
    GUARDED_KINDS,
    corrected,
    joined_up,
    name_like,
    names_of,
)
from companion.rooms.understanding.not_there import start_of
from companion.rooms.understanding.resolve import kinds_of, of_kinds, sort_of
from companion.rooms.understanding.reworded import sees_to_it
from companion.rooms.understanding.times import When
from companion.rooms.understanding.times_en import when_en
from companion.rooms.understanding.times_ja import when_ja
from companion.rooms.understanding.tone import (
    Tone,
    ends_in_thought,
    is_deed,
    predicate_is_deed,
    tones_of,
)
from companion.words.language import Language
from companion.words.timing import After, Once

SENSED = frozenset(
    {
        "sensor",
        "binary_sensor",
        "person",
        "weather",
        "todo",
        "device_tracker",
        "zone",
        "calendar",
        "sun",
        "event",
        "image",
        "camera",
    }
)
"""Domains that are looked at and never acted on."""
_KIND_WORD_LEAST = 5


@dataclass(frozen=True, slots=True)
class Order:
    """頼み一つ: a frame, what it wishes, and when."""

    frame: Frame
    act: Act | None
    when: When | None


@dataclass(slots=True)
class Sentence:
    """一文: read, and not yet looked up in the home."""

    text: str
    tone: Tone
    orders: list[Order] = field(default_factory=list)
    asked: list[Frame] = field(default_factory=list)
    tokens: tuple[Token, ...] = ()
    bare: Frame | None = None
    """The things that it names if it orders nothing by itself: an answer, or a correction."""
    repairs: bool = False
    unread: bool = False
    adds: bool = False
    more: bool = False
    """Only `more`, もっと: the last change once more."""
    """`too`, も: the last order for something more."""
    before: list[Frame] = field(default_factory=list)
    """Frames that were told before the order; `it` may mean them."""


def is_beside(text: str, language: Language, home: Home, now: datetime) -> bool:
    """Whether a piece of a sentence only tells something: it says of no deed that it was done, and
    forbids none. 閉めてもらった is no remark beside an order, 閉めた覚えない is one."""
    tokens = tokens_of(text, language, home, now)
    if _only_a_time(tokens) or (language is Language.JA and _only_named(tokens)):
        return False
    clauses = [c for c in clauses_of(tokens, language) if not c.empty]
    tones = tones_of(clauses, language)
    against = any(
        is_deed(t) and t.form in ("muse", "forbid", "te", "do") and not _done_by_oneself(t, c)
        for c in clauses
        for t in c.tokens
    ) or any(
        t.is_("mark", "negate", "cond", "said") or t.form in ("cond", "forbid") for t in tokens
    )
    deeds = (
        predicate_is_deed(c, clauses[n + 1 : n + 2])
        and not (n == len(clauses) - 1 and _is_about_to(c))
        for n, c in enumerate(clauses)
        if language is Language.EN or not _of_its_own(c)  # 火消した: no deed of the house
    )
    orders = any(
        t is Tone.ORDER and _orders(c) and not all(_own_doing(v, c) for v in c.of("verb", "adj"))
        for c, t in zip(clauses, tones, strict=True)
    )
    return not against and not orders and not any(deeds)


def _only_named(tokens: Sequence[Token]) -> bool:
    """..., あとコーヒーもね: a thing and nothing else is asked for too."""
    told = ("name", "kind", "area", "floor", "fill", "tail", "and", "then", "place")
    return any(t.cls in ("name", "kind") for t in tokens) and all(t.cls in told for t in tokens)


def _only_a_time(tokens: Sequence[Token]) -> bool:
    """..., 明日の朝ね: a time and nothing else belongs to the order beside it."""
    told = ("when", "span", "number", "unit", "fill", "tail")
    return any(t.cls in ("when", "span", "number") for t in tokens) and all(
        t.cls in told for t in tokens
    )


def named_in(order: str, told: Sequence[str], home: Home, now: datetime) -> str:
    """鍵をかけ忘れました、かけておいて: an order that names nothing, with the one thing that was
    named before it; empty where it names its own, or that would be several."""
    own = tokens_of(order, Language.JA, home, now)
    if any(t.cls in ("name", "kind", "area", "floor", "place", "attr", "mode") for t in own):
        return ""
    things: list[str] = []
    for piece in told:
        tokens = tokens_of(piece, Language.JA, home, now)
        named = [t for t in tokens if t.cls in ("name", "kind", "area", "floor")]
        if any(t.cls in ("name", "kind") for t in named):
            things.append(piece[start_of(named[0], tokens, Language.JA) : named[-1].end])
        if sum(t.cls in ("name", "kind") for t in named) > 1:
            return ""
    return f"{things[0]}を{order}" if len(things) == 1 else ""


def _of_its_own(clause: Clause) -> bool:
    """True if the order is for a thing that this home does not have."""
    return bool(clause.of("unread")) and not clause.of("name", "kind", "area", "floor", "attr")


def _own_doing(token: Token, clause: Clause) -> bool:
    """電話や, 字が読めなくて, 暗くて: what people do themselves, and how they find it."""
    felt = token.cls == "adj" and token.text.endswith("くて")
    return (
        token.form == "noun" or token.is_("verb", "wish") or felt or _done_by_oneself(token, clause)
    )


def _done_by_oneself(token: Token, clause: Clause) -> bool:
    """抱っこしてて: a verb that is a deed of the house only with a thing of it."""
    named = clause.of("name", "kind", "area", "mode", "level", "number", "color", "attr")
    return token.is_("verb", "do", "set", "run") and bool(clause.of("unread")) and not named


def _is_about_to(clause: Clause) -> bool:
    """掃除するから: what one is going to do is why, and no order."""
    verbs = clause.of("verb")
    return clause.broken_by == "reason" and bool(verbs) and verbs[-1].form in ("plain", "want")


def meant_by(order: str, told: Sequence[str], home: Home, now: datetime) -> str:
    """I can't hear the tv, turn it up: the order with what was named before it. Empty where that
    is more than one thing, or a time."""
    read = [(piece, tokens_of(piece, Language.EN, home, now)) for piece in told]
    if any(t.cls in ("when", "span", "number") for _, tokens in read for t in tokens):
        return ""
    named = [
        (t, piece[start_of(t, tokens, Language.EN) : t.end])
        for piece, tokens in read
        for t in tokens
        if t.cls in ("name", "kind", "area", "floor")
    ]
    if not named:
        return order
    own = tokens_of(order, Language.EN, home, now)
    if any(t.cls in ("name", "area", "floor") or t.is_("place") for t in own):
        return order
    if len(named) > 1:
        return ""
    before, thing = named[0]
    if before.cls in ("name", "kind"):
        if sees_to_it(order):
            return ""
        return _IT.sub(f"the {thing}", order, count=1) if _IT.search(order) else order
    return f"{order} in the {before.text}"


_IT = re.compile(r"\b(?:it|them|that)\b")


def specified(text: str, home: Home, now: datetime) -> str:
    """A Japanese order with the thing, or the room, that is named behind it in its place:
    ランプつけて、フロアランプです. Empty where nothing is."""
    tokens = [t for t in tokens_of(text, Language.JA, home, now) if t.text.strip()]
    cut = max((n for n, t in enumerate(tokens[:-1]) if t.text in _PAUSES), default=0)
    order = [t for t in tokens[:cut] if t.text not in _PAUSES]
    behind = [
        t for t in tokens[cut + 1 :] if t.cls not in ("fill", "tail") and t.text not in _PAUSES
    ]
    sorts = [t for t in order if t.cls == "kind"]
    if len(behind) != 1 or not sorts or any(t.cls in _OTHERWISE for t in order):
        return ""
    told, sort, end = behind[0], sorts[0], tokens[cut].start
    rooms = [t for t in order if t.cls == "area"]
    if told.cls == "area":
        there = f"{told.text}の{text[sort.start : end]}"
        return "" if rooms else f"{text[: sort.start]}{there}"
    named = [t for i in told.value if (t := home.thing(i))] if told.cls == "name" else []
    if len(sorts) > 1 or not of_kinds((sort.value,), named):
        return ""
    start = rooms[-1].start if rooms and rooms[-1].start < sort.start else sort.start
    return f"{text[:start]}{told.text}{text[sort.end : end]}"


_PAUSES = ("、", "。")
_OTHERWISE = ("name", "repair", "unread")


def whens_of(text: str, language: Language, now: datetime) -> tuple[When, ...]:
    """Every time said in a folded sentence."""
    return _whens(text, language, now, now.tzinfo)


@lru_cache(maxsize=256)  # one sentence asks seven times for the times of the same stretch
def _whens(text: str, language: Language, now: datetime, _zone: object) -> tuple[When, ...]:
    """`_zone`: the same moment may be of another day elsewhere, yet it compares equal."""
    return tuple(when_ja(text, now) if language is Language.JA else when_en(text, now))


def read(text: str, language: Language, home: Home, now: datetime) -> Sentence:
    """Read a sentence of either language. Never raises."""
    able = replace(
        home,
        things=tuple(t for t in home.things if t.domain not in SENSED),
        people=tuple(name for t in home.things if t.is_person for name in t.names),
    )
    folded = fold(text, language)
    if language is Language.JA:
        folded = _MYSELF.sub("", folded)
    else:
        folded = _ONES_OF.sub(lambda m: _of_the_room(m, home), folded)
    tokens = tokens_of(folded, language, able, now)
    if any(t.cls == "unread" for t in tokens):
        mended = _mended(folded, tokens, language, able)
        if mended is not None:
            tokens = tokens_of(mended, language, able, now)
    sentence = _judged(folded, tokens, language, home)
    if sentence.tone is Tone.THINKS and language is Language.JA:
        _asked_bare(sentence, folded, home, now)
    if sentence.tone is Tone.THINKS and _asks_for_anybody(tokens):
        sentence.tone = Tone.ASKS
    if sentence.tone is Tone.ASKS:
        sentence.tokens = tokens_of(folded, language, home, now)
        sentence.asked = [frame_of(Clause(list(sentence.tokens)), language)]
    return sentence


_ONES_OF = re.compile(r"\b([a-z]+'s) (ones?)\b")


def _of_the_room(found: re.Match[str], home: Home) -> str:
    """Mika's ones: those of the room that is called after her."""
    room = f"{found[1]} room"
    return f"{room} {found[2]}" if home.room_called(room) is not None else found.group()


_MYSELF = re.compile("(?<=[^、。])、?(?:私|わたし|あたし|僕|ぼく|俺|おれ)[、。?]*$")
"""切ったよね私: who did it, behind the question."""


def _asks_for_anybody(tokens: Sequence[Token]) -> bool:
    """Anybody in?"""
    told = ("fill", "area", "place", "attr", "floor", "all", "dir")
    somebody = any(t.is_("mark", "somebody") for t in tokens)
    return somebody and all(t.cls in told or t.is_("mark") for t in tokens)


def _asked_bare(sentence: Sentence, text: str, home: Home, now: datetime) -> None:
    """玄関の鍵かかってる: how a thing of the home stands, told to who knows it, is asked."""
    tokens = tokens_of(text, Language.JA, home, now)
    clauses = [c for c in clauses_of(tokens, Language.JA) if not c.empty]
    known = not any(
        t.cls in ("unread", "break") or t.is_("mark", "muse", "said")
        for t in tokens
        if t.text != "うちに"
    )
    named = any(
        t.cls in ("name", "area", "kind", "ask", "mode", "attr") or t.is_("verb", *_OF_LOCKS)
        for t in tokens
    )
    if not clauses or not known or not named:
        return
    if len(clauses) > 1 and not all(_stands_so(c) for c in clauses):
        return
    if tokens[-1].text in _TOPICS and any(t.is_("attr") or _is_sensed(t, home) for t in tokens):
        sentence.tone = Tone.ASKS  # 外の気温は
        return
    said = [t for t in tokens if t.cls in ("verb", "adj", "attr")]
    last = said[-1] if said else None
    if last is None:
        return
    state = last.cls == "verb" and last.value != "wish" and last.form in ("state", "asked")
    state = state or (last.cls == "adj" and last.text.endswith(("いの", "くない")))
    done = last.is_("verb", "be_done", "be_open", "be_closed") and last.form == "past"
    if state or done or last.is_("attr", "presence"):
        sentence.tone = Tone.ASKS


_OF_LOCKS = ("lock", "lockup", "be_locked")
_TOPICS = ("は", "って")


def _stands_so(clause: Clause) -> bool:
    """開いてるの, and after it 閉まってるの."""
    verbs = clause.of("verb")
    return bool(verbs) and verbs[-1].form in ("state", "asked")


def _is_sensed(token: Token, home: Home) -> bool:
    things = (home.thing(i) for i in token.value) if token.cls == "name" else ()
    return any(thing is not None and thing.domain in SENSED for thing in things)


def tokens_of(text: str, language: Language, home: Home, now: datetime) -> tuple[Token, ...]:
    """The words of a folded sentence, each as what it likeliest is in this home."""
    return _tokens(text, language, (names_of(home).words, words_of(language)), now, now.tzinfo)


@lru_cache(maxsize=256)  # the ways to read a sentence begin with the same words
def _tokens(
    text: str, language: Language, tables: tuple[Words, ...], now: datetime, _zone: object
) -> tuple[Token, ...]:
    given = [_given(text, when) for when in whens_of(text, language, now)]
    tokens = with_others(cover(text, tables, given, language), tables)
    if language is Language.EN:
        return _with_telling_words(tokens)
    return _without_keys(_with_whole_words(_with_reasons(_with_now(tokens))))


def _without_keys(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """鍵は玄関の皿: where a key lies. Without a deed behind it that is no order to lock."""
    said = [token for token in tokens if token.text.strip()]
    deeds = [token for token in said if token.cls in ("verb", "aux", "ask", "mark")]
    if len(said) < 3 or deeds != said[:1] or said[0].form != "noun" or said[0].value != "lock":
        return tokens
    is_topic = said[1].text == "は"
    return tuple(
        replace(token, meanings=UNREAD) if is_topic and token is said[0] else token
        for token in tokens
    )


_KANJI = re.compile("[一-龯]+")


def _with_whole_words(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """運転免許: a deed written in kanji with an unread one beside it is part of another word."""
    around = zip((None, *tokens), tokens, (*tokens[1:], None), strict=False)
    return tuple(
        replace(token, meanings=UNREAD)
        if token.cls == "verb"
        and token.form == "noun"
        and _KANJI.fullmatch(token.text)
        and (_is_unread_kanji(before) or _is_unread_kanji(after))
        else token
        for before, token, after in around
    )


def _is_unread_kanji(token: Token | None) -> bool:
    return token is not None and token.cls == "unread" and _KANJI.fullmatch(token.text) is not None


_AFTER_WHAT_IS_TOLD = ("し", "けん", "けえ", "さかい", "もん")
_TELLS = ("past", "plain", "state", "neg", "want", "can", "is")


def _with_reasons(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """もう寝るし: し gives a reason after what is told, and is part of a word elsewhere, as ちゃう
    is of 見えちゃう."""
    return tuple(
        replace(token, meanings=UNREAD) if _is_part(token, before) else token
        for before, token in zip((None, *tokens), tokens, strict=False)
    )


def _is_part(token: Token, before: Token | None) -> bool:
    if token.cls == "repair" and token.text.startswith("ちゃう"):
        return before is not None and before.cls == "unread"
    if token.cls != "break" or token.text.rstrip("、") not in _AFTER_WHAT_IS_TOLD:
        return False
    return before is None or not (before.form in _TELLS or before.is_("attr", "presence"))


_OF_A_PLACE = ("の", "に", "で", "を", "は", "が", "も", "と", "へ", "や", "、", "以外", "だけ")
"""Particles that may follow 居間 in kana; before all else いま means now."""


_BECAUSE_IT_IS = re.compile("だから|なので|なんで|だし|やし|やから|だもん|だ、")
"""夜だからつけて: a part of the day that is the reason is no time to do it."""
_IT_IS_LATE = re.compile(
    "(?:の(?:おやつ|休憩|時間))?(?:だ|です|や|なん|じゃ|になった)"
    "(?:から|ので|んで|けど|し|さかい|もん|(?:で|よ|ね|わ|な|ねん)+[、。])"
)
"""もう9時だから消して: what the clock says now is no time to do it either."""


def _with_now(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    now = (Lexeme("fill", "say"),)
    text = "".join(token.text for token in tokens)
    return tuple(
        replace(token, meanings=now) if _is_now(token, after, text[token.end :]) else token
        for token, after in zip(tokens, (*tokens[1:], *tokens[-1:]), strict=False)
    )


def _is_now(token: Token, after: Token, behind: str) -> bool:
    if token.cls == "when":
        clock = token.value.has_clock
        return (_IT_IS_LATE if clock else _BECAUSE_IT_IS).match(behind) is not None
    here = token.cls == "area" and token.text == "いま"
    return here and not after.text.startswith(_OF_A_PLACE) and after.cls != "repair"


_WHICH = ("back", "side", "over", "other", "far", "near")
"""Small words that tell one thing from its like where they stand before it: the back door."""


def _with_telling_words(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tuple(
        _as_told(token, after)
        for token, after in zip(tokens, (*tokens[1:], *tokens[-1:]), strict=False)
    )


def _as_told(token: Token, after: Token) -> Token:
    if token.cls == "fill" and token.text in _WHICH and after.cls in ("kind", "attr"):
        return replace(token, meanings=UNREAD)
    name = next((m for m in token.meanings if m.cls == "name"), None)
    if name is not None and after.text in _ONES:  # the right one
        return replace(token, meanings=(name, *token.meanings))
    return token


_ONES = ("one", "ones")


def _given(text: str, when: When) -> Token:
    value = when.span_s if when.span_s is not None else when
    cls = "span" if when.span_s is not None else "when"
    meanings = (Lexeme(cls, value, cost=0.7),)
    return Token(text[when.start : when.end], when.start, when.end, meanings)


def _mended(text: str, tokens: Sequence[Token], language: Language, home: Home) -> str | None:
    """The sentence with a slip of the finger in a name put right; None where there is none."""
    names = names_of(home)
    if language is Language.JA:
        unread = [(t.start, t.end) for t in tokens if t.cls == "unread" and t.value is None]
        found = name_like(text, names, unread)
        return None if found is None else text[: found[0]] + found[2] + text[found[1] :]
    known = names.single | _kind_words(language)
    mended, changed = text, False
    for token in tokens:
        if token.cls != "unread":
            continue
        better = joined_up(token.text, names.spoken) or corrected(token.text, known)
        if better is not None:
            mended = mended.replace(token.text, better)
            changed = True
    return mended if changed else None


@cache
def _kind_words(language: Language) -> frozenset[str]:
    """Words for sorts of things, long enough that a slip in them can be told."""
    words = (w for w in words_of(language).spellings() if len(w) >= _KIND_WORD_LEAST)
    return frozenset(w for w in words if " " not in w and _is_kind(w, language))


def _is_kind(word: str, language: Language) -> bool:
    return any(
        lexeme.cls == "kind" and lexeme.value not in GUARDED_KINDS
        for end, lexemes in words_of(language).at(word, 0)
        if end == len(word)
        for lexeme in lexemes
    )


def _judged(text: str, tokens: tuple[Token, ...], language: Language, home: Home) -> Sentence:
    clauses = _repaired(clauses_of(tokens, language))
    repairs = bool(tokens) and _opens_with_repair(tokens)
    sentence = Sentence(text, Tone.THINKS, tokens=tokens, repairs=repairs)
    sentence.unread = any(t.cls == "unread" for t in tokens)
    sentence.adds = language is Language.EN and text.startswith(("and ", "also ", "plus "))
    sentence.more = any(t.cls == "step" for t in tokens) and all(
        t.cls in ("step", "fill", "tail") for t in tokens
    )
    spoken = [c for c in clauses if not c.empty]
    tones = tones_of(spoken, language)
    ordering = [c for c, t in zip(spoken, tones, strict=True) if t is Tone.ORDER and _orders(c)]
    thoughts = [
        clause
        for clause, tone in zip(spoken, tones, strict=True)
        if tone is not Tone.ASKS and not _why(clause, ordering, language)
    ]
    if Tone.FORBIDS in tones or _muses(thoughts) or _calls_somebody(spoken, ordering):
        sentence.tone = Tone.FORBIDS if Tone.FORBIDS in tones else Tone.THINKS
        return sentence
    if ends_in_thought(spoken, tones) or (ordering and _taken_back(tokens, language)):
        return sentence
    if len(ordering) == 1 and not repairs and language is Language.JA and _describes(ordering[0]):
        return sentence
    if Tone.ASKS in tones and (tones[-1] is Tone.ASKS or not ordering):
        sentence.tone = Tone.ASKS
        return sentence
    left_out = [c for c in ordering if c.of("unread") and not c.of("verb")]
    ordering = [c for c in ordering if c not in left_out]
    ordering = [c for c in ordering if not _goes_on_telling(c, spoken, ordering)]
    if _left_undone(left_out, language) or _half_read(spoken, tones, ordering, language):
        return sentence
    if ordering and all(not c.of("unread") for c in ordering):
        stays = _what_stays(spoken, ordering[0], language)
        if stays is not None and not any(g.said for g in stays.groups):
            return sentence  # what the rest is beside, nobody could read
        sentence.tone = Tone.ORDER
        sentence.orders = _orders_of(ordering, language, home, stays)
        rest = [c for c in spoken if c not in ordering]
        _at_the_told_hour(sentence.orders, rest)
        behind = spoken[spoken.index(ordering[-1]) + 1 :]
        placed = [c for c in rest if not (c in behind and c.of("unread"))]  # 消して、廊下に出た
        sentence.before = [frame_of(c, language) for c in placed]
        return sentence
    _as_bare(sentence, spoken, tones, language)
    return sentence


_IS_SO = re.compile(
    "い?(?:(?:だ|です|や|なの|じゃん|やん|やねん|かも|らしい|みたい)(?:[よねなわかで]|から|けど|んか?|ねん|った|ろう?|し)*"
    "|いって|って)[ー、。]*"
)
_HOW = ("level", "color", "adj")


def _describes(clause: Clause) -> bool:
    """電気最高だね, 電気赤やん: how a thing is, where 最高で or 赤にして would order."""
    heads = [n for n, t in enumerate(clause.tokens) if t.cls not in ("fill", "tail", "mark")]
    if not heads:
        return False
    head = clause.tokens[heads[-1]]
    value = head.cls in _HOW or (head.is_("verb") and head.form == "noun")
    behind = "".join(t.text for t in clause.tokens[heads[-1] + 1 :])
    return value and _IS_SO.fullmatch(behind) is not None


def _taken_back(tokens: Sequence[Token], language: Language) -> bool:
    """閉めて、じゃなかった: taken back, and nothing said instead. Japanese only."""
    last = next((t for t in reversed(tokens) if t.cls not in ("fill", "tail", "and")), None)
    repairs = last is not None and last.cls == "repair" and last.text not in _SORRY
    return repairs and language is Language.JA


_SORRY = ("ごめん", "いや", "いえ", "やっぱり", "やっぱ", "やはり")
"""These may stand last and take nothing back."""


def _as_bare(
    sentence: Sentence, spoken: Sequence[Clause], tones: Sequence[Tone], language: Language
) -> None:
    """Read the names of a sentence that orders nothing."""
    tokens = sentence.tokens
    if spoken and all(c.bare for c in spoken) and not sentence.unread:
        sentence.bare = frame_of(Clause([t for c in spoken for t in c.tokens]), language)
        sentence.adds |= any(t.text in ("も", "too", "as well", "also") for t in tokens)
        sentence.tone = Tone.ASKS if Tone.ASKS in tones else Tone.THINKS
    elif sentence.repairs and not spoken:
        sentence.bare = Frame()


def _at_the_told_hour(orders: list[Order], told: Sequence[Clause]) -> None:
    """17時になったら炊事するからつけて: the hour that the reason hangs on is that of the order."""
    hours = [t.value for c in told for t in c.of("when") if t.text.endswith(("たら", "になると"))]
    never = [when for when in hours if when.timing is None]
    if never:  # もし地震が来たら寒いからつけて: it hangs on what nobody sees
        orders[:] = [replace(order, when=never[0]) for order in orders]
        return
    timings = {repr(when.timing) for when in hours}
    if len(timings) != 1 or not isinstance(hours[0].timing, Once | After):
        return
    for number, order in enumerate(orders):
        if order.when is None:
            orders[number] = replace(order, when=hours[0])


def _left_undone(clauses: Sequence[Clause], language: Language) -> bool:
    """Whether what nobody could read holds a value, or in English a way: `hood off`."""
    ways = language is Language.EN and any(
        c.of("dir") and not _SUBJECT.match(c.tokens[0].text) for c in clauses
    )
    return ways or any(c.of(*VALUES) for c in clauses)


def _why(clause: Clause, ordering: Sequence[Clause], language: Language) -> bool:
    """パパが着いたみたいだから開けて: what is thought of the reason leaves the order an order."""
    if clause.broken_by != "reason" or language is not Language.JA or clause in ordering:
        return False
    doubts = {t.text for t in clause.tokens if t.is_("mark", "muse") or t.form == "muse"}
    told = any(is_deed(t) and t.form == "muse" for t in clause.tokens)  # 消したらしい
    return bool(ordering) and not told and all(doubt.endswith(_SEEMS) for doubt in doubts)


_SEEMS = ("みたい", "らしい")
"""How something looks gives a reason; hearsay, a doubt and のに give none."""


def _opens_with_repair(tokens: Sequence[Token]) -> bool:
    first = next((t for t in tokens if t.cls not in ("fill", "and", "break")), None)
    return first is not None and first.cls == "repair"


def _orders(clause: Clause) -> bool:
    """Whether a clause orders something; a value with its thing does so without a verb."""
    if clause.acts or (clause.of("ensure") and clause.of("verb")):
        return True
    marks = clause.of("mark")
    kindly = any(t.text.startswith("お願いでき") for t in clause.tokens)
    if not clause.bare or (
        marks and not (kindly and all(t.is_("mark", "question") for t in marks))
    ):
        return False
    valued = clause.of("number", "level", "color", "mode")
    asked_for = any(t.is_("tail", "please") for t in clause.tokens)
    named = clause.of("name", "kind", "attr", "mode")
    measured = clause.of("number") and clause.of("unit")  # 26度でお願いします
    return bool((valued and (named or clause.of("area"))) or (asked_for and (named or measured)))


def _goes_on_telling(clause: Clause, spoken: Sequence[Clause], ordering: Sequence[Clause]) -> bool:
    """`he wants it louder and faster`: a mere word behind an `and`, of what nobody could read."""
    at = spoken.index(clause)
    before = spoken[at - 1] if at else None
    if before is None or before in ordering or not before.of("unread"):
        return False
    joined = before.broken_by == "and" or clause.broken_by == "and"
    words = [t for t in clause.tokens if t.cls not in ("fill", "and", "tail")]
    return joined and all(t.cls == "adj" for t in words)


def _orders_a_thing(clause: Clause) -> bool:
    verbs = [t for t in clause.tokens if t.cls == "verb"]
    return bool(verbs) and verbs[-1].form == "te" and bool(clause.of("name", "kind"))


def _half_read(
    spoken: Sequence[Clause], tones: Sequence[Tone], orders: Sequence[Clause], language: Language
) -> bool:
    """Whether more was asked for than could be read: 雨降ってきた、雨戸閉めて電気つけて asks of no
    rain."""
    rest = [(n, c) for n, c in enumerate(spoken) if c not in orders]
    if language is Language.JA:
        asking = [c for c, tone in zip(spoken, tones, strict=True) if tone is Tone.ASKS]
        within = bool(orders) and any(map(_orders_a_thing, asking))
        return within or any(_half_said(c) for _, c in rest)
    first = spoken.index(orders[0]) if orders else len(spoken)
    return bool(orders) and any(_asks_more(c, n > first) for n, c in rest)


def _half_said(clause: Clause) -> bool:
    """タイマー3分と、あと...: a value of something that nobody could read, beside an order."""
    joined = clause.broken_by in ("and", "then") or clause.tokens[-1].cls == "and"
    joined = joined or any(t.is_("tail", "please") for t in clause.tokens)
    return joined and bool(clause.of("unread")) and bool(clause.of("number", "span", "when"))


def _shows_an_order(heard: Sequence[Token]) -> bool:
    """`and then get the door locked`, `can you put the fan on`, `hood on full I'm frying`: an order
    with something in it that made it none."""
    if not heard or _SUBJECT.match(heard[0].text) or any(t.is_("aux", "be", "do") for t in heard):
        return False
    verbs = [t for t in heard if t.cls == "verb" and t.form == "te"]
    asked = any(t.is_("aux", "can") for t in heard) and bool(verbs)
    named = any(t.cls in ("name", "kind", "area") for t in heard)
    way = any(t.cls in ("dir", "level", "number", "color", "mode") for t in heard)
    way = way or heard[-1].form == "past"  # lights off, doors locked
    return asked or heard[0] in verbs or (named and way and heard[0].cls not in ("ask", "mark"))


def _asks_more(clause: Clause, after: bool) -> bool:
    """`and feed the cat`: a clause nobody could read, and which names no one as its subject.
    `after`: an order came before it."""
    if any(t.is_("tail", "please") for t in clause.tokens) and clause.of("name", "kind"):
        return True  # away mode please, we're off: what is asked for by its name
    heard = [t for t in clause.tokens if t.cls not in ("fill", "tail") or t.text in ("you", "we")]
    if clause.broken_by not in ("reason", "repair") and _shows_an_order(heard):
        return True
    asks = bool(heard) and heard[0].cls in ("aux", "ask") and not heard[0].is_("aux", "can")
    told = asks or (bool(heard) and heard[0].text in ("you", "we"))
    telling = clause.broken_by in ("reason", "repair") or told
    first = clause.tokens[0]
    joined = after or clause.broken_by in ("and", "then")
    return bool(clause.of("unread")) and joined and not telling and not _SUBJECT.match(first.text)


_SUBJECT = re.compile(r"(?:i|i'm|i've|i'll|we're|we've|they're|he's|she's|you're|my|our|[a-z]+'s)$")


def _muses(clauses: Sequence[Clause]) -> bool:
    return any(t.is_("mark", "muse") or t.form == "muse" for c in clauses for t in c.tokens)


def _calls_somebody(clauses: Sequence[Clause], ordering: Sequence[Clause]) -> bool:
    """Whether it is said to somebody else, by name: an unread word alone before the order."""
    for clause in clauses:
        if clause in ordering:
            return False
        rest = [t for t in clause.tokens if t.cls not in ("fill", "tail", "and")]
        if rest and all(t.cls == "unread" for t in rest) and clause.broken_by != "reason":
            return True
    return False


def _repaired(clauses: list[Clause]) -> list[Clause]:
    """Drop the clauses that were taken back; the clause that replaces one borrows its verb."""
    kept: list[Clause] = []
    for clause in clauses:
        last = kept[-1] if kept else None
        if last is None or last.broken_by != "repair":
            kept.append(clause)
            continue
        kept.pop()
        if (
            clause.acts
            and last.acts
            and not clause.of("name", "kind", "area", "floor", "place", "all")
        ):
            named = [
                t for t in last.tokens if t.cls in ("name", "area", "floor", "kind", "all", "place")
            ]
            kept.append(Clause([*named, *clause.tokens], clause.broken_by))
            continue  # つけて、じゃなくて消して
        if clause.acts and not last.acts and not predicate_is_deed(clause):
            kept.append(_put_right(last, clause))
            continue
        if last.whole and clause.bare and clause.of("number", "level", "color", "mode"):
            kept.append(_put_right(last, clause))  # 換気扇、30、いや、60%
            continue
        if clause.acts or not last.acts or predicate_is_deed(clause):
            kept.append(clause)
            continue
        thing = clause.of("name", "kind")
        placed = not thing or clause.of("name", "area", "floor", "place", "all")
        dropped = ("name", *(("area", "floor", "place", "all") if placed else ("all",)))
        dropped += ("kind",) if thing else ()  # upstairs off, I mean the lights: those upstairs
        borrowed = [t for t in last.tokens if t.cls not in dropped]
        kept.append(Clause([*clause.tokens, *borrowed], clause.broken_by))
    return kept


_INSTEAD = (
    ("number", "unit", "level", "color", "mode"),
    ("when", "span"),
    ("name", "kind"),
    ("area", "floor", "place"),
)


def _put_right(told: Clause, right: Clause) -> Clause:
    """テレビの音量20、いや15にして: of what was told all that is not said anew."""
    again = {cls for sort in _INSTEAD if right.of(*sort) for cls in sort}
    again |= {"kind", "name", "area"} if right.of("name") else set()
    again |= {"unread"} if right.of("name", "kind", "area") else set()
    kept = [t for t in told.tokens if t.cls not in again and t.cls not in ("and", "then")]
    return Clause([*kept, *right.tokens], right.broken_by)


def _what_stays(spoken: Sequence[Clause], first: Clause, language: Language) -> Frame | None:
    """つけたままで、他は消して: what an order for all the rest stands beside; None for others."""
    if language is Language.EN or not _of_the_rest(first):
        return None
    told = spoken[: spoken.index(first)]
    return frame_of(told[-1], language) if told else Frame()


def _of_the_rest(clause: Clause) -> bool:
    return any(t.is_("pron", "rest") for t in clause.tokens)


def _orders_of(
    clauses: Sequence[Clause], language: Language, home: Home, stays: Frame | None = None
) -> list[Order]:
    """`stays`: what was told before the first, where that is an order for all the rest."""
    orders: list[Order] = []
    first_when: When | None = None
    for number, clause in enumerate(clauses):
        frame = frame_of(clause, language)
        _as_beside(frame, clause, home)
        when = frame.when
        leading = next((t for t in clause.tokens if t.cls != "fill"), None)
        if when is not None and number == 0 and leading is not None and leading.cls == "when":
            first_when = when
        if number and any(t.text in _ONES for t in clause.tokens):
            _same_sort(frame, orders[-1].frame, home)
        if _of_the_rest(clause) and (number or stays is not None):
            _all_but(frame, orders[-1].frame if number else stays or frame, home)
        at_once = any(t.text in _AT_ONCE for t in clause.tokens) or any(
            a.text in ("今", "いま") and a.cls == "fill" and b.cls == "verb"
            for a, b in pairwise(clause.tokens)
        )
        own = when if at_once else when or first_when
        modes = _mode_first(clause) if language is Language.JA else None
        if modes is not None:
            other = frame_of(modes, language)
            orders.append(Order(other, _act(other, home), own))
            frame.modes = []
        orders.append(Order(frame, _act(frame, home), own))
        if frame.colors and frame.unit == "percent" and frame.number is not None:
            lit = replace(frame, colors=[], adjs=[])  # warm white at 40 %: both
            orders.append(Order(lit, _act(lit, home), own))
    _instead_of_it(orders)
    return _completed(_after_the_last(_other_mode(_said_twice(orders))), home)


def _instead_of_it(orders: list[Order]) -> None:
    """エアコン切って扇風機にして: what takes the place of the one put out is switched on."""
    for number, (before, order) in enumerate(pairwise(orders), start=1):
        off = before.act is not None and before.act.does == "turn_off"
        bare = order.act is None and order.frame.verbs == [("do", "te")]
        plain = order.frame.number is None and not (order.frame.levels or order.frame.adjs)
        if off and bare and plain and any(g.thing for g in order.frame.groups):
            orders[number] = replace(order, act=Act("turn_on", SWITCHED))


def _of_a_door(order: Order) -> bool:
    return order.act is not None and order.act.does in ("open", "close", "lock", "unlock")


def _other_mode(orders: list[Order]) -> list[Order]:
    """冷房をやめて除湿にして: the next mode takes the place of the last."""
    return [
        order
        for order, after in zip(orders, [*orders[1:], None], strict=True)
        if not (
            order.act is not None
            and after is not None
            and after.act is not None
            and order.frame.modes
            and (order.act.does, after.act.does) == ("turn_off", "set_mode")
            and not any(g.said for g in (*order.frame.groups, *after.frame.groups))
        )
    ]


_AT_ONCE = (
    "right now",
    "now",
    "immediately",
    "right away",
    "straight away",
    "at once",
    "今すぐ",
    "今すぐに",
    "いますぐ",
    "すぐに",
    "今は",
)


def _mode_first(clause: Clause) -> Clause | None:
    """暖房にして22度で: the mode is a deed of its own before the degrees."""
    modes = [n for n, t in enumerate(clause.tokens) if t.cls == "mode"]
    deeds = [n for n, t in enumerate(clause.tokens) if t.is_("verb", *_SET_SO) and t.form == "te"]
    numbers = [n for n, t in enumerate(clause.tokens) if t.cls == "number"]
    if not modes or not deeds or not numbers or not modes[0] < deeds[0] < numbers[0]:
        return None
    return Clause(list(clause.tokens[: deeds[0] + 1]), clause.broken_by)


_SET_SO = ("do", "set", "change", "on", "put")


def _said_twice(orders: list[Order]) -> list[Order]:
    """ストップ、シャッター止めて: the bare deed first, then with its thing."""
    kept: list[Order] = []
    for order, after in zip(orders, [*orders[1:], None], strict=True):
        frame = order.frame
        bare = not any(g.said for g in frame.groups) and frame.number is None and not frame.levels
        bare = bare and not (frame.attrs or frame.colors or frame.modes or frame.adjs)
        if kept and frame.verbs == [("lock", "noun")] and bare and _of_a_door(kept[-1]):
            continue  # 勝手口閉めて、鍵ね
        next_verbs = {op for op, _ in after.frame.verbs} if after is not None else set()
        named = after is not None and any(g.said for g in after.frame.groups)
        same = bool(frame.verbs) and {op for op, _ in frame.verbs} <= next_verbs
        if not (bare and same and named):
            kept.append(order)
    return kept


def _same_sort(frame: Frame, before: Frame, home: Home) -> None:
    """The bedroom one: of the sort that was spoken of before it."""
    kinds = tuple(before.kinds) or kinds_of(before.groups, home)
    frame.groups = [g if g.thing else replace(g, kinds=kinds) for g in frame.groups]


def _as_beside(frame: Frame, clause: Clause, home: Home) -> None:
    """リビングと寝室のエアコン, the living room and bedroom AC: a room beside a thing that is
    called by its own room speaks of what is of the same sort there, and not of its lights."""
    called = [
        home.thing(t.value[0]) for t in clause.of("name") if t.value and _by_its_room(t, home)
    ]
    sort = sort_of([thing for thing in called if thing is not None])
    if not sort:
        return
    at = next((n for n, group in enumerate(frame.groups) if group.names), 0)
    frame.groups[:at] = [
        g if g.thing or not g.placed or g.everything else replace(g, kinds=sort)
        for g in frame.groups[:at]
    ]


def _by_its_room(token: Token, home: Home) -> bool:
    thing = home.thing(token.value[0])
    room = home.room(thing.area) if thing is not None and thing.area else None
    return room is not None and any(fold_name(name) in token.text for name in room.names)


def _all_but(frame: Frame, before: Frame, home: Home) -> None:
    """スタンドだけつけて他は消して: the others of its sort, where it stands."""
    named = [t for g in before.groups for ids in g.names for i in ids if (t := home.thing(i))]
    areas = {area for g in before.groups for area in g.areas} | {t.area for t in named if t.area}
    kinds = tuple(before.kinds) or kinds_of(before.groups, home)
    if areas and kinds:
        frame.excepted = list(before.groups)
        frame.groups = [Group(kinds=kinds, areas=tuple(sorted(areas)), everything="all")]


def _act(frame: Frame, home: Home) -> Act | None:
    if "heating" in frame.kinds and not of_kinds(("heating",), home.things):
        _heats_by_mode(frame)
    about = domains_of(frame, lambda i: _domain(i, home))
    return act_of(frame, about)


def _heats_by_mode(frame: Frame) -> None:
    """Turn on the heating: in a home without any, the air conditioner's way to heat, as 暖房 is."""
    frame.groups = [
        replace(group, kinds=tuple(kind for kind in group.kinds if kind != "heating"))
        for group in frame.groups
    ]
    frame.modes = [*frame.modes, "heat"]


def _domain(thing_id: str, home: Home) -> str:
    thing = home.thing(thing_id)
    return thing.domain if thing is not None else ""


_BACK = {("turn_on", "turn_off"), ("turn_off", "turn_on"), ("open", "close"), ("close", "open")}


def _undone(before: Order, order: Order) -> bool:
    """Whether it undoes the one before, of the same thing."""
    if before.act is None or any(g.said and not g.it for g in order.frame.groups):
        return False
    if order.act is None:  # 20分回してから止めて
        return before.frame.span_s is not None and order.frame.does("stop")
    return (before.act.does, order.act.does) in _BACK


def _after_the_last(orders: list[Order]) -> list[Order]:
    """22時につけて6時に消して: the end comes after the begin. 1時間つけて、そのあと消して: the end
    was said already."""
    kept: list[Order] = []
    for order in orders:
        before = kept[-1] if kept else None
        if before is None or not _undone(before, order):
            kept.append(order)
            continue
        if before.frame.span_s is not None and order.when is None:
            continue
        begin = before.when.timing if before.when is not None else None
        end = order.when
        while (
            end is not None
            and isinstance(end.timing, Once)
            and isinstance(begin, Once)
            and end.timing.at <= begin.at
        ):
            end = replace(end, timing=Once(end.timing.at + timedelta(hours=12)))
        kept.append(replace(order, when=end))
    return kept


def _completed(orders: list[Order], home: Home) -> list[Order]:
    """An order that names nothing speaks of what the one before it named."""
    for number, order in enumerate(orders[1:], start=1):
        groups = order.frame.groups
        nothing = not any(g.said and not g.it for g in groups) or groups == [_BOTH]
        before = orders[number - 1].frame
        if nothing and not any(g.thing for g in before.groups):
            _as_worked(before, orders[number - 1].act)
        if not nothing or not any(g.said for g in before.groups):
            continue
        if order.act is not None and order.act.domains == LOCK and not _has_lock(before):
            continue
        if order.act is not None and not _of_its_sort(before, order.act, home):
            continue
        order.frame.groups = list(before.groups)
        orders[number] = Order(order.frame, _act(order.frame, home), order.when)
    return orders


def _of_its_sort(before: Frame, act: Act, home: Home) -> bool:
    """Whether what was named before can be what the next deed is done to: `movie mode, then start
    hoovering` hoovers no scene."""
    named = domains_of(before, lambda i: _domain(i, home))
    return not named or bool(named & act.domains) or act.domains == SWITCHED


def _as_worked(before: Frame, act: Act | None) -> None:
    """冷房つけて1時間後に切って: what was ordered by its mode is the machine that has it."""
    if (
        act is not None
        and act.domains == CLIMATE
        and (before.modes or "temperature" in before.attrs)
    ):
        before.groups = [replace(g, kinds=("ac",)) for g in before.groups]


_BOTH = Group(everything="both")


def _has_lock(frame: Frame) -> bool:
    """電気消して鍵かけて: the lock of what was named is none of a lamp's."""
    return any(g.placed and not g.thing for g in frame.groups) or bool(
        frame.kinds & {"lock", "locks", "door", "doors"}
    )


def acts_on(frame: Frame, home: Home) -> Act | None:
    """The act of a frame that was put together from two sentences."""
    return _act(frame, home)
