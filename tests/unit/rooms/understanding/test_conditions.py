"""A clause that says after which fact of the home something is to be done."""

from datetime import UTC, datetime, time

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.conditions import condition_in
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, Room, Thing
from companion.words.language import Language
from companion.words.timing import OnFact
from companion.words.understood import SentenceKind, Understood

ROOMS = (
    Room(id="hall", names=("玄関", "Hall")),
    Room(id="bedroom", names=("寝室", "Bedroom")),
    Room(id="bath", names=("洗面所", "Bathroom")),
)


def _sensor(thing: str, of: str, area: str, *names: str) -> Thing:
    domain = "sensor" if of == "temperature" else "binary_sensor"
    return Thing(id=f"{domain}.{thing}", names=names, domain=domain, device_class=of, area=area)


HOME = Home(
    things=(
        _sensor("front", "door", "hall", "玄関の扉", "Front Door Contact"),
        _sensor("back", "door", "bath", "勝手口の扉", "Back Door Contact"),
        _sensor("window", "window", "bedroom", "寝室の窓", "Bedroom Window"),
        _sensor("washer", "running", "bath", "洗濯機", "Washing Machine"),
        _sensor("warmth", "temperature", "bedroom", "寝室の温度", "Bedroom Temperature"),
        Thing(id="light.hall", names=("玄関の明かり", "Hall Light"), domain="light", area="hall"),
        Thing(
            id="climate.bedroom",
            names=("寝室のエアコン", "Bedroom Air Conditioner"),
            domain="climate",
            area="bedroom",
        ),
        Thing(id="lock.front", names=("玄関の鍵", "Front Door Lock"), domain="lock", area="hall"),
        Thing(id="media_player.tv", names=("テレビ", "Television", "tv"), domain="media_player"),
        Thing(id="vacuum.robot", names=("ロボット掃除機", "Robot Vacuum"), domain="vacuum"),
    ),
    rooms=ROOMS,
)


def _heard(text: str) -> Understood:
    language = Language.EN if text.isascii() else Language.JA
    now = datetime(2026, 5, 13, 6, tzinfo=UTC)
    return GrammarUnderstanding(lambda: HOME).understand(SpokenSentence(text, language, now, ""))


@pytest.mark.parametrize(
    ("text", "operation", "target", "timing"),
    [
        (
            "when the front door opens, turn on the hall light",
            "device_control.light_turn_on",
            "light.hall",
            OnFact("binary_sensor.front", "open"),
        ),
        (
            "put the air con on in there if the bedroom gets above twenty-five",
            "device_control.climate_turn_on",
            "climate.bedroom",
            OnFact("sensor.warmth", above=25.0),
        ),
        (
            "every time somebody comes into the hall turn on the light there",
            "device_control.light_turn_on",
            "light.hall",
            OnFact("person@hall", "present"),
        ),
        (
            "玄関のドアが開いたら玄関の明かりをつけて",
            "device_control.light_turn_on",
            "light.hall",
            OnFact("binary_sensor.front", "open"),
        ),
        (
            "寝室が十八度を下回ったらエアコンつけて",
            "device_control.climate_turn_on",
            "climate.bedroom",
            OnFact("sensor.warmth", below=18.0),
        ),
        (
            "今夜だけ、テレビが消えたら玄関の明かりを消して",
            "device_control.light_turn_off",
            "light.hall",
            OnFact("media_player.tv", "off", once=True),
        ),
        (
            "whenever the tv comes on turn off the hall light",
            "device_control.light_turn_off",
            "light.hall",
            OnFact("media_player.tv", "running"),
        ),
    ],
)
def test_what_is_to_be_done_after_a_fact_waits_for_it(
    text: str, operation: str, target: str, timing: OnFact
) -> None:
    """A4: a standing order was not understood, or done at once."""
    (wish,) = _heard(text).wishes
    assert (wish.operation, wish.targets, wish.when) == (operation, (target,), timing)


