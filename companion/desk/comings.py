"""Comings and goings of the household: written down for memory, then told to the alarm clock."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from companion.rooms.journal.room import Journal
from companion.words.language import Bilingual
from companion.words.timing import EVERYBODY, Movement

_CAME = Bilingual("{}が家に帰ってきた。", "{} came home.")
_LEFT = Bilingual("{}が家を出た。", "{} left home.")


@dataclass(frozen=True, kw_only=True)
class Comings:
    """Follower of what the trackers tell of people."""

    journal: Journal
    called: Mapping[str, Bilingual]
    """Person -> name."""
    then: Callable[[str, Movement, str], Awaitable[None]]

    async def moved(self, person: str, movement: Movement, place: str) -> None:
        """A person came home or left; that everybody has is told to the clock alone."""
        if person == EVERYBODY:
            await self.then(person, movement, place)
            return
        form = _CAME if movement is Movement.ARRIVES else _LEFT
        name = self.called.get(person, Bilingual(person, person))
        words = form.filled(name)
        await self.then(person, movement, place)
        arrived = movement is Movement.ARRIVES
        await self.journal.moved(person, words, arrived=arrived)
