"""Tests of the task kind `ask`."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.governance.kinds import DONE, ask
from tests.unit.rooms.governance.samples import NOW, goal, home, result, seen, task

ONE = task("ask", ja="いいですか", en="all right?", hours=2.0)


@pytest.mark.parametrize("answer", [True, False])
def test_both_answers_are_an_end(answer: bool) -> None:
    """The task was to ask."""
    assert ask.ended(seen(replace(ONE, answered=answer), result())) == DONE


def test_without_an_answer_it_fails_in_time_and_says_so() -> None:
    """C-067: a failed task is marked, and the plan goes on."""
    assert ask.ended(seen(ONE, result(), after=timedelta(minutes=119))) is None
    end = ask.ended(seen(ONE, result(), after=timedelta(hours=2)))
    assert end is not None
    assert end.cause == ask.NO_ANSWER


def test_the_next_task_does_not_wait_for_the_answer() -> None:
    """A task with a set time begins at it."""
    soon = NOW + timedelta(minutes=30)
    assert ask.ended(seen(ONE, result(), after=timedelta(minutes=29), next_at=soon)) is None
    assert ask.ended(seen(ONE, result(), after=timedelta(minutes=30), next_at=soon)) is not None


def test_its_slots_must_fit() -> None:
    """No question without words or without an end."""
    assert ask.objection({"ja": "a", "en": "b", "hours": 1}, home()[1]) is None
    assert ask.objection({"ja": "a", "en": "b", "hours": 99}, home()[1]) is not None
    assert ask.objection({"ja": "a", "en": "", "hours": 1}, home()[1]) is not None
    assert len(ask.requests(ONE, goal(ONE), home()[1])) == 1
