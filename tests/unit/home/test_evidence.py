"""Who stands behind a device's word: a sensor that felt it, one that did not, or nobody."""

from datetime import UTC, datetime

import pytest

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.evidence import Evidence, Reading, weigh, witnesses
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual

NOW = datetime(2026, 11, 21, 19, 42, tzinfo=UTC)
METER = DeviceId("sensor.hall_illuminance")


@pytest.mark.parametrize(
    ("operation", "reading", "found"),
    [
        ("light_turn_on", Reading(4, 300, True), Evidence.WITNESSED),
        ("light_turn_on", Reading(4, 300, False), Evidence.WITNESSED),
        ("light_turn_on", Reading(4, 5, True), Evidence.CONTRADICTED),
        ("light_turn_on", Reading(4, 5, False), Evidence.OWN_REPORT),
        ("light_turn_on", Reading(4), Evidence.OWN_REPORT),
        ("light_turn_on", Reading(4, None, True), Evidence.OWN_REPORT),
        ("light_turn_on", Reading(900, 905, True), Evidence.OWN_REPORT),
        ("light_turn_off", Reading(300, 4, True), Evidence.WITNESSED),
        ("light_turn_off", Reading(300, 300, True), Evidence.OWN_REPORT),
        ("cover_open", Reading(10, 160, True), Evidence.WITNESSED),
        ("cover_open", Reading(0, 0, True), Evidence.OWN_REPORT),
        ("cover_close", Reading(160, 10, True), Evidence.WITNESSED),
    ],
)
def test_only_a_fresh_reading_in_the_dark_speaks_against(
    operation: str, reading: Reading, found: Evidence
) -> None:
    """ADR 0014: a sensor that said nothing proves nothing; by daylight a lamp may drown."""
    assert weigh(OPERATION_BY_NAME[operation], {METER: reading}) is found


def test_light_meters_of_the_same_room_are_asked_and_no_others() -> None:
    """A meter without a value, of another room or of another kind is no witness."""
    lamp = _device("light.hall", "hall")
    house = [
        (_device("sensor.hall_illuminance", "hall", "illuminance"), _state("4")),
        (_device("sensor.living_illuminance", "living", "illuminance"), _state("4")),
        (_device("sensor.hall_temperature", "hall", "temperature"), _state("19")),
        (_device("sensor.dead", "hall", "illuminance"), None),
    ]
    operation = OPERATION_BY_NAME["light_turn_on"]
    assert witnesses(operation, lamp, house) == {METER: Reading(4.0)}
    assert witnesses(OPERATION_BY_NAME["lock_lock"], lamp, house) == {}


def _device(device_id: str, area: str, device_class: str = "") -> Device:
    return Device(
        id=DeviceId(device_id),
        domain=Domain(device_id.partition(".")[0]),
        name=Bilingual("", ""),
        area=area,
        operations=(),
        attributes={"device_class": device_class},
    )


def _state(value: str) -> DeviceState:
    return DeviceState(device_id=METER, value=value, at=NOW)
