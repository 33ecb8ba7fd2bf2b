"""Wire values: what comes over the wire is bounded before anything computes with it."""

import math

import pytest

from companion.home.wire_values import (
    BadParameters,
    color_of,
    mark_of,
    moment_of,
    number,
    quantity,
    whole,
    word,
    words_in,
)


@pytest.mark.parametrize("value", [True, "50", None, math.nan, 101, -1, [50]])
def test_a_parameter_outside_its_range_is_refused(value: object) -> None:
    with pytest.raises(BadParameters):
        number({"position": value}, "position", 0, 100)


def test_a_whole_number_is_rounded() -> None:
    assert whole({"position": 49.6}, "position", 0, 100) == 50


def test_a_word_must_be_one_of_the_list() -> None:
    assert word({"mode": "heat"}, "mode", ["heat", "off"]) == "heat"
    for words in (["off"], "heat", None):
        with pytest.raises(BadParameters):
            word({"mode": "heat"}, "mode", words)


def test_a_colour_is_a_known_name_or_a_code() -> None:
    assert color_of({"color": "red"}) == color_of({"color": "#ff0000"}) == "#ff0000"
    with pytest.raises(BadParameters):
        color_of({"color": "colour of the sea"})


@pytest.mark.parametrize("value", [True, "1", math.inf, math.nan, 1e300, None])
def test_a_quantity_that_no_home_has_is_none(value: object) -> None:
    assert quantity(value) is None


def test_a_quantity_is_a_float() -> None:
    assert quantity(21) == 21.0


def test_the_mark_of_a_title_changes_with_it_and_does_not_contain_it() -> None:
    first, second = mark_of("Clair de lune"), mark_of("La mer")
    assert first != second
    assert first is not None
    assert "lune" not in first
    assert mark_of(None) is None
    assert mark_of("\ud800") is not None, "half of a surrogate pair"


def test_a_moment_is_told_in_one_form() -> None:
    assert moment_of("2026-11-23 09:00") == "2026-11-23T09:00:00"
    assert moment_of("soon") is moment_of(None) is None


def test_words_of_a_list_are_cut_and_filtered() -> None:
    assert words_in(["heat", 5, "x" * 50]) == ("heat", "x" * 32)
    assert words_in(["heat", "boil"], frozenset({"heat"})) == ("heat",)
    assert words_in("heat") == ()
