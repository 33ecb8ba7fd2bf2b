"""The things that a text names, and the acts that it wants or asks to end."""

import pytest

from companion.home.condition import Condition
from companion.rooms.context.collect import Seen
from companion.rooms.context.mentions import deeds_against, deeds_wanted, named_in
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


def seen(own: str, ja: str, en: str, area: str = "kitchen") -> Seen:
    device = Device(
        id=DeviceId(own),
        domain=Domain(own.partition(".")[0]),
        name=Bilingual(ja, en),
        area=area,
        operations=("turn_on", "turn_off"),
    )
    return Seen(device=device, condition=Condition("on"))


COOKER = seen("switch.cooker", "電気コンロ", "electric cooker")
LAMP = seen("light.kitchen", "台所の明かり", "kitchen light")
HEATER = seen("switch.heater", "居間の石油ファンヒーター", "lounge oil heater", "lounge")
HOME = (COOKER, LAMP, HEATER)


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("The cooker is on and nobody is in the kitchen", COOKER),
        ("電気こんろがついたまま", COOKER),
        ("家に誰もいないのに石油ファンヒーターがついている", HEATER),
        ("The kitchen light is on", LAMP),
    ],
)
def test_issue_15_a_thing_is_found_by_its_name_or_its_last_words(text: str, thing: Seen) -> None:
    assert named_in(text, HOME, "kitchen") == {thing.device.id}


def test_a_word_that_several_things_share_names_none() -> None:
    other = seen("switch.other", "電熱コンロ", "camping cooker")
    assert named_in("the cooker is on", (COOKER, other), "") == frozenset()
    assert named_in("the light is on", HOME, "kitchen") == frozenset()


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("Close the blind at dusk", "close"),
        ("朝八時にカーテンを開ける", "open"),
        ("Play the news at six", "play"),
        ("二十一時に水槽の明かりを消す", "turn_off"),
        ("炊飯器を入れる", "turn_on"),
    ],
)
def test_a_routine_names_its_act(text: str, deed: str) -> None:
    assert deed in deeds_wanted(text)


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("The cooker is on", "turn_off"),
        ("鍵が開いている", "lock"),
        ("The freezer has stopped", "turn_on"),
        ("冷蔵庫が止まっている", "turn_on"),
    ],
)
def test_a_report_asks_to_end_its_state(text: str, deed: str) -> None:
    assert deed in deeds_against(text)


def test_a_report_of_no_state_asks_for_nothing() -> None:
    assert deeds_against("Somebody is in the kitchen") == frozenset()
