"""Machines: done when they stop, and full until a door is heard."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from companion.rooms.perception.machines import Machines
from companion.words.device import Device
from tests.unit.rooms.perception.test_occasions import thing

NOON = datetime(2026, 6, 17, 12, tzinfo=ZoneInfo("Asia/Tokyo"))
WASHER = thing("sensor.washer_state", "enum", "bath")
DOOR = thing("binary_sensor.washer_lid", "opening", "bath")


def machines() -> Machines:
    return Machines(timedelta(minutes=5), timedelta(hours=1))


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def run(one: Machines, device: Device, *phases: tuple[float, str]) -> list[bool]:
    return [one.heard(device, value, at(minutes)) for minutes, value in phases]


def test_short_phases_are_one_work() -> None:
    """A pause is no end, and neither is the number of its turns."""
    heard = run(
        machines(),
        WASHER,
        (0, "Washing"),
        (3, "paused"),
        (4, "rinsing"),
        (7, "1400"),
        (8, "finished"),
        (9, "idle"),
    )
    assert heard == [False, False, False, False, True, False]


def test_who_ran_for_a_moment_has_done_nothing() -> None:
    assert run(machines(), WASHER, (0, "run"), (2, "stop")) == [False, False]


def test_without_a_detector_of_its_door_nobody_knows() -> None:
    one = machines()
    run(one, WASHER, (0, "on"), (30, "off"))
    assert not one.forgotten(WASHER, [WASHER], at(120))
    assert not one.forgotten(WASHER, [WASHER, DOOR], at(60))
    assert one.forgotten(WASHER, [WASHER, DOOR], at(120))


def test_a_door_that_opens_and_a_new_run_empty_it() -> None:
    one = machines()
    run(one, WASHER, (0, "on"), (30, "off"))
    one.heard(DOOR, "on", at(40))
    assert one.is_empty(WASHER)
    run(one, WASHER, (50, "on"), (90, "off"), (95, "on"))
    assert one.is_empty(WASHER)


def test_dishes_may_stay_where_they_are() -> None:
    dishes = thing("binary_sensor.dishwasher", "running", "kitchen")
    one = machines()
    assert run(one, dishes, (0, "on"), (90, "off")) == [False, True]
    assert one.is_empty(dishes)
