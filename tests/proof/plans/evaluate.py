"""Prints how the plans of the rules (or of a model) do on the purposes that were written first.

python -m tests.proof.plans.evaluate [set ...] [--planner rules|nearest|default] [--no-source] [-v]

With --no-source nothing can be looked up beyond the home, as in the shipped product.
"""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.engines.weights import pinned_models
from companion.home.request import RESEARCH
from companion.ports.embedder import Embedder
from companion.ports.llm import Llm
from companion.rooms.governance.aim_planner import AimPlanner
from companion.rooms.governance.room import Governance, PlannedGoal
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import Settings
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.plan import OwnerPurpose
from tests.proof.bench.real_model import loaded
from tests.proof.plans.absent import Absent
from tests.proof.plans.home import StandingHouse, home_of, view
from tests.proof.plans.judge import SETS, Verdict, cases, signs, verdict, words_of

NOW = datetime(2026, 11, 25, 14, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
"""A Wednesday afternoon."""


async def judged(
    name: str, planner: AimPlanner | None = None, *, source: bool = True
) -> list[tuple[str, list[str], Verdict]]:
    """Every purpose of one set with the signs of its plan, in the home for which the set was
    written, and the verdict."""
    there = home_of(name)
    home = view(StandingHouse(NOW, there), there)
    if not source:
        home = replace(home, usable=lambda capability: capability != RESEARCH)
    governance = Governance(home=home, planner=planner)
    found = []
    for case in cases(name):
        purpose = OwnerPurpose(text=case.text, by=EventId(1), since=NOW)
        planned = await governance.goal_for(purpose, 1, NOW)
        goal = planned.goal if isinstance(planned, PlannedGoal) else None
        plan = [] if goal is None else signs(goal, governance.home)
        words = "" if goal is None else words_of(goal)
        found.append((case.text, plan, verdict(case, plan, words)))
    return found


@asynccontextmanager
async def shipped_embedder() -> AsyncIterator[Embedder]:
    """The embedder of the shipped configuration, in its worker."""
    with tempfile.TemporaryDirectory() as folder:
        own = Settings.model_fields["embedder"].get_default(call_default_factory=True)
        has = {"clock": SystemClock(ZoneInfo("UTC")), "state_dir": Path(folder)}
        engine: Embedder = plugins.build(
            plugins.FAMILIES["embedder"], own.engine, own.settings, has
        )
        try:
            yield engine
        finally:
            await engine.close()


@asynccontextmanager
async def planner(name: str) -> AsyncIterator[AimPlanner | None]:
    """The planner that is judged: `rules` alone, `nearest` (the model is away), or the pinned model
    of this key beside them. Raises `KeyError` for a key that no model has."""
    if name == "rules":
        yield None
        return
    async with AsyncExitStack() as stack:
        engine = await stack.enter_async_context(shipped_embedder())
        keys = {model.key: model for model in pinned_models()}
        llm: Llm = Absent()
        if name != "nearest":
            llm = await stack.enter_async_context(loaded(keys[name]))
        yield AimPlanner(
            llm=llm,
            embedder=engine,
            language=Language.EN,
            may_call=lambda: True,
            leisure=_at_once,
        )


async def _at_once() -> None:
    """Nobody is waited for."""


async def main() -> None:
    """Print a line for each set, and with -v one for each plan of an open set that is not good."""
    asked = argparse.ArgumentParser()
    asked.add_argument("sets", nargs="*", default=SETS)
    asked.add_argument("--planner", default="rules", help="rules, nearest, or a model's key")
    asked.add_argument("--no-source", action="store_true")
    asked.add_argument("-v", action="store_true")
    given = asked.parse_args()
    async with planner(given.planner) as chosen:
        for name in given.sets:
            found = await judged(name, chosen, source=not given.no_source)
            good = sum(one.good for _, _, one in found)
            wrong = sum(bool(one.wrong) for _, _, one in found)
            pointless = sum(bool(one.pointless) for _, _, one in found)
            print(
                f"{given.planner} on {name}: {good} of {len(found)} good, {wrong} with a forbidden"
                f" task, {pointless} with a pointless one",
                flush=True,
            )
            for text, plan, one in found if given.v and not name.endswith("sealed") else ():
                if not one.good or one.pointless:
                    print(f"  {text}\n    {plan}\n    {one}")


if __name__ == "__main__":
    asyncio.run(main())
