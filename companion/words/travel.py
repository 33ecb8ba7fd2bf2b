"""Travel 移動: the wish that the wheeled base goes to a room, built in one place."""

from companion.words.language import Bilingual
from companion.words.trigger import RequestedAction

GO_TO_ROOM = "mobility_move.go_to_room"
MOVES = "mobility_move."
"""Start of every operation that moves the base, or stops it."""
WHERE_ARE_YOU = Bilingual("どの部屋にいますか？", "Which room are you in?")
"""Asked of whoever calls the base from a room that nobody knows."""
_IMPACT = Bilingual("影響: 台車。元に戻せます", "Touches the wheeled base; can be undone")


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


def go_request(room_id: str, room: Bilingual) -> RequestedAction:
    """The wish to go to this room; whether it may is judged where every wish is."""
    return RequestedAction(
        action_type=GO_TO_ROOM,
        payload={"room": room_id},
        label=go_label(room),
        impact=_IMPACT,
    )
