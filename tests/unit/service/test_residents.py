"""Residents: no long-lived task ends in silence, and health tells what was observed (F12, R5)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from companion.service.clock import SystemClock
from companion.service.health import HealthBoard, HealthWatch
from companion.service.residents import Resident, ResidentReport, Stand
from companion.web.hub import Hub
from companion.words.health import HealthStatus
from tests.contract.house_parts import CLOCK, until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 0.001)
    monkeypatch.setattr("companion.service.residents.STEADY_S", 0.01)


def failing(
    times: int, error: BaseException | None
) -> tuple[Callable[[], Awaitable[None]], list[int]]:
    """A run that ends in this error (None: by itself) so often, and then stays."""
    lives: list[int] = []

    async def run() -> None:
        lives.append(1)
        if len(lives) <= times:
            if error is not None:
                raise error
            return
        await asyncio.Event().wait()

    return run, lives


@pytest.mark.parametrize(
    "error",
    [
        RecursionError("deep"),
        TypeError("odd"),
        OSError("gone"),
        asyncio.CancelledError(),
        ExceptionGroup("both", [ValueError("x")]),
        None,
    ],
    ids=str,
)
async def test_whatever_it_ends_with_it_is_logged_told_and_started_again(
    error: BaseException | None, caplog: pytest.LogCaptureFixture
) -> None:
    """A cancellation from within and a plain return are ends like any other."""
    run, lives = failing(3, error)
    told: list[ResidentReport] = []
    resident = Resident("link", run, told=told.append)
    resident.start()
    await until(lambda: len(lives) == 4 and told[-1].stand is Stand.UP)
    assert [t.stand for t in told] == [*(Stand.STOPPED, Stand.AGAIN) * 3, Stand.UP]
    assert [t.falls for t in told if t.stand is Stand.STOPPED] == [1, 2, 3]
    assert caplog.text.count("link stopped") == 3
    assert resident.running()
    await resident.stop()
    assert not resident.running()


async def test_pauses_double_up_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 1.0)
    run, lives = failing(6, ValueError("x"))
    pauses: list[float] = []

    async def pause(pause_s: float) -> None:
        pauses.append(pause_s)

    resident = Resident("link", run, longest_pause_s=4.0, pause=pause)
    resident.start()
    await until(lambda: len(lives) == 7)
    await resident.stop()
    assert pauses == [1.0, 2.0, 4.0, 4.0, 4.0, 4.0]


async def test_a_good_end_is_an_end_only_where_it_was_declared() -> None:
    run, lives = failing(1, None)
    await asyncio.wait_for(Resident("tables", run, finishes=True).live(), 5)
    assert len(lives) == 1


async def test_a_stop_is_a_stop_even_where_the_way_out_fails() -> None:
    """The clean-up of a connection may end in an error in the cancellation's place."""
    begun = asyncio.Event()

    async def run() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("the socket was closed already")

    resident = Resident("link", run)
    resident.start()
    await begun.wait()
    await asyncio.wait_for(resident.stop(), 5)
    assert not [t for t in asyncio.all_tasks() if t.get_name() == "link"]


async def test_a_listener_that_fails_does_not_end_who_is_watched(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.ERROR)
    run, lives = failing(2, ValueError("x"))

    def told(told: ResidentReport) -> None:
        raise KeyError("the board")

    resident = Resident("link", run, told=told)
    resident.start()
    await until(lambda: len(lives) == 3)
    await resident.stop()
    assert "nobody could be told" in caplog.text


def test_a_resident_is_down_until_it_was_seen_to_hold() -> None:
    """Health tells what is observed: a start is no proof, and `since` is the first fall."""
    board = HealthBoard(CLOCK)
    watch = HealthWatch(board, Hub(CLOCK.now), CLOCK, ())
    shown = []
    for told in (
        ResidentReport("mouth", Stand.STOPPED, 1, TypeError("x"), 1.0),
        ResidentReport("mouth", Stand.AGAIN, 1),
        ResidentReport("mouth", Stand.STOPPED, 2, TypeError("x"), 2.0),
        ResidentReport("mouth", Stand.AGAIN, 2),
        ResidentReport("mouth", Stand.UP, 2),
    ):
        watch.resident(told)
        shown.append(board.all()[0])
    assert [h.status for h in shown] == [HealthStatus.DOWN] * 4 + [HealthStatus.OK]
    assert len({h.since for h in shown[:4]}) == 1
    assert "2 s" in shown[2].what.en
    assert "2秒後" in shown[2].what.ja
    assert "not yet known to hold" in shown[3].what.en
    assert isinstance(CLOCK, SystemClock)
