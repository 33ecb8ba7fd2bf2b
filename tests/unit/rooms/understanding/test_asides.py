"""Clauses told around an English order, by the shape of a clause (issue 11, done-when 1)."""

import json

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.asides import LENGTH_TOLD, asides, begins_to_order, is_told
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Language
from companion.words.understood import Understood
from tests.proof.evaluation.understanding.spoken import SAID_AT, acted
from tests.unit.rooms.understanding.never_act import SPOKEN


@pytest.fixture(scope="module")
def home() -> Home:
    return home_of(json.loads((SPOKEN / "home_en.json").read_text("utf-8")))


def _heard(home: Home, text: str, room: str = "living_room") -> Understood:
    engine = GrammarUnderstanding(lambda: home)
    return engine.understand(SpokenSentence(text, Language.EN, SAID_AT, room))


@pytest.mark.parametrize(
    "piece",
    [
        "this pan burns everything",
        "my boys they must to rest",
        "it drives me up the wall",
        "and if he sulks that's his lookout",
        "before it slips my mind",
        "he isn't back till late",
        "they've been at it since 5",
    ],
)
def test_a_clause_with_a_subject_of_its_own_is_told(piece: str) -> None:
    assert is_told(piece)


@pytest.mark.parametrize(
    "piece",
    [
        "the kitchen lights",
        "the lights upstairs",
        "if it rains",
        "he said turn it off",
        "i changed my mind",
        "you left it on",
        "we leave at 9",
        "that's what she told me",
    ],
)
def test_what_may_change_the_order_is_not_only_told(piece: str) -> None:
    assert not is_told(piece)


def test_an_order_is_found_between_what_is_told_before_and_behind() -> None:
    text = "okay the twins are down so dim the lamp my head's pounding"
    assert ("dim the lamp", ("the twins are down",)) in asides(text)
    assert not asides("the open door is on at noon")


def test_a_length_that_was_just_told_is_that_of_the_timer(home: Home) -> None:
    """Done-when 1: `set a timer for that`."""
    assert LENGTH_TOLD.search("the dough needs S so set a timer for that")
    assert not LENGTH_TOLD.search("when it needs S so set a timer for that")
    heard = _heard(home, "the dough wants fifty minutes so set me a timer for that")
    assert [w.parameters["duration_s"] for w in heard.wishes] == [3000.0]


def test_a_sentence_that_begins_as_an_order_is_one() -> None:
    assert begins_to_order("unlock the front door my aunt is waiting")
    assert not begins_to_order("is the front door open")


@pytest.mark.parametrize(
    "text",
    [
        "one day I'm gonna sleep till noon",
        "give it five minutes he'll come round",
        "I've got to be up at four it's grim",
        "go and turn the lights off upstairs sweetheart",
        "I'm tired of turning off the tv, turn on the porch light",
    ],
)
def test_what_sounds_like_an_order_and_is_told_does_nothing(home: Home, text: str) -> None:
    """Issue 11, A7: a length alone put off an alarm, and a hard morning set one."""
    assert not acted(_heard(home, text))


def test_no_order_among_others_is_dropped_in_silence(home: Home) -> None:
    """Issue 11, A3: only the door was locked, and nothing said of the others."""
    heard = _heard(home, "telly off floor lamp off and lock the back door")
    done = {w.operation.rpartition(".")[2] for w in heard.wishes}
    assert done == {"media_player_turn_off", "light_turn_off", "lock_lock"}


def test_a_scene_among_other_things_is_not_switched_off(home: Home) -> None:
    heard = _heard(home, "floor lamp off then movie time")
    assert "device_control.scene_turn_off" not in {w.operation for w in heard.wishes}
