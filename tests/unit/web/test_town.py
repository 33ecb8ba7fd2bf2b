"""The picture of the town: every place once, the home on top, ways only between places."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.web.town import OTHER_SIGN, ROW, WIDTH, town_of
from companion.words.garden import GardenAction
from companion.words.garden_view import PersonView, PlaceView
from companion.words.language import Bilingual


def place(id: str, *leads_to: str) -> PlaceView:
    return PlaceView(id=id, name=Bilingual(id, id), leads_to=leads_to, facilities=())


def person(id: str, at: str) -> PersonView:
    return PersonView(
        id=id,
        name=Bilingual(id, id),
        place=at,
        emoji="☕",
        action=GardenAction.REST,
        job=Bilingual("", ""),
        is_self=False,
        affinity=50.0,
        quarrelled=False,
        promises=(),
    )


def test_a_place_has_the_sign_of_its_map_or_a_house() -> None:
    """The files give it, so that an owner's own town has its own signs."""
    bath = PlaceView(id="bath", name=Bilingual("湯", "bath"), leads_to=(), facilities=(), sign="♨️")
    town = town_of([place("home", "bath"), bath], [])
    assert [spot.sign for spot in town.spots] == [OTHER_SIGN, "♨️"]


def test_rows_go_by_the_way_from_home() -> None:
    """No two places in one spot, all within the picture."""
    places = [
        place("home", "town"),
        place("town", "home", "a", "b", "c", "d"),
        *(place(one, "town", "far") for one in "abcd"),
        place("far", "a", "nowhere"),
        place("island"),
    ]
    town = town_of(places, [person("mio", "b"), person("gen", "b")])
    at = {spot.place.id: (spot.x, spot.y) for spot in town.spots}
    assert len(set(at.values())) == len(places)
    assert all(0 < x < WIDTH and 0 < y < town.height for x, y in at.values())
    rows = [round(at[one][1] // ROW) for one in ("home", "town", "a", "d", "far", "island")]
    assert rows == [0, 1, 2, 3, 4, 5]
    assert len(town.ways) == 1 + 4 + 4, "a way to a place that is none is not drawn"
    there = {spot.place.id: [one.id for one in spot.people] for spot in town.spots}
    assert there["b"] == ["mio", "gen"]


def test_a_town_without_places_is_an_empty_picture() -> None:
    assert town_of((), ()).spots == ()


@pytest.mark.parametrize("count", range(1, 14))
def test_nobody_stands_on_anybody_else(count: int) -> None:
    """However many are at one place, each is seen with its name and sign, or counted."""
    people = [person(f"n{number}", "a") for number in range(count)]
    town = town_of([place("home", "a"), place("a", "home", "b"), place("b", "a")], people)
    shown = [one for one in town.figures if not one.hidden]
    for one, other in combinations(shown, 2):
        assert abs(one.x - other.x) >= 26 or abs(one.y - other.y) >= 29
    spot = next(one for one in town.spots if one.place.id == "a")
    assert all(abs(one.x - spot.x) <= 55 and abs(one.y - spot.y) <= 52 for one in shown)
    assert len(shown) + spot.more == count
    assert (spot.more > 0) is (count > 8)
    assert spot.more != 1, "a sign that counts one takes the seat of that one"


def test_the_companion_is_seen_in_any_crowd_and_each_keeps_its_colour() -> None:
    people = [person(f"n{number}", "a") for number in range(12)]
    me = replace(person("me", "a"), is_self=True)
    town = town_of([place("a")], [*people, me])
    assert not next(one for one in town.figures if one.person.is_self).hidden
    assert [one.person.id for one in town.figures] == [one.id for one in (*people, me)]
    assert list(town.numbers.values()) == list(range(13))
