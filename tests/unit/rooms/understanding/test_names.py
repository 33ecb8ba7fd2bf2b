"""Names: the ways in which the home's own names may be said, and slips that are put right."""

import pytest

from companion.rooms.understanding.home import Home, Room, Storey, Thing
from companion.rooms.understanding.names import (
    called_by_height,
    corrected,
    joined_up,
    level_of,
    names_of,
    slips,
    spellings,
)


def thing(thing_id: str, *names: str) -> Thing:
    return Thing(id=thing_id, names=names, domain=thing_id.partition(".")[0])


def storey(*names: str, level: int | None = None) -> Storey:
    return Storey(id=names[0], names=names, level=level)


def meant(home: Home, spelling: str) -> set[str]:
    found = names_of(home).words.at(spelling, 0)
    whole = [lexemes for end, lexemes in found if end == len(spelling)]
    return {i for lexemes in whole for lexeme in lexemes if lexeme.value for i in lexeme.value}


HOME = Home(
    things=(
        thing("light.hall", "Hall Light", "玄関のライト"),
        thing("light.bed", "枕元のランプ"),
        thing("lock.front", "Front Door Lock"),
    ),
    rooms=(Room(id="hall", names=("Hall", "玄関")),),
    people=("Mika",),
)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("hall light", {"light.hall"}),
        ("hall lights", {"light.hall"}),
        ("hall lamp", {"light.hall"}),
        ("玄関のらいと", {"light.hall"}),
        ("枕元", {"light.bed"}),
        ("front door", {"lock.front"}),
        ("hall", {"hall"}),
        ("kitchen light", set()),
    ],
)
def test_a_thing_is_found_by_the_ways_its_name_is_said(said: str, found: set[str]) -> None:
    assert meant(HOME, said) == found


def test_the_name_as_it_is_written_costs_least() -> None:
    costs: dict[str, float] = {}
    for spelling, cost in spellings(["Hall Light"]):
        costs[spelling] = min(cost, costs.get(spelling, cost))
    assert min(costs, key=costs.__getitem__) == "hall light"
    assert costs["hall lamp"] > costs["hall light"]


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [("light", "light", 0), ("lihgt", "light", 1), ("ligt", "light", 1), ("lamp", "light", 4)],
)
def test_a_slip_is_a_letter_changed_added_dropped_or_swapped(
    one: str, other: str, found: int
) -> None:
    assert slips(one, other) == slips(other, one) == found


@pytest.mark.parametrize(
    ("word", "put_right"),
    [
        ("kitchne", "kitchen"),
        ("kichen", "kitchen"),
        ("look", None),
        ("xyz", None),
        ("bedside", None),
    ],
)
def test_a_slip_is_put_right_and_a_word_of_its_own_is_not(word: str, put_right: str | None) -> None:
    assert corrected(word, ["kitchen", "lock", "ceiling"]) == put_right


def test_a_slip_that_may_be_two_words_is_not_guessed() -> None:
    assert corrected("bedromm", ["bedroom"]) == "bedroom"
    assert corrected("stanb", ["stand", "stang"]) is None


def test_locks_and_heaters_are_never_guessed_from_a_slip() -> None:
    single = names_of(HOME).single
    assert "light" in single
    assert "front" not in single


def test_two_words_written_as_one_are_parted() -> None:
    assert joined_up("backdoor", ["back", "door"]) == "back door"
    assert joined_up("backdoor", ["back"]) is None


@pytest.mark.parametrize(
    ("one", "level"),
    [
        (storey("2階"), 2),
        (storey("地下1階"), -1),
        (storey("First floor"), 1),
        (storey("Attic"), 9),
        (storey("Studio"), None),
        (storey("Studio", level=3), 3),
    ],
)
def test_the_height_of_a_floor_is_read_from_its_name(one: Storey, level: int | None) -> None:
    assert level_of(one) == level


def test_only_two_floors_are_up_and_down() -> None:
    down, up, attic = storey("1階"), storey("2階"), storey("Attic")
    called = {one.id: names for one, names in called_by_height([up, down])}
    assert "upstairs" in called["2階"]
    assert "downstairs" in called["1階"]
    assert all(names == () for _, names in called_by_height([down, up, attic]))
