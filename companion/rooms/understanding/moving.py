"""Moving 移動の頼み: the sentences that send the wheeled base somewhere, read as a whole.

A row of the language's table is a pattern over the whole folded sentence, in which the room is
`ROOM` and a time said is `W`. Nothing around it is read away: "I go to the kitchen" and "did you go
to the kitchen?" are no commands. Where "here" is comes with the sentence, or is asked.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.chores import masked
from companion.rooms.understanding.fold import fold, fold_name
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.lexicon import DATA
from companion.rooms.understanding.reading import whens_of
from companion.words.language import Language
from companion.words.timing import Timing
from companion.words.travel import GO_TO_ROOM, WHERE_ARE_YOU
from companion.words.understood import SentenceKind, Understood, UnderstoodWish

GOES = "CompanionGoToRoom"
"""Intent; Home Assistant has no word for it."""
DOCK = "dock"
"""Slot of a wish to go back to the charging dock, whose room the home knows."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Result of reading a sentence about moving; `asks_room`: the next sentence may be the room."""

    understood: Understood
    asks_room: bool = False


def moving(said: SpokenSentence, home: Home, room: str) -> Moving | None:
    """The wish to move in a sentence; None where it is about something else. `room`: id of the
    room it was said in, "" where nobody knows."""
    text = _folded(said)
    rows = _table(said.language)
    whens = whens_of(text, said.language, said.at)
    plain, kept = masked(text, whens)
    when = kept[0].timing if kept else None
    if len(kept) > 1 or (kept and when is None):
        return None
    if _fits(rows["dock"], plain):
        return Moving(_wish("", when, dock=True))
    if _fits(rows["here"], plain):
        return Moving(_wish(room, when)) if room else Moving(_asked(), asks_room=True)
    named = _room_in(rows["room"], plain, home)
    return Moving(_wish(named, when)) if named else None


def room_answered(said: SpokenSentence, home: Home) -> Understood | None:
    """The answer to "which room are you in?": a room's name, and little else."""
    text = _folded(said)
    named = _room_in(_table(said.language)["answer"], text, home)
    return _wish(named, None) if named else None


def _fits(rows: Sequence[re.Pattern[str]], text: str) -> list[re.Match[str]]:
    return [found for row in rows if (found := row.fullmatch(text)) is not None]


def _room_in(rows: Sequence[re.Pattern[str]], text: str, home: Home) -> str:
    """The room a sentence names, "" where no row fits or no room is called so."""
    found = (_room_of(fit["room"], home) for fit in _fits(rows, text))
    return next((room for room in found if room), "")


def _folded(said: SpokenSentence) -> str:
    """Folded, with marks beside the word before them: folded English sets them apart."""
    return re.sub(r"\s+(?=[,.?])", "", fold(said.text, said.language))


def _asked() -> Understood:
    return Understood(kind=SentenceKind.COMMAND, ask_back=WHERE_ARE_YOU)


def _wish(room: str, when: Timing | None, *, dock: bool = False) -> Understood:
    wish = UnderstoodWish(
        intent=GOES,
        slots={DOCK: True} if dock else {"area": room},
        operation=GO_TO_ROOM,
        parameters={} if dock else {"room": room},
        when=when,
    )
    return Understood(kind=SentenceKind.COMMAND, wishes=(wish,))


def _room_of(words: str, home: Home) -> str:
    """The room of exactly this name, "" where there is none."""
    wanted = {words, words.removeprefix("the "), words.removeprefix("my ")}
    for room in home.rooms:
        if wanted & {fold_name(name) for name in (room.id, *room.names)}:
            return room.id
    return ""


@cache
def _table(language: Language) -> dict[str, tuple[re.Pattern[str], ...]]:
    text = (files(DATA) / f"moving_{language.value}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    lead, trail = data["around"]["lead"], data["around"]["trail"]

    def whole(row: str) -> re.Pattern[str]:
        # A word may be made of words that stand above it in the table.
        for name, words in reversed(data["words"].items()):
            row = row.replace(f"<{name}>", words)
        return re.compile(f"{lead}{row.replace('ROOM', '(?P<room>[^、。]+?)')}{trail}")

    return {kind: tuple(whole(row) for row in rows) for kind, rows in data["rows"].items()}
