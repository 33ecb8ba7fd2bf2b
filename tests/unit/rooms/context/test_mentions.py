"""The things that a text names, and the acts that it wants or asks to end."""

import pytest

from companion.home.condition import Condition
from companion.rooms.context.collect import Seen
from companion.rooms.context.mentions import (
    deeds_against,
    deeds_wanted,
    meant_by_work,
    named_in,
)
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


@pytest.mark.parametrize("text", ["Charge the scooter at midnight", "零時にスクーターの充電をする"])
def test_a_machine_is_meant_by_its_work(text: str) -> None:
    charger = seen("switch.one", "充電器", "wall charger", "garage")
    assert meant_by_work(text, (*HOME, charger), "garage") == {charger.device.id}
    other = seen("switch.two", "充電スタンド", "charging stand", "garage")
    assert meant_by_work(text, (*HOME, charger, other), "garage") == frozenset()
    far = seen("switch.two", "充電スタンド", "charging stand", "lounge")
    assert meant_by_work(text, (charger, far), "garage") == {charger.device.id}
    assert meant_by_work("Read a page at midnight", (charger,), "garage") == frozenset()


def test_a_thing_and_an_hour_mean_that_it_goes_on() -> None:
    assert "turn_on" in deeds_wanted("Towel rail at half past six")
    assert deeds_wanted("Towel rail off at half past six") == {"turn_off", "stop", "pause"}
    assert deeds_wanted("A look at the towel rail, said the plumber") == frozenset()
