"""Mouths: decides which mouth says what nobody asked for: the one in the room where people are.

A reply leaves no choice: it is spoken where its sentence was heard. Whether something is worth
words, and quiet hours, are decided as for a home with one speaker.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.voice.mouth import Mouth
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import SATELLITE, VOICE

log = logging.getLogger(__name__)

Way = Callable[[Mouth, Event, EventId], None]
"""How a mouth is given a message: `Mouth.say` or `Mouth.greet`."""

SPOKE = timedelta(minutes=2)
"""A person who spoke to the companion so lately is still where they spoke."""


@dataclass(frozen=True, slots=True)
class RoomMouth:
    """Mouth of a satellite in its room."""

    place: str
    mouth: Mouth
    record: Record
    trouble: Callable[[], str]
    """Reason for which nothing can sound there; "" for none."""

    async def answer(self, reply_id: EventId) -> None:
        """Speak a reply to who spoke to the satellite."""
        reply = await self.record.event(reply_id)
        if reply is not None:
            self.mouth.answer(reply)

    async def acknowledge(self, phrase: str, language: Language) -> None:
        """Say a short phrase of ours that tells no result."""
        await self.mouth.acknowledge(phrase, language)

    async def hold(self) -> bool:
        """Be silent while somebody speaks; tells whether something was being said."""
        was_saying = self.mouth.is_saying
        await self.mouth.hold()
        return was_saying

    async def release(self, *, drops: bool) -> None:
        """End the silence for a speaker. `drops`: what was cut is not gone on with."""
        if drops:
            await self.mouth.skip()
        else:
            self.mouth.go_on()


@dataclass(kw_only=True)
class Mouths:
    """All mouths of the home. With one alone there is nothing to choose."""

    own: Mouth
    own_place: str
    """Room of the companion itself; "" where nobody told."""
    people: Callable[[], Awaitable[Mapping[str, str | None]]]
    """Place -> `present`, `absent` or None (unknown)."""
    record: Record
    clock: Clock
    _rooms: list[RoomMouth] = field(default_factory=list, init=False)
    _waiting: deque[tuple[Way, Event, EventId]] = field(default_factory=deque, init=False)
    """Messages for which no mouth is chosen yet."""
    _something: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def join(self, room: RoomMouth) -> None:
        """One more mouth, of a satellite."""
        self._rooms.append(room)

    def say(self, message: Event, decided: EventId) -> None:
        """Speak a recorded message where people are; in quiet hours it is shown."""
        self._by_nearest(Mouth.say, message, decided)

    def greet(self, message: Event, decided: EventId) -> None:
        """Speak to who has just stopped an alarm, where they are."""
        self._by_nearest(Mouth.greet, message, decided)

    def announce(self, message: Event) -> int:
        """Speak a recorded message in every room, in quiet hours too: a person asked for it, or
        it is urgent. Gives the number of mouths."""
        for mouth in self._all():
            mouth.answer(message)
        return len(self._all())

    async def hush(self) -> None:
        """Silence everywhere, and nothing that waits is spoken any more."""
        self._waiting.clear()
        await asyncio.gather(*(mouth.hush() for mouth in self._all()))

    async def hush_until(self, moment: datetime | None) -> None:
        """Silence everywhere, and until then nothing unasked; None: it may speak again."""
        if moment is not None:
            self._waiting.clear()
        await asyncio.gather(*(mouth.hush_until(moment) for mouth in self._all()))

    async def drop(self, event_ids: frozenset[EventId]) -> None:
        """Of these nothing is said any more: their content was erased."""
        self._waiting = deque(one for one in self._waiting if one[1].id not in event_ids)
        await asyncio.gather(*(mouth.drop(event_ids) for mouth in self._all()))

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task, where there is something to choose."""
        return (ResidentSpec("who speaks", self.choose, Stage.ACT),) if self._rooms else ()

    async def choose(self) -> None:
        """Give each message to a mouth, in order, until cancelled."""
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                try:
                    nearest = await self._nearest()
                except OSError as error:  # a record that cannot be read keeps nobody silent
                    log.warning("nobody knows where people are: %s", error)
                    nearest = self.own
                if self._waiting:  # nobody stopped everything meanwhile
                    way, message, decided = self._waiting.popleft()
                    way(nearest, message, decided)

    def _all(self) -> tuple[Mouth, ...]:
        return (self.own, *(room.mouth for room in self._rooms))

    def _by_nearest(self, way: Way, message: Event, decided: EventId) -> None:
        if self._rooms:
            self._waiting.append((way, message, decided))
            self._something.set()
        else:
            way(self.own, message, decided)

    async def _nearest(self) -> Mouth:
        """Where somebody has just spoken, else where somebody is; the own one where people are near
        it too, or nobody knows where they are."""
        there = {room.place: room.mouth for room in self._rooms if not room.trouble()}
        if not there:
            return self.own
        spoke = await self._spoke_in()
        if spoke in there or (spoke and spoke == self.own_place):
            return there.get(spoke, self.own)
        present = {place for place, value in (await self.people()).items() if value == "present"}
        near = [] if self.own_place in present else sorted(present & there.keys())
        return there[near[0]] if near else self.own

    async def _spoke_in(self) -> str:
        """Room in which somebody spoke last; "" where that is long ago."""
        said = await self.record.recent(limit=1, sources=(EventSource.USER_INPUT,))
        for event in said:
            if event.channel in (VOICE, SATELLITE) and self.clock.now() - event.at <= SPOKE:
                return str(event.payload.get("place") or "")
        return ""
