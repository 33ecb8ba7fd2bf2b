"""Time that passes more slowly, for a machine on which everything takes longer (emulation).

`TEST_TIME_FACTOR=15` makes a second of every test fifteen: of asyncio's limits and sleeps, of the
product's own limits, of what a test measures, and of pytest's limit for a whole test. It is read
here and nowhere else, and `tests/conftest.py` sets it in motion; without it nothing is changed.
What a child process or a thread waits for stays in real seconds.
"""

import os
import time

import pytest

FACTOR = float(os.environ.get("TEST_TIME_FACTOR", "1"))
"""Real seconds in one second of a test; 1 except under emulation (`tests/device/prove.py`)."""


at_real_rate = pytest.mark.skipif(
    FACTOR != 1, reason="compares this process's seconds with those of another program"
)
"""For a test that slowed time makes meaningless."""


def slow_down(patch: pytest.MonkeyPatch, factor: float = FACTOR) -> None:
    """Slow this process's steady clocks, by which asyncio too counts its limits and sleeps."""
    if factor == 1:
        return
    monotonic, perf_counter = time.monotonic, time.perf_counter
    patch.setattr(time, "monotonic", lambda: monotonic() / factor)
    patch.setattr(time, "perf_counter", lambda: perf_counter() / factor)


def allow_longer(item: pytest.Item, factor: float = FACTOR) -> None:
    """Raise the limit of a whole test, its own or the suite's, which counts real seconds."""
    if factor == 1:
        return
    mark = item.get_closest_marker("timeout")
    limit_s = float(mark.args[0] if mark else item.config.getini("timeout"))
    item.add_marker(pytest.mark.timeout(limit_s * factor), append=False)
