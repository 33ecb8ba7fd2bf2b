"""Colours: read from names and from the wire, told by the nearest name, compared as lamps round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.home.color import (
    COLORS,
    SAME,
    apart,
    called,
    of_hs,
    of_rgb,
    of_xy,
    read_color,
    to_hs,
    to_rgb,
    to_xy,
)

colors = st.builds(of_hs, st.floats(0, 360), st.floats(0, 100))


@given(colors)
def test_each_way_of_telling_it_leads_back(color: str) -> None:
    """What a lamp is told in hue, in parts or in xy, it tells back as the same colour."""
    assert read_color(color) == color
    assert apart(of_hs(*to_hs(color)), color) < SAME
    assert of_rgb(*to_rgb(color)) == color
    told = of_xy(*to_xy(color))
    assert told is not None
    assert apart(told, color) < SAME


@given(st.floats(), st.floats(), st.floats())
def test_no_numbers_of_the_wire_break_it(one: float, two: float, three: float) -> None:
    """T3: any numbers give a colour or none."""
    for found in (of_xy(one, two), of_rgb(one, two, three)):
        assert found is None or read_color(found) is not None


def test_names_are_told_in_both_languages_and_apart_from_each_other() -> None:
    for name, (color, label) in COLORS.items():
        assert read_color(name) == color
        assert called(color) == label
        others = [other for other, _ in COLORS.values() if other != color]
        assert min(apart(color, other) for other in others) > SAME, name
    assert called(of_hs(150, 60)).en == "that colour"


@pytest.mark.parametrize("text", ["black", "", "#12", "#GGGGGG", None, 5, "#ff0000 "])
def test_what_is_no_colour_is_none(text: object) -> None:
    assert read_color(text) is None
