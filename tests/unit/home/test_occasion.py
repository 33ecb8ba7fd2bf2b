"""Occasions: which device reports which danger, and how an occasion is told."""

from dataclasses import replace

import pytest

from companion.home.occasion import (
    ALARMS,
    HOME,
    TELLINGS,
    Occasion,
    alarm_of,
    in_sentence,
    is_at_work,
    is_battery,
    is_bed,
    is_cold_store,
    is_doorbell,
    is_laundry,
    is_machine,
    is_machine_door,
    is_nearly_empty,
    is_open,
    is_opening,
    is_rain_sensor,
    is_strong_wind,
    is_television,
    occasion_of,
    tell,
)
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


def device(name: str, kind: str | None = None) -> Device:
    return Device(
        id=DeviceId(name),
        domain=Domain(name.partition(".")[0]),
        name=Bilingual("もの", "thing"),
        area="hall",
        operations=(),
        attributes={} if kind is None else {"device_class": kind},
    )


@pytest.mark.parametrize(
    ("thing", "found"),
    [
        (device("binary_sensor.hall_smoke", "smoke"), Occasion.SMOKE),
        (device("binary_sensor.hall_co", "carbon_monoxide"), Occasion.MONOXIDE),
        (device("binary_sensor.bath_leak", "moisture"), Occasion.LEAK),
        (device("binary_sensor.garden_rain", "moisture"), None),
        (device("sensor.hall_smoke", "smoke"), None),
        (device("binary_sensor.hall_motion", "motion"), None),
    ],
)
def test_a_detector_reports_the_danger_of_its_class(thing: Device, found: Occasion | None) -> None:
    assert alarm_of(thing) is found


def test_a_rain_sensor_is_told_from_a_word_that_only_contains_rain() -> None:
    assert is_rain_sensor(device("binary_sensor.garden_rain", "moisture"))
    assert not is_rain_sensor(device("binary_sensor.train_station", "moisture"))


def test_a_doorbell_is_known_by_its_id() -> None:
    assert is_doorbell(device("binary_sensor.front_doorbell"))
    assert not is_doorbell(device("light.front_doorbell"))


def test_a_speaker_is_no_television() -> None:
    assert is_television(device("media_player.living_tv"))
    assert is_television(device("media_player.one", "tv"))
    assert not is_television(device("media_player.living_tv", "speaker"))


def test_a_bed_is_an_occupancy_detector() -> None:
    assert is_bed(device("binary_sensor.bedroom_bed", "occupancy"))
    assert not is_bed(device("binary_sensor.bedroom_bed", "motion"))


def test_a_curtain_is_no_opening_and_an_unknown_window_counts_as_closed() -> None:
    window, curtain = device("cover.roof", "window"), device("cover.living", "curtain")
    assert is_opening(window)
    assert not is_opening(curtain)
    assert is_open(window, "open")
    assert is_open(device("binary_sensor.hall_door", "door"), "on")
    assert not is_open(window, None)


def test_every_occasion_has_words_and_every_danger_an_end() -> None:
    assert set(TELLINGS) == set(Occasion)
    assert all(TELLINGS[alarm].over is not None for alarm in ALARMS)


def test_names_from_the_wire_are_filled_in_and_never_formatted() -> None:
    odd = Bilingual("{age}{0.x}", "{age}{0.x}")
    told = tell(TELLINGS[Occasion.OPEN].plain, HOME, odd, minutes=130)
    assert told.en == "{age}{0.x} has been left open for 2 h"
    assert told.ja == "{age}{0.x}が2時間開いたままになっている"


@pytest.mark.parametrize(
    ("name", "said"), [("Living room", "the living room"), ("TV", "the TV"), ("", "the ")]
)
def test_a_name_begins_small_inside_a_sentence(name: str, said: str) -> None:
    assert in_sentence(name) == said


def test_an_unknown_subject_names_no_occasion() -> None:
    assert occasion_of("smoke") is Occasion.SMOKE
    assert occasion_of("person") is occasion_of(5) is None


@pytest.mark.parametrize(
    ("unit", "value", "strong"),
    [("km/h", "62", True), ("km/h", "12", False), ("m/s", "12", True), ("km/h", "unknown", False)],
)
def test_a_strong_wind_is_told_by_speed_and_unit(unit: str, value: str, strong: bool) -> None:
    meter = replace(device("sensor.kaze"), attributes={"device_class": "wind_speed", "unit": unit})
    assert is_strong_wind(meter, value) is strong


def test_a_door_of_a_machine_or_a_fridge_is_no_door_of_the_home() -> None:
    """Nobody leaves by it, and rain does not come in."""
    fridge, washer = device("binary_sensor.r", "door"), device("binary_sensor.washer_door", "door")
    fridge = replace(fridge, name=Bilingual("冷蔵庫のドア", "r"))
    assert is_cold_store(fridge)
    assert is_machine_door(washer)
    assert is_laundry(washer)
    assert not is_opening(fridge)
    assert not is_opening(washer)
    assert is_opening(device("binary_sensor.porch", "door"))
    assert not is_laundry(device("binary_sensor.dishwasher", "running"))
    assert not is_machine(device("light.laundry")), "a lamp is no machine"


def test_a_battery_is_one_that_somebody_changes() -> None:
    assert is_battery(device("sensor.hall_motion_battery", "battery"))
    assert not is_battery(device("sensor.anna_phone_battery", "battery")), "charged each day"
    assert is_nearly_empty(device("sensor.door_battery", "battery"), "8")
    assert not is_nearly_empty(device("sensor.door_battery", "battery"), "unknown")
    assert is_nearly_empty(device("binary_sensor.door_battery", "battery"), "on")


def test_a_machine_is_at_work_by_its_detector_or_its_phase() -> None:
    assert is_at_work(device("binary_sensor.plug", "running"))
    assert is_at_work(device("sensor.washer_state", "enum"))
    assert not is_at_work(device("sensor.season", "enum"))
