"""The home as the grammar reads it: what is announced, rooms, and floors (issue 4, item 3)."""

from datetime import datetime

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Storey, home_now
from companion.rooms.understanding.names import level_of
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.understood import SentenceKind

NOW = datetime.fromisoformat("2026-05-13T15:00:00+09:00")


def place(place_id: str, name: str, floor: str = "") -> Place:
    return Place(id=place_id, name=Bilingual(name, place_id), floor=floor)


def light(name: str, area: str, floor: str = "") -> Device:
    return Device(
        id=DeviceId(f"light.{name}"),
        domain=Domain.LIGHT,
        name=Bilingual(name, name),
        area=area,
        operations=("turn_on", "turn_off"),
        attributes={"floor": floor} if floor else {},
    )


def told(places: tuple[Place, ...], devices: tuple[Device, ...], text: str) -> set[str]:
    """Ids of what a sentence is about, in a home of these."""
    home = home_now(devices, {}, places)
    language = Language.EN if text.isascii() else Language.JA
    understood = GrammarUnderstanding(lambda: home).understand(SpokenSentence(text, language, NOW))
    assert understood.kind is SentenceKind.COMMAND
    return {target for wish in understood.wishes for target in wish.targets}


ROOMS = (light("hall", "hall"), light("bed", "bedroom"), light("desk", "study"))
CONFIGURED = (
    place("hall", "玄関", "1階"),
    place("bedroom", "寝室", "2階"),
    place("study", "書斎", "2階"),
)
UPSTAIRS = {"light.bed", "light.desk"}


@pytest.mark.parametrize(
    "text",
    [
        "二階の電気を全部消して",
        "2階の電気消して",
        "上の階の電気消しといて",
        "turn off everything upstairs",
        "turn off the lights upstairs",
    ],
)
def test_floors_of_a_configured_home(text: str) -> None:
    """`home.places.X.floor`: one word for it, and it is known by its height too."""
    assert told(CONFIGURED, ROOMS, text) == UPSTAIRS


@pytest.mark.parametrize("text", ["二階の電気を全部消して", "turn off everything upstairs"])
def test_floors_that_only_the_hub_tells(text: str) -> None:
    """Issue 4.1: areas and floors of Home Assistant, with no floor in our own configuration."""
    devices = (
        light("hall", "hall", "Downstairs"),
        light("bed", "bedroom", "Upstairs"),
        light("desk", "study", "Upstairs"),
    )
    places = tuple(place(p.id, p.name.ja) for p in CONFIGURED)
    assert told(places, devices, text) == UPSTAIRS


def test_a_floor_the_home_has_not_is_not_replaced() -> None:
    """Fuzzy names never reach another thing: 三階 is no slip of 二階."""
    home = home_now(ROOMS, {}, CONFIGURED)
    said = SpokenSentence("三階の電気消して", Language.JA, NOW)
    understood = GrammarUnderstanding(lambda: home).understand(said)
    assert not [t for wish in understood.wishes for t in wish.targets]


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("2階", 2),
        ("二階", 2),
        ("B1F", -1),
        ("地下1階", -1),
        ("Second Floor", 2),
        ("2nd floor", 2),
        ("Ground floor", 0),
        ("Upstairs", 1),
        ("Basement", -1),
        ("Annex", None),
    ],
)
def test_how_high_a_floor_lies_is_read_from_its_name(name: str, level: int | None) -> None:
    assert level_of(Storey(id="x", names=(name,))) == level
    assert level_of(Storey(id="x", names=(name,), level=7)) == 7


@pytest.mark.parametrize(
    "odd", ["(((", "shelf (old", "{area}", "[a|b", "a|b", "<x", "\\", "棚（", "%s", "*", "("]
)
def test_a_bracket_in_a_name_breaks_no_sentence(odd: str) -> None:
    """T3: names come over the wire; taken for a template, one of them once made every sentence of
    the house fail, and the warming of the grammar with it."""
    home = (*ROOMS, light(odd, "hall"))
    rooms = (*CONFIGURED, place("attic", odd, odd))
    engine = GrammarUnderstanding(lambda: home_now(home, {}, rooms))
    for language in Language:
        engine.warm(language)
        engine.understand(SpokenSentence("is it warmer than usual in there", language, NOW))
    assert told(rooms, home, "turn off the lights in the bedroom") == {"light.bed"}
    assert told(rooms, home, "書斎の電気消して") == {"light.desk"}
