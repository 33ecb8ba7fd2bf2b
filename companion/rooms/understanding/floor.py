"""Floor 土台: Home Assistant's own packaged sentences, read by hassil, where ours do not reach.

Asked only for what was left unread and is neither musing nor forbidden; loaded on first use.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.rooms.understanding.home import Home, Room, Storey
from companion.words.language import Language

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recognised:
    """土台の答え: an intent of Home Assistant's with its slots."""

    intent: str
    slots: Mapping[str, Any]


_kept: dict[Language, Any] = {}


def lay_out(language: Language, templates: Any) -> None:
    """Read the packaged sentences of a language by these kept templates from now on."""
    _kept[language] = templates
    _sentences.cache_clear()


def digest(language: Language) -> Any:
    """Make the templates of a language's packaged sentences to keep; takes half a second."""
    from companion.rooms.understanding import templates

    intents = _packaged(language)
    return None if intents is None else templates.digest(intents)


@cache
def _sentences(language: Language) -> Any:
    intents, kept = _packaged(language), _kept.pop(language, None)
    if intents is not None and kept is not None:
        from companion.rooms.understanding import templates

        try:
            templates.lay_out(intents, kept)
        except ValueError as error:  # somebody changed the package under its version
            log.warning("%s; all of them are parsed", error)
    return intents


def _packaged(language: Language) -> Any:
    from hassil import Intents
    from home_assistant_intents import get_intents

    data = get_intents(language.value)
    return None if data is None else Intents.from_dict(data)


_lists: dict[tuple[object, ...], dict[str, Any]] = {}


def _slot_lists(home: Home) -> dict[str, Any]:
    from hassil import TextSlotList

    key = home.spelled()
    if key not in _lists:
        _lists.clear()
        names = [
            (n, t.name, {"domain": t.domain, **t.attributes, "device_class": t.device_class})
            for t in home.things
            for n in t.names
        ]
        places: dict[str, tuple[Room, ...] | tuple[Storey, ...]] = {
            "area": home.rooms,
            "floor": home.storeys,
        }
        # Names are data, and come over the wire: one odd bracket once broke every sentence.
        _lists[key] = {
            "name": TextSlotList.from_tuples(names, allow_template=False, name="name")
        } | {
            kind: TextSlotList.from_tuples(
                [(n, p.names[0]) for p in held for n in p.names], allow_template=False, name=kind
            )
            for kind, held in places.items()
        }
    return _lists[key]


def recognise(text: str, language: Language, home: Home, room_name: str) -> Recognised | None:
    """Match a text with the packaged sentences; None where none is like it."""
    from hassil import recognize_best

    sentences = _sentences(language)
    if sentences is None:
        return None
    context = {"area": room_name} if room_name else {}
    found = recognize_best(
        text,
        sentences,
        slot_lists=_slot_lists(home),
        intent_context=context,
        best_slot_name="name",
        language=language.value,
    )
    if found is None:
        return None
    slots = {name: entity.value for name, entity in found.entities.items()}
    return Recognised(found.intent.name, slots)


def warm(language: Language, home: Home) -> None:
    """Parse the templates once: the first sentence would wait 90-340 ms for it."""
    recognise("turn on the light in the house", language, home, "")
