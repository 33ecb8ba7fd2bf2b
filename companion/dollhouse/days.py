"""Days of the doll's house: each start is another evening, so that its record goes forward."""

from datetime import datetime, timedelta
from pathlib import Path

from companion.dollhouse.clock import SimClock
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


def evening_clock(starts_at: datetime, state_dir: Path, speed: float) -> SimClock:
    """Build the simulated clock of this start."""
    return SimClock(next_evening(starts_at, state_dir), speed=speed)
