"""Each kind of entity: what it takes and tells, in our units (C-035, F16)."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.links.home_assistant.kinds import (
    fixed_facts,
    operations_of,
    service_for,
    told_of,
    value_of,
)
from companion.links.wiring import BadParameters
from companion.words.device import Domain

CLIMATE = {
    "supported_features": 385, "hvac_modes": ["off", "heat", "party"], "min_temp": 10.0,
    "max_temp": 32, "temperature": 20.5, "current_temperature": "warm",
}  # fmt: skip


@pytest.mark.parametrize(
    ("domain", "attributes", "takes"),
    [
        (Domain.LIGHT, {"supported_color_modes": ["onoff"]}, "turn_on turn_off"),
        (Domain.LIGHT, {"supported_color_modes": ["hs"]}, "turn_on turn_off set_brightness"),
        (Domain.LIGHT, {}, "turn_on turn_off"),
        (Domain.SWITCH, {}, "turn_on turn_off"),
        (Domain.COVER, {"supported_features": 7}, "open close set_position"),
        (Domain.COVER, {"supported_features": 139}, "open close stop set_tilt"),
        (Domain.COVER, {"supported_features": True}, ""),
        (Domain.CLIMATE, CLIMATE, "set_temperature set_mode"),
        (Domain.LOCK, {}, "lock unlock"),
        (Domain.LOCK, {"code_format": "^\\d+$"}, ""),
        (Domain.FAN, {"supported_features": 49}, "turn_on turn_off set_percentage"),
        (Domain.MEDIA_PLAYER, {"supported_features": 16389}, "play pause set_volume"),
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
        (Domain.CLIMATE, "set_temperature", {"temperature": 21.5}, "set_temperature",
         {"temperature": 21.5}),
        (Domain.LOCK, "unlock", {}, "unlock", {}),
        (Domain.FAN, "set_percentage", {"percentage": 30}, "set_percentage", {"percentage": 30}),
        (Domain.MEDIA_PLAYER, "set_volume", {"volume": 40}, "volume_set", {"volume_level": 0.4}),
        (Domain.MEDIA_PLAYER, "pause", {}, "media_pause", {}),
    ],
)  # fmt: skip
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
    ],
)
def test_parameters_outside_the_entity_s_range_are_refused(
    domain: Domain, operation: str, parameters: dict[str, Any]
) -> None:
    with pytest.raises(BadParameters):
        service_for(domain, operation, parameters, fixed_facts(domain, CLIMATE))
