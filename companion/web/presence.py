"""Presence and mood: show the held facts about people and about the companion itself, with their
age."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.web.names import Names
from companion.web.texts import Words
from companion.web.times import Age, age
from companion.words.mood import mood_word
from companion.words.writeplan import StateRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """One room and who is held to be in it."""

    place: str
    certainty: str
    """`fact` solid dot, `estimate` ring with percentage, `unknown` dashed ring."""
    percent: int
    text: str
    somebody: bool
    time: Age


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodDrawing:
    """The mood as a word and a point in -1..1 x -1..1."""

    word: str
    valence: float
    arousal: float
    time: Age


def presences(
    rows: Iterable[StateRow], words: Words, names: Names, now: datetime
) -> tuple[Presence, ...]:
    """People in the world model, newest first; other entities are left out."""
    people = [r for r in rows if _entity(r) == "person"]
    people.sort(key=lambda r: r.observed_at, reverse=True)
    return tuple(_presence(r, words, names, now) for r in people)


def mood(rows: Iterable[StateRow], words: Words, now: datetime) -> MoodDrawing | None:
    """The newest mood row: midway between the long mood and the recent average."""
    newest = max(rows, key=lambda r: r.observed_at, default=None)
    if newest is None:
        return None
    parts = [newest.value.get(k) for k in ("long_mood_state", "recent_vad_average")]
    vads = [p for p in parts if isinstance(p, Mapping)] or [newest.value]
    v = sum(_number(p.get("v")) for p in vads) / len(vads)
    a = sum(_number(p.get("a")) for p in vads) / len(vads)
    return MoodDrawing(
        word=words.of(mood_word(v, a)),
        valence=round(max(-1.0, min(1.0, v)), 3),
        arousal=round(max(-1.0, min(1.0, a)), 3),
        time=age(newest.observed_at, now, words.language),
    )


def _presence(row: StateRow, words: Words, names: Names, now: datetime) -> Presence:
    value = row.value.get("value")
    certainty = str(row.value.get("certainty", "unknown")) if value is not None else "unknown"
    somebody = value == "present" and certainty != "unknown"
    return Presence(
        place=names.place(_place(row)),
        certainty=certainty,
        percent=round(row.confidence * 100),
        text=_who(row, words, somebody, certainty),
        somebody=somebody,
        time=age(row.observed_at, now, words.language),
    )


def _who(row: StateRow, words: Words, somebody: bool, certainty: str) -> str:
    if certainty == "unknown":
        return words("unknown")
    attributes = row.value.get("attributes")
    inner = attributes.get("count") if isinstance(attributes, Mapping) else None
    count = row.value.get("count", inner)
    if somebody and isinstance(count, int) and count > 1:
        return f"{count}人います" if words.ja else f"{count} people"
    return words("people.present" if somebody else "people.absent")


def _entity(row: StateRow) -> str:
    entity = row.value.get("entity")
    return str(entity) if entity else row.key.partition("@")[0].partition("|")[0]


def _place(row: StateRow) -> str:
    place: Any = row.value.get("location") or row.value.get("place")
    return str(place) if place else row.key.partition("@")[2]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
