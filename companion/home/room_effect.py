"""Room effect 部屋への効果: tells how people in a room notice an operation."""

from enum import StrEnum


class RoomEffect(StrEnum):
    """部屋への効果."""

    LIGHTER = "lighter"
    DARKER = "darker"
    COOLER = "cooler"
    LESS_COOL = "less_cool"
    """It takes back what cooled."""
    LOUDER = "louder"


ON_LIGHT = frozenset({RoomEffect.LIGHTER, RoomEffect.DARKER})
"""Effects that a light meter of the room can witness."""
