"""The lexicon 語彙 holds every word of a sentence that means something, by language."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from companion.rooms.understanding import endings_ja
from companion.rooms.understanding.fold import fold
from companion.words.language import Language

DATA = "companion.rooms.understanding.data"


@dataclass(frozen=True, slots=True)
class Lexeme:
    """語: what one stretch of a sentence can be. `form` is how a verb is said."""

    cls: str
    value: Any
    form: str = ""
    cost: float = 1.0


class Words:
    """Folded spellings and what each can be; a plain table, for a tree of letters took 19 MB."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[Lexeme, ...]] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}

    def add(self, spelling: str, lexeme: Lexeme) -> None:
        """One more meaning of a spelling."""
        held = self._held.get(spelling, ())
        if not spelling or lexeme in held:
            return
        self._held[spelling] = (*held, lexeme)
        known = self._lengths.get(spelling[0], ())
        if len(spelling) not in known:
            self._lengths[spelling[0]] = tuple(sorted((*known, len(spelling))))

    def at(self, text: str, start: int) -> Iterator[tuple[int, tuple[Lexeme, ...]]]:
        """Every spelling that begins here: where it ends, and what it can be."""
        for length in self._lengths.get(text[start], ()):
            end = start + length
            if end > len(text):
                return
            found = self._held.get(text[start:end])
            if found is not None:
                yield end, found

    def spellings(self) -> Iterable[str]:
        """All of them."""
        return self._held.keys()


_COSTS = {
    **{"fill": 1.15, "mark": 1.05, "and": 1.1, "break": 1.1},
    **{"except": 0.9, "adj": 0.95, "unread": 0.5},
}
"""Fewest words win; where as many fit, what carries meaning wins over what carries none. An unread
word is one that has a verb within it by chance, as きれい has 切れ."""

_OWN_COSTS = {("fill", "place"): 1.3, ("attr", "presence"): 0.95}
"""`turn on | the light` before `turn | on | the light`; 帰ってきた is said of people first."""

