"""Drive: shows the place of the wheeled base, its possible destinations, and its last drive."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from companion.phrases.reasons import in_both
from companion.ports.body import Drive
from companion.web.lines import LogLine
from companion.web.names import Names
from companion.web.texts import Words
from companion.words.travel import within


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One room it can be sent to; `here`: it stands there."""

    room: str
    name: str
    here: bool
    dock: bool
    """Its charging dock stands there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveCard:
    """The base as it was observed a moment ago."""

    room: str
    """Id of the room it is in; "" where it does not know."""
    state: str
    known: bool
    moving: bool
    trouble: str
    """Why it would not drive now; "" for none."""
    ways: tuple[Way, ...]
    last: LogLine | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return asdict(self)


def drive_card(
    drive: Drive | None, words: Words, names: Names, last: LogLine | None = None
) -> DriveCard | None:
    """The base for one reader; None where there is none."""
    if drive is None or not drive.rooms():
        return None
    room, moving = drive.position()
    return DriveCard(
        room=room,
        state=_state(room, moving, words, names),
        known=bool(room),
        moving=moving,
        trouble=words.of(in_both(drive.trouble())) if drive.trouble() else "",
        ways=tuple(_ways(drive, room, names)),
        last=last,
    )


def _state(room: str, moving: bool, words: Words, names: Names) -> str:
    if not room:
        return words("drive.lost")
    told = words("drive.moving" if moving else "drive.stands")
    return told.replace("{}", words.of(within(names.place_words(room))))


def _ways(drive: Drive, here: str, names: Names) -> Iterator[Way]:
    dock = drive.dock()
    for room in names.in_order(drive.rooms()):
        yield Way(room=room, name=names.place(room), here=room == here, dock=room == dock)
