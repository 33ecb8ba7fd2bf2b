"""Mentions 言及: the things, rooms, times and the fact of the home that a longer text names.

No order is read from them: a story may name a lamp and want nothing of it.
"""

from companion.ports.understanding import Mentions, SaidTime, SpokenSentence
from companion.rooms.understanding.conditions import condition_in
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.home import Home, Thing
from companion.rooms.understanding.reading import tokens_of, whens_of
from companion.rooms.understanding.resolve import of_kinds


def mentions_in(said: SpokenSentence, home: Home) -> Mentions:
    """The mentions of one sentence; without letters that may be read, none."""
    text = fold(said.text, said.language)
    tokens = tokens_of(text, said.language, home, said.at)
    rooms = tuple(dict.fromkeys(room for t in tokens if t.cls == "area" for room in t.value))
    condition = condition_in(said.text, said.language, home, "")
    return Mentions(
        things=_things(tokens, rooms, home),
        rooms=rooms,
        times=tuple(
            SaidTime(when.timing, when.until, when.has_clock, when.has_day)
            for when in whens_of(text, said.language, said.at)
            if when.timing is not None
        ),
        fact=None if condition is None else condition.timing,
    )


def _things(tokens: tuple[Token, ...], rooms: tuple[str, ...], home: Home) -> tuple[str, ...]:
    """The things that are named, then those of the sorts that are named, of the named rooms where
    any stands there."""
    named = [thing for t in tokens if t.cls == "name" for thing in t.value]
    sorts = [t.value for t in tokens if t.cls == "kind"]
    found: list[Thing] = []
    for sort in sorts:
        alike = of_kinds([sort], home.things)
        found += [thing for thing in alike if thing.area in rooms] or alike
    return tuple(dict.fromkeys([*named, *(thing.id for thing in found)]))
