"""Hub wire: what Home Assistant says of an entity, read without trusting it."""

import pytest

from companion.home.hub_wire import as_told, featured, features, on_off, started


@pytest.mark.parametrize("state", ["unknown", "unavailable", "", None, 5, ["on"]])
def test_a_state_that_is_none_is_unknown_and_never_off(state: object) -> None:
    assert as_told(state) is None


def test_a_long_state_is_cut() -> None:
    assert as_told("x" * 500) == "x" * 64


@pytest.mark.parametrize(("told", "bits"), [(5, 5), (True, 0), ("5", 0), (None, 0), (1.0, 0)])
def test_features_are_a_whole_number_or_none(told: object, bits: int) -> None:
    assert features({"supported_features": told}) == bits


def test_an_operation_is_offered_where_the_entity_has_its_bit() -> None:
    offers = featured({"open": 1, "close": 2, "read": 0})
    assert offers({"supported_features": 2}) == ("close", "read")
    assert offers({}) == ("read",)


def test_a_flag_is_on_or_off_and_nothing_else() -> None:
    assert [on_off(True), on_off(False), on_off("on"), on_off(1)] == ["on", "off", None, None]


def test_a_script_tells_its_own_last_start_before_its_state() -> None:
    at = "2026-11-23T09:00:00+00:00"
    assert started({"last_triggered": at}, "off") == {"started": at}
    assert started({}, at) == {"started": at}
    assert started({}, "unknown") == {"started": None}
