"""The whole house for stories: what `companion run` builds, in a folder of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from companion.app import Companion, assemble
from companion.cli.config import check_config
from companion.service.settings import Settings
from companion.service.supervision import until
from tests.proof.adversaries import adversaries
from tests.proof.commands.play import staged_settings
from tests.proof.judge.stage import Stagehand, perform
from tests.proof.judge.truth import LlmUse
from tests.proof.judge.verdict import Report

ROOT = Path(__file__).parents[2]
SCENARIOS = Path(__file__).parent / "scenarios"


def settings_for(
    scenario: str, folder: Path, *, speed: float = 200.0, engine: str = "scripted"
) -> Settings:
    """The shipped configuration, staged: scripted model unless another engine is named."""
    configured = check_config(ROOT / "config" / "config.yaml")
    return staged_settings(configured, scenario, speed, state_dir=folder, engine=engine)


@asynccontextmanager
async def awake(settings: Settings) -> AsyncIterator[Companion]:
    """The companion built and living, with time standing still until `play`. Its engine may be an
    adversary."""
    async with AsyncExitStack() as stack:
        stack.enter_context(adversaries())
        house = await stack.enter_async_context(assemble(settings, staged=True))
        living = asyncio.create_task(house.household.live(), name="household")
        try:
            planned = [d.id for d in house.plan.devices]
            await until(lambda: all(house.house.state(d) is not None for d in planned))
            yield house
        finally:
            house.household.stop()
            await living


async def play(house: Companion) -> Report:
    """Play the scenario to its end and judge it by the simulator's own truth."""
    assert house.dollhouse is not None

    def use() -> LlmUse:
        counts = house.llm.counts()
        return LlmUse(counts.calls, counts.tokens, house.llm.model_name())

    stagehand = Stagehand(
        house=house.dollhouse,
        clock=house.dollhouse.clock,
        stream=house.hub,
        llm_use=use,
        ready=house.ready,
    )
    return await perform(stagehand)
