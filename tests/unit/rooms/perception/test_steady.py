"""Steadiness: which report is an event, and which device is not believed."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from companion.rooms.perception.steady import (
    CONFIRMS_AFTER,
    FLAPPING_CHANGES,
    FLAPPING_WITHIN,
    Steady,
    Turn,
)
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from tests.twins.clock import EVENING

ID = DeviceId("binary_sensor.door")


def report(value: str | None, available: bool = True) -> DeviceState:
    return DeviceState(device_id=ID, value=value, at=EVENING, available=available)


def at(seconds: float) -> datetime:
    return EVENING + timedelta(seconds=seconds)


def test_the_first_report_is_where_it_stands_and_the_next_other_one_is_an_event() -> None:
    steady = Steady()
    assert steady.hear(report("off"), at(0)) is Turn.FIRST
    assert steady.hear(report("on"), at(5)) is Turn.CHANGED
    held = steady.held(ID)
    assert held is not None
    assert (held.value, held.doubtful, held.for_(at(65))) == ("on", False, timedelta(minutes=1))


def test_a_first_word_is_confirmed_by_a_second_that_is_no_copy_of_it() -> None:
    steady = Steady()
    steady.hear(report("on"), at(0))
    assert steady.hear(report("on"), at(0.5)) is Turn.NOTHING
    assert steady.hear(report("on"), EVENING + CONFIRMS_AFTER) is Turn.CONFIRMED
    assert steady.hear(report("on"), at(60)) is Turn.NOTHING


@pytest.mark.parametrize("gone", [report(None), replace(report("off"), available=False)])
def test_a_silent_device_is_lost_once_and_says_nothing_meanwhile(gone: DeviceState) -> None:
    steady = Steady()
    assert steady.hear(gone, at(0)) is Turn.NOTHING, "it was never heard"
    steady.hear(report("on"), at(1))
    assert steady.hear(gone, at(2)) is Turn.LOST
    assert steady.hear(gone, at(3)) is Turn.NOTHING
    assert steady.held(ID) is None
    assert steady.lost_at(ID) == at(2)
    assert steady.hear(report("off"), at(4)) is Turn.FIRST, "where it stands, not what happened"


def test_a_loose_contact_is_not_believed_for_a_while() -> None:
    steady = Steady()
    steady.hear(report("off"), at(0))
    for n in range(FLAPPING_CHANGES):
        steady.hear(report("on" if n % 2 == 0 else "off"), at(n))
    assert not steady.flaps(ID, at(10))
    steady.hear(report("on"), at(10))
    steady.hear(report("off"), at(11))
    assert steady.flaps(ID, at(11))
    assert not steady.flaps(ID, at(12) + FLAPPING_WITHIN)
    assert not steady.flaps(DeviceId("light.other"), at(0))


def test_who_goes_and_comes_all_the_time_flaps_too() -> None:
    steady = Steady()
    for n in range(FLAPPING_CHANGES + 1):
        steady.hear(report("off"), at(3 * n))
        steady.hear(report("on"), at(3 * n + 1))
        steady.hear(report(None), at(3 * n + 2))
    assert steady.flaps(ID, at(30))
