"""An alarm whose one moment was missed, on the page and at the command line."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from companion.web.routes.schedule import as_json
from companion.web.schedule_view import state_of
from companion.words.schedule import EntryState, Upcoming
from companion.words.timing import Movement, Once, OnMovement, Timing
from tests.unit.rooms.scheduler.alarms import SEVEN, alarm

LATER = SEVEN + timedelta(days=1)


@pytest.mark.parametrize(
    ("timing", "due", "listed", "shown"),
    [
        (Once(SEVEN), None, "past", "past"),
        (Once(LATER), LATER, "waiting", ""),
        (OnMovement(Movement.ARRIVES), None, "waiting", "waits"),
    ],
)
def test_past_is_neither_waiting_nor_waiting_to_be_triggered(
    timing: Timing, due: datetime | None, listed: str, shown: str
) -> None:
    one = Upcoming(alarm(timing), due)
    assert (as_json(one)["state"], state_of(one)) == (listed, shown)
    done = replace(one, entry=replace(one.entry, state=EntryState.DONE))
    assert as_json(done)["state"] == "done"
