"""Tests of the lines of the plan in the log."""

from typing import Any

import pytest

from companion.phrases.plan_lines import plan_line
from companion.words.event import Event, EventSource
from companion.words.facts import Fact, GoalDone, TaskDone, TaskFailed, kind_of, payload_of
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import GoalId, TaskId
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING

NAME = Bilingual("鍵をかける", "lock up")
ONE = TaskId("G1-T1")


def event(kind: str, payload: dict[str, Any]) -> Event:
    return Event(
        id=EventId(1),
        source=EventSource.SYSTEM,
        kind=kind,
        at=EVENING,
        trust=TrustLabel.SELF,
        payload=payload,
    )


@pytest.mark.parametrize(
    ("fact", "ja", "en"),
    [
        (TaskDone(task=ONE, name=NAME), "[G1-T1] DONE 鍵をかける", "[G1-T1] DONE lock up"),
        (
            TaskFailed(task=ONE, name=NAME, cause=Bilingual("却下", "rejected")),
            "[G1-T1] FAIL 鍵をかける / 却下",
            "[G1-T1] FAIL lock up / rejected",
        ),
        (
            GoalDone(goal=GoalId("G1"), name=Bilingual("安全な夜", "a safe night"), rate="80%"),
            "[G1] DONE 安全な夜 / 80%",
            "[G1] DONE a safe night / 80%",
        ),
    ],
)
def test_c_070_c_071_c_072_the_formats(fact: Fact, ja: str, en: str) -> None:
    """C-070..C-072: exactly so, in both languages."""
    assert plan_line(event(kind_of(type(fact))[1], payload_of(fact))) == Bilingual(ja, en)


def test_other_facts_are_not_the_plans() -> None:
    """And one that cannot be read has words all the same."""
    assert plan_line(event("part_ill", {})) is None
    assert plan_line(event("task_done", {})) == Bilingual(
        "課題ができました", "A task is over: it worked"
    )
