"""Prints how the plans of the rules (or of a model) do on the purposes that were written first.

python -m tests.proof.plans.evaluate [open|sealed] [-v]
"""

import asyncio
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

from companion.rooms.governance.room import Governance, PlannedGoal
from companion.words.ids import EventId
from companion.words.plan import OwnerPurpose
from tests.proof.plans.home import StandingHouse, view
from tests.proof.plans.judge import SETS, Verdict, cases, signs, verdict

NOW = datetime(2026, 11, 25, 14, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
"""A Wednesday afternoon."""


async def judged(
    name: str, governance: Governance | None = None
) -> list[tuple[str, list[str], Verdict]]:
    """Every purpose of one set with the signs of its plan and the verdict."""
    governance = governance or Governance(home=view(StandingHouse(NOW)))
    found = []
    for case in cases(name):
        purpose = OwnerPurpose(text=case.text, by=EventId(1), since=NOW)
        planned = await governance.goal_for(purpose, 1, NOW)
        plan = signs(planned.goal, governance.home) if isinstance(planned, PlannedGoal) else []
        found.append((case.text, plan, verdict(case, plan)))
    return found


async def main() -> None:
    """Print a line for each set, and with -v one for each plan that is not good."""
    for name in [one for one in SETS if one in sys.argv[1:]] or SETS:
        found = await judged(name)
        good = sum(one.good for _, _, one in found)
        pointless = sum(bool(one.pointless) for _, _, one in found)
        print(f"{name}: {good} of {len(found)} good, {pointless} with a pointless task")
        for text, plan, one in found if "-v" in sys.argv else ():
            if not one.good or one.pointless:
                print(f"  {text}\n    {plan}\n    {one}")


if __name__ == "__main__":
    asyncio.run(main())
