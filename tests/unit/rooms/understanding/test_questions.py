"""Questions: what is asked about, of which things, in which state."""

import json

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, Room, Thing
from companion.words.language import Language
from companion.words.understood import SentenceKind, Understood
from tests.proof.evaluation.understanding.spoken import SAID_AT

HOME = Home(
    things=(
        Thing(id="light.hall", names=("Hall Light", "玄関の電気"), domain="light", area="hall"),
        Thing(id="light.den", names=("Den Light", "書斎の電気"), domain="light", area="den"),
        Thing(id="lock.front", names=("Front Door Lock", "玄関の鍵"), domain="lock", area="hall"),
        Thing(
            id="sensor.warmth",
            names=("Hall Temperature", "玄関の温度"),
            domain="sensor",
            device_class="temperature",
            area="hall",
        ),
    ),
    rooms=(Room(id="hall", names=("hall", "玄関")), Room(id="den", names=("den", "書斎"))),
)


def asked(text: str) -> Understood:
    language = Language.EN if text.isascii() else Language.JA
    engine = GrammarUnderstanding(lambda: HOME)
    return engine.understand(SpokenSentence(text, language, SAID_AT, "den"))


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("is the hall light on", {"light.hall"}),
        ("玄関の電気はついてる？", {"light.hall"}),
        ("is the front door locked", {"lock.front"}),
        ("鍵は閉まってる？", {"lock.front"}),
        ("which lights are on", {"light.hall", "light.den"}),
        ("what is the temperature in the hall", {"sensor.warmth"}),
    ],
)
def test_a_question_is_about_the_things_it_names(text: str, targets: set[str]) -> None:
    found = asked(text)
    assert found.kind is SentenceKind.QUESTION
    assert {target for wish in found.wishes for target in wish.targets} == targets
    assert all(wish.operation == "" for wish in found.wishes), "a question operates nothing"


def test_the_state_that_is_asked_for_is_kept() -> None:
    (wish,) = asked("is the hall light on").wishes
    assert "on" in json.dumps(dict(wish.slots))


@pytest.mark.parametrize("text", ["what time is it", "今何時？"])
def test_the_clock_is_asked_and_no_thing(text: str) -> None:
    (wish,) = asked(text).wishes
    assert (wish.intent, wish.targets) == ("HassGetCurrentTime", ())


@pytest.mark.parametrize("text", ["how cold is it outside", "外、何度？"])
def test_the_air_outside_is_no_room(text: str) -> None:
    """A3: the thermometer of the room answered."""
    (wish,) = asked(text).wishes
    assert wish.intent == "HassGetWeather"
