"""Day: draws presence, actions and messages of the last 24 hours on a line (PAGE.md, Pictures)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.words.event import Event, EventSource
from companion.words.facts import fact_of
from companion.words.observation import Change, Observation

DAY = timedelta(hours=24)
WIDTH = 100
"""Percent across the day; the picture is inset so that the present does not touch the edge."""
INSET = 2


@dataclass(frozen=True, slots=True)
class Span:
    """A band from `x` over `width`."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Hour:
    """A tick of the scale."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class DayPicture:
    """All drawn on 0..`WIDTH`, the present at the right edge."""

    presence: tuple[Span, ...]
    actions: tuple[float, ...]
    messages: tuple[float, ...]
    hours: tuple[Hour, ...]


_SPOKEN = (EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY)
DRAWN = (EventSource.OBSERVATION, EventSource.ACTION_RESULT, *_SPOKEN)
"""Sources of events that the picture is drawn from."""


def day_picture(events: Iterable[Event], now: datetime) -> DayPicture:
    """Draw what the events (any order) say about the last 24 hours."""
    inside = sorted((e for e in events if now - DAY <= e.at <= now), key=lambda e: e.at)
    return DayPicture(
        presence=tuple(_spans(inside, now)),
        actions=tuple(_x(e.at, now) for e in inside if e.source is EventSource.ACTION_RESULT),
        messages=tuple(_x(e.at, now) for e in inside if e.source in _SPOKEN),
        hours=tuple(_hours(now)),
    )


def _spans(events: list[Event], now: datetime) -> Iterable[Span]:
    """From somebody's appearing to their going; unknown ends a band, it does not extend it."""
    since: dict[str, datetime] = {}
    for event in events:
        seen = fact_of(event, Observation)
        if seen is None or seen.subject != "person":
            continue
        if seen.change is Change.APPEARED:
            since.setdefault(seen.place, event.at)
        elif seen.change in (Change.GONE, Change.UNKNOWN) and seen.place in since:
            yield _span(since.pop(seen.place), event.at, now)
    for begun in since.values():
        yield _span(begun, now, now)


def _span(begun: datetime, ended: datetime, now: datetime) -> Span:
    left = _x(begun, now)
    return Span(left, round(max(0.4, _x(ended, now) - left), 2))


def _x(at: datetime, now: datetime) -> float:
    return round(INSET + (WIDTH - 2 * INSET) * (1 - (now - at) / DAY), 2)


def _hours(now: datetime) -> Iterable[Hour]:
    top = now.replace(minute=0, second=0, microsecond=0)
    for back in range(24):
        at = top - timedelta(hours=back)
        inside = now - at < timedelta(hours=22, minutes=30)
        if at.hour % 6 == 0 and inside:
            yield Hour(_x(at, now), f"{at.hour}:00")
