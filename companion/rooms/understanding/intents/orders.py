"""Orders 言い直し: an intent with the things, values and times of a sentence as plain orders."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

from companion.rooms.understanding.cover import Token
from companion.words.language import Language

TABLE = Path(__file__).with_name("orders.toml")
_THINGS = ("name", "kind", "area", "floor", "all", "except")
_NAMES = ("name", "kind")
_VALUES = {"set_color": ("color", "adj"), "set_mode": ("mode",)}
_NUMBERS = ("number", "level")
_LENGTHS = ("span", "when")
_TOLD = ("remind", "tell", "wake")
"""Verbs of which a reminder's own words are free."""
_TIME_FIRST = ("{when}に", "{when}の")
_MINUTES = {Language.JA: "分", Language.EN: " minutes"}
"""A bare number of a timer or of a snooze is of minutes."""
_JOINT = {Language.JA: "と", Language.EN: " and "}
Slots = Mapping[str, Sequence[str]]


@cache
def orders_of(language: Language) -> Mapping[str, tuple[str, ...]]:
    """The plain orders of each intent."""
    table = tomllib.loads(TABLE.read_text("utf-8"))[language.value]
    return {intent: tuple(orders) for intent, orders in table.items()}


def orders_for(
    intent: str, tokens: Sequence[Token], text: str, language: Language
) -> Iterator[str]:
    """The orders that this intent may be with what the sentence names, the fullest first. None
    where a slot has nothing to stand in it."""
    if intent in _OF_WHAT_PLAYS:
        tokens = [token for token in tokens if not _is_scene(token)]
    ways = {
        "thing": things_named(tokens, language),
        "value": _values(intent, tokens, language),
        "when": _times(tokens, language),
        "length": _lengths(tokens, language),
        "text": [own_words(tokens, text, language)],
    }
    found: dict[str, None] = {}
    orders = orders_of(language)[intent]
    takes_a_thing = any("{thing}" in order for order in orders)
    for order in orders:
        slots = [name for _, name, _, _ in Formatter().parse(order) if name]
        if takes_a_thing and ways["thing"] and "thing" not in slots:
            continue  # a thing that was named is never stood in for by another
        needed = [name for name in slots if name != "when" or order.startswith(_TIME_FIRST)]
        if any(not any(ways[name]) for name in needed):
            continue
        for chosen in product(*(ways[name] for name in slots)):
            filled = order.format(**dict(zip(slots, chosen, strict=True)))
            found[" ".join(filled.split())] = None
    yield from found


_OF_WHAT_PLAYS = frozenset({"pause", "stop", "next", "previous", "mute", "unmute"})


def _is_scene(token: Token) -> bool:
    """Pause the movie: the word is also the name of a scene."""
    return token.cls == "name" and all(i.startswith("scene.") for i in token.value)


def things_named(tokens: Sequence[Token], language: Language) -> list[str]:
    """The things that may be meant: all that are named, only the last, only the first."""
    groups: list[list[Token]] = []
    for token in tokens:
        if token.cls not in _THINGS:
            continue
        if groups and not _full(groups[-1]):
            groups[-1].append(token)
        elif groups and token.cls not in _NAMES and not _follows(tokens, token):
            groups[-1].append(token)  # the lamp in the study
        else:
            groups.append([token])
    whole = [token.text for group in groups for token in group if token.cls == "name"]
    groups = [group for group in groups if not _said_of(group, whole)]
    named = [_phrase(group, language) for group in groups]
    if not named:
        return []
    if _taken_back(tokens, groups):
        return [named[-1]]
    together = _JOINT[language].join(dict.fromkeys(named))
    return list(dict.fromkeys((together, named[-1], named[0])))


def _said_of(group: Sequence[Token], names: Sequence[str]) -> bool:
    """The kids room light five percent, as a night light: the last is no other thing."""
    only = group[0].text
    if len(group) > 1 or group[0].cls != "kind":
        return False
    return any(name.endswith(only) and name != only for name in names)


def _taken_back(tokens: Sequence[Token], groups: Sequence[Sequence[Token]]) -> bool:
    """The ceiling light, no, the lamp: whether a word between takes back what was named before."""
    first, last = groups[0][-1].end, groups[-1][0].start
    return any(t.cls == "repair" and first <= t.start < last for t in tokens)


def _full(group: Sequence[Token]) -> bool:
    return any(t.cls in _NAMES for t in group)


def _follows(tokens: Sequence[Token], area: Token) -> bool:
    """Whether a thing stands right behind this room, so that it is that thing's room."""
    behind = [t for t in tokens if t.start >= area.end and t.cls not in ("fill", "and")]
    return bool(behind) and behind[0].cls in _NAMES


def _phrase(group: Sequence[Token], language: Language) -> str:
    order = ("floor", "area", "all", "kind", "name", "except")
    words = [t.text for t in sorted(group, key=lambda t: order.index(t.cls))]
    if language is Language.JA:
        return "の".join(dict.fromkeys(words))
    return "the " + " ".join(dict.fromkeys(words))


def _joined(words: Sequence[str], language: Language) -> str:
    return ("" if language is Language.JA else " ").join(words)


def _times(tokens: Sequence[Token], language: Language) -> list[str]:
    """The time: all that is said of it, only the last, only the first."""
    said = [t.text for t in tokens if t.cls == "when"]
    if not said:
        return [""]
    return list(dict.fromkeys((_joined(said, language), said[-1], said[0])))


def _values(intent: str, tokens: Sequence[Token], language: Language) -> list[str]:
    """The value, the last that was said first: 50, no, 30."""
    classes = _VALUES.get(intent, _NUMBERS)
    found: list[str] = []
    for at, token in enumerate(tokens):
        if token.cls not in classes:
            continue
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        unit = behind.text if behind is not None and behind.cls == "unit" else ""
        found.append(_joined([w for w in (token.text, unit) if w], language))
    return list(dict.fromkeys(reversed(found)))


def _lengths(tokens: Sequence[Token], language: Language) -> list[str]:
    found = [t.text for t in tokens if t.cls in _LENGTHS]
    if not found:  # give it another ten
        found = [f"{t.text}{_MINUTES[language]}" for t in tokens if t.cls == "number"]
    return list(dict.fromkeys(reversed(found)))


def own_words(tokens: Sequence[Token], text: str, language: Language) -> str:
    """Own words of a reminder: the sentence without its time and without the order."""
    out = [t for t in tokens if t.cls == "when" or (t.cls == "verb" and t.value in _TOLD)]
    kept = text
    for token in sorted(out, key=lambda t: -t.start):
        kept = f"{kept[: token.start]} {kept[token.end :]}"
    plain = " ".join(kept.split()).strip(" 、。,.!?にでをはとね")
    return plain.removeprefix("to ") if language is Language.EN else plain
