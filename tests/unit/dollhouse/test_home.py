"""The plan of the house (issue 2.8: at least 15 devices of 8 kinds, S-13)."""

import fnmatch

import pytest
from pydantic import ValidationError

from companion.dollhouse.home import HomePlan, HomeWrong, load_home
from companion.words.device import Domain


def test_there_is_enough_to_live_with() -> None:
    home = load_home()
    assert len(home.devices) >= 15
    assert len({d.domain for d in home.devices}) >= 8
    assert {p.id for p in home.places} >= {"hall", "living", "kitchen", "bedroom", "study"}
    assert {c.place for c in home.cameras} == {"hall", "living"}


def test_only_lights_and_covers_are_marked_by_itself() -> None:
    """S-13: the doll's house ships its lights and curtains marked, nothing else."""
    home = load_home()
    marked = {
        d.domain
        for d in home.devices
        if any(fnmatch.fnmatchcase(d.id, pattern) for pattern in home.by_itself)
    }
    assert marked == {Domain.LIGHT, Domain.COVER}


def test_every_name_is_said_in_both_languages_and_once() -> None:
    """DESIGN 1.6: Japanese and English are equals."""
    names = list(load_home().device_names.values())
    assert all(n.ja and n.en for n in names)
    assert len({n.ja for n in names}) == len({n.en for n in names}) == len(names)


def test_neighbours_border_on_each_other() -> None:
    places = {p.id: p for p in load_home().places}
    for place in places.values():
        assert all(place.id in places[n].neighbours for n in place.neighbours)


def test_the_way_leads_through_neighbours() -> None:
    home = load_home()
    assert home.path("hall", "bedroom") == ("hall", "living", "bedroom")
    assert home.path("hall", "hall") == ("hall",)
    with pytest.raises((HomeWrong, KeyError)):
        home.path("hall", "moon")


def test_unknown_devices_are_an_error() -> None:
    with pytest.raises(KeyError):
        load_home().device("light.moon")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"devices": [{"id": "light.x", "place": "moon", "name": {"ja": "x", "en": "x"}}]},
            "no room",
        ),
        (
            {"places": [{"id": "a", "name": {"ja": "a", "en": "a"}, "neighbours": ["b"]}]},
            "no rooms",
        ),
        (
            {"devices": [{"id": "light.x", "place": "a", "name": {"ja": "x", "en": "x"}}] * 2},
            "same id",
        ),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(change: dict[str, object], why: str) -> None:
    plan: dict[str, object] = {
        "places": [{"id": "a", "name": {"ja": "a", "en": "a"}}],
        "by_itself": [],
        "cameras": [],
        "devices": [],
    }
    with pytest.raises((ValidationError, HomeWrong), match=why):
        HomePlan.model_validate(plan | change)
