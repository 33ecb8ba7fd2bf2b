"""Plan state 計画の状態: reads the plan as it is held in `state`."""

from typing import TypeVar

from companion.ports.state import StateReader
from companion.words.areas import value_in
from companion.words.number import whole_number
from companion.words.plan import GOAL, NOW, PLAN_RUN, PURPOSE, Goal, OwnerPurpose, Plan, PlanRun

V = TypeVar("V")
MOST_GOALS = 10**9
"""Goals that are ever numbered."""


async def plan_of(state: StateReader) -> Plan:
    """Purpose, goals in order of creation, and whether the plan goes on."""
    purpose = await _held(state, PURPOSE, OwnerPurpose)
    run = await _held(state, PLAN_RUN, PlanRun)
    goals = [value_in(row, Goal) for row in await state.rows(GOAL)]
    known = sorted((g for g in goals if g is not None), key=lambda goal: _number(goal.id))
    return Plan(
        purpose=purpose if purpose is not None and purpose.text else None,
        goals=tuple(known),
        run=run or PlanRun(),
    )


async def _held(state: StateReader, kind: str, cls: type[V]) -> V | None:
    row = await state.row(kind, NOW)
    return None if row is None else value_in(row, cls)


def _number(goal_id: str) -> int:
    return whole_number(goal_id[1:], most=MOST_GOALS) or 0
