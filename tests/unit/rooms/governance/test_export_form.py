"""Tests of the exact form of the exported files."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rooms.governance.export_form import wrong_line, wrong_state
from companion.rooms.governance.exported import EMPTY
from companion.words.language import Language

GOLDEN = Path(__file__).parents[3] / "data" / "exports"
GOAL_LINE = {
    "time": "2026-01-21T12:00:00Z",
    "type": "result",
    "status": "goal_done",
    "goal": "G1",
    "name": "x",
    "rate": "80%",
}


def state() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / "state.json").read_text(encoding="utf-8"))
    return found


def test_c_020_the_golden_state_and_the_empty_one_are_right() -> None:
    """C-020, C-055: exactly five keys, also in an empty file."""
    assert wrong_state(state()) == ""
    assert list(state()) == ["input", "plan", "thought", "action", "result"]
    assert wrong_state(EMPTY.as_json(Language.EN)) == ""


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: s.update(mood={}),
        lambda s: s.pop("result"),
        lambda s: s["plan"]["goals"][0].update(status="done"),
        lambda s: s["plan"]["goals"][0].update(rate="80%"),
        lambda s: s["plan"]["goals"][0]["tasks"][0].update(status="waiting"),
        lambda s: s["plan"]["goals"][0]["tasks"][0].update(cause="x"),
        lambda s: s["input"].update(authority="owner"),
        lambda s: s["action"].update(phase="thinking"),
        lambda s: s["result"].update(status="partial"),
        lambda s: s["thought"].update(belief="x"),
    ],
)
def test_t_52_any_other_key_or_word_is_wrong(spoil: Any) -> None:
    """T-52, C-015..C-024: five keys, their fields and their words, and nothing else; a rate is
    never stored (C-069)."""
    found = state()
    spoil(found)
    assert wrong_state(found) != ""


def test_c_026_the_golden_lines_are_right() -> None:
    """C-025..C-028: one object a line, of four types."""
    lines = (GOLDEN / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [wrong_line(json.loads(line)) for line in lines] == [""] * len(lines)
    assert {json.loads(line)["type"] for line in lines} == {"input", "thought", "action", "result"}


@pytest.mark.parametrize(
    "line",
    [
        {"time": "2026-01-21T12:00:00", "type": "input", "source": "chat", "text": "x"},
        {"time": "2026-01-21T12:00:00Z", "type": "note", "text": "x"},
        {"time": "2026-01-21T12:00:00Z", "type": "input", "source": "chat"},
        {"time": "2026-01-21T12:00:00Z", "type": "action", "summary": "x", "phase": "executing"},
        {"time": "2026-01-21T12:00:00Z", "type": "result", "status": "partial", "summary": "x"},
        {**GOAL_LINE, "rate": "all"},
        ["a list"],
    ],
)
def test_c_027_any_other_line_is_wrong(line: Any) -> None:
    """C-026..C-028."""
    assert wrong_line(line) != ""
