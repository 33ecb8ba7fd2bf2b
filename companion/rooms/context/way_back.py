"""Way back: finds places whose light stays on at night because somebody will come back through
them.

A person who gets up at night walks through the hall into a room without a camera. The hall is empty
then, but not left: the person comes back the same way. Until that is seen, its light is not
switched off of our own accord.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.home.occasion import Occasion
from companion.rooms.context.collect import Collected
from companion.rooms.context.farewell import comes_back_soon
from companion.words.place import Place
from companion.words.trigger import Trigger

NIGHT_BEGINS, NIGHT_ENDS = 22, 6
"""Hours between which the home is dark and people get up only to go back to bed."""
HELD_MOST = timedelta(hours=2)
"""A light is held no longer than this: by then the person went another way, unseen."""
SETTLED = timedelta(minutes=15)
"""After so long in another room a person is not on the way any more."""
OVERLAP = timedelta(minutes=1)
"""A camera concludes that a room is empty later than the next one sees who came."""
_BED = re.compile(r"\bbed|nursery|寝室|寝間|ベッド|子ども部屋|子供部屋")
_HALL = re.compile(r"\bhall|corridor|passage|landing|stair|entr|foyer|lobby|廊下|階段|玄関|ホール")
_BATH = re.compile(r"bath|toilet|\bwc\b|lavatory|restroom|shower|風呂|浴室|トイレ|お手洗|便所|洗面")


@dataclass(frozen=True, slots=True)
class RoomPresence:
    """Presence in a room: `present`, `absent` or None, and since when."""

    value: str | None
    since: datetime


def is_night(now: datetime) -> bool:
    """By the household's wall clock."""
    return now.hour >= NIGHT_BEGINS or now.hour < NIGHT_ENDS


def ways_back(
    collected: Collected, trigger: Trigger, places: tuple[Place, ...], now: datetime
) -> frozenset[str]:
    """Places that somebody is known to have left this night and not come back through; all of them
    where somebody is out for a moment only."""
    if trigger.occasion in (Occasion.AWAY, Occasion.BEDTIME):
        return frozenset()  # everybody left by the door, or somebody went to bed
    if comes_back_soon(collected, now):
        return frozenset(place.id for place in places)
    if not is_night(now):
        return frozenset()
    called = {p.id: f"{p.id} {p.name.en} {p.name.ja}".lower().replace("_", " ") for p in places}
    people = people_held(collected)
    return frozenset(
        place
        for place, held in people.items()
        if held.value == "absent"
        and _leads_on(place, called.get(place, place), places)
        and now - held.since < HELD_MOST
        and not any(
            _came_back(called.get(other, other), there, held.since, now)
            for other, there in people.items()
            if other != place
        )
    )


def _leads_on(place: str, name: str, places: tuple[Place, ...]) -> bool:
    """Whether people go through it to other rooms; who leaves a room with one door has left it."""
    here = next((p for p in places if p.id == place), None)
    beside = set(here.neighbours if here else ()) | {p.id for p in places if place in p.neighbours}
    return len(beside) != 1 or bool(_HALL.search(name))


def _came_back(name: str, there: RoomPresence, left: datetime, now: datetime) -> bool:
    """Whether somebody arrived there afterwards, to stay: in a bedroom, or for a while."""
    if there.value != "present" or there.since < left - OVERLAP or _BATH.search(name):
        return False
    return bool(_BED.search(name)) or now - there.since >= SETTLED


def people_held(collected: Collected) -> dict[str, RoomPresence]:
    """Place -> whether somebody is there and since when; the newer of world model and eyes."""
    held = {
        item.location: RoomPresence(item.value, item.since)
        for item in collected.world
        if item.entity == "person" and item.location
    }
    for seen in sorted(collected.observations, key=lambda o: o.at):
        if seen.subject != "person" or not seen.place:
            continue
        before = held.get(seen.place)
        if before is None or (before.value != seen.value and seen.at >= before.since):
            held[seen.place] = RoomPresence(seen.value, seen.since or seen.at)
    return held
