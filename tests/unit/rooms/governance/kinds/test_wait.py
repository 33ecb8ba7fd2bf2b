"""Tests of the task kind `wait`."""

from datetime import timedelta

from companion.rooms.governance.kinds import DONE, wait
from tests.unit.rooms.governance.samples import NOW, home, seen, task


def test_it_ends_by_the_clock() -> None:
    """Not before."""
    one = task("wait", until=(NOW + timedelta(minutes=5)).isoformat())
    assert wait.ended(seen(one)) is None
    assert wait.ended(seen(one, after=timedelta(minutes=5))) == DONE
    assert wait.objection({"until": "2026-11-25T14:00:00"}, home()[1]) is not None
    assert wait.objection(one.slots, home()[1]) is None
