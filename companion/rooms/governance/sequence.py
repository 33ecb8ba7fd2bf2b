"""Sequence 順序: puts the tasks of a plan in the order in which they run, one after another.

A guard may last for days. So that no later task waits for its end, it is cut into pieces: each
ends when the next task is due, and the next piece begins after that task. Of a guard that hopes for
something only the last piece tells that it was not so, by all reports since the first one began.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.rooms.governance.draft import Draft
from companion.rooms.governance.kinds import moment

ANSWER_TIME = timedelta(minutes=30)
"""How long the next piece of a guard leaves for the answer to a question."""
SHORTEST = timedelta(minutes=15)
"""A shorter piece of a guard is left out."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One stretch of time of a guard."""

    begin: datetime
    end: datetime


def in_sequence(drafts: Iterable[Draft], now: datetime, most: int) -> tuple[Draft, ...]:
    """The tasks by the moment at which each begins, with as many pieces of guards as bring their
    number to `most`. A guard comes after what is due at the same moment; a routine is proposed at
    the end, where its question holds up nothing."""
    found = _by_time(drafts, now)
    for guard in [draft for draft in found if _can_be_cut(draft)]:
        begin = guard.at or now
        due = [one for one in found if one.kind != "routine" and (one.at or now) > begin]
        pieces = sorted(_pieces(guard, begin, due), key=_length, reverse=True)
        if pieces:
            kept = pieces[: 1 + max(0, most - len(found))]
            parts = [_cut(guard, piece, begin) for piece in _told_last(guard, kept, pieces)]
            found = _by_time([*(one for one in found if one is not guard), *parts], now)
    return tuple(found)


def _told_last(guard: Draft, kept: Sequence[_Piece], pieces: Sequence[_Piece]) -> list[_Piece]:
    """These pieces; of a guard that hopes, the last of all stays, since only that one tells."""
    last = max(pieces, key=lambda piece: piece.end)
    if not guard.slots.get("hopes") or last in kept:
        return [*kept]
    return [*kept[:-1], last]


def _by_time(drafts: Iterable[Draft], now: datetime) -> list[Draft]:
    def turn(draft: Draft) -> tuple[bool, datetime, bool]:
        return draft.kind == "routine", draft.at or now, bool(draft.slots.get("guard"))

    return sorted(drafts, key=turn)


def _can_be_cut(draft: Draft) -> bool:
    return bool(draft.slots.get("guard"))


def _pieces(guard: Draft, begin: datetime, due: Sequence[Draft]) -> Iterator[_Piece]:
    """The stretches of a guard's time in which nothing else is due."""
    end = moment(guard.slots["until"]) or begin
    for draft in due:
        at = draft.at or begin
        if at >= end or draft.slots.get("guard"):
            break
        if at - begin >= SHORTEST:
            yield _Piece(begin, at)
        begin = max(begin, at + ANSWER_TIME if draft.kind == "ask" else at)
    if guard.slots.get("hopes") or end - begin >= SHORTEST:
        yield _Piece(min(begin, end), end)


def _length(piece: _Piece) -> timedelta:
    return piece.end - piece.begin


def _cut(guard: Draft, piece: _Piece, begin: datetime) -> Draft:
    slots: dict[str, Any] = {**guard.slots, "until": piece.end.isoformat()}
    if guard.slots.get("hopes") and piece.begin > begin:
        slots["since"] = begin.isoformat()
    if guard.slots.get("hopes") and piece.end != moment(guard.slots["until"]):
        slots["more"] = True
    return replace(guard, slots=slots, at=piece.begin)
