"""Tests of the task kind `research`."""

from companion.rooms.governance.kinds import research, task_kinds
from tests.unit.rooms.governance.samples import home, seen, task


def test_it_is_listed_and_never_planned() -> None:
    """It is in the catalogue with its reason, and no plan may hold one."""
    assert "research" in task_kinds()
    assert research.missing(home()[1]) == research.NOT_YET
    assert research.objection({"question": "x"}, home()[1]) is not None
    end = research.ended(seen(task("research", question="x")))
    assert end is not None
    assert end.cause is not None
