"""Lamps on the wire: colours and whites in every form Home Assistant's discovery has."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.home.color import SAME, apart
from companion.home.wire_values import BadParameters
from companion.links.kinds.light import ON_WIRE
from companion.links.wiring import Wiring


def wired(**config: Any) -> Wiring:
    wiring = Wiring()
    assert ON_WIRE.wire is not None
    ON_WIRE.wire(wiring, {"state_topic": "s", "command_topic": "c", **config})
    return wiring


def as_json(*modes: str, **more: Any) -> Wiring:
    return wired(schema="json", supported_color_modes=list(modes), **more)


@pytest.mark.parametrize(
    ("mode", "sent"),
    [
        ("hs", {"h": 0.0, "s": 100.0}),
        ("rgb", {"r": 255, "g": 0, "b": 0}),
        ("rgbw", {"r": 255, "g": 0, "b": 0, "w": 0}),
        ("rgbww", {"r": 255, "g": 0, "b": 0, "c": 0, "w": 0}),
        ("xy", {"x": 0.6401, "y": 0.33}),
    ],
)
def test_a_colour_goes_out_and_comes_back_in_the_lamp_s_own_way(
    mode: str, sent: dict[str, float]
) -> None:
    lamp = as_json(mode)
    ((topic, payload),) = lamp.writers["set_color"]({"color": "red"})
    assert (topic, json.loads(payload)["color"]) == ("c", sent)
    told = lamp.update("s", json.dumps({"color_mode": mode, "color": sent}).encode())
    assert apart(told["color"], "#ff0000") < SAME
    assert told["color_temperature_k"] is None, "a lamp shows a colour or a white"


def test_a_white_is_told_in_mired_or_in_kelvin() -> None:
    lamp = as_json("color_temp", min_mireds=153, max_mireds=500)
    assert lamp.attributes["min_color_temperature_k"] == 2000
    assert lamp.attributes["max_color_temperature_k"] == 6536
    ((_, payload),) = lamp.writers["set_color_temperature"]({"color_temperature_k": 2700})
    assert json.loads(payload)["color_temp"] == 370
    told = lamp.update("s", b'{"color_mode": "color_temp", "color_temp": 370}')
    assert told == {"value": None, "color_temperature_k": 2703, "color": None} or told == {
        "color_temperature_k": 2703,
        "color": None,
    }
    with pytest.raises(BadParameters):
        lamp.writers["set_color_temperature"]({"color_temperature_k": 1900})
    kelvin = as_json("color_temp", color_temp_kelvin=True, min_kelvin=2200, max_kelvin=4000)
    ((_, payload),) = kelvin.writers["set_color_temperature"]({"color_temperature_k": 2700})
    assert json.loads(payload)["color_temp"] == 2700


def test_a_lamp_of_topics_has_one_for_each() -> None:
    lamp = wired(
        rgb_command_topic="c/rgb",
        rgb_state_topic="s/rgb",
        color_temp_command_topic="c/white",
        color_temp_state_topic="s/white",
    )
    assert lamp.writers["set_color"]({"color": "blue"}) == (("c/rgb", "0,0,255"), ("c", "ON"))
    assert lamp.update("s/rgb", b"0,0,127") == {"color": "#0000ff"}
    assert lamp.writers["set_color_temperature"]({"color_temperature_k": 4000})[0] == (
        "c/white",
        "250",
    )
    assert lamp.update("s/white", b"250") == {"color_temperature_k": 4000}
    assert lamp.update("s/white", b"0") == {"color_temperature_k": None}


def test_what_a_lamp_does_not_say_is_not_offered() -> None:
    assert set(as_json("brightness").writers) == {"turn_on", "turn_off", "set_brightness"}
    assert set(wired().writers) == {"turn_on", "turn_off"}


@given(
    st.dictionaries(
        st.sampled_from(["state", "color", "color_mode", "color_temp", "brightness"]),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
            lambda inner: st.dictionaries(st.sampled_from(["h", "s", "x", "y", "r"]), inner),
            max_leaves=4,
        ),
    )
)
def test_no_report_breaks_the_reading(told: dict[str, Any]) -> None:
    """T3: any values in known keys."""
    as_json("xy", "color_temp").update("s", json.dumps(told).encode())
