"""Diagnosis: what, since when, what to do (F13-F16)."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from companion.dollhouse.clock import SimClock
from companion.phrases.health import broker, model
from companion.service.clock import SystemClock
from companion.service.health import HealthBoard, HealthWatch
from companion.web.hub import Hub
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))


async def test_health_is_told_while_simulated_time_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F11: a model that loads or hangs holds the doll's house; the page must still say so."""
    monkeypatch.setattr("companion.service.health.LOOK_AT_LEAST_S", 0.01)
    clock = SimClock(datetime(2026, 11, 20, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo")))
    board, looks = HealthBoard(clock), 0

    class Looked:
        async def findings(self) -> Mapping[str, Finding]:
            nonlocal looks
            looks += 1
            return {"llm": model(looks > 2, "m", "")}

    watch = asyncio.create_task(HealthWatch(board, Hub(clock.now), clock, (Looked(),)).run())
    try:
        async with asyncio.timeout(30):
            while looks < 4:
                await asyncio.sleep(0.01)
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
    assert board.all()[0].status is HealthStatus.OK


def test_the_board_keeps_since_when_and_shows_the_worst_first() -> None:
    """Every part: what, since when, what to do."""
    board = HealthBoard(CLOCK)
    assert board.set("llm", HealthStatus.OK, Bilingual("動作中", "working"))
    assert not board.set("llm", HealthStatus.OK, Bilingual("動作中", "working"))
    since = board.all()[0].since
    assert board.set("broker", HealthStatus.DOWN, Bilingual("切断", "gone"))
    assert [h.part for h in board.all()] == ["broker", "llm"]
    assert board.all()[1].since == since


async def test_what_fell_ill_and_came_back_is_told_with_both_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Issue 3: the page says what is wrong and when it came back; the log keeps both."""
    monkeypatch.setattr("companion.service.health.LOOK_AT_LEAST_S", 0.01)
    clock = SimClock(datetime(2026, 11, 20, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo")))
    board = HealthBoard(clock)
    noted: list[tuple[str, HealthStatus]] = []
    now = [broker(True, "mosquitto", "")]

    class Broker:
        async def findings(self) -> Mapping[str, Finding]:
            return {"broker": now[0]}

    async def note(part: str, found: Finding) -> None:
        noted.append((part, found.status))

    watching = HealthWatch(board, Hub(clock.now), clock, (Broker(),), note=note)
    watch = asyncio.create_task(watching.run())
    try:
        await asyncio.sleep(0.05)
        now[0] = broker(False, "mosquitto", "connection refused")
        await asyncio.sleep(0.05)
        (ill,) = board.all()
        now[0] = broker(True, "mosquitto", "")
        await asyncio.sleep(0.05)
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
    assert noted == [("broker", HealthStatus.DOWN), ("broker", HealthStatus.OK)]
    (well,) = board.all()
    assert well.last_trouble == ill
    assert well.since >= ill.since
    assert "Connection refused" in ill.what.en
