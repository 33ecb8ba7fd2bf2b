"""Default location: finds the city of the time zone in the system's `zone.tab`."""

import re
import zoneinfo
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from companion.rooms.scheduler.calendar import Calendar, Whereabouts

_COORDINATES = re.compile(r"([+-]\d{4,6})([+-]\d{5,7})")
TABLE = "zone.tab"
"""tz database; one line a zone: country, coordinates (ISO 6709), name."""


class Point(Protocol):
    """Where the owner says that the home stands."""

    @property
    def latitude(self) -> float:
        """Degrees north."""

    @property
    def longitude(self) -> float:
        """Degrees east."""

    @property
    def country(self) -> str:
        """ISO 3166; "" for the time zone's own."""


def whereabouts(zone: str, own: Point | None) -> Whereabouts:
    """Where the home stands: as configured, else its time zone's own city."""
    found = of_zone(zone)
    if own is None:
        return found
    return Whereabouts(zone, own.latitude, own.longitude, own.country or found.country)


def calendar_of(zone: str, own: Point | None) -> Calendar:
    """The calendar of a home that stands there."""
    return Calendar(whereabouts(zone, own))


def of_zone(zone: str, lines: Iterable[str] | None = None) -> Whereabouts:
    """Country and coordinates of a zone's city; without them where the table has none."""
    for line in lines if lines is not None else _table():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) < 3 or fields[2].strip() != zone:
            continue
        found = _COORDINATES.fullmatch(fields[1])
        if found is not None:
            return Whereabouts(zone, _degrees(found[1]), _degrees(found[2]), fields[0])
    return Whereabouts(zone)


def _degrees(text: str) -> float:
    """`+354439` or `+1394441`: degrees, minutes, and seconds where they are given."""
    sign, digits = (-1.0 if text[0] == "-" else 1.0), text[1:]
    width = 2 if len(digits) in (4, 6) else 3
    degrees, rest = int(digits[:width]), digits[width:]
    seconds = int(rest[2:4]) if len(rest) == 4 else 0
    return round(sign * (degrees + int(rest[:2]) / 60 + seconds / 3600), 4)


def _table() -> tuple[str, ...]:
    for folder in zoneinfo.TZPATH:
        path = Path(folder) / TABLE
        if path.is_file():
            return tuple(path.read_text(encoding="utf-8").splitlines())
    return ()
