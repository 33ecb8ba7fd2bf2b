"""Owner: replaces names and rooms from the wire by those that the owner configured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from companion.home.device_operation import BY_OWN_ID
from companion.links.discovery import clean_name
from companion.words.language import Bilingual
from companion.words.place import Place


def matches(device_id: str, patterns: Sequence[str]) -> bool:
    """Whether one of the patterns fits the id."""
    return any(fnmatchcase(device_id, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnersWords:
    """Names, rooms and leave as the owner configured them, by device id."""

    places: Sequence[Place] = ()
    names: Mapping[str, Bilingual] = field(default_factory=dict)
    areas: Mapping[str, str] = field(default_factory=dict)
    """Device id -> room, over the wire's own word."""
    by_itself: Sequence[str] = ()
    """Patterns of devices that may be switched without asking."""
    guarded: Sequence[str] = ()
    """Covers that let people in, whatever the wire calls them (tier 3)."""

    def room(self, *hints: str) -> str:
        """The id of the place that one of these words names; "" for none."""
        rooms = {_key(word): place.id for place in self.places for word in _words_of(place)}
        return next((rooms[key] for hint in hints if (key := _key(hint)) in rooms), "")

    def knows(self, device_id: str) -> bool:
        """Whether the owner wrote of this very device; a pattern names none."""
        return device_id in (*self.names, *self.areas, *self.by_itself, *self.guarded)

    def may_by_itself(self, device_id: str) -> bool:
        """Where the owner named devices, a pattern stands for those: a lamp that announced
        itself later was not there to be marked, whatever it calls itself."""
        if device_id.partition(".")[0] in BY_OWN_ID:
            return device_id in self.by_itself
        if self.names and device_id not in self.names:
            return device_id in self.by_itself
        return matches(device_id, self.by_itself)


def _words_of(place: Place) -> tuple[str, ...]:
    return (place.id, place.name.ja, place.name.en, *place.aliases)


def _key(name: str) -> str:
    return clean_name(name).casefold()
