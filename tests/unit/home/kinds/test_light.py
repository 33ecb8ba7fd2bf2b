"""Lights: an entity is offered what its colour modes say, and told in our units."""

import pytest

from companion.home.kinds.light import KIND
from companion.home.wire_values import BadParameters


@pytest.mark.parametrize(
    ("modes", "finer"),
    [
        (["onoff"], ()),
        (["brightness"], ("set_brightness",)),
        (["color_temp"], ("set_brightness", "set_color_temperature")),
        (["hs"], ("set_brightness", "set_color")),
        ("hs", ()),
        (None, ()),
    ],
)
def test_a_light_is_offered_what_its_modes_say(modes: object, finer: tuple[str, ...]) -> None:
    found = KIND.hub.offers({"supported_color_modes": modes})
    assert found == ("turn_on", "turn_off", *finer)


def test_a_white_lamp_tells_its_own_ends() -> None:
    white = {"supported_color_modes": ["color_temp"], "min_color_temp_kelvin": 2702.7}
    assert KIND.hub.facts(white)["min_color_temperature_k"] == 2703
    assert KIND.hub.facts({"supported_color_modes": ["hs"]}) == {}


def test_the_colour_or_the_white_is_told_whichever_the_lamp_shows() -> None:
    both = {"hs_color": [0, 100], "color_temp_kelvin": 2700}
    assert KIND.hub.more({**both, "color_mode": "hs"}, "on") == {"color": "#ff0000"}
    assert KIND.hub.more({**both, "color_mode": "color_temp"}, "on") == {
        "color_temperature_k": 2700
    }
    assert KIND.hub.more({"color_mode": "hs", "hs_color": "red"}, "on") == {}


def test_a_white_beyond_the_ends_of_the_lamp_is_refused() -> None:
    call = KIND.hub.services["set_color_temperature"]
    assert callable(call)
    given = {"color_temperature_k": 3000}
    assert call(given, {}) == ("turn_on", {"color_temp_kelvin": 3000})
    with pytest.raises(BadParameters):
        call(given, {"min_color_temperature_k": 3500})
