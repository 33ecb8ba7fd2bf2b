"""Tests of the tasks for something that is to be noticed."""

from datetime import timedelta

import pytest

from companion.rooms.governance.needs import watched_in
from companion.rooms.governance.watching import watching
from tests.unit.rooms.governance.samples import NOW, home


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the front door, for three days", 3),
        ("玄関の扉を一週間", 7),
        ("the front door over a fortnight", 14),
        ("玄関の扉が開いたら", 1),
    ],
)
def test_a_guard_lasts_for_the_days_that_are_named(text: str, days: int) -> None:
    """C-003: and says at once what it watches."""
    by = home()[1]
    drafts = watching(text, watched_in(text, by), by, NOW)
    (guard,) = [draft for draft in drafts if draft.kind == "watch"]
    assert guard.slots["until"] == (NOW + timedelta(days=days)).isoformat()
    assert [draft.kind for draft in drafts] == ["watch", "tell", "look", "report"]


def test_who_does_not_get_up_is_missed() -> None:
    """The absence of movement is told, after the morning."""
    by, text = home()[1], "my mother lives alone, has she got up in the morning"
    drafts = watching(text, watched_in(text, by), by, NOW)
    guard = next(draft for draft in drafts if draft.kind == "watch")
    assert guard.slots["hopes"]
    assert guard.slots["device"] == "binary_sensor.bedroom_motion"
    assert guard.at is not None
    assert guard.at.hour == 7
