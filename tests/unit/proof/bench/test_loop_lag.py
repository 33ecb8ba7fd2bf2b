"""`companion bench loop_lag` and `process` give every figure they promise (P24, F18, P21, P22)."""

import pytest

from companion.links.broker import find_mosquitto
from tests.proof.bench import loop_lag, process
from tests.proof.bench.figure import Effort, Figure

needs_mosquitto = pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")


@needs_mosquitto
@pytest.mark.real("mosquitto")
async def test_lag_and_storm_are_measured_in_the_whole_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P24, F18: and whatever the machine, every report of the storm is accounted for."""
    monkeypatch.setitem(loop_lag.SWING_S, Effort.SHORT, 2.0)
    monkeypatch.setitem(loop_lag.STORM_S, Effort.SHORT, 3.0)
    monkeypatch.setattr(loop_lag, "ROUNDS", 2)
    figures = await loop_lag.measure(Effort.SHORT)
    assert [f.id for f in figures] == ["P24", "P24", "P24", "F18", "F18", "F18", "F20"]
    for figure in figures:
        assert isinstance(figure, Figure)
        print(figure.what, round(figure.value, 3), figure.unit, figure.detail)
    uncounted = figures[-2]
    assert isinstance(uncounted, Figure)
    assert uncounted.held, uncounted.detail


@pytest.mark.figures
@pytest.mark.real("broker")
@pytest.mark.timeout(180)
async def test_memory_and_readiness_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """P21, P22: the service started as systemd starts it."""
    monkeypatch.setitem(process.EVENTS, Effort.SHORT, 2000)
    monkeypatch.setitem(process.ROUNDS, Effort.SHORT, 1)
    monkeypatch.setattr(process, "SETTLE_S", 0.5)
    monkeypatch.setattr(process, "STEADY_S", 0.5)
    figures = await process.measure(Effort.SHORT)
    assert [f.id for f in figures] == ["P21", "P21", "P22"]
    for figure in figures:
        assert isinstance(figure, Figure)
        assert figure.value > 0
        print(figure.what, round(figure.value, 2), figure.unit, figure.detail)
