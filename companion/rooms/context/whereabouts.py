"""Whereabouts 発話の場所: finds the room that a sentence is about, where no satellite tells it.

The room that the words name comes first, then the room where somebody is known to be: of several
the one where people were seen last. Where nobody knows, no room is guessed.
"""

import re
from dataclasses import replace

from companion.rooms.context.collect import Collected
from companion.rooms.context.way_back import people_held
from companion.words.place import Place
from companion.words.trigger import Priority, Trigger


def placed(trigger: Trigger, collected: Collected, places: tuple[Place, ...]) -> Trigger:
    """The trigger with the room it is about; unchanged where it has one, or nobody said it."""
    if trigger.place or trigger.priority is not Priority.USER or trigger.requested is not None:
        return trigger
    room = named_place(trigger.about.text, places) or _where_people_are(collected, places)
    return replace(trigger, place=room) if room else trigger


def named_place(text: str, places: tuple[Place, ...]) -> str:
    """The one room that the words name; "" for none, and for several."""
    said = text.casefold()
    found = {
        place.id
        for place in places
        for name in (place.name.ja, place.name.en, *place.aliases)
        if name and _names(said, name.casefold())
    }
    return next(iter(found)) if len(found) == 1 else ""


def _names(said: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"\b{re.escape(name)}\b", said) is not None
    return name in said


def _where_people_are(collected: Collected, places: tuple[Place, ...]) -> str:
    known = {place.id for place in places}
    present = [
        (held.since, room)
        for room, held in people_held(collected).items()
        if held.value == "present" and room in known
    ]
    return max(present)[1] if present else ""
