"""Tests of the task kind `research`."""

from dataclasses import replace

from companion.rooms.governance.kinds import DONE, research, task_kinds
from companion.words.result import ResultStatus
from tests.unit.rooms.governance.samples import goal, home, result, seen, task


def test_without_a_source_no_plan_may_hold_one() -> None:
    """It is in the catalogue, and the home says why there is none."""
    assert "research" in task_kinds()
    by = home()[1]
    assert research.missing(by) is None
    assert research.missing(replace(by, usable=lambda name: name != "web_access")) is not None


def test_the_source_is_asked_once_and_its_answer_is_the_end() -> None:
    """C-003: done when it answered, never before; without an answer the cause is told."""
    one, by = task("research", question="may ferrets eat plums"), home()[1]
    (request,) = research.requests(one, goal(one), by)
    assert request.action_type == "web_access.web_research"
    assert request.payload == {"query": "may ferrets eat plums"}
    assert research.ended(seen(one)) is None
    assert research.ended(seen(one, result())) == DONE
    failed = research.ended(seen(one, result(ResultStatus.FAILED, "unavailable")))
    assert failed is not None
    assert failed.cause is not None
    assert research.objection({}, by) is not None
    assert "plums" in research.named(one.slots, by).en
