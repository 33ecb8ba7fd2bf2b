"""The unit: fenced in as far as its work allows, and understood by systemd (S5, P-006)."""

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from companion.service import plugins
from companion.service.watchdog.pulse import EXIT_HUNG
from tests.law.measures import ROOT

UNIT = ROOT / "systemd" / "companion.service"
MOST_EXPOSED = 2.0
needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def _lines() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            found[key].append(value)
    return found


def _analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "--no-pager", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )


def _every_driver_opened() -> str:
    """Lines of a unit that opens what every driver there is needs."""
    needs = [
        plugins.needs(family, name, plugins.example(family, name))
        for family in (plugins.FAMILIES[f] for f in plugins.DRIVERS)
        for name in plugins.discover(family)
    ]
    lines = [f"DeviceAllow={device} rw" for one in needs for device in one.devices]
    lines += [f"SupplementaryGroups={group}" for one in needs for group in one.groups]
    lines += [f"BindPaths=-{path}" for one in needs for path in one.sockets]
    return "\n".join(dict.fromkeys(lines))


@needs_analyze
@pytest.mark.parametrize("drivers", ["as shipped", "all of them"])
def test_the_exposure_stays_low(drivers: str, tmp_path: Path) -> None:
    """S5: `systemd-analyze security --offline` says at most 2.0, with every driver's rights too."""
    text = UNIT.read_text(encoding="utf-8")
    if drivers == "all of them":
        text = text.replace("\n[Install]", f"{_every_driver_opened()}\n[Install]")
    unit = tmp_path / "companion.service"
    unit.write_text(text, encoding="utf-8")
    told = _analyze("security", "--offline=true", "--threshold=20", str(unit))
    assert told.returncode == 0, told.stdout + told.stderr
    (overall,) = [line for line in told.stdout.splitlines() if "Overall exposure" in line]
    print(overall)
    assert float(overall.split(":")[1].split()[0]) <= MOST_EXPOSED


@needs_analyze
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    """P-006: `verify` has nothing to say; the interpreter is this one, for it must exist."""
    text = UNIT.read_text(encoding="utf-8")
    text = text.replace("/opt/companion/.venv/bin/python", sys.executable)
    unit = tmp_path / "companion.service"
    unit.write_text(text, encoding="utf-8")
    told = _analyze("verify", "--man=no", str(unit))
    assert (told.returncode, told.stderr.strip()) == (0, "")


def test_what_the_fence_must_leave_open() -> None:
    """parts/threats_and_faults.md 4: what the sample unit would have broken. Vitals read /proc,
    threads choose cores, cameras need their devices, the home is on private networks, a model
    that ran out of memory must not end the service, and children are ours to end."""
    unit = _lines()
    assert unit["ProcSubset"] in ([], ["all"])
    assert "sched_setaffinity" in " ".join(unit["SystemCallFilter"])
    assert unit["SystemCallErrorNumber"] == ["EPERM"]
    assert unit["OOMPolicy"] == ["continue"]
    assert unit["KillMode"] == ["mixed"]
    devices = " ".join(unit["DeviceAllow"])
    for kind in ("video4linux", "media", "dma_heap", "alsa"):
        assert f"char-{kind} rw" in devices
    allowed = set(unit["IPAddressAllow"])
    private = {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"}
    assert allowed == {"localhost", "link-local", *private}
    assert unit["IPAddressDeny"] == ["any"]


def test_it_is_watched_and_restarted_but_not_for_what_a_person_must_mend() -> None:
    """T-44, F26: only a wrong configuration (78) is no reason to restart."""
    unit = _lines()
    assert unit["Type"] == ["notify"]
    assert unit["WatchdogSec"] == ["30"]
    assert unit["Restart"] == ["on-failure"]
    assert unit["RestartPreventExitStatus"] == ["78"]
    assert str(EXIT_HUNG) not in unit["RestartPreventExitStatus"]
