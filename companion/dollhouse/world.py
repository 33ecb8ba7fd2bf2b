"""World of the doll's house: the true state of who is where, how bright and how warm it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time

from companion.dollhouse.chronicle import Chronicle, Kind
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.home import HomePlan
from companion.dollhouse.openings import Cover
from companion.dollhouse.switching import FULL, Light
from companion.ports.clock import Clock

TWILIGHT_S = 1800.0
"""Seconds from full day to full night, half an hour as in temperate latitudes."""

BARE_WINDOW = 0.5
"""Share of daylight in a room without a cover: a small window."""

CURTAINED_WINDOW = 0.9
"""Share of daylight in a room whose curtain is open."""

THROUGH_CURTAIN = 0.05
"""Share that comes through a closed curtain."""

AWAY = ""

FROM_OUTSIDE = "from_outside"
TO_OUTSIDE = "to_outside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sky:
    """Sun and weather of a scenario."""

    rises: time
    sets: time
    weather: str
    """`clear`, `cloudy`, `rain`, `snow`."""
    outside_c: float

    def daylight(self, now: datetime) -> float:
        """0 (night) to 1 (a clear day)."""
        second = now.hour * 3600 + now.minute * 60 + now.second
        up = second - (self.rises.hour * 3600 + self.rises.minute * 60)
        left = self.sets.hour * 3600 + self.sets.minute * 60 - second
        share = min(up, left) / TWILIGHT_S + 0.5
        return max(0.0, min(1.0, share)) * (1.0 if self.weather == "clear" else 0.6)


@dataclass(slots=True)
class Whereabouts:
    """Place of one person."""

    look: str
    room: str = AWAY
    """Room id; "" away or between rooms."""
    asleep: bool = False
    since: float = 0.0
    """Simulated second of the last change of room."""


class World:
    """Ground truth of the simulated household; the chronicle records every change."""

    def __init__(
        self,
        plan: HomePlan,
        clock: Clock,
        chronicle: Chronicle,
        devices: Mapping[str, SimDevice],
        sky: Sky,
    ) -> None:
        self.plan = plan
        self.clock = clock
        self.chronicle = chronicle
        self.devices = devices
        self.sky = sky
        self.people: dict[str, Whereabouts] = {}
        self.base_room = ""
        """Room the wheeled base truly stands in; "" before it is switched on."""
        self.blocked: set[str] = set()
        """Rooms whose doorway something stands in: people step over it, wheels do not."""
        self.warmth_c = dict.fromkeys((p.id for p in plan.places), 19.0)

    def enter(self, person: str, room: str, value: str = "") -> None:
        """They are in this room now; `value` is `FROM_OUTSIDE` through the front door."""
        self._move(person, room)
        self.chronicle.write(Kind.ENTERED, person, room, value, by="nature")

    def leave(self, person: str, value: str = "") -> None:
        """They left the room they were in; `value` is `TO_OUTSIDE` through the front door."""
        room = self.people[person].room
        if room != AWAY:
            self._move(person, AWAY)
            self.chronicle.write(Kind.LEFT, person, room, value, by="nature")

    def sleep(self, person: str, asleep: bool) -> None:
        """They fall asleep or wake where they are."""
        where = self.people[person]
        where.asleep = asleep
        kind = Kind.ASLEEP if asleep else Kind.AWAKE
        self.chronicle.write(kind, person, where.room, by="nature")

    def _move(self, person: str, room: str) -> None:
        self.people[person].room = room
        self.people[person].since = self.clock.monotonic()

    def rolled_into(self, room: str) -> None:
        """The wheeled base is in this room now."""
        self.base_room = room
        self.chronicle.write(Kind.ROLLED, "base", room, by="wheels")

    def is_blocked(self, room: str) -> bool:
        """Whether the base cannot get into this room."""
        return room in self.blocked

    def present(self, room: str) -> tuple[str, ...]:
        """People in the room."""
        return tuple(name for name, where in self.people.items() if where.room == room)

    def brightness(self, room: str) -> float:
        """0 (dark) to 1 (bright), from daylight, curtains and lamps."""
        here = [d for d in self.devices.values() if d.plan.place == room]
        lamps = [d.brightness / FULL for d in here if isinstance(d, Light) and d.on]
        opened = [d.position / 100 for d in here if isinstance(d, Cover)]
        window = BARE_WINDOW
        if opened:
            window = THROUGH_CURTAIN + (CURTAINED_WINDOW - THROUGH_CURTAIN) * max(opened)
        return min(1.0, self.sky.daylight(self.clock.now()) * window + max(lamps, default=0.0))
