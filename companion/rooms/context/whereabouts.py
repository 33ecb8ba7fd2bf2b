"""Whereabouts 発話の場所: finds the room that a sentence is about, where no satellite tells it.

The room that the words name comes first, then the room that the activity told of belongs to
(cooking, a shower, the stairs), then the one room whose meters bear the need out, then the room
where somebody is known to be: of several the one where people were seen last. No room is guessed
where nobody knows.
"""

import re
from dataclasses import replace
from functools import cache

from companion.rooms.context.borne_out import borne_out
from companion.rooms.context.collect import Collected
from companion.rooms.context.needs import Need, feels_unwell
from companion.rooms.context.way_back import people_held
from companion.words.event import EventSource
from companion.words.place import Place
from companion.words.table import table
from companion.words.trigger import Priority, Trigger

_MEASURED = frozenset({Need.HOT, Need.COLD, Need.DRY, Need.DAMP})
"""Needs that a meter tells for its room."""


def placed(
    trigger: Trigger, collected: Collected, places: tuple[Place, ...], needs: frozenset[Need]
) -> Trigger:
    """The trigger with the room it is about; unchanged where it has one, and where no need is
    told."""
    if trigger.place or trigger.priority is not Priority.USER or trigger.requested is not None:
        return trigger
    text = trigger.about.text
    if not needs and not feels_unwell(text):
        return trigger  # a room would narrow what else may be meant, such as all that is still on
    room = named_place(text, places) or place_of_activity(text, places)
    if not room:
        likely = _where_people_are(collected, places) or _told_before(collected, places)
        room = _by_meters(likely, needs, collected)
    return replace(trigger, place=room) if room else trigger


def _by_meters(likely: str, needs: frozenset[Need], collected: Collected) -> str:
    """The one room whose meters bear a need out, else the likely room: who was seen last in the
    kitchen need not have spoken there."""
    rooms = dict.fromkeys(seen.device.area for seen in collected.devices)
    agree = [r for r in rooms if any(borne_out(need, r, collected.devices) for need in needs)]
    measured = needs <= _MEASURED
    return agree[0] if measured and likely not in agree and len(agree) == 1 else likely


def named_place(text: str, places: tuple[Place, ...]) -> str:
    """The one room that the words name; "" for none, and for several."""
    said = text.casefold()
    found = {
        place.id
        for place in places
        for name in (place.name.ja, place.name.en, *place.aliases)
        if name and _names(said, name.casefold())
    }
    if found:
        return next(iter(found)) if len(found) == 1 else ""
    return _named_in_part(said, places)


@cache
def _activities() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    rows = table("companion.rooms.context", "whereabouts.toml")["activity"]
    return tuple(
        (
            re.compile("|".join((*row["en"], *row["ja"])), re.IGNORECASE),
            re.compile(row["room"], re.IGNORECASE),
        )
        for row in rows
    )


def place_of_activity(text: str, places: tuple[Place, ...]) -> str:
    """The one room that belongs to what people tell they are doing; "" for none and for several."""
    for told, room in _activities():
        if told.search(text):
            fits = [p.id for p in places if room.search(f"{p.name.en} {p.name.ja} {p.id}")]
            if len(fits) == 1:
                return fits[0]
    return ""


def _told_before(collected: Collected, places: tuple[Place, ...]) -> str:
    """The room of the newest sentence that tells of a room."""
    for event in collected.events:
        if event.source is EventSource.USER_INPUT and event.user_text:
            text = event.user_text
            room = named_place(text, places) or place_of_activity(text, places)
            if room:
                return room
    return ""


_PLAIN_ROOM = frozenset({"room", "space", "area", "the", "and", "of", "guest", "own", "house"})
"""Words of rooms' names that tell of no one room."""


def _own_words(place: Place) -> set[str]:
    """The words of a room's name, without those that any room may have."""
    english = {word for word in re.findall(r"[a-z]{4,}", place.name.en.casefold())}
    japanese = {
        part for part in re.split(r"[の・\s（）]|共用|部屋", place.name.ja) if len(part) >= 2
    }
    return (english - _PLAIN_ROOM) | japanese


def _named_in_part(said: str, places: tuple[Place, ...]) -> str:
    """The one room of which a word of its own is said: the utility room by `the utility`."""
    own = {place.id: _own_words(place) for place in places}
    found = set()
    for room, words in own.items():
        others = set[str]().union(*(other for at, other in own.items() if at != room))
        if any(_names(said, word) for word in words - others):
            found.add(room)
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