_GODAN = {
    # row: (te, past, plain, not, let's, do!, polite stem, can, if)
    "s": ("して", "した", "す", "さない", "そう", "せ", "し", "せる", "せば"),
    "k": ("いて", "いた", "く", "かない", "こう", "け", "き", "ける", "けば"),
    "g": ("いで", "いだ", "ぐ", "がない", "ごう", "げ", "ぎ", "げる", "げば"),
    "r": ("って", "った", "る", "らない", "ろう", "れ", "り", "れる", "れば"),
    "w": ("って", "った", "う", "わない", "おう", "え", "い", "える", "えば"),
    "t": ("って", "った", "つ", "たない", "とう", "て", "ち", "てる", "てば"),
    "m": ("んで", "んだ", "む", "まない", "もう", "め", "み", "める", "めば"),
    "b": ("んで", "んだ", "ぶ", "ばない", "ぼう", "べ", "び", "べる", "べば"),
}
_ICHIDAN = ("て", "た", "る", "ない", "よう", "ろ", "", "られる", "れば")
_SURU = ("して", "した", "する", "しない", "しよう", "しろ", "し", "できる", "すれば")
_YARU = ("って", "った", "る", "らない", "ろう", "れ", "り", "れる", "れば")
_OF_TE = {
    "といて": "te", "とって": "te", "ちゃって": "te", "ておいて": "te", "どいて": "te",
    "てる": "state", "ている": "state", "てます": "state", "ています": "state",
    "てない": "state", "ていない": "state", "てません": "state", "ていません": "state",
    "てた": "state", "ていた": "state", "てました": "state", "てて": "te", "ときます": "plain",
    "ちゃった": "past", "ちゃう": "plain", "てしまった": "past", "てある": "state",
    "てあります": "state", "とく": "plain", "といた": "past", "ておいた": "past",
    "とけ": "do", "とけよ": "do", "てっ": "te", "てぇ": "te", "てーっ": "te", "てん": "state",
    "たら": "cond", "たり": "plain", "とこう": "lets", "ちゃおう": "lets",
    "てから": "tekara", "ても": "cond", "ては": "cond", "ていい": "may", "てもいい": "may",
    "てみて": "te", "てあげて": "te", "てやって": "te", "ててください": "te", "てほしい": "te",
    "てたら": "cond", "ちまって": "te", "てよ": "te", "てや": "te", "てーや": "te",
    "ていって": "te", "とくれ": "te", "てえな": "te", "てーな": "te", "てえや": "te",
    "とるかい": "asked", "とるかね": "asked", "とるかいな": "asked", "とるかのう": "asked",
    "てるかい": "asked", "てるかね": "asked",
    "てんか": "te", "といてんか": "te", "とってんか": "te", "ときや": "do",
    "てもろて": "te", "てたげて": "te",
    "たげて": "te", "ときんさい": "do", "とかんね": "te", "ときなさい": "do", "ときなはれ": "do",
    **{
        f"たって{end}": "te"
        for end in ("や", "な", "くれ", "くれる", "くれへん", "ください", "くれん", "くれや")
    },
    **{f"てやって{end}": "te" for end in ("くれ", "くれる", "ください", "くれない", "くれへん")},
    **{f"てあげて{end}": "te" for end in ("くれる", "ください", "ね", "よ", "くれない")},
    "たげといて": "te", "てもうて": "te",
    "てまえ": "do", "ちまえ": "do", "てな": "te", "てちょ": "te", "てけろ": "te", "てけれ": "te",
    "とくれや": "te",
    "といてえな": "te", "といてな": "te", "とってな": "te", "とってや": "te", "といてや": "te",
    "てっちょうだい": "te", "てほしいねん": "te", "てほしいんやけど": "te", "てくれはる": "te",
    "てはる": "state", "とる": "state", "とん": "state", "とるん": "state", "とるか": "asked",
    "てるん": "state", "てるの": "state", "てまう": "plain", "てもうた": "past", "てもた": "past",
    "てきた": "past", "てきました": "past", "てきてる": "state", "てくる": "plain",
    "てきます": "plain",
    "ていった": "past", "ていく": "plain", "てみた": "past", "てみる": "plain", "てやった": "past",
    "てあげた": "past", "てもらった": "past", "てもらってる": "state", "てたの": "past",
    "ておく": "plain", "ておきます": "plain", "ておきました": "past", "ときました": "past",
    "ておきますね": "plain", "とくわ": "plain", "とくね": "plain", "とくよ": "plain",
    "たばかり": "past",
    "たばっかり": "past", "たまんま": "cond", "たつもり": "past", "たって": "past",
    "たっけ": "asked", "てんの": "state", "とんの": "state",
}  # fmt: skip
_OF_STEM = {
    "ます": "plain", "ました": "past", "ますか": "asked", "ません": "neg", "ましょう": "lets",
    "ましょうか": "asked", "たい": "want", "たいです": "want", "たいな": "want",
    "なさい": "do", "んさい": "do", "んさいや": "do", "んさいよ": "do", "なはれ": "do",
    "んしゃい": "do", "たいん": "want", "ませんか": "asked", "ましたか": "asked",
    "っぱなし": "past", "っ放し": "past", "っばなし": "past",
    "たかった": "past", "たくない": "neg", "そう": "state", "ながら": "cond", "忘れ": "past",
    "すぎ": "past", "方": "plain", "たがる": "plain", "つつ": "cond",
}  # fmt: skip
_FORGOTTEN = {
    **dict.fromkeys(("てる", "ている"), "state"),
    **dict.fromkeys(("た", "て"), "past"),
    **{
        f"{end}{asks}": "asked"
        for end in (
            "てない",
            "てません",
            "ない",
            "はない",
            "がない",
            "はありません",
            "ある",
            "があり",
            "ありません",
        )
        for asks in ("", "か", "よね", "ですか", "ます", "ますか")
    },
    "てるか": "asked",
    "がある": "asked",
    "があるか": "asked",
}
"""消し忘れはないですか: after the stem of a verb and 忘れ."""
_OF_NOT = {"ない": "neg", "ないで": "neg", "なくて": "neg", "なかった": "past", "ないと": "muse",
           "なきゃ": "muse", "なければ": "cond", "なくちゃ": "muse", "ないの": "neg",
           "なくていい": "neg", "へん": "neg", "へんかった": "past",
           "んかった": "past"}  # fmt: skip
