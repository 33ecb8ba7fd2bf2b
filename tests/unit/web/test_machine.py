"""The machine's figures (S-09), beside those of psutil where both can see the same machine."""

from pathlib import Path

import psutil
import pytest

from companion.web.machine import Machine, disk_percent


def machine(tmp_path: Path, stat: str) -> Machine:
    (tmp_path / "stat").write_text(f"cpu  {stat}\ncpu0 1 2 3\n")
    return Machine(proc=tmp_path, sys=tmp_path)


def test_the_processor_is_busy_where_it_neither_idles_nor_waits(tmp_path: Path) -> None:
    found = machine(tmp_path, "10 0 10 70 10 0 0 0 5 0")
    assert found.cpu_percent() == pytest.approx(20)
    (tmp_path / "stat").write_text("cpu  40 0 40 80 20 10 5 5 35 0\n")
    assert found.cpu_percent() == pytest.approx(80)
    assert found.cpu_percent() == 0.0, "no time has passed"


def test_interfaces_are_summed(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    row = " lo: 100 1 0 0 0 0 0 0 30 1 0 0 0 0 0 0\n eth0:7 1 0 0 0 0 0 0 5 1 0 0 0 0 0 0\n"
    (tmp_path / "net" / "dev").write_text(f"Inter-|\n face |\n{row}")
    assert Machine(proc=tmp_path).network_bytes() == (107, 35)


def test_the_hottest_sensor_counts_and_none_is_no_zero(tmp_path: Path) -> None:
    """B-048: never a made-up zero; a sensor that is asleep has no figure."""
    found = Machine(sys=tmp_path)
    assert found.temperature() is None
    for zone, told in (("thermal_zone0", "41500\n"), ("thermal_zone1", "")):
        (tmp_path / "class" / "thermal" / zone).mkdir(parents=True)
        (tmp_path / "class" / "thermal" / zone / "temp").write_text(told)
    assert found.temperature() == 41.5


def test_this_machine_is_seen_as_psutil_sees_it() -> None:
    here = Machine()
    assert here.memory_percent() == pytest.approx(psutil.virtual_memory().percent, abs=5)
    assert disk_percent(Path("/")) == pytest.approx(psutil.disk_usage("/").percent, abs=1)
    received, sent = here.network_bytes()
    told = psutil.net_io_counters()
    assert received <= told.bytes_recv
    assert sent <= told.bytes_sent
