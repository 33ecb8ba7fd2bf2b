"""Tells who asks for the state of a thing that this home does not have that it is not known here.

Otherwise the question is read as one about the whole home, and another thing is told of.
"""

from dataclasses import dataclass

from companion.phrases.kinship import BY_WORD
from companion.phrases.not_known import NO_SUCH_THING
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.house import House
from companion.rooms.conversation.vocabulary import devices_named, places_named
from companion.rooms.understanding.topic import state_asked_of
from companion.words.place import Place
from companion.words.trust import Authority, authority_of
from companion.words.understood import SentenceReading

_THE_HOME = frozenset(
    {
        "家",
        "部屋",
        "全部",
        "ぜんぶ",
        "みんな",
        "他",
        "ほか",
        "家中",
        "電源",
        "機械",
        "もの",
        "house",
        "home",
    }
    | {"place", "room", "power", "people", "kids", "children"}
)
"""Words for all of it, and for those who live in it."""


@dataclass(frozen=True, kw_only=True)
class StrangeThing:
    """Answers people of the house."""

    house: House
    places: tuple[Place, ...]

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where the thing is known, or something else is asked for."""
        thing = state_asked_of(heard.text)
        if not thing or authority_of(heard.event.trust) is not Authority.USER:
            return None
        if heard.reading.requests or self._is_known(thing, heard.reading):
            return None
        words = NO_SUCH_THING
        return Answer(words=words.filled(thing))

    def _is_known(self, thing: str, reading: SentenceReading) -> bool:
        """A lamp of a room that is not here is strange too: no lamp was read from it."""
        if thing in _THE_HOME or thing.casefold() in BY_WORD:
            return True
        if not devices_named(thing, self.house.devices(), self.places):
            return bool(places_named(thing, self.places))
        return bool(reading.about) or reading.reply is not None
