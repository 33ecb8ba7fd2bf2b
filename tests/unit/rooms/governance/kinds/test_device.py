"""Tests of the task kind `device`."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.governance.kinds import DONE, device
from companion.words.result import ResultStatus
from companion.words.telling import TELL_OWN
from tests.unit.rooms.governance.samples import goal, home, result, seen, task

OFF = task("device", device="light.hall", operation="turn_off")


def test_it_is_done_when_the_state_was_observed_and_never_by_the_result_alone() -> None:
    """T-29: a success that the device does not show is no DONE."""
    house, by = home()
    end = device.ended(seen(OFF, result(), by=by))
    assert end is not None
    assert end.cause is not None
    house.set("light.hall", "off")
    assert device.ended(seen(OFF, result(), by=by)) == DONE
    house.set("light.hall", None)
    assert device.ended(seen(OFF, by=by)) is None


@pytest.mark.parametrize(
    ("status", "cause"),
    [(ResultStatus.PARTIAL, "partial"), (ResultStatus.NO_EFFECT, "no_effect")],
)
def test_t_29_partial_and_no_effect_are_a_cause(status: ResultStatus, cause: str) -> None:
    """T-29: they keep the task open while means are left, else they are the cause."""
    end = device.ended(seen(OFF, result(status)))
    assert end is not None
    assert end.cause is not None
    assert end.cause.en == cause


def test_t_03_another_means_is_to_ask_a_person() -> None:
    """T-03: another means to the same end, and the end is the same observation."""
    house, by = home()
    first, second = device.requests(OFF, goal(OFF), by)
    assert first.action_type == "device_control.light_turn_off"
    assert second.action_type == TELL_OWN
    asked = replace(OFF, means=2)
    assert device.ended(seen(asked, result(), by=by, after=timedelta(minutes=29))) is None
    late = device.ended(seen(asked, result(), by=by, after=device.BY_HAND))
    assert late is not None
    assert late.cause == device.NOT_DONE_BY_HAND
    house.set("light.hall", "off")
    assert device.ended(seen(asked, result(), by=by)) == DONE


def test_a_number_must_be_reached() -> None:
    """The value is part of the end."""
    house, by = home()
    one = task("device", device="climate.living", operation="set_temperature", value=20)
    house.set("climate.living", "heat", temperature=24)
    assert device.ended(seen(one, by=by)) is None
    house.set("climate.living", "heat", temperature=20)
    assert device.ended(seen(one, by=by)) == DONE
    assert "20" in device.named(one.slots, by).en


@pytest.mark.parametrize(
    "slots",
    [
        {"device": "light.nowhere", "operation": "turn_off"},
        {"device": "light.hall", "operation": "open"},
        {"device": "lock.front_door", "operation": "unlock"},
        {"device": "light.hall", "operation": "set_brightness", "value": 999},
        {"device": "light.hall", "operation": "set_brightness"},
        {"device": "climate.living", "operation": "set_mode"},
        {"device": "cover.living_curtain", "operation": "stop"},
    ],
)
def test_infeasible_slots_are_refused(slots: dict[str, object]) -> None:
    """Code refuses a device that is not there, an operation above the tier, a wrong value."""
    assert device.objection(slots, home()[1]) is not None


def test_feasible_slots_are_taken() -> None:
    """What the home has and may do."""
    by = home()[1]
    assert device.objection(OFF.slots, by) is None
    assert device.objection({"device": "lock.front_door", "operation": "lock"}, by) is None
