"""Readings and states of a room that bear a need out, or do not."""

import pytest

from companion.home.condition import Condition
from companion.rooms.context.borne_out import bed_in_use, borne_out, meters_say
from companion.rooms.context.collect import Seen
from companion.rooms.context.needs import Need
from tests.unit.rooms.context.occasion_home import thing


def seen(device_id: str, value: str, quantity: str = "") -> Seen:
    return Seen(device=thing(device_id, "study", device_class=quantity), condition=Condition(value))


@pytest.mark.parametrize(
    ("need", "quantity", "so", "not_so"),
    [
        (Need.DARK, "illuminance", "4", "400"),
        (Need.GLARE, "illuminance", "5000", "20"),
        (Need.COLD, "temperature", "14", "22"),
        (Need.HOT, "temperature", "29", "20"),
        (Need.STUFFY, "carbon_dioxide", "1900", "600"),
        (Need.DRY, "humidity", "30", "55"),
        (Need.DAMP, "humidity", "80", "55"),
    ],
)
def test_issue_15_a_meter_bears_a_need_out(need: Need, quantity: str, so: str, not_so: str) -> None:
    assert borne_out(need, "study", [seen("sensor.one", so, quantity)])
    assert not borne_out(need, "study", [seen("sensor.one", not_so, quantity)])
    assert not borne_out(need, "hall", [seen("sensor.one", so, quantity)])
    assert not borne_out(need, "study", [seen("sensor.one", "unreadable", quantity)])


def test_a_lamp_that_is_on_bears_out_too_much_light() -> None:
    assert borne_out(Need.DIMMER, "study", [seen("light.study", "on")])
    assert not borne_out(Need.DIMMER, "study", [seen("light.study", "off")])


def test_a_bed_in_use_bears_out_that_somebody_sleeps() -> None:
    bed = seen("binary_sensor.baby_cot", "on")
    assert bed_in_use(bed)
    assert borne_out(Need.ASLEEP, "study", [bed])
    assert not bed_in_use(seen("binary_sensor.back_door", "on"))


def test_issue_15_meters_agree_disagree_or_are_missing() -> None:
    cold = [seen("sensor.one", "14", "temperature")]
    assert meters_say(Need.COLD, "study", cold) is True
    assert meters_say(Need.HOT, "", cold) is False
    assert meters_say(Need.COLD, "hall", cold) is None
    assert meters_say(Need.LOUD, "study", cold) is None
