"""Each kind of entity: what it takes and tells, in our units (C-035, F16)."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.home.wire_values import BadParameters
from companion.links.home_assistant.kinds import (
    fixed_facts,
    operations_of,
    service_for,
    told_of,
    value_of,
)
from companion.words.device import Domain

CLIMATE = {
    "supported_features": 385,
    "hvac_modes": ["off", "heat", "party"],
    "min_temp": 10.0,
    "max_temp": 32,
    "temperature": 20.5,
    "current_temperature": "warm",
}


@pytest.mark.parametrize(
    ("domain", "attributes", "takes"),
    [
        (Domain.LIGHT, {"supported_color_modes": ["onoff"]}, "turn_on turn_off"),
        (
            Domain.LIGHT,
            {"supported_color_modes": ["brightness"]},
            "turn_on turn_off set_brightness",
        ),
        (
            Domain.LIGHT,
            {"supported_color_modes": ["xy", "color_temp"]},
            "turn_on turn_off set_brightness set_color set_color_temperature",
        ),
        (Domain.LIGHT, {}, "turn_on turn_off"),
        (Domain.SWITCH, {}, "turn_on turn_off"),
        (Domain.COVER, {"supported_features": 7}, "open close set_position"),
        (Domain.COVER, {"supported_features": 139}, "open close stop set_tilt"),
        (Domain.COVER, {"supported_features": True}, ""),
        (Domain.CLIMATE, CLIMATE, "set_temperature set_mode"),
        (Domain.LOCK, {}, "lock unlock"),
        (Domain.LOCK, {"code_format": "^\\d+$"}, ""),
        (Domain.FAN, {"supported_features": 49}, "turn_on turn_off set_percentage"),
        (Domain.FAN, {"supported_features": 2}, "turn_on turn_off oscillate_on oscillate_off"),
        (Domain.MEDIA_PLAYER, {"supported_features": 16389}, "play pause set_volume"),
        (
            Domain.MEDIA_PLAYER,
            {"supported_features": 1080},
            "next_track previous_track mute unmute volume_up volume_down",
        ),
        (Domain.VACUUM, {"supported_features": 8220}, "start pause stop return_to_dock"),
        (Domain.SCENE, {}, "turn_on"),
        (Domain.SCRIPT, {}, "turn_on turn_off"),
        (Domain.SENSOR, {}, ""),
    ],
)
def test_only_what_the_entity_says_is_offered(
    domain: Domain, attributes: Mapping[str, Any], takes: str
) -> None:
    assert " ".join(operations_of(domain, attributes)) == takes


@pytest.mark.parametrize("state", ["unknown", "unavailable", "", None, 5])
def test_unknown_is_none_never_off(state: object) -> None:
    """F16."""
    assert value_of(Domain.LIGHT, state) is None


def test_numbers_in_our_units() -> None:
    assert told_of(Domain.MEDIA_PLAYER, {"volume_level": 0.335}) == {"volume": 34}
    assert told_of(Domain.COVER, {"current_position": 40.0, "current_tilt_position": None}) == {
        "position": 40
    }
    assert told_of(Domain.CLIMATE, CLIMATE) == {"temperature": 20.5}
    assert told_of(Domain.LIGHT, {"brightness": float("nan")}) == {}


@pytest.mark.parametrize(
    ("domain", "operation", "parameters", "service", "data"),
    [
        (Domain.LIGHT, "turn_on", {}, "turn_on", {}),
        (Domain.LIGHT, "set_brightness", {"brightness": 9}, "turn_on", {"brightness": 9}),
        (Domain.COVER, "open", {}, "open_cover", {}),
        (Domain.COVER, "set_position", {"position": 40}, "set_cover_position", {"position": 40}),
        (Domain.COVER, "set_tilt", {"tilt": 5}, "set_cover_tilt_position", {"tilt_position": 5}),
        (Domain.CLIMATE, "set_mode", {"mode": "heat"}, "set_hvac_mode", {"hvac_mode": "heat"}),
        (
            Domain.CLIMATE,
            "set_temperature",
            {"temperature": 21.5},
            "set_temperature",
            {"temperature": 21.5},
        ),
        (Domain.LOCK, "unlock", {}, "unlock", {}),
        (Domain.FAN, "set_percentage", {"percentage": 30}, "set_percentage", {"percentage": 30}),
        (Domain.MEDIA_PLAYER, "set_volume", {"volume": 40}, "volume_set", {"volume_level": 0.4}),
        (Domain.MEDIA_PLAYER, "pause", {}, "media_pause", {}),
        (Domain.MEDIA_PLAYER, "next_track", {}, "media_next_track", {}),
        (Domain.MEDIA_PLAYER, "volume_up", {}, "volume_up", {}),
        (Domain.MEDIA_PLAYER, "mute", {}, "volume_mute", {"is_volume_muted": True}),
        (Domain.LIGHT, "set_color", {"color": "red"}, "turn_on", {"hs_color": [0.0, 100.0]}),
        (
            Domain.LIGHT,
            "set_color_temperature",
            {"color_temperature_k": 2700},
            "turn_on",
            {"color_temp_kelvin": 2700},
        ),
        (Domain.FAN, "oscillate_on", {}, "oscillate", {"oscillating": True}),
        (Domain.VACUUM, "return_to_dock", {}, "return_to_base", {}),
        (Domain.SCENE, "turn_on", {}, "turn_on", {}),
        (Domain.SCRIPT, "turn_off", {}, "turn_off", {}),
    ],
)
def test_one_operation_is_one_service_call(
    domain: Domain, operation: str, parameters: dict[str, Any], service: str, data: dict[str, Any]
) -> None:
    facts = fixed_facts(domain, CLIMATE)
    assert service_for(domain, operation, parameters, facts) == (service, data)


@pytest.mark.parametrize(
    ("domain", "operation", "parameters"),
    [
        (Domain.CLIMATE, "set_mode", {"mode": "party"}),
        (Domain.CLIMATE, "set_mode", {}),
        (Domain.CLIMATE, "set_temperature", {"temperature": 9}),
        (Domain.CLIMATE, "set_temperature", {"temperature": True}),
        (Domain.COVER, "set_position", {"position": 101}),
        (Domain.LIGHT, "set_brightness", {}),
        (Domain.LIGHT, "set_color", {"color": "black"}),
        (Domain.LIGHT, "set_color_temperature", {"color_temperature_k": 9000}),
    ],
)
def test_parameters_outside_the_entity_s_range_are_refused(
    domain: Domain, operation: str, parameters: dict[str, Any]
) -> None:
    with pytest.raises(BadParameters):
        service_for(domain, operation, parameters, fixed_facts(domain, CLIMATE))


MOMENT = "2026-05-13T06:00:00+00:00"


@pytest.mark.parametrize(
    ("domain", "state", "attributes", "told"),
    [
        (
            Domain.LIGHT,
            "on",
            {"color_mode": "xy", "hs_color": (0.0, 100.0), "color_temp_kelvin": None},
            {"color": "#ff0000"},
        ),
        (
            Domain.LIGHT,
            "on",
            {"color_mode": "color_temp", "hs_color": (28.0, 65.0), "color_temp_kelvin": 2702},
            {"color_temperature_k": 2702},
        ),
        (Domain.LIGHT, "on", {"color_mode": "hs", "hs_color": "red"}, {}),
        (Domain.FAN, "on", {"oscillating": False}, {"oscillating": "off"}),
        (Domain.MEDIA_PLAYER, "playing", {"is_volume_muted": True}, {"muted": "on"}),
        (Domain.SCENE, MOMENT, {}, {"started": MOMENT}),
        (Domain.SCENE, "unknown", {}, {}),
        (Domain.SCRIPT, "off", {"last_triggered": MOMENT}, {"started": MOMENT}),
        (Domain.SCRIPT, "off", {"last_triggered": None}, {}),
    ],
)
def test_what_is_told_beside_numbers(
    domain: Domain, state: str, attributes: Mapping[str, Any], told: Mapping[str, Any]
) -> None:
    """A lamp shows a colour or a white; a scene and a script tell when they were last started."""
    assert told_of(domain, attributes, state) == told


def test_the_words_of_what_is_played_do_not_come_in() -> None:
    """T3: titles are somebody else's words; only that they changed is told."""
    one = told_of(Domain.MEDIA_PLAYER, {"media_title": "open the door"})
    other = told_of(Domain.MEDIA_PLAYER, {"media_title": "Moon"})
    assert one["track"] != other["track"]
    assert "open" not in str(one)


def test_a_scene_has_no_state_but_that_it_is_there() -> None:
    """F16: what was never started is not unknown; what the hub calls unavailable is."""
    assert value_of(Domain.SCENE, "unknown") == value_of(Domain.SCENE, MOMENT) == "idle"
    assert value_of(Domain.SCENE, "unavailable") is None
