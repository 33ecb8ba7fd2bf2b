"""Runs households and gives the table (`python -m tests.proof.living.run --days 60`)."""

import argparse
import asyncio
import json
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.cli.config import check_config
from companion.service.settings import Settings
from tests.proof.living.household import households
from tests.proof.living.life import WEEK, Lived, live

ROOT = Path(__file__).parents[3]


def table(lives: list[Lived], days: int) -> dict[str, Any]:
    """The figures of the whole. Messages are those on record; with scripted words most are none."""
    last = max(0, days // WEEK - 1)

    def share(week: int) -> float | None:
        wishes = sum(one.wishes.get(week, 0) for one in lives)
        done = sum(one.anticipated.get(week, 0) for one in lives)
        return round(100 * done / wishes, 1) if wishes else None

    def unwanted(week: int) -> float:
        return round(sum(one.unwanted.get(week, 0) for one in lives) / max(1, len(lives)), 2)

    return {
        "households": len(lives),
        "days": days,
        "anticipated_percent_by_week": [share(week) for week in range(last + 1)],
        "unwanted_acts_a_household_by_week": [unwanted(week) for week in range(last + 1)],
        "habits_proposed": sum(one.proposals for one in lives),
        "of_these_hold_on_later_days": sum(one.holds for one in lives),
        "routines_whose_habit_ended": sum(one.ended for one in lives),
        "of_these_retired_within_ten_days": sum(one.retired for one in lives),
        "messages": sum(one.spoken for one in lives),
        "messages_at_night": sum(one.spoken_at_night for one in lives),
    }


async def run(many: int, days: int, settings: Settings, to: Path | None = None) -> list[Lived]:
    """The first so many households, one after another; the file has those that are done."""
    lives: list[Lived] = []
    for household in households(days)[:many]:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            lives.append(await live(household, days, settings, Path(folder)))
        print(f"{household.name}: {time.monotonic() - began:.0f} s {asdict(lives[-1])}", flush=True)
        if to is not None:
            await asyncio.to_thread(_write, to, table(lives, days))
    return lives


def _write(to: Path, figures: dict[str, Any]) -> None:
    to.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Write the figures to a file, or print them."""
    parser = argparse.ArgumentParser(description="simulated households live with the companion")
    parser.add_argument("--households", type=int, default=31)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    settings = check_config(ROOT / "config" / "config.yaml")
    lives = asyncio.run(run(given.households, given.days, settings, given.to))
    if given.to is None:
        print(json.dumps(table(lives, given.days), indent=2))


if __name__ == "__main__":
    main()
