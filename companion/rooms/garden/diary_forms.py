"""Diary forms: the patterns and the short pieces of which a sentence of the diary is made."""

from collections.abc import Mapping
from typing import Final

from companion.words.language import Bilingual
from companion.words.table import pairs, table

_Forms = Mapping[str, tuple[Bilingual, ...]]
_TABLE = {
    name: {key: pairs(rows) for key, rows in part.items()}
    for name, part in table("companion.rooms.garden", "diary.toml").items()
}
PATTERNS: Final[_Forms] = _TABLE["patterns"]
WITHOUT_WEATHER: Final[_Forms] = _TABLE["without_weather"]
"""Wordings beside the others where the weather is not known, and those that name it fall away."""
WHEN: Final[_Forms] = _TABLE["when"]
FEEL: Final[_Forms] = _TABLE["feel"]
EVENTS_OF: Final = (
    "stayed_out",
    "quarrelled",
    "made_up",
    "kept",
    "stood_up",
    "forgot",
    "promised",
    "gave",
)
"""Kinds that a page never leaves out."""
