"""Device goals: when an act counts as done, and which operation leads back."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.home.device_goal import DeviceGoal, facts_of, judged, said_of, shown_of
from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.evidence import Evidence
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.result import ResultStatus

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def seen(value: str | None, **attributes: Any) -> DeviceState:
    return DeviceState(device_id=DeviceId("one"), value=value, attributes=attributes, at=NOW)


@pytest.mark.parametrize(
    ("operation", "target", "state", "reached"),
    [
        ("light_turn_on", None, seen("on"), True),
        ("light_turn_on", None, seen("off"), False),
        ("light_turn_on", None, seen(None), False),
        ("light_set_brightness", 77, seen("on", brightness=79), True),
        ("light_set_brightness", 77, seen("on", brightness=90), False),
        ("light_set_brightness", 77, seen("off", brightness=77), False),
        ("light_set_color", "red", seen("on", color="#ff0000"), True),
        ("light_set_color", "red", seen("on", color="#0000ff"), False),
        ("cover_open", None, seen("open", position=100), True),
        ("cover_open", None, seen("open", position=40), False),
        ("cover_open", None, seen("opening", position=100), False),
        ("cover_stop", None, seen("closing"), False),
        ("cover_stop", None, seen("open"), True),
        ("climate_set_mode", "heat", seen("heat"), True),
        ("climate_set_mode", "heat", seen("cool"), False),
    ],
)
def test_a_goal_is_reached_when_the_state_shows_it(
    operation: str, target: float | str | None, state: DeviceState, reached: bool
) -> None:
    assert DeviceGoal(OPERATION_BY_NAME[operation], target).reached(state) is reached


def test_a_device_that_does_not_answer_has_reached_nothing() -> None:
    goal = DeviceGoal(OPERATION_BY_NAME["light_turn_on"])
    silent = DeviceState(device_id=DeviceId("one"), value="on", at=NOW, available=False)
    assert not goal.reached(silent)
    assert judged(goal, silent, Evidence.OWN_REPORT, doubtful=False).failure_class == (
        "outcome_unknown"
    )


@pytest.mark.parametrize(
    ("was", "after", "status"),
    [
        (seen("off"), seen("on"), ResultStatus.SUCCESS),
        (seen("on"), seen("on"), ResultStatus.NO_EFFECT),
        (seen("off"), seen("off"), ResultStatus.NO_EFFECT),
    ],
)
def test_an_act_is_a_success_only_if_it_changed_something(
    was: DeviceState, after: DeviceState, status: ResultStatus
) -> None:
    goal = DeviceGoal(OPERATION_BY_NAME["light_turn_on"], was=was)
    assert judged(goal, after, Evidence.OWN_REPORT, doubtful=False).status is status


def test_a_sensor_that_felt_nothing_speaks_against_the_device() -> None:
    goal = DeviceGoal(OPERATION_BY_NAME["light_turn_on"], was=seen("off"))
    found = judged(goal, seen("on"), Evidence.CONTRADICTED, doubtful=False)
    assert (found.status, found.failure_class) == (ResultStatus.FAILED, "contradicted")


def test_a_curtain_half_way_is_partial() -> None:
    goal = DeviceGoal(OPERATION_BY_NAME["cover_open"], was=seen("closed", position=0))
    found = judged(goal, seen("open", position=40), Evidence.OWN_REPORT, doubtful=False)
    assert found.status is ResultStatus.PARTIAL


def test_that_nothing_changed_proves_nothing_where_the_reports_are_doubtful() -> None:
    goal = DeviceGoal(OPERATION_BY_NAME["light_turn_on"], was=seen("off"))
    found = judged(goal, seen("off"), Evidence.OWN_REPORT, doubtful=True)
    assert (found.status, found.failure_class) == (ResultStatus.FAILED, "outcome_unknown")


def test_a_volume_step_is_seen_as_a_change_in_its_direction() -> None:
    row = OPERATION_BY_NAME["media_player_volume_up"]
    goal = DeviceGoal(row, was=seen("playing", volume=20))
    assert goal.reached(seen("playing", volume=30))
    assert not goal.reached(seen("playing", volume=10))
    assert not DeviceGoal(row).reached(seen("playing", volume=30)), "the state before is not known"


def test_a_result_keeps_only_the_numbers_that_an_operation_sets() -> None:
    state = seen("on", brightness=77, friendly_name="somebody else's words")
    assert facts_of(state) == {"value": "on", "available": True, "brightness": 77}
    assert facts_of(None) == {"value": None, "available": False}


def test_a_summary_tells_the_number_that_was_set() -> None:
    row = OPERATION_BY_NAME["light_set_brightness"]
    assert said_of({"value": "on", "brightness": 77.0}, row) == "on, brightness 77"
    assert said_of({"value": "off"}, row) == "off"


def test_a_setting_is_shown_in_the_unit_of_people() -> None:
    shown = shown_of("brightness", 128)
    assert shown is not None
    assert shown.en == "50%"
    assert shown_of("brightness", True) is None
    red = shown_of("color", "red")
    assert red is not None
    assert red.ja == "赤"
