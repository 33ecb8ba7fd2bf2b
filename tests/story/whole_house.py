"""The whole house for stories: what `companion run` builds, in a folder of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from companion.app import Companion, Start, assemble
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
    scenario: str,
    folder: Path,
    *,
    speed: float = 200.0,
    engine: str = "scripted",
    announce: str = "everything",
) -> Settings:
    """The shipped configuration, staged: scripted model unless another engine is named."""
    configured = check_config(ROOT / "config" / "config.yaml")
    # A story follows each act to its message; what is worth words has stories of its own.
    configured = configured.model_copy(update={"announce": announce})
    return staged_settings(configured, scenario, speed, state_dir=folder, engine=engine)


@asynccontextmanager
async def awake(settings: Settings) -> AsyncIterator[Companion]:
    """The companion built and living, with time standing still until `play`. Its engine may be an
    adversary."""
    async with AsyncExitStack() as stack:
        stack.enter_context(adversaries())
        house = await stack.enter_async_context(assemble(Start(settings=settings, staged=True)))
        living = asyncio.create_task(house.service.supervisor.live(), name="household")
        try:
            assert house.foundations.dollhouse is not None
            planned = [d.id for d in house.foundations.dollhouse.plan.devices]
            await until(lambda: all(house.home.house.state(d) is not None for d in planned))
            await until(house.service.supervisor.sound)
            await asyncio.sleep(0)  # each task takes its first step: it has what it is to close
            yield house
        finally:
            house.service.supervisor.stop()
            await living


async def play(house: Companion) -> Report:
    """Play the scenario to its end and judge it by the simulator's own truth."""
    assert house.foundations.dollhouse is not None

    def use() -> LlmUse:
        counts = house.mind.llm.counts()
        return LlmUse(counts.calls, counts.tokens, house.mind.llm.model_name())

    stagehand = Stagehand(
        house=house.foundations.dollhouse,
        clock=house.foundations.dollhouse.clock,
        stream=house.foundations.hub,
        llm_use=use,
        ready=house.work.model.ready,
    )
    return await perform(stagehand)
