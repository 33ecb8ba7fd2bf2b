"""Talk forms: the lines of which an exchange of two to six turns is put together when no model has
time for it. Slots are filled from the two sheets and from what the town is like now."""

from collections.abc import Mapping
from typing import Final

from companion.words.language import Bilingual
from companion.words.table import pairs, table

_Lines = tuple[Bilingual, ...]
_TABLE = table("companion.rooms.garden", "talk.toml")
TOPICS: Final[Mapping[str, tuple[_Lines, _Lines]]] = {
    name: (pairs(rows["said"]), pairs(rows["answered"])) for name, rows in _TABLE["topics"].items()
}
"""By topic: openings of the talk, and answers to them."""
WARM: Final = pairs(_TABLE["warm"])
COOL: Final = pairs(_TABLE["cool"])
GIFTS: Final = pairs(_TABLE["gifts"])


def _turns(name: str) -> tuple[tuple[Bilingual, Bilingual], ...]:
    """Exchanges of two turns."""
    return tuple((first, second) for first, second in map(pairs, _TABLE[name]))


QUARREL: Final = _turns("quarrel")
MAKE_UP: Final = _turns("make_up")
PROMISE: Final = _turns("promise")
GIFT: Final = _turns("gift")
