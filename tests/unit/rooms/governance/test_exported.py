"""Tests of the projection from events onto the two files, by golden files."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.rooms.governance.exported import EMPTY, Exported, Line, Recorded, step, utc
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.facts import Fact, GoalDone, GoalSet, TaskDone, TaskFailed, kind_of, payload_of
from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual, Language
from companion.words.plan import GoalId, GoalStatus, OwnerPurpose, Plan, TaskStatus
from companion.words.trust import TrustLabel
from tests.twins.home import decision
from tests.unit.rooms.governance.samples import goal, result, task

GOLDEN = Path(__file__).parents[3] / "data" / "exports"
AT = datetime(2026, 1, 21, 12, 0, tzinfo=UTC)
LOCK = Bilingual("玄関の鍵をかける", "lock front door lock")


def event(
    source: EventSource, kind: str, second: int, trust: TrustLabel = TrustLabel.SELF, **more: Any
) -> Event:
    return Event(
        id=EventId(second + 1),
        source=source,
        kind=kind,
        at=AT + timedelta(seconds=second),
        trust=trust,
        **more,
    )


def told(fact: Fact, second: int) -> Recorded:
    source, kind = kind_of(type(fact))
    return Recorded(event(source, kind, second, payload=payload_of(fact)))


def life() -> list[Recorded]:
    """From a sentence to a goal that is reached, with a question between."""
    decided = decision()
    one, two = task("device", 1), task("tell", 2)
    made = goal(one, two)
    question = ApprovalQuestion(
        id=ApprovalId(1),
        decision_event_id=EventId(3),
        summary=LOCK,
        impact=LOCK,
        risk=2,
        asked_at=AT,
    )
    free = Approval(status=ApprovalStatus.NOT_NEEDED, rule="by_itself")
    return [
        Recorded(
            event(
                EventSource.USER_INPUT,
                "said",
                0,
                TrustLabel.OWNER,
                channel="chat",
                user_text="your purpose is a safe house",
            )
        ),
        told(GoalSet(goal=made, judgment=Bilingual("安全", "safety"), planner="rules"), 1),
        Recorded(event(EventSource.DELIBERATION_DECISION, "do_action", 2), decided),
        Recorded(
            event(EventSource.APPROVAL_QUESTION, "asked", 3, payload=payload_of(question)), decided
        ),
        Recorded(event(EventSource.APPROVAL_ANSWER, "granted", 4), decided),
        Recorded(event(EventSource.ACTION_RESULT, "device_control.lock", 5), decided, result()),
        told(TaskDone(task=one.id, name=one.name), 6),
        Recorded(
            event(EventSource.APPROVAL_ANSWER, "not_needed", 7, payload=payload_of(free)), decided
        ),
        told(TaskFailed(task=two.id, name=two.name, cause=Bilingual("却下", "rejected")), 8),
        told(GoalDone(goal=GoalId("G1"), name=made.name, rate="50%"), 9),
        Recorded(
            event(
                EventSource.USER_INPUT, "said", 10, TrustLabel.GUEST, channel="x", user_text="hello"
            )
        ),
        Recorded(event(EventSource.CONVERSATION_REPLY, "replied", 11, assistant_text="Hello.")),
        Recorded(event(EventSource.DEVICE_STATE, "device_state", 12)),
    ]


def projected(upto: int | None = None) -> tuple[Exported, list[Line]]:
    now, lines = EMPTY, list[Line]()
    for one in life()[:upto]:
        now, more = step(now, one, Language.EN)
        lines += more
    return now, lines


def test_c_025_the_lines_are_those_of_the_golden_file() -> None:
    """C-019, C-025, C-026, C-027, C-028: one line an event, compact, in order."""
    lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in projected()[1]]
    assert lines == (GOLDEN / "events.jsonl").read_text(encoding="utf-8").splitlines()


def test_c_020_the_state_is_that_of_the_golden_file() -> None:
    """C-015, C-016, C-017, C-018, C-020, C-022: five keys, 2-space indent."""
    now, _ = projected(4)
    active = goal(task("device", 1))
    purpose = OwnerPurpose(text="a safe house", by=EventId(1), since=AT)
    shown = Exported(
        input=now.input,
        plan=Plan(purpose=purpose, goals=(active,)),
        thought=now.thought,
        action=now.action,
        result=now.result,
    )
    text = json.dumps(shown.as_json(Language.EN), ensure_ascii=False, indent=2) + "\n"
    assert text == (GOLDEN / "state.json").read_text(encoding="utf-8")


def test_c_007_c_015_c_017_c_019_each_phase_updates_its_own_element() -> None:
    """C-007, C-015, C-017..C-019, C-048: input, thought, action with its phase, result."""
    before = EMPTY
    changed = []
    for one in life():
        now, _ = step(before, one, Language.EN)
        changed.append(
            [
                name
                for name in ("input", "thought", "action", "result")
                if getattr(now, name) != getattr(before, name)
            ]
        )
        before = now
    assert changed[0] == ["input"]
    assert changed[1] == ["thought"]
    assert changed[2] == ["thought"]
    assert changed[3] == ["action"]
    assert changed[4] == ["action"]
    assert changed[5] == ["result"]
    assert changed[6] == ["result"]
    assert set(projected(2)[0].thought) == {"judgment", "intent"}
    assert all(projected(2)[0].thought.values())
    assert projected(4)[0].action["phase"] == "approving"
    assert projected(5)[0].action["phase"] == "executing"


def test_c_018_an_action_is_approving_or_executing() -> None:
    """C-018: with its summary; no other phase, and no other key."""
    shown = [projected(moves)[0].action for moves in range(8)]
    acting = [dict(action) for action in shown if action["phase"]]
    assert acting
    assert {action["phase"] for action in acting} == {"approving", "executing"}
    assert all(set(action) == {"phase", "summary"} and action["summary"] for action in acting)


def test_c_024_a_finished_goal_leaves_the_state_and_stands_in_the_events() -> None:
    """C-024, C-027, C-069: with its rate, which is computed for the line alone."""
    done = goal(task("tell"))
    finished = Plan(goals=(replace(done, status=GoalStatus.DONE),))
    shown = Exported(
        input=EMPTY.input,
        plan=finished,
        thought=EMPTY.thought,
        action=EMPTY.action,
        result=EMPTY.result,
    ).as_json(Language.EN)
    assert shown["plan"]["goals"] == []
    (line,) = [line for line in projected()[1] if line.get("status") == "goal_done"]
    assert line["rate"] == "50%"
    assert "summary" not in line


def test_c_021_a_guests_words_are_public() -> None:
    """C-021, C-034: the authority is derived from the label of the event."""
    assert projected(11)[0].input == {"source": "x", "authority": "public", "text": "hello"}


def test_c_070_c_071_c_072_the_formats_of_reports() -> None:
    """C-070..C-072, T-32: in the machine's own lines alone."""
    summaries = [line.get("summary", "") for line in projected()[1]]
    assert "[G1-T1] DONE a task" in summaries
    assert "[G1-T2] FAIL a task / rejected" in summaries
    assert projected(10)[0].result["summary"] == "[G1] DONE a goal / 50%"
    assert task("tell").status is TaskStatus.ACTIVE


def test_c_028_times_are_utc() -> None:
    """C-028."""
    assert utc(datetime.fromisoformat("2026-01-21T21:00:00.9+09:00")) == "2026-01-21T12:00:00Z"
