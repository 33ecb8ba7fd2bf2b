"""The picture of the town: every place once, the home on top, ways only between places."""

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
