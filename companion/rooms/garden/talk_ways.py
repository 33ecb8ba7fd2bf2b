"""Talk ways: builds the ways in which a Japanese line of a talk may be said.

A small model breaks Japanese endings where it writes freely, so it chooses among whole ways that
code builds: as polite as the form, soft, gruff or lively. The line says the same in each.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.phrases.plain_form import plain
from companion.words.table import table

_TABLE = table("companion.rooms.garden", "talk_ways.toml")
LEADS: Final = tuple(_TABLE["leads"])
"""Words that may begin the first turn of a talk."""
_SENTENCES = re.compile(r"[^。]+。?")
_Changes = Sequence[tuple[re.Pattern[str], str]]


def _changes(rows: Sequence[Sequence[str]]) -> _Changes:
    return [(re.compile(pattern), words) for pattern, words in rows]


_ALL = _changes(_TABLE["before"]["all"])
_WAYS: Final[Mapping[str, tuple[_Changes, _Changes]]] = {
    name: (_changes(way["before"]), _changes(way["after"])) for name, way in _TABLE["ways"].items()
}


def ways(line: str, *, first: bool) -> tuple[str, ...]:
    """Ways of saying a line of the forms, its own first. `first`: it begins the talk, and may begin
    with a call."""
    plain_ones = dict.fromkeys(_said(line))
    led = [f"{lead}{one}" for one in plain_ones for lead in LEADS] if first else []
    return (*plain_ones, *led)


def _said(line: str) -> Iterator[str]:
    yield line
    for before, after in _WAYS.values():
        yield "".join(_sentence(one, before, after) for one in _SENTENCES.findall(line))


def _sentence(polite: str, before: _Changes, after: _Changes) -> str:
    text = polite.removesuffix("。")
    for pattern, words in (*before, *_ALL):
        text = pattern.sub(words, text)
    text = plain(text)
    if text.endswith(("！", "？")):
        return text
    for pattern, words in after:
        if pattern.search(text):
            return pattern.sub(words, text)
    return f"{text}。"
