"""Talk forms: the lines of which an exchange of two to six turns is put together. Slots are filled
from the two sheets, from the log of the day and from what the town is like now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.words.garden import GardenAction, Weather
from companion.words.language import Bilingual
from companion.words.table import in_both_languages, pairs, table

Exchange = tuple[Bilingual, Bilingual]
"""The line of the first, and the other's answer to it."""
_TABLE = table("companion.rooms.garden", "talk.toml")


@dataclass(frozen=True, slots=True)
class Opening:
    """First line of a talk, and its answer by how the other feels."""

    said: Bilingual
    answers: Mapping[str, Bilingual]
    told: bool = False
    """Whether the first tells of itself, so that the answer is to that."""


def _exchanges(part: str) -> Mapping[str, tuple[Exchange, ...]]:
    return {
        name: tuple((first, second) for first, second in map(pairs, rows))
        for name, rows in _TABLE[part].items()
    }


def _opening(row: Mapping[str, Any]) -> Opening:
    told = bool(row.get("told"))
    lines = in_both_languages({name: one for name, one in row.items() if name != "told"})
    return Opening(lines.pop("said"), lines, told)


TOPICS: Final[Mapping[str, tuple[Opening, ...]]] = {
    name: tuple(map(_opening, rows)) for name, rows in _TABLE["topics"].items()
}
SPECIAL: Final = _exchanges("special")
"""First exchange of a talk that changes how two stand, by that turn."""
FOLLOW: Final = _exchanges("follow")
"""Second exchange: by such a turn, by how the other feels (`told_` where the first told of itself),
or `cool` between two who get on badly today."""
PARTING: Final = _exchanges("parting")
SKY: Final = {Weather(name): words for name, words in in_both_languages(_TABLE["sky"]).items()}
GIFTS: Final = pairs(_TABLE["gifts"])
DID: Final = {GardenAction(name): words for name, words in in_both_languages(_TABLE["did"]).items()}
