"""The machine's figures (S-09); how a sample is kept and told stands in `test_pictures.py`."""

from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from companion.web.vitals import VitalsGauge
from tests.unit.web.twins import Household


def _sensor(celsius: float) -> SimpleNamespace:
    return SimpleNamespace(current=celsius)


def _gauge(home: Household) -> VitalsGauge:
    return VitalsGauge(home.clock, home.hub, disk_path=Path("/"))


def test_the_hottest_sensor_counts_and_none_is_no_zero(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B-048: never a made-up zero; a sensor that is asleep tells 0 and has no figure."""
    told: dict[str, list[SimpleNamespace]] = {}
    monkeypatch.setattr(psutil, "sensors_temperatures", lambda: told)
    assert _gauge(home).sample().temperature_c is None
    told |= {"cpu": [_sensor(41.5), _sensor(38.0)], "disk": [_sensor(0.0)]}
    assert _gauge(home).sample().temperature_c == 41.5
    del told["cpu"]
    assert _gauge(home).sample().temperature_c is None


def test_bytes_are_told_by_the_second(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first sample has nothing to compare with, and a machine may have no interface."""
    counted = [None, SimpleNamespace(bytes_recv=100, bytes_sent=35)]
    monkeypatch.setattr(psutil, "net_io_counters", lambda: counted.pop(0))
    gauge = _gauge(home)
    first, second = gauge.sample(), gauge.sample()
    assert (first.rx_bytes_s, first.tx_bytes_s) == (0, 0)
    assert second.rx_bytes_s > second.tx_bytes_s > 0
