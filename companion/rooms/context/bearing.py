"""Bearing 関わり: finds the sentences of people that bear on a decision about the home.

A greeting, thanks, a joke or a complaint about the day says nothing about a lamp, and a ranker or
a model that reads it anyway guesses a meaning into it. So a sentence enters a decision only where
it states a wish about the home, what somebody there does, or how a room or a thing there is. It is
read by its form, from closed lists in both languages: no model and no vector is asked.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from companion.home.kinds import KINDS
from companion.words.device import Device
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language, language_of
from companion.words.place import Place
from companion.words.table import compiled, table

SAID = "said"
"""Kind of a sentence that was heard; what was pressed on a page is a wish whatever it is called."""
_SENTENCE = re.compile(r"(?<=[。！？!?])\s*|(?<=[.;])\s+|\n+")
_WORDLESS = re.compile(r"^[\W_]*$")


def _forms(language: Language) -> dict[str, re.Pattern[str]]:
    """The forms of one language, each explained in the table."""
    read = table("companion.rooms.context", "bearing.toml")[language]
    kinds = [kind.named.get(language) for kind in KINDS if kind.named is not None]
    flags = re.IGNORECASE if language is Language.EN else re.NOFLAG
    return compiled(read["forms"], {**read.get("words", {}), "kinds": kinds}, flags)


_FORMS = {language: _forms(language) for language in Language}


def names_of(devices: Iterable[Device], places: Iterable[Place]) -> frozenset[str]:
    """Names of the things and rooms of this home, in both languages, folded."""
    rooms = (n for p in places for n in (p.name.ja, p.name.en, *p.aliases))
    things = (n for d in devices for n in (d.name.ja, d.name.en))
    return frozenset(name.casefold() for name in (*rooms, *things) if name)


def bearing_talk(
    events: Iterable[Event],
    names: frozenset[str],
    household: Language,
    *,
    obeyed: frozenset[EventId] = frozenset(),
) -> tuple[Event, ...]:
    """The events without what was said that bears on nothing here, and without what was `obeyed`:
    its result tells it, while "unlock the front door" read again sounds like somebody who locks up.
    A reply stays where the sentence that it answers does; everything else stays as it is."""
    kept: dict[EventId, Event] = {}
    for event in sorted(events, key=lambda e: e.id):
        if event.id in obeyed:
            continue
        if event.source is EventSource.USER_INPUT and event.kind == SAID:
            text = bearing(event.user_text, names, household)
            if text:
                kept[event.id] = replace(event, user_text=text)
        elif event.source is not EventSource.CONVERSATION_REPLY or any(
            cause in kept for cause in event.evidence_event_ids
        ):
            kept[event.id] = event
    return tuple(reversed(kept.values()))


def bearing(text: str, names: frozenset[str], household: Language) -> str:
    """The sentences of `text` that bear on a decision about the home; "" where none does."""
    parts = (part.strip() for part in _SENTENCE.split(text))
    joined = [p for p in parts if not _WORDLESS.match(p) and _bears(p, names, household)]
    return " ".join(joined)


def _bears(sentence: str, names: frozenset[str], household: Language) -> bool:
    found = {
        form
        for form, pattern in _FORMS[language_of(sentence, household)].items()
        if pattern.search(sentence)
    }
    if "asks" in found and "requests" not in found:
        return False
    thing = "thing" in found or _names_one(sentence.casefold(), names)
    if "elsewhere" in found:
        # An order about a thing at home is one whatever else is told with it.
        return thing and "order" in found
    return thing or not found.isdisjoint({"condition", "doing", "wish"})


def _names_one(folded: str, names: frozenset[str]) -> bool:
    return any(
        name in folded if not name.isascii() else re.search(rf"\b{re.escape(name)}\b", folded)
        for name in names
    )
