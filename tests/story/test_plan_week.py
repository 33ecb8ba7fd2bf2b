"""A week with a purpose, rules only, with a stop, a no, a broken lamp and a kill in it.

Every DONE of a device task is compared with the simulator's own truth at that moment. The long
form, with three purposes, is `python -m tests.proof.plans.week`.
"""

from pathlib import Path

import pytest

from tests.proof.plans.week import lived


@pytest.mark.timeout(400)
async def test_a_week_for_a_purpose_without_a_false_done_or_an_unauthorised_act(
    tmp_path: Path,
) -> None:
    """C-001..C-006, C-010..C-012, C-061, C-070..C-072: goals reached with their rates, nothing told
    as done that was not so, nothing done that nobody allowed."""
    week = await lived(tmp_path, "save energy this week", days=4)
    assert len(week.reached) >= 3
    assert week.false_done == []
    assert week.unauthorised == []
    assert week.most_questions_a_day <= 3
    assert week.interrupted == 1
    assert week.rejected == 1
    assert week.kills == 1
    assert week.share >= 0.5, week
    assert week.exports_wrong == ()