_OF_PLAIN = {"": "plain", "な": "neg", "なよ": "neg", "と": "cond", "なら": "cond", "の": "plain",
             "のは": "cond", "こと": "plain", "よう": "plain", "前": "cond", "まで": "cond",
             "べき": "muse", "んだ": "plain", "時": "cond", "とき": "cond",
             "時間": "plain", "頃": "cond", "ころ": "cond", "ように": "te",
             "ようにして": "te"}  # fmt: skip

_laid_out: dict[Language, Words] = {}


def words_of(language: Language) -> Words:
    """All fixed words of a language: as they were kept (`kept.py`), or built, 100 ms once."""
    if language not in _laid_out:
        _laid_out[language] = built(language)
    return _laid_out[language]


def lay_out(language: Language, words: Words) -> None:
    """From now on these are the words of the language."""
    _laid_out[language] = words


def built(language: Language) -> Words:
    """All fixed words of a language, from its table."""
    words = Words()
    data = tomllib.loads((files(DATA) / f"{language.value}.toml").read_text("utf-8"))
    for said in endings_ja.requests() if language is Language.JA else ():
        words.add(fold(said, language), Lexeme("tail", "request"))
    for said in endings_ja.unneeded() if language is Language.JA else ():
        words.add(fold(said, language), Lexeme("fill", "unneeded", cost=1.15))
    besides = endings_ja.quickly() | endings_ja.likened() if language is Language.JA else ()
    for said in besides:
        words.add(fold(said, language), Lexeme("fill", "say", cost=1.15))
    for cls, values in data.items():
        if cls == "verb":
            _verbs(words, values, language)
        elif cls == "adj" and language is Language.JA:
            _adjectives(words, values)
        else:
            _plain(words, cls, values, language)
    return words


def _plain(words: Words, cls: str, values: Mapping[str, list[str]], language: Language) -> None:
    for value, spelled in values.items():
        shaded = endings_ja.shades(spelled) if cls == "color" and language is Language.JA else ()
        for word in (*spelled, *shaded):
            cost = _OWN_COSTS.get((cls, value), _COSTS.get(cls, 1.0))
            lexeme = Lexeme(cls, value, cost=cost)
            words.add(_folded(word, language), lexeme)


def _folded(word: str, language: Language) -> str:
    return word if not word.strip() or word in _NO_NUMBER else fold(word, language)


_NO_NUMBER = ("one", "ones")
"""As `fold` leaves it where it stands for a thing."""


def _verbs(words: Words, groups: Mapping[str, Mapping[str, list[str]]], language: Language) -> None:
    for group, values in groups.items():
        for op, stems in values.items():
            for stem in stems:
                for spelling in _brought_about(fold(stem, language), group, op):
                    words.add(spelling, Lexeme("verb", _BROUGHT_ABOUT[op], "te"))
                for spelling, form in _forms(fold(stem, language), group):
                    words.add(spelling, Lexeme("verb", op, form))
                if group == "suru" and op in _SAID_IN_A_WORD:
                    words.add(fold(stem, language) + "で", Lexeme("verb", op, "te"))
                if group == "base" and op != "tell":
                    words.add(past_of(fold(stem, language)), Lexeme("verb", op, "past", _PAST_COST))


