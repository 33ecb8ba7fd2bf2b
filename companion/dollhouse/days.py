"""Days of the doll's house: begin another evening at each start, except after a short stop, so that
the record goes forward."""

from datetime import datetime, timedelta
from pathlib import Path

from companion.dollhouse.clock import SimClock
from companion.dollhouse.left_off import resumed
from companion.dollhouse.scenario import Scenario
from companion.words.number import whole_number

COUNTER = "dollhouse_starts"


def next_evening(starts_at: datetime, state_dir: Path) -> datetime:
    """Compute the start time: the scenario's time of day, one day later at each start with the same
    state folder."""
    counter = state_dir / COUNTER
    state_dir.mkdir(parents=True, exist_ok=True)
    text = counter.read_text(encoding="ascii") if counter.exists() else ""
    starts = whole_number(text.strip(), most=100_000) or 0
    counter.write_text(f"{starts + 1}\n", encoding="ascii")
    return starts_at + timedelta(days=starts)


def next_start(scenario: Scenario, state_dir: Path, speed: float) -> tuple[Scenario, SimClock]:
    """Choose the scenario that is played from now on, and its clock: the life that was left off a
    moment ago, else another evening."""
    going_on = resumed(scenario, state_dir, speed)
    if going_on is not None:
        return going_on, SimClock(going_on.starts_at, speed=speed)
    return scenario, SimClock(next_evening(scenario.starts_at, state_dir), speed=speed)
