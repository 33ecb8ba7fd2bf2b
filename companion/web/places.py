"""Places: decide who may hold a connection. Strangers can never take the last ones.

A silent client costs a descriptor all the same: 256 silent connections closed the page for
everybody. So this machine, sessions and strangers have places of their own, and a stranger who
comes while theirs are taken gets the place of the one that holds the most and is oldest.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from companion.web.limits import RequestBrake

STRANGERS_MAX = 128
SESSIONS_MAX = 96
LOCAL_MAX = 96
UNIX_MAX = 16
"""Sockets at once, 336 in all: far below the 1024 descriptors a process has by default."""
PER_NETWORK = 64
"""Of one network among strangers, and of one loopback address; a browser uses about 6."""
ACCEPTS_PER_S, ACCEPTS_AT_ONCE = 25.0, 150.0
"""New connections of one network; a browser keeps the few it has. Refusing here costs a quarter of
refusing the request, which is read, parsed and routed first."""
SETTLED_S = 1.0
"""A newer connection is not put out: its request is still on the way."""
_REFUSAL = b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: %d\r\n\r\n"
FULL = _REFUSAL % (b"503 Service Unavailable", 10)
TOO_OFTEN = _REFUSAL % (b"429 Too Many Requests", 2)


class Holder(Enum):
    """Whose places a connection takes."""

    STRANGER = "stranger"
    SESSION = "session"
    LOCAL = "local"
    UNIX = "unix"


_MOST = {
    Holder.STRANGER: STRANGERS_MAX,
    Holder.SESSION: SESSIONS_MAX,
    Holder.LOCAL: LOCAL_MAX,
    Holder.UNIX: UNIX_MAX,
}


class Refused(Exception):
    """There is no place; carries what to answer."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(answer)
        self.answer = answer


@dataclass(eq=False, slots=True)
class Place:
    """One connection's place. `put_out` ends the connection."""

    network: str
    holder: Holder
    since_s: float
    places: "Places"
    put_out: Callable[[], None] = field(default=lambda: None)

    def hold_as_known(self, known: bool) -> None:
        """A request came over it that is of a session (or of none any more)."""
        if self.holder in (Holder.STRANGER, Holder.SESSION):
            self.places.change(self, Holder.SESSION if known else Holder.STRANGER)

    def leave(self) -> None:
        """The connection is gone; may be called twice."""
        self.places.take_back(self)


class Places:
    """All places of one server."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._held: dict[Holder, dict[Place, None]] = {holder: {} for holder in Holder}
        self._brake = RequestBrake(seconds, per_s=ACCEPTS_PER_S, at_once=ACCEPTS_AT_ONCE)

    def enter(self, network: str, holder: Holder) -> Place:
        """A place for a connection that was just accepted. Raises `Refused`."""
        if holder is not Holder.UNIX:
            mine = sum(1 for place in self._held[holder] if place.network == network)
            if mine >= PER_NETWORK:
                raise Refused(FULL)
            if self._brake.wait_s(network):
                raise Refused(TOO_OFTEN)
        if len(self._held[holder]) >= _MOST[holder]:
            self._make_room(network, holder)
        place = Place(network, holder, self._seconds(), self)
        self._held[holder][place] = None
        return place

    def change(self, place: Place, holder: Holder) -> None:
        """Let it hold as another kind, where that has room; its old place is free."""
        if place.holder is holder or place not in self._held[place.holder]:
            return
        if holder is Holder.SESSION and len(self._held[holder]) >= SESSIONS_MAX:
            return
        del self._held[place.holder][place]
        place.holder = holder
        self._held[holder][place] = None

    def take_back(self, place: Place) -> None:
        """It is free again."""
        self._held[place.holder].pop(place, None)

    def count(self, holder: Holder) -> int:
        """How many of one kind are held."""
        return len(self._held[holder])

    def _make_room(self, network: str, holder: Holder) -> None:
        """Put out the oldest stranger of the network that holds the most. Raises `Refused`."""
        strangers = self._held[holder] if holder is Holder.STRANGER else {}
        by_network = Counter(place.network for place in strangers)
        if not strangers or by_network[network] >= max(by_network.values()) > 1:
            raise Refused(FULL)
        now_s = self._seconds()
        settled = [p for p in strangers if now_s - p.since_s >= SETTLED_S]
        victim = max(settled, key=lambda p: (by_network[p.network], -p.since_s), default=None)
        if victim is None:
            raise Refused(FULL)
        self.take_back(victim)
        victim.put_out()
