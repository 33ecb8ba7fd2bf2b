"""Whereabouts 発話の場所: finds the room that a sentence is about, where no satellite tells it.

The room that the words name comes first, then the room that the activity told of belongs to
(cooking, a shower, the stairs), then the room where somebody is known to be: of several the one
where people were seen last. No room is guessed where nobody knows.
"""

import re
from dataclasses import replace

from companion.rooms.context.collect import Collected
from companion.rooms.context.needs import Need
from companion.rooms.context.way_back import people_held
from companion.words.event import EventSource
from companion.words.place import Place
from companion.words.trigger import Priority, Trigger


def placed(
    trigger: Trigger, collected: Collected, places: tuple[Place, ...], needs: frozenset[Need]
) -> Trigger:
    """The trigger with the room it is about; unchanged where it has one, and where no need is
    told."""
    if trigger.place or trigger.priority is not Priority.USER or trigger.requested is not None:
        return trigger
    text = trigger.about.text
    if not needs:
        return trigger  # a room would narrow what else may be meant, such as all that is still on
    room = named_place(text, places) or place_of_activity(text, places)
    room = room or _where_people_are(collected, places) or _told_before(collected, places)
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


_ACTIVITIES: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(told, re.IGNORECASE), re.compile(room, re.IGNORECASE))
    for told, room in (
        (
            r"\bcook\w*|\bchop\w*|\bonions?\b|\bfry\w*|\btoast\w*|\bkettle\b|\bsaucepan\b|\bdishes\b"
            r"|\bsmoked the place\b|料理|刻|鍋|包丁|夜食|お皿|切った",
            r"kitchen|galley|台所|キッチン|厨房",
        ),
        (
            r"\bshower\w*|\bmirror\b|\bsteam\w*|\bbath\b|\btap\b|湯気|湯船|お風呂|風呂|鏡",
            r"bath|wet|shower|wash|風呂|浴室|洗面|シャワー",
        ),
        (r"\bstairs?\b|\bstep\b|階段|段差", r"stair|landing|階段|踊り場"),
        (
            r"\bsofa\b|\bcouch\b|\bfilm\b|\bmovie\b|\btelly\b|\bTV\b|映画|テレビ|ソファ",
            r"lounge|living|sitting|snug|saloon|リビング|居間|茶の間|ラウンジ",
        ),
        (
            r"\bpillow\b|\bin bed\b|\bmattress\b|\bbunk\w*|布団|枕|寝室|目をつぶ",
            r"bed|bunk|cabin|寝室|子供部屋|子ども部屋|和室",
        ),
        (
            r"\bout there\b|\boutside\b|外が|外は|表が|表は",
            r"porch|path|drive|yard|garden|outdoor|outside|玄関先|玄関前|庭|外|表|ポーチ|アプローチ",
        ),
        (r"\bdesk\b|\bscreen\b|\bclient\b|机|会議", r"office|study|attic|desk|書斎|仕事"),
    )
)


def place_of_activity(text: str, places: tuple[Place, ...]) -> str:
    """The one room that belongs to what people tell they are doing; "" for none and for several."""
    for told, room in _ACTIVITIES:
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
