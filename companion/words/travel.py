"""Travel 移動: the words for a drive of the wheeled base to a room."""

from companion.words.language import Bilingual

MOBILITY = "mobility_move"
GO, STOP = "go_to_room", "stop"
GO_TO_ROOM = f"{MOBILITY}.{GO}"
STOP_MOVING = f"{MOBILITY}.{STOP}"
MOVES = f"{MOBILITY}."
"""Start of every operation that moves the base, or stops it."""
WHERE_ARE_YOU = Bilingual("どの部屋にいますか？", "Which room are you in?")
"""Asked of a person who calls the base from an unknown room."""


def go_label(room: Bilingual) -> Bilingual:
    """`台所へ行く` / `Go to the kitchen`."""
    return Bilingual(f"{room.ja}へ行く", f"Go to the {in_sentence(room.en)}")


def in_sentence(room: str) -> str:
    """An English room name that is no acronym begins small inside a sentence."""
    small = len(room) > 1 and room[0].isupper() and room[1].islower()
    return room[0].lower() + room[1:] if small else room


def within(room: Bilingual) -> Bilingual:
    """A room's name inside a sentence."""
    return Bilingual(room.ja, in_sentence(room.en))
