"""Place 場所: a room of the home and what it borders on."""

from dataclasses import dataclass

from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """場所: `id` is a short ascii word; the name is what people call it."""

    id: str
    name: Bilingual
    neighbours: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other names, matched exactly: `Entrance`, `エントランス` (an MQTT area name)."""
    floor: str = ""
    """階: as people call it (`2階`, `Upstairs`), the same for all its rooms; empty: nobody said."""
