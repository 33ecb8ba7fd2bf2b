"""This module judges whether the condition of a standing wish is met 成立 by what is known now.

A condition in words is compared with the report that woke the companion and with what the devices
report: every word that means something must stand there, its figure must be passed, and both must
deny or not deny alike. An uncertain condition counts as unknown, and then the wish is no reason.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.phrases.wish_words import WishWords, units, wish_words
from companion.rooms.context.needs import needs_in
from companion.words.language import Language
from companion.words.number import kanji_number, with_digits
from companion.words.place import Place


class Holds(StrEnum):
    """成立: whether a condition is met."""

    YES = "yes"
    NO = "no"
    """Something known contradicts it."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """わかっていること: the facts that a condition is compared with."""

    report: str
    """The text that woke the companion; "" where it tells nothing."""
    states: tuple[str, ...]
    """A line for what each device reports, in the language of the wish."""
    place: str
    people: Mapping[str, str | None]
    """Place -> `present`, `absent`, None (unknown)."""
    places: tuple[Place, ...]
    hour: int
    asleep: bool
    """A bed is in use."""
    by_person: bool


@dataclass(frozen=True, slots=True)
class _Figure:
    value: float
    unit: str


def holds(condition: str, wish: str, language: Language, facts: Facts) -> Holds:
    """Whether a condition is met. `wish` is the whole sentence, in which a room may stand."""
    words = wish_words(language)
    rest, timely = _without_hours(condition, words, facts.hour)
    if not timely:
        return Holds.NO
    parts = [part.strip() for part in words.tests["joins"].split(rest)]
    found = [_part_holds(part, wish, language, facts) for part in parts if part.strip(" ,、")]
    for answer in (Holds.NO, Holds.UNKNOWN):
        if answer in found:
            return answer
    return Holds.YES if found else Holds.UNKNOWN


def _without_hours(condition: str, words: WishWords, hour: int) -> tuple[str, bool]:
    for name, (begin, end) in sorted(words.hours.items(), key=lambda one: -len(one[0])):
        if name in condition:
            now = begin == end or (
                begin <= hour < end if begin < end else hour >= begin or hour < end
            )
            return re.sub(rf"{re.escape(name)}(?:に|は|、)?", "", condition), now
    return condition, True


def _part_holds(part: str, wish: str, language: Language, facts: Facts) -> Holds:
    words = wish_words(language)
    if words.says("asleep", part):
        told = words.says("asleep", facts.report)
        return Holds.YES if facts.asleep or told else Holds.UNKNOWN
    for test, presence in (("no_one", "absent"), ("someone", "present")):
        if words.says(test, part) and not _tokens(words.tests[test].sub("", part), language):
            there = facts.people.get(_room_in(wish, facts))
            return Holds.UNKNOWN if there is None else _yes(there == presence)
    if facts.by_person and needs_in(part, by_person=False) & needs_in(facts.report, by_person=True):
        return Holds.YES
    found = [_in_fact(part, fact, language, reported=False) for fact in facts.states]
    if facts.report:
        found.append(_in_fact(part, facts.report, language, reported=True))
    if Holds.YES in found:
        return Holds.YES
    return Holds.NO if Holds.NO in found else Holds.UNKNOWN


def _yes(so: bool) -> Holds:
    return Holds.YES if so else Holds.NO


def _room_in(wish: str, facts: Facts) -> str:
    """The room that the wish names, else that of the report."""
    return next(iter(rooms_named(wish, facts.places)), facts.place)


def rooms_named(text: str, places: Iterable[Place]) -> list[str]:
    """The rooms that a text names, the longest names first."""
    folded = text.casefold()
    return [room for name, room in room_names(places).items() if name in folded]


def room_names(places: Iterable[Place]) -> dict[str, str]:
    """Names of rooms with the room, the longest first."""
    named = (
        (name.casefold(), place.id)
        for place in places
        for name in (place.name.ja, place.name.en, *place.aliases)
        if name
    )
    return dict(sorted(named, key=lambda one: (-len(one[0]), one)))


def _in_fact(part: str, fact: str, language: Language, *, reported: bool) -> Holds:
    """Whether one fact tells that the condition is met. A bare figure (`if it gets over 28`) is one
    of degrees, and of the report alone."""
    words = wish_words(language)
    part, fact = _plain(part), _plain(fact)
    if words.says("negation", part) != words.says("negation", fact):
        return Holds.UNKNOWN
    bound = _bound(part, words)
    wanted = _tokens(part, language)
    if not wanted and reported and bound is not None:
        return _passed(bound[0], _Figure(bound[1].value, "degrees"), fact)
    if not wanted or not _all_in(wanted, fact, language):
        return Holds.UNKNOWN
    return Holds.YES if bound is None else _passed(*bound, fact)


def _passed(above: bool, bound: _Figure, fact: str) -> Holds:
    """Whether a figure of the fact, in the same unit, passes the bound."""
    known = [
        figure.value
        for figure in _figures(fact)
        if figure.unit == bound.unit or "" in (figure.unit, bound.unit)
    ]
    if not known:
        return Holds.UNKNOWN
    at_least = bound.unit == "minutes"
    value = known[0]
    if above:
        return _yes(value > bound.value or (at_least and value == bound.value))
    return _yes(value < bound.value)


def _bound(part: str, words: WishWords) -> tuple[bool, _Figure] | None:
    """Give the bound of a condition: whether more or less is asked for, and the figure."""
    figures = _figures(part)
    if not figures:
        return None
    if words.says("above", part):
        return True, figures[0]
    return (False, figures[0]) if words.says("below", part) else None


_NUMERALS = re.compile(
    "[〇零一二三四五六七八九十百]+(?=[度℃%％分割をに]|パーセント|キロ|時間|以上|以下|より)"
)
_NUMBER = re.compile(r"(?<![\d.])-?\d+(?:\.\d+)?")
_MINUTES_OF_AN_HOUR = 60.0


def _plain(text: str) -> str:
    return with_digits(_NUMERALS.sub(lambda found: f"{kanji_number(found[0])}", text))


def _figures(text: str) -> list[_Figure]:
    found = []
    for number in _NUMBER.finditer(text):
        rest = text[number.end() :]
        unit = next((name for name, form in units().items() if form.match(rest)), "")
        value = float(number[0])
        if unit == "hours":
            unit, value = "minutes", value * _MINUTES_OF_AN_HOUR
        found.append(_Figure(value, unit))
    return found


_ENGLISH_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_JAPANESE_WORD = re.compile(
    r"[一-龥々]+|[ァ-ヴー]{2,}|つら(?=い|く)|うるさ|まぶし|さむ(?=い|く)|あつ(?=い|く)"
)


def _tokens(text: str, language: Language) -> list[str]:
    """The words of a condition that mean something."""
    words = wish_words(language)
    for test in ("above", "below"):
        text = words.tests[test].sub(" ", text)
    if language is Language.JA:
        known = sorted((one for group in words.same for one in group if one in text), key=len)
        whole = [] if not known else [known[-1], *_tokens(text.replace(known[-1], "、"), language)]
        return whole or [w for w in _JAPANESE_WORD.findall(text) if w not in words.unimportant]
    return [one for one in _ENGLISH_WORD.findall(text) if one.casefold() not in words.unimportant]


def _all_in(wanted: Iterable[str], fact: str, language: Language) -> bool:
    if language is Language.JA:
        return all(any(one in fact for one in _alike(word, language)) for word in wanted)
    told = f" {' '.join(stem(word) for word in _ENGLISH_WORD.findall(fact))} "
    left = [w for w in wanted if not any(f" {one} " in told for one in _alike(w, language))]
    # Whose cry it is no monitor tells; a fact that names somebody else is about somebody else.
    named = any(word[0].isupper() for word in _ENGLISH_WORD.findall(fact)[1:])
    unnamed = all(word[0].isupper() for word in left) and not named
    return not left or (unnamed and len(left) < len(list(wanted)))


def _alike(word: str, language: Language) -> set[str]:
    """The word and all that means the same, in English by their stems."""
    groups = wish_words(language).same
    if language is Language.JA:
        return {word}.union(*(group for group in groups if word in group))
    stemmed = [{" ".join(map(stem, one.split())) for one in group} for group in groups]
    own = stem(word)
    return {own}.union(*(group for group in stemmed if own in group))


def stem(word: str) -> str:
    """An English word without its ending: `rings` and `ringing` are `ring`."""
    word = word.casefold().removesuffix("'s")
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    for ending, least in (("ing", 6), ("ed", 5)):
        if word.endswith(ending) and len(word) >= least:
            word = word.removesuffix(ending)
            doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
            return (word[:-1] if doubled else word).removesuffix("e")
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    return word.removesuffix("e")
