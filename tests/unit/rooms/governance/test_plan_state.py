"""Tests of the plan as it is read from state."""

from collections.abc import Mapping
from typing import Any

from companion.rooms.governance.plan_state import plan_of
from companion.words.facts import payload_of
from companion.words.ids import EventId
from companion.words.plan import OwnerPurpose, PlanStand
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateRow
from tests.unit.rooms.governance.samples import NOW, goal, task


class Rows:
    """Port `StateReader`."""

    def __init__(self, **held: Mapping[str, Any]) -> None:
        self._held = held

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        return tuple(_row(kind, key, value) for key, value in self._held.get(kind, {}).items())

    async def row(self, kind: str, key: str) -> StateRow | None:
        return next((row for row in await self.rows(kind) if row.key == key), None)

    async def version(self) -> int:
        return 0


def _row(kind: str, key: str, value: Any) -> StateRow:
    return StateRow(
        kind=kind,
        key=key,
        value=value,
        confidence=1.0,
        trust=TrustLabel.OWNER,
        observed_at=NOW,
        since=NOW,
        revision=1,
        evidence_event_ids=(),
    )


async def test_c_074_goals_run_oldest_first() -> None:
    """C-074: by their number and not by its letters."""
    held = {f"G{n}": {**payload_of(goal(task("tell"))), "id": f"G{n}"} for n in (10, 2, 1)}
    plan = await plan_of(Rows(goal=held))
    assert [one.id for one in plan.goals] == ["G1", "G2", "G10"]
    assert plan.run.stand is PlanStand.RUNNING
    assert plan.purpose is None


async def test_a_dropped_purpose_is_none() -> None:
    """Its row stays, with an empty text."""
    for text in ("", "tidy"):
        value = payload_of(OwnerPurpose(text=text, by=EventId(1), since=NOW))
        plan = await plan_of(Rows(purpose={"now": value}))
        assert (plan.purpose is None) is (text == "")
