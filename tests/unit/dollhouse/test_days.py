"""A restart of the doll's house never goes back in time (the log stays in order)."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.dollhouse.days import COUNTER, next_evening

EVENING = datetime(2026, 11, 20, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo"))


def test_each_start_is_another_evening(tmp_path: Path) -> None:
    """B-012: events of an earlier run lie in the past of the next."""
    days = [next_evening(EVENING, tmp_path).day for _ in range(3)]
    assert days == [20, 21, 22]


def test_a_spoilt_counter_begins_anew(tmp_path: Path) -> None:
    """Nothing in a simulated home is worth refusing to start."""
    (tmp_path / COUNTER).write_text("rubbish", encoding="ascii")
    assert next_evening(EVENING, tmp_path) == EVENING
