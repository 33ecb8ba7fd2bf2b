"""The device's story, short: this machine's own system under an overlay, with its own systemd."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.machine import Machine, NoDevice, lend_environment, own_root, why_not
from tests.device.story import ROOT, TREE, Device, play

pytestmark = [pytest.mark.real("device"), pytest.mark.slow, pytest.mark.timeout(600)]

ENVIRONMENT = "/opt/lent"
QUICK = "[Service]\nWatchdogSec=8\n"
"""The same watchdog, sooner: a hung loop is found after 8 s and not after 30."""


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    if why := why_not():
        pytest.skip(f"no device: {why}")
    try:
        with own_root(tmp_path) as root:
            machine = Machine(root)
            try:
                lend_environment(machine, ENVIRONMENT)
                machine.boot()
                yield machine
            finally:
                machine.kill()
    except NoDevice as error:
        pytest.skip(f"no device: {error}")


def test_the_life_of_an_installed_companion(machine: Machine) -> None:
    """P-006, T-44, F26, T13: installed, ready, an evening; killed, hung, upgraded, rebooted with an
    alarm that rings, broken, uninstalled and purged (see `tests/device/story.py`)."""
    tree = machine.path(TREE)
    skipped = shutil.ignore_patterns(".*", "__pycache__", "tests", "proof", "state", "models")
    shutil.copytree(ROOT, tree, ignore=skipped)
    quick = machine.path("/etc/systemd/system/companion.service.d/99-test.conf")
    quick.parent.mkdir(parents=True)
    quick.write_text(QUICK)
    device = Device(machine, ("--venv", ENVIRONMENT), engine="scripted")
    told = play(device)
    assert told["evening"]["message"]
    assert told["hung"]["watchdog"] == "8s"
