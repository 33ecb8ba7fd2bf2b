"""`companion bench link` and `fanout` give every figure they promise (P18, P19)."""

import pytest

from companion.links.broker import find_mosquitto
from tests.proof.bench import fanout, link
from tests.proof.bench.figure import Effort, Figure, NotMeasured


@pytest.mark.real("mosquitto")
@pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")
async def test_commands_and_reports_are_measured_beside_bare_aiomqtt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P18: p50 as a ratio, p99 in ms, reports a second as a ratio."""
    monkeypatch.setitem(link.COMMANDS, Effort.SHORT, 50)
    monkeypatch.setitem(link.REPORTS, Effort.SHORT, 500)
    figures = await link.measure(Effort.SHORT)
    assert [f.id for f in figures] == ["P18"] * 3
    for figure in figures:
        assert isinstance(figure, Figure)
        assert figure.value > 0
        print(figure.what, figure.value, figure.detail)


@pytest.mark.real("broker")
@pytest.mark.figures
async def test_the_way_to_twenty_browsers_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """P19: latency, burst, and what a stalled browser costs."""
    monkeypatch.setitem(fanout.EVENTS, Effort.SHORT, 50)
    latency, burst, stalled = await fanout.measure(Effort.SHORT)
    for figure in (latency, burst, stalled):
        assert not isinstance(figure, NotMeasured)
        print(figure.what, figure.value, figure.detail)
    assert isinstance(latency, Figure)
    assert isinstance(burst, Figure)
    assert latency.value > 0
    assert burst.value > 0
