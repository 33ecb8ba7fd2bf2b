"""Floor wishes: what Home Assistant's sentences recognise, on the things of this home."""

from typing import Any

import pytest

from companion.rooms.understanding.floor import Recognised
from companion.rooms.understanding.floor_wishes import wish_from
from companion.rooms.understanding.home import Home, Room, Storey, Thing
from companion.words.understood import UnderstoodWish


def thing(thing_id: str, area: str = "hall", device_class: str = "") -> Thing:
    return Thing(
        id=thing_id,
        names=(thing_id,),
        domain=thing_id.partition(".")[0],
        device_class=device_class,
        area=area,
    )


HOME = Home(
    things=(
        thing("light.a"),
        thing("light.b", "kitchen"),
        thing("lock.front"),
        thing("cover.gate", device_class="garage"),
        thing("sensor.warmth", device_class="temperature"),
    ),
    rooms=(
        Room(id="hall", names=("hall",), floor="f1"),
        Room(id="kitchen", names=("kitchen",), floor="f2"),
    ),
    storeys=(Storey(id="f1", names=("downstairs",)), Storey(id="f2", names=("upstairs",))),
)


def wished(intent: str, **slots: Any) -> UnderstoodWish:
    return wish_from(Recognised(intent, slots), HOME, "hall")


def test_a_name_an_area_and_a_floor_choose_the_things() -> None:
    lights = {"domain": "light"}
    assert wished("HassTurnOn", name="light.a").targets == ("light.a",)
    assert wished("HassTurnOn", area="kitchen", **lights).targets == ("light.b",)
    assert wished("HassTurnOn", floor="downstairs", **lights).targets == ("light.a",)


@pytest.mark.parametrize(
    ("intent", "name", "operation"),
    [
        ("HassTurnOn", "light.a", "light_turn_on"),
        ("HassTurnOn", "lock.front", "lock_lock"),
        ("HassTurnOff", "lock.front", "lock_unlock"),
        ("HassTurnOn", "cover.gate", "garage_open"),
    ],
)
def test_to_turn_on_means_what_the_thing_calls_it(intent: str, name: str, operation: str) -> None:
    assert wished(intent, name=name).operation == f"device_control.{operation}"


def test_things_of_several_sorts_are_not_guessed() -> None:
    assert wished("HassTurnOn", area="hall").operation == ""


def test_a_value_is_scaled_to_ours() -> None:
    assert wished("HassLightSet", name="light.a", brightness=40).parameters == {"brightness": 102}
    assert wished("HassLightSet", name="light.a", color="red").parameters == {"color": "red"}


def test_a_question_has_targets_and_no_operation() -> None:
    asked = wished("HassClimateGetTemperature", area="hall")
    assert (asked.operation, asked.targets) == ("", ("sensor.warmth",))
    state = wished("HassGetState", domain="lock", state="locked")
    assert (state.operation, state.targets) == ("", ("lock.front",))


def test_an_intent_of_which_we_know_nothing_has_no_operation() -> None:
    assert wished("HassBroadcast").operation == ""