@pytest.mark.parametrize(
    ("text", "message", "thing", "value"),
    [
        (
            "let me know when the laundry's finished please",
            "the laundry's finished",
            "binary_sensor.washer",
            "done",
        ),
        (
            "Remind me to call Mr Ito when the back door opens",
            "call Mr Ito",
            "binary_sensor.back",
            "open",
        ),
        (
            "洗濯機が終わったら教えてくださいますか",
            "洗濯機が終わった",
            "binary_sensor.washer",
            "done",
        ),
        (
            "玄関の鍵が開いたら知らせて",
            "玄関の鍵が開いた",
            "lock.front",
            "unlocked",
        ),
    ],
)
def test_what_is_to_be_told_is_told_once(text: str, message: str, thing: str, value: str) -> None:
    """A4, A5: the promise was refused; the words stay the owner's."""
    (wish,) = _heard(text).wishes
    assert wish.operation == "schedule.reminder_set"
    assert (wish.slots["message"], wish.when) == (message, OnFact(thing, value, once=True))


@pytest.mark.parametrize(
    "text",
    ["if the doorbell rings turn on the hall light", "雨が降ってきたら玄関の明かりをつけて"],
)
def test_a_fact_that_no_device_tells_is_refused(text: str) -> None:
    """A4: nothing is done now, and it is said what is missing."""
    heard = _heard(text)
    assert heard.refused is not None
    assert not heard.wishes


@pytest.mark.parametrize(
    "text",
    [
        "I love it when the front door opens",
        "is the hall light on when the front door opens?",
        "when the front door opened the cat ran out",
        "玄関のドアが開いたら猫が逃げた",
        "寝室の窓が開いてたら寒い",
    ],
)
def test_what_is_only_told_or_asked_sets_nothing(text: str) -> None:
    """A1, A7."""
    heard = _heard(text)
    assert heard.kind is not SentenceKind.COMMAND or not heard.wishes


def test_of_two_doors_none_is_waited_for() -> None:
    """A4: one thing never stands in for another."""
    found = condition_in("when the door opens turn on the hall light", Language.EN, HOME, "")
    assert found is not None
    assert found.timing is None


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("if anyone opens the back door after midnight turn on the hall light", 0, 6),
        ("夜中に玄関のドアが開いたら玄関の明かりをつけて", 22, 6),
    ],
)
def test_a_part_of_the_day_bounds_a_condition(text: str, since: int, until: int) -> None:
    """A4: the hours belong to the fact, and are no time at which to act."""
    (wish,) = _heard(text).wishes
    assert isinstance(wish.when, OnFact)
    assert (wish.when.since, wish.when.until) == (time(since), time(until))


@pytest.mark.parametrize(
    "text",
    [
        "if it dips below 18 in the bedroom let me know",
        "if it goes under 18 in the bedroom, tell me",
        "let me know if it drops below 18 in the bedroom",
    ],
)
def test_a_figure_with_its_room_behind_it_is_of_that_room(text: str) -> None:
    """A5: the room behind the figure was taken for a part of the order."""
    (wish,) = _heard(text).wishes
    assert wish.when == OnFact("sensor.warmth", below=18.0, once=True)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("let me know if the front door opens after ten", time(22), time(6)),
        ("tell me if the back door opens between half eleven and five", time(23, 30), time(5)),
        ("夜9時以降に玄関の扉が開いたら教えて", time(21), time(6)),
        ("23時から4時の間に勝手口の扉が開いたら知らせて", time(23), time(4)),
    ],
)
def test_hours_by_the_clock_bind_the_fact(text: str, since: time, until: time) -> None:
    """A5: it was answered as a question for how the door is now, or refused."""
    (wish,) = _heard(text).wishes
    assert isinstance(wish.when, OnFact)
    assert (wish.when.since, wish.when.until) == (since, until)
