"""Tests of what a longer text names."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from companion.ports.understanding import Mentions, SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, Room, Thing
from companion.words.language import Language, language_of
from companion.words.timing import Once

NOW = datetime(2026, 11, 25, 14, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
HOME = Home(
    things=(
        Thing(
            id="light.attic", names=("屋根裏の明かり", "attic light"), domain="light", area="attic"
        ),
        Thing(
            id="light.porch", names=("ポーチの明かり", "porch light"), domain="light", area="porch"
        ),
        Thing(
            id="binary_sensor.gate",
            names=("門", "gate"),
            domain="binary_sensor",
            device_class="door",
            area="porch",
        ),
    ),
    rooms=(
        Room(id="attic", names=("屋根裏", "Attic")),
        Room(id="porch", names=("ポーチ", "Porch", "玄関先")),
    ),
)


def mentions(text: str) -> Mentions:
    said = SpokenSentence(text, language_of(text, Language.EN), NOW)
    return GrammarUnderstanding(lambda: HOME).mentions(said)


@pytest.mark.parametrize(
    ("text", "things", "rooms"),
    [
        (
            "he is working in the attic again and the lights burn all night",
            ("light.attic",),
            ("attic",),
        ),
        ("玄関先の明かりがまたついたままだった", ("light.porch",), ("porch",)),
        ("the porch light blinds the neighbours", ("light.porch",), ()),
        ("we are all tired of the rain", (), ()),
        ("", (), ()),
    ],
)
def test_things_and_rooms(text: str, things: tuple[str, ...], rooms: tuple[str, ...]) -> None:
    """Whatever is said of them; by another name of the room too."""
    found = mentions(text)
    assert (found.things, found.rooms) == (things, rooms)


@pytest.mark.parametrize(
    ("text", "day", "hour", "has_day", "has_clock"),
    [
        ("my aunt flies in on Friday", 27, 8, True, False),
        ("金曜の夜九時に叔母が着く", 27, 21, True, True),
        ("we eat at seven in the evening", 25, 19, False, True),
    ],
)
def test_times(text: str, day: int, hour: int, has_day: bool, has_clock: bool) -> None:
    """With whether a day and an hour were said."""
    (said,) = mentions(text).times
    assert isinstance(said.timing, Once)
    assert (said.timing.at.day, said.timing.at.hour) == (day, hour)
    assert (said.has_day, said.has_clock) == (has_day, has_clock)


@pytest.mark.parametrize(
    "text", ["I want to hear of it if the gate opens", "門が開いたらすぐに知りたい"]
)
def test_the_fact_after_which_something_is_wanted(text: str) -> None:
    """Also where the rest is no order."""
    fact = mentions(text).fact
    assert fact is not None
    assert (fact.thing, fact.value) == ("binary_sensor.gate", "open")
