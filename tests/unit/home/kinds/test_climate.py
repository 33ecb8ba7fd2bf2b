"""Climate: an air conditioner is set within its own limits and modes."""

import pytest

from companion.home.kinds.climate import KIND
from companion.home.wire_values import BadParameters

ENTITY = {
    "supported_features": 1,
    "hvac_modes": ["off", "heat", "party"],
    "min_temp": 17,
    "max_temp": "hot",
}


def test_an_entity_is_offered_what_it_supports() -> None:
    assert KIND.hub.offers(ENTITY) == ("set_temperature", "set_mode")
    assert KIND.hub.offers({"supported_features": 1}) == ("set_temperature",)
    assert KIND.hub.offers({"hvac_modes": ["heat"]}) == ("set_mode",)


def test_modes_and_limits_that_are_none_are_left_out() -> None:
    assert KIND.hub.facts(ENTITY) == {"modes": ("off", "heat"), "min_temp": 17.0}


def test_a_temperature_beyond_the_limits_of_the_device_is_refused() -> None:
    call = KIND.hub.services["set_temperature"]
    assert callable(call)
    assert call({"temperature": 17.5}, {"min_temp": 17.0}) == (
        "set_temperature",
        {"temperature": 17.5},
    )
    with pytest.raises(BadParameters):
        call({"temperature": 16}, {"min_temp": 17.0})
    with pytest.raises(BadParameters):
        call({"temperature": 36}, {})


def test_a_mode_that_the_device_does_not_have_is_refused() -> None:
    call = KIND.hub.services["set_mode"]
    assert callable(call)
    assert call({"mode": "heat"}, {"modes": ("off", "heat")}) == (
        "set_hvac_mode",
        {"hvac_mode": "heat"},
    )
    with pytest.raises(BadParameters):
        call({"mode": "cool"}, {"modes": ("off", "heat")})
