"""The last 24 hours as one picture: presence, actions, messages on a line (PAGE.md, Pictures)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.words.event import Event, EventSource

DAY = timedelta(hours=24)
WIDTH = 1000
"""Drawing units across the day."""


@dataclass(frozen=True, slots=True)
class Span:
    """A band from `x` over `width`."""

    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Hour:
    """A tick of the scale."""

    x: int
    label: str


@dataclass(frozen=True, slots=True)
class DayPicture:
    """All drawn on 0..`WIDTH`, the present at the right edge."""

    presence: tuple[Span, ...]
    actions: tuple[int, ...]
    messages: tuple[int, ...]
    hours: tuple[Hour, ...]


def day_picture(events: Iterable[Event], now: datetime) -> DayPicture:
    """Draw what the events (any order) say about the last 24 hours."""
    inside = sorted((e for e in events if now - DAY <= e.at <= now), key=lambda e: e.at)
    spoken = {EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY}
    return DayPicture(
        presence=tuple(_spans(inside, now)),
        actions=tuple(_x(e.at, now) for e in inside if e.source is EventSource.ACTION_RESULT),
        messages=tuple(_x(e.at, now) for e in inside if e.source in spoken),
        hours=tuple(_hours(now)),
    )


def _spans(events: list[Event], now: datetime) -> Iterable[Span]:
    """From somebody's appearing to their going; unknown ends a band, it does not extend it."""
    since: dict[str, datetime] = {}
    for event in events:
        payload = event.payload
        if event.source is not EventSource.OBSERVATION or payload.get("subject") != "person":
            continue
        place = str(payload.get("place", ""))
        if payload.get("change") == "appeared":
            since.setdefault(place, event.at)
        elif payload.get("change") in {"gone", "unknown"} and place in since:
            yield _span(since.pop(place), event.at, now)
    for begun in since.values():
        yield _span(begun, now, now)


def _span(begun: datetime, ended: datetime, now: datetime) -> Span:
    left = _x(begun, now)
    return Span(left, max(4, _x(ended, now) - left))


def _x(at: datetime, now: datetime) -> int:
    return round(WIDTH * (1 - (now - at) / DAY))


def _hours(now: datetime) -> Iterable[Hour]:
    top = now.replace(minute=0, second=0, microsecond=0)
    for back in range(24):
        at = top - timedelta(hours=back)
        if at.hour % 6 == 0:
            yield Hour(_x(at, now), f"{at.hour}:00")