_BROUGHT_ABOUT = {
    "be_on": "on", "be_off": "off", "be_open": "open", "be_closed": "close", "be_locked": "lock",
    "be_up": "raise", "be_down": "lower", "be_so": "do",
}  # fmt: skip
"""The operation that brings about a state: 消えるようにして."""


def _brought_about(stem: str, group: str, op: str) -> Iterator[str]:
    """消えるようにして, 消えてる状態にして: how it shall stand, as an order."""
    if op not in _BROUGHT_ABOUT:
        return
    te, past, plain = (stem + end for end in _row(group)[:3])
    for told in (plain, past, te + "る", te + "いる", te):
        if told != te:
            yield told + "状態に"
            yield told + "状態にして"
    for end in ("ように", "ようにして", "ようにしといて", "ようにお願い", "ようお願い"):
        yield plain + end


_SAID_IN_A_WORD = (
    "raise",
    "lower",
    "on",
    "off",
    "open",
    "close",
    "mute",
    "unmute",
    "stop",
    "pause",
    "next",
    "play",
)
"""電気オフで: how it shall be, by a noun of doing and で."""
_PAST_COST = 1.02
"""`closed` tells how a door stands before it tells who did it."""
_IRREGULAR = {
    "make": "made", "take": "took", "bring": "brought", "draw": "drew", "begin": "began",
    "give": "gave", "get": "got", "go": "went", "send": "sent", "have": "had", "do": "did",
    "run": "ran", "sweep": "swept", "light": "lit", "keep": "kept", "put": "put", "set": "set",
    "shut": "shut", "cut": "cut", "hit": "hit", "let": "let", "hold": "held", "freeze": "froze",
    "stick": "stuck",
}  # fmt: skip
_DOUBLED = (
    "stop", "dim", "skip", "flip", "drop", "mop", "get", "put", "set", "shut", "cut", "let", "run",
    "begin", "hit", "quit", "spin", "nip", "pop", "zap", "jam", "step", "bin", "nix", "scrap",
)  # fmt: skip


def past_of(stem: str) -> str:
    """The past of the first word: turned on, switched off."""
    first, _, rest = stem.partition(" ")
    if first in _IRREGULAR:
        past = _IRREGULAR[first]
    elif first.endswith("e"):
        past = f"{first}d"
    else:
        past = f"{first}{first[-1] if first in _DOUBLED else ''}ed"
    return f"{past} {rest}".strip()


def _forms(stem: str, group: str) -> Iterator[tuple[str, str]]:
    """Every way the verb is said, with its form."""
    if group in ("base", "gerund", "word"):
        yield stem, "gerund" if group == "gerund" else "te"
        if stem.endswith(("て", "で")):
            yield stem + "から", "tekara"
        return
    row = _row(group)
    te, past, plain, negated, lets, imperative, polite, can, cond = (stem + end for end in row)
    yield from ((te, "te"), (past, "past"), (lets, "lets"), (can, "can"), (cond, "cond"))
    yield from ((lets + "か", "asked"), (lets + "かな", "muse"), (past + "ら", "cond"))
    if stem in ("上げ", "下げ"):
        yield stem, "noun"  # 音量ひとつ下げ
    if group == "ichidan" or len(imperative) > 1:
        yield from ((imperative, "do"), (imperative + "よ", "do"))
    if group == "suru":
        yield from ((stem + said, "can") for said in _ABLE)
    if group == "suru" and stem:
        yield stem, "noun"
    yield from ((plain + end, form) for end, form in _OF_PLAIN.items())
    yield from ((negated[:-2] + end, form) for end, form in _OF_NOT.items())
    yield from ((polite + end, form) for end, form in _OF_STEM.items())
    yield from ((f"{polite}忘れ{end}", form) for end, form in _FORGOTTEN.items())
    voiced = te[-1] == "で"
    for end, form in _OF_TE.items():
        yield te[:-1] + (_VOICED.get(end[0], end[0]) + end[1:] if voiced else end), form


