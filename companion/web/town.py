"""Town: lays out the places of the garden for a picture, nearest to the companion's home on top."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.words.garden_view import PersonView, PlaceView

WIDTH, ROW = 360, 116
"""Size of the picture, and height of a row of places, in units of the drawing."""
MOST_IN_A_ROW = 3
ABREAST, ROWS = 4, 2
"""People of a place who stand beside each other, and rows of them; a sign counts the others."""
APART, BELOW, NEXT = 27.0, 7.0, 30.0
"""Between two people beside each other, how far below the middle of the place the first row
stands, and how far below it the next."""
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
    more: int = 0
    """How many of them the picture has no room for."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Person in the picture."""

    person: PersonView
    x: float
    y: float
    hidden: bool
    """True where the place is full."""


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
    numbers: Mapping[str, int]
    """Of each person by its id: chooses the colour, the same wherever it is shown."""
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
        place.id: _spot(place, people, WIDTH * (column + 0.5) / len(row), ROW * (number + 0.5))
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
    return Town(tuple(spots.values()), ways, tuple(drawn), in_order, ROW * len(rows))


def _spot(place: PlaceView, people: Sequence[PersonView], x: float, y: float) -> Spot:
    there = tuple(one for one in people if one.place == place.id)
    room = ABREAST * ROWS
    more = len(there) - room + 1 if len(there) > room else 0
    return Spot(place, x, y, place.sign or OTHER_SIGN, there, more)


def _figures(spot: Spot) -> list[Figure]:
    """Everybody at a place in rows, the companion first; the last seat is the sign that counts
    those without one."""
    there = sorted(spot.people, key=lambda one: not one.is_self)
    seats = len(there) - spot.more + bool(spot.more)
    found = []
    for number, one in enumerate(there):
        seat = min(number, seats - 1)
        row, column = divmod(seat, ABREAST)
        abreast = min(ABREAST, seats - row * ABREAST)
        x = spot.x + APART * (column - (abreast - 1) / 2)
        hidden = number >= len(there) - spot.more
        found.append(Figure(one, x, spot.y + BELOW + NEXT * row, hidden))
    return found


def _rows(places: Sequence[PlaceView]) -> list[list[PlaceView]]:
    left = {place.id: place for place in places}
    rows, near = [], [next(iter(left))] if left else []
    while near:
        row = [left.pop(one) for one in near]
        rows.append(row)
        reached = (other for place in row for other in place.leads_to)
        near = list(dict.fromkeys(other for other in reached if other in left))
    return [*rows, list(left.values())] if left else rows
