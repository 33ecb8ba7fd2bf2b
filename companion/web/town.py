"""Town: lays out the places of the garden for a picture, nearest to the companion's home on top."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.words.garden_view import PersonView, PlaceView

WIDTH, ROW = 360, 108
"""Size of the picture, and height of a row of places, in units of the drawing."""
MOST_IN_A_ROW = 3
APART, BROAD, BELOW = 17, 92, 31
"""Between two people at one place, how broad all of them stand at most, and how far below the
middle of the place."""
OTHER_SIGN = "🏡"
"""Of a place that the owner gave none."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Place in the picture, with who is there."""

    place: PlaceView
    x: float
    y: float
    sign: str
    people: tuple[PersonView, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Person in the picture."""

    person: PersonView
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Way:
    """Way between two spots."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Town:
    """The picture of the town."""

    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    figures: tuple[Figure, ...]
    height: float


def town_of(places: Sequence[PlaceView], people: Sequence[PersonView]) -> Town:
    """Rows by the number of ways from the first place, which is the home; a place to which no way
    leads stands in the last row."""
    rows = [
        row[at : at + MOST_IN_A_ROW]
        for row in _rows(places)
        for at in range(0, len(row), MOST_IN_A_ROW)
    ]
    spots = {
        place.id: Spot(
            place,
            x=WIDTH * (column + 0.5) / len(row),
            y=ROW * (number + 0.5),
            sign=place.sign or OTHER_SIGN,
            people=tuple(one for one in people if one.place == place.id),
        )
        for number, row in enumerate(rows)
        for column, place in enumerate(row)
    }
    pairs = {
        tuple(sorted((one.id, other)))
        for one in places
        for other in one.leads_to
        if one.id in spots and other in spots
    }
    ways = tuple(Way(spots[a].x, spots[a].y, spots[b].x, spots[b].y) for a, b in sorted(pairs))
    figures = (figure for spot in spots.values() for figure in _figures(spot))
    in_order = {one.id: number for number, one in enumerate(people)}
    # In the same order in each picture, so that a figure that moves stays the same element.
    drawn = sorted(figures, key=lambda one: in_order[one.person.id])
    return Town(tuple(spots.values()), ways, tuple(drawn), ROW * len(rows))


def _figures(spot: Spot) -> list[Figure]:
    apart = min(APART, BROAD / max(1, len(spot.people)))
    left = spot.x - apart * (len(spot.people) - 1) / 2
    return [
        Figure(one, left + apart * number, spot.y + BELOW) for number, one in enumerate(spot.people)
    ]


def _rows(places: Sequence[PlaceView]) -> list[list[PlaceView]]:
    left = {place.id: place for place in places}
    rows, near = [], [next(iter(left))] if left else []
    while near:
        row = [left.pop(one) for one in near]
        rows.append(row)
        reached = (other for place in row for other in place.leads_to)
        near = list(dict.fromkeys(other for other in reached if other in left))
    return [*rows, list(left.values())] if left else rows
