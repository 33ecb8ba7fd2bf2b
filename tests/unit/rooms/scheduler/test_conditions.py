"""Conditions of routines: what is unknown never is so (C-044)."""

import pytest

from companion.rooms.scheduler.conditions import holds
from companion.words.schedule import Comparison, FactCondition


def asked(comparison: Comparison, value: str) -> FactCondition:
    return FactCondition(thing="sensor.hall", comparison=comparison, value=value)


@pytest.mark.parametrize(
    ("comparison", "limit", "value", "so"),
    [
        (Comparison.IS, "on", "on", True),
        (Comparison.IS_NOT, "on", "off", True),
        (Comparison.IS_NOT, "on", None, False),
        (Comparison.ABOVE, "20", "20.5", True),
        (Comparison.ABOVE, "20", "9", False),
        (Comparison.BELOW, "20", "9", True),
        (Comparison.BELOW, "20", "warm", False),
        (Comparison.ABOVE, "warm", "20", False),
    ],
)
def test_facts_are_compared_as_what_they_are(
    comparison: Comparison, limit: str, value: str | None, so: bool
) -> None:
    assert holds(asked(comparison, limit), value) is so
