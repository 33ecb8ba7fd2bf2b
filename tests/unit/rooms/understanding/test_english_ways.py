"""English ways to wish and to tell, none of them a sentence of a set (issue 11, A1 to A7)."""

import json
from datetime import timedelta

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Language
from companion.words.timing import After, Once, Timing
from companion.words.understood import SentenceKind, Understood
from tests.proof.evaluation.understanding.spoken import SAID_AT, acted
from tests.unit.rooms.understanding.never_act import SPOKEN


@pytest.fixture(scope="module")
def home() -> Home:
    return home_of(json.loads((SPOKEN / "home_en.json").read_text("utf-8")))


def _heard(home: Home, text: str, before: str = "", room: str = "living_room") -> Understood:
    engine = GrammarUnderstanding(lambda: home)
    if before:
        engine.understand(SpokenSentence(before, Language.EN, SAID_AT, room))
    return engine.understand(SpokenSentence(text, Language.EN, SAID_AT, room))


def _done(heard: Understood) -> list[tuple[str, tuple[str, ...]]]:
    return [(w.operation.rpartition(".")[2], w.targets) for w in heard.wishes] * acted(heard)


LOCKS = ("lock.front_door", "lock.back_door")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I'd like both doors locked", [("lock_lock", LOCKS)]),
        ("get the standing fan spinning", [("fan_turn_on", ("fan.standing",))]),
        ("the floor lamp needs turning off", [("light_turn_off", ("light.floor_lamp",))]),
        ("turn off the floor lamp i mean", [("light_turn_off", ("light.floor_lamp",))]),
        ("tell Rosie to go home", [("vacuum_return_to_dock", ("vacuum.rosie",))]),
        (
            "I was wondering whether you could mute the telly",
            [("media_player_mute", ("media_player.tv",))],
        ),
        ("could the floor lamp be blue please", [("light_set_color", ("light.floor_lamp",))]),
        ("take the sound off the tv", [("media_player_mute", ("media_player.tv",))]),
        ("turn the sound off on the tv", [("media_player_mute", ("media_player.tv",))]),
        ("my hands are full turn on the floor lamp", [("light_turn_on", ("light.floor_lamp",))]),
        ("floor lamp off, got a headache", [("light_turn_off", ("light.floor_lamp",))]),
        (
            "floor lamp on big light off",
            [
                ("light_turn_on", ("light.floor_lamp",)),
                ("light_turn_off", ("light.living_ceiling",)),
            ],
        ),
        (
            "lock the front door turn off the floor lamp",
            [("lock_lock", ("lock.front_door",)), ("light_turn_off", ("light.floor_lamp",))],
        ),
        ("send Rosie out to vacuum", [("vacuum_start", ("vacuum.rosie",))]),
    ],
)
def test_a_wish_in_other_words_than_an_imperative_is_read(
    home: Home, text: str, wanted: list[tuple[str, tuple[str, ...]]]
) -> None:
    """Issue 11: what is done, and to what."""
    assert _done(_heard(home, text)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "the garage door's closed",
        "the kitchen light's off",
        "the bathroom light is so bright when you turn it on",
        "turn the hall light off once everybody's asleep",
        "turn off the floor lamp when the baby stops crying",
        "turn the lights off once my guests have gone",
        "honey can you lock the back door",
        "hood of the car off, floor lamp off",
        "my son likes to switch off the lounge lights, turn on the entrance light",
        "next door's lights are still on",
        "The Open Door is on at noon at the bakery",
        "hold off on the kettle I'm just popping out",
        "is it possible to open the garage door",
        "can the floor lamp do blue",
    ],
)
def test_what_only_tells_or_asks_does_nothing(home: Home, text: str) -> None:
    """Issue 11, A1, A7: how a thing stands, what hangs on something, what another is asked."""
    assert not acted(_heard(home, text))


def test_a_statement_with_a_tag_is_a_question(home: Home) -> None:
    """Issue 11, A1: `right` at the end asks, and names no right curtain."""
    heard = _heard(home, "the garage door's closed right")
    assert heard.kind is SentenceKind.QUESTION
    assert heard.wishes[0].targets == ("cover.garage",)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("set the living room AC to 24, no make it 23", "temperature", 23),
        ("i'd like the bedroom at twenty three and a half", "temperature", 23.5),
        ("have mika's curtains three quarters closed", "position", 25),
        ("bedroom speaker volume to three five", "volume", 35),
        ("set the tv volume to 30, no, 20", "volume", 20),
    ],
)
def test_the_value_is_the_one_that_was_meant(
    home: Home, text: str, name: str, value: float
) -> None:
    """Issue 11, A3: taken back, spoken in pieces, or told from the other end."""
    wishes = _heard(home, text).wishes
    assert [wish.parameters[name] for wish in wishes] == [value]


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("send the robot vacuum home", "vacuum_return_to_dock"),
        ("send the robot vacuum back home please", "vacuum_return_to_dock"),
        ("get the robot vacuum back to its base", "vacuum_return_to_dock"),
        ("tell the robot vacuum to go home", "vacuum_return_to_dock"),
        ("send the robot vacuum out", "vacuum_start"),
        ("have the robot vacuum clean the living room", "vacuum_start"),
    ],
)
def test_vacuum_may_be_a_name_and_no_verb(text: str, operation: str) -> None:
    """A machine that is called the robot vacuum and nothing else: sent home, it was started."""
    robot = {"id": "vacuum.robo", "domain": "vacuum", "name": "robot vacuum", "area": "living"}
    living = {"id": "living", "name": "Living room"}
    home = home_of({"areas": [living], "floors": [], "entities": [robot]})
    assert _done(_heard(home, text)) == [(operation, ("vacuum.robo",))]


