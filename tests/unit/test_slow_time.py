"""Slowed time: one factor for every limit of a test (`tests/slow_time.py`)."""

import asyncio
import time
from zoneinfo import ZoneInfo

import pytest

from companion.service.clock import SystemClock
from tests.slow_time import allow_longer, slow_down

FACTOR = 8.0


async def test_a_limit_lasts_as_many_times_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of 0.05 s bears 0.2 real seconds of a slow machine, and still ends what hangs."""
    real = time.monotonic
    slow_down(monkeypatch, FACTOR)
    clock = SystemClock(ZoneInfo("UTC"))
    began, told = real(), clock.monotonic()
    async with asyncio.timeout(0.05):
        await asyncio.to_thread(time.sleep, 0.2)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await asyncio.Event().wait()
    took_s = real() - began
    assert took_s >= 0.2 + 0.05 * FACTOR * 0.9
    assert clock.monotonic() - told == pytest.approx(took_s / FACTOR, rel=0.2)


def test_a_limit_of_a_whole_test_is_longer_too(request: pytest.FixtureRequest) -> None:
    before = request.node.get_closest_marker("timeout")
    assert before is None
    allow_longer(request.node, FACTOR)
    suite_s = float(request.config.getini("timeout"))
    assert request.node.get_closest_marker("timeout").args == (suite_s * FACTOR,)
    allow_longer(request.node, 2)
    assert request.node.get_closest_marker("timeout").args == (suite_s * FACTOR * 2,)


async def test_without_a_factor_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.monotonic
    slow_down(monkeypatch, 1)
    assert time.monotonic is real