_ABLE_ENDS = (
    "る", "ない", "ます", "ますか", "ません", "ませんか", "るか", "るかな", "るかしら", "ないかな",
    "ますかね", "ますでしょうか", "ん", "へん", "へんかな", "るかい", "んかな",
)  # fmt: skip
_ABLE = tuple(can + end for can in ("でき", "出来") for end in _ABLE_ENDS)
"""青にできますか: forms of what can be done."""
_VOICED = {"と": "ど", "ち": "じ", "て": "で", "た": "だ"}


def _row(group: str) -> tuple[str, ...]:
    named = {"ichidan": _ICHIDAN, "suru": _SURU, "yaru": _YARU}
    return named.get(group) or _GODAN[group.removeprefix("godan_")]


_I_ENDS = {
    "く": "ku", "くして": "ku_te", "うして": "ku_te",
    "して": "ku_te", "め": "ku", "めにして": "ku_te", "めで": "ku_te", "めの": "ku",
    "めに": "ku", "い": "is", "いの": "is", "すぎ": "is", "すぎる": "is", "くない": "is",
    "くて": "is", "かった": "is", "ければ": "cond", "そう": "is", "っぽく": "ku", "いな": "is",
    "過ぎ": "is", "過ぎる": "is", "くなって": "is", "くなった": "is", "くなってきた": "is",
    "くなったら": "cond",
    "いね": "is", "いよ": "is", "いです": "is", "くなる": "cond", "かったら": "cond",
    "いに": "ku", "いにして": "ku_te", "いください": "ku_te", "いお願いします": "ku_te",
    "いお願い": "ku_te",
    "いしてください": "ku_te", "いにしてください": "ku_te",
    "っ": "is", "いっ": "is", "ーい": "is", "いーっ": "is", "ーっ": "is",
    "いなあ": "is", "すぎない": "is", "いとき": "cond", "いなぁ": "is",
}  # fmt: skip
_NA_ENDS = {"に": "ku", "にして": "ku_te", "だ": "is", "な": "is", "めに": "ku", "": "is",
            "め": "ku", "で": "ku"}  # fmt: skip


_NOT_ASKED_FOR = ("wish", "be_")
"""Verbs that ask for no deed of the house: of what people do, and of how things stand."""


def conjugated(more: Iterable[tuple[str, str]] = ()) -> Iterator[tuple[str, str, str, str, str]]:
    """Every Japanese verb that asks for a deed: te-form, past, plain form, polite stem, imperative.
    `more`: further stems, each with the group of its forms."""
    verbs = tomllib.loads((files(DATA) / "ja.toml").read_text("utf-8"))["verb"]
    stems = [
        (stem, group)
        for group, values in verbs.items()
        for op, held in values.items()
        if group != "word" and not op.startswith(_NOT_ASKED_FOR)
        for stem in held
    ]
    for stem, group in (*stems, *more):
        te, past, plain, _, _, imperative, polite, *_ = (
            fold(stem, Language.JA) + end for end in _row(group)
        )
        yield te, past, plain, polite, imperative


def gerund_of(verb: str) -> str:
    """Of one English verb: turning, closing, setting."""
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1] if verb in _DOUBLED else ''}ing"


def _adjectives(words: Words, groups: Mapping[str, Mapping[str, list[str]]]) -> None:
    for group, values in groups.items():
        ends = _I_ENDS if group == "i" else _NA_ENDS
        for value, stems in values.items():
            for stem in stems:
                for end, form in ends.items():
                    _adjective(words, fold(stem, Language.JA), value, end, form)


def _adjective(words: Words, stem: str, value: str, end: str, form: str) -> None:
    if form == "ku_te":
        for more in ("", "ほしい", "んか"):
            words.add(stem + end + more, Lexeme("adj", value, "te", cost=0.95))
        return
    words.add(stem + end, Lexeme("adj", value, form, cost=0.95))
