"""The report of the long proofs says what their result files say, and nothing else."""

import json
from pathlib import Path

import pytest

from tests.proof import report

ENVELOPE = {"command": "companion bench x", "machine": "m", "date": "2026-11-22", "commit": "abc"}


def _folder(at: Path, result: dict[str, object], by_hand: str = "") -> Path:
    (at / "one.json").write_text(json.dumps(ENVELOPE | result), encoding="utf-8")
    (at / "by_hand.toml").write_text(by_hand, encoding="utf-8")
    return at


def _figure(held: bool) -> dict[str, object]:
    return {
        "id": "P1",
        "what": "rows",
        "value": 12345.6,
        "limit": 20000,
        "sense": ">=",
        "unit": "rows/s",
        "against": "",
        "detail": {},
        "held": held,
    }


def test_the_report_is_up_to_date() -> None:
    """Whoever changes a result file makes the report anew: `python -m tests.proof.report`."""
    assert report.REPORT.read_text(encoding="utf-8") == report.written()


def test_a_limit_that_was_not_held_stands_first(tmp_path: Path) -> None:
    text = report.written(_folder(tmp_path, {"figures": [_figure(held=False)]}))
    line = "| [one](#one) | P1: rows | 12,346 rows/s | >= 20,000 rows/s |"
    assert line in text.split("## one")[0]
    assert "0 limits were held, 1 were not." in text


def test_a_table_in_the_detail_of_a_figure_stands_below_the_figures(tmp_path: Path) -> None:
    detail = {"table": [["", "bold", "homely"], ["friends", "Rio", "Mio"]]}
    text = report.written(_folder(tmp_path, {"figures": [_figure(held=True) | {"detail": detail}]}))
    assert "|  | bold | homely |\n|---|---|---|\n| friends | Rio | Mio |\n" in text


def test_a_held_limit_is_not_among_those_that_were_not(tmp_path: Path) -> None:
    text = report.written(_folder(tmp_path, {"figures": [_figure(held=True)]}))
    assert "P1" not in text.split("## one")[0]
    assert "m, 2026-11-22, commit abc." in text


def test_a_figure_noted_by_hand_counts_like_a_measured_one(tmp_path: Path) -> None:
    noted = '[[figure]]\nwhat = "w"\ncommand = "c"\nmeasured = "7"\nlimit = "<= 5"\nheld = false\n'
    text = report.written(_folder(tmp_path, {"figures": [_figure(held=True)]}, noted))
    assert "| noted by hand | w | 7 | <= 5 |" in text


def test_false_claims_in_a_scenario_are_not_held(tmp_path: Path) -> None:
    played = {
        "scenario": "s",
        "simulated_s": 60,
        "complete_loops": 1,
        "actions": {"success": 1},
        "false_claims": 2,
        "unauthorised_actions": 0,
        "annoyances": 0,
    }
    (proof,) = report.proofs(_folder(tmp_path, played))
    held = {row.what: row.held for row in proof.rows}
    assert held["false claims"] is False
    assert held["unauthorised actions"] is True


def test_a_result_of_no_known_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="none of the known forms"):
        report.proofs(_folder(tmp_path, {"surprise": 1}))


def test_a_remark_on_no_file_is_refused(tmp_path: Path) -> None:
    folder = _folder(tmp_path, {"figures": []}, '[remarks]\ntwo = "?"\n')
    with pytest.raises(ValueError, match="two"):
        report.proofs(folder)
