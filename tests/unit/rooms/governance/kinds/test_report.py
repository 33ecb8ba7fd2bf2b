"""Tests of the task kind `report`."""

from dataclasses import replace

from companion.rooms.governance.kinds import report
from companion.words.language import Bilingual
from companion.words.plan import TaskStatus
from tests.unit.rooms.governance.samples import goal, home, task


def test_t_32_it_tells_the_ends_that_were_observed() -> None:
    """T-32: in words; the machine's own format is not in it."""
    done = replace(task("tell", 1), status=TaskStatus.DONE)
    failed = replace(
        task("ask", 2), status=TaskStatus.FAIL, cause=Bilingual("返事なし", "no answer")
    )
    one = task("report", 3)
    (request,) = report.requests(one, goal(done, failed, one), home()[1])
    assert "1 of 2 done" in request.payload["en"]
    assert "no answer" in request.payload["en"]
    assert "返事なし" in request.payload["ja"]
    assert "FAIL" not in request.payload["en"]
    assert "[G1" not in request.payload["en"]