def test_thanks_are_no_second_order_and_the_other_one_is_of_the_same_sort(home: Home) -> None:
    """Issue 11, B11: what was said before is only taken up where it is meant."""
    assert not acted(_heard(home, "thanks that's perfect", before="dim the floor lamp"))
    again = _heard(home, "the bedroom one too", before="turn off the living room AC")
    assert again.wishes[0].targets == ("climate.bedroom",)
    timer = _heard(home, "freeze the timer a sec")
    assert timer.wishes[0].operation == "schedule.timer_pause"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # Two orders without a joint: each is done.
        (
            "telly off lock the front door",
            [("media_player_turn_off", ("media_player.tv",)), ("lock_lock", ("lock.front_door",))],
        ),
        (
            "floor lamp on garage door shut",
            [("light_turn_on", ("light.floor_lamp",)), ("garage_close", ("cover.garage",))],
        ),
        (
            "mute the tv mom is calling, and turn off the floor lamp",
            [
                ("media_player_mute", ("media_player.tv",)),
                ("light_turn_off", ("light.floor_lamp",)),
            ],
        ),
        (
            "tv volume twelve and then lock the front door",
            [
                ("media_player_set_volume", ("media_player.tv",)),
                ("lock_lock", ("lock.front_door",)),
            ],
        ),
        (
            "turn off the fan then get the front door locked",
            [("fan_turn_off", ("fan.standing",)), ("lock_lock", ("lock.front_door",))],
        ),
        (
            "send rosie home and turn off the fan",
            [("vacuum_return_to_dock", ("vacuum.rosie",)), ("fan_turn_off", ("fan.standing",))],
        ),
        (
            "movie mode please, start hoovering",
            [("scene_turn_on", ("scene.movie",)), ("vacuum_start", ("vacuum.rosie",))],
        ),
        (
            "turn the fan off now and the floor lamp off in ten minutes this place is a mess",
            [("fan_turn_off", ("fan.standing",)), ("light_turn_off", ("light.floor_lamp",))],
        ),
        # Said in other words than those of its thing.
        ("let some light into the bedroom", [("cover_open", ("cover.bedroom_curtain",))]),
        ("shut down the floor lamp", [("light_turn_off", ("light.floor_lamp",))]),
        ("shut the telly up", [("media_player_mute", ("media_player.tv",))]),
        ("hit the floor lamp off", [("light_turn_off", ("light.floor_lamp",))]),
        ("make the floor lamp warmer", [("light_set_color_temperature", ("light.floor_lamp",))]),
        ("house, floor lamp on", [("light_turn_on", ("light.floor_lamp",))]),
        # What stays, and what is put right.
        ("leave the fan on but turn off the tv", [("media_player_turn_off", ("media_player.tv",))]),
        ("turn on the bedroom fan no the floor lamp", [("light_turn_on", ("light.floor_lamp",))]),
        ("turn off the floor lamp sorry the kitchen fan", [("fan_turn_off", ("fan.extractor",))]),
        ("not sure I locked up so lock the front door", [("lock_lock", ("lock.front_door",))]),
        # A reason before it or behind it.
        ("i spilled some rice can you send rosie out", [("vacuum_start", ("vacuum.rosie",))]),
        (
            "make the floor lamp pink she had a bad day",
            [("light_set_color", ("light.floor_lamp",))],
        ),
        (
            "close the left curtain in case it rains",
            [("cover_close", ("cover.living_curtain_left",))],
        ),
        (
            "turn on the floor lamp i have a meeting at nine",
            [("light_turn_on", ("light.floor_lamp",))],
        ),
    ],
)
def test_all_that_is_asked_for_is_done_and_nothing_else(
    home: Home, text: str, wanted: list[tuple[str, tuple[str, ...]]]
) -> None:
    """Issue 11, A3, A4: nothing is left out, and nothing stands in."""
    assert _done(_heard(home, text)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "close the bedroom window bugs are getting in",
        "open the door",
        "somebody left the garage open again",
        "the film's about to start",
        "let me get the light",
        "clean the kitchen lights",
        "that film was so dry",
    ],
)
def test_what_is_not_there_or_not_asked_for_is_not_done(home: Home, text: str) -> None:
    """Issue 11, A4, A7: no other thing, and no remark."""
    assert not acted(_heard(home, text))


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("floor lamp off in 5", [After(300)]),
        ("turn the volume up by 10", [None]),
        ("raise the bedroom temperature by 2", [None]),
        ("put the bedroom air con on cool at 23", [None]),
        ("close the left curtain just for tonight", [None]),
        ("in 10 minutes turn on the kettle and in 20 turn it off", [After(600), After(1200)]),
        (
            "turn on the fan for 20 minutes at 8",
            [Once(SAID_AT.replace(hour=20)), Once(SAID_AT.replace(hour=20, minute=20))],
        ),
        (
            "wake me at 7 and turn on the coffee maker at 6 55",
            [
                Once((SAID_AT + timedelta(days=1)).replace(hour=hour, minute=minute))
                for hour, minute in ((7, 0), (6, 55))
            ],
        ),
        ("in half an hour turn the tv off and cancel the bins reminder", [After(1800), None]),
        ("remind me to take the bins out at 8", [Once(SAID_AT.replace(hour=20))]),
    ],
)
def test_each_deed_is_done_when_it_was_said(
    home: Home, text: str, when: list[Timing | None]
) -> None:
    """Issue 11, A3, A5: an hour, a length, and how much are three things."""
    assert [wish.when for wish in _heard(home, text).wishes] == when
