"""Derive the hours of the simulated year anew: SCENARIO FILE (`tests/proof/bench/year_days.py`)."""

import asyncio
import sys
import tempfile
from pathlib import Path

from companion.store.sqlite import record_path
from tests.proof.bench.whole import shipped
from tests.proof.bench.year_days import keep
from tests.proof.commands.play import stage, staged_settings
from tests.proof.judge.stage import perform

SPEED = 500.0


async def derive(scenario: str, to: Path) -> int:
    """Play a scenario with the scripted model and keep its hours; gives how many events."""
    with tempfile.TemporaryDirectory(prefix="companion-play-") as name:
        folder = Path(name)
        settings = staged_settings(
            shipped(folder), scenario, SPEED, state_dir=folder, engine="scripted"
        )
        async with stage(settings) as hand:
            report = await perform(hand)
        return await asyncio.to_thread(keep, record_path(folder), to, report.simulated_s)


if __name__ == "__main__":
    print(asyncio.run(derive(sys.argv[1], Path(sys.argv[2]))))
