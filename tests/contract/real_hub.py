"""A real Home Assistant for the suite, brought up once and taken down at the end.

Its packages stay in a folder of the machine's temporary directory, so that only the first run
pays for them (a minute, more on a busy machine). Where it cannot be brought up the tests that
want it skip with the reason.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.links.home_assistant.install import install_package

TESTBED = Path(__file__).parents[1] / "testbed"
UP_TIMEOUT_S = 420.0
DOWN_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class RealHub:
    """What `ha_up.sh` says of the home it made."""

    url: str
    token: str
    version: str
    mqtt_host: str
    mqtt_port: int
    folder: Path

    def down(self) -> None:
        """End Home Assistant and its broker."""
        _script("ha_down.sh", DOWN_TIMEOUT_S)

    def up(self) -> None:
        """The same home again, token and all."""
        _script("ha_up.sh", UP_TIMEOUT_S)


def _folder() -> Path:
    name = f"companion-testbed-{os.getuid()}"
    return Path(os.environ.get("COMPANION_TESTBED", Path(tempfile.gettempdir()) / name))


def _script(name: str, timeout_s: float, *arguments: str) -> str:
    """Run one of the testbed's scripts. Raises `RuntimeError` with its last words."""
    with tempfile.TemporaryFile("w+") as log:
        try:
            done = subprocess.run(
                ["nice", "-n", "10", "bash", str(TESTBED / name), *arguments],
                env=os.environ | {"HA_BENCH_DIR": str(_folder()), "HA_PORT": "18123",
                                  "MQTT_PORT": "18183"},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
                timeout=timeout_s, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RuntimeError(str(error)[:200]) from error
        log.seek(0)
        said = log.read().strip().splitlines() or [""]
    if done.returncode:
        raise RuntimeError(said[-1][:200])
    return done.stdout


def bring_up() -> RealHub:
    """A new home. Raises `RuntimeError` where it cannot be made."""
    told: dict[str, Any] = json.loads(_script("ha_up.sh", UP_TIMEOUT_S, "--fresh"))
    return RealHub(
        url=told["url"],
        token=told["token"],
        version=told["version"],
        mqtt_host=told["mqtt_host"],
        mqtt_port=told["mqtt_port"],
        folder=_folder(),
    )


@pytest.fixture(scope="session")
def package_python() -> Path:
    """The Python of an environment with the package homeassistant-api in it (ADR 0021)."""
    folder = _folder() / "homeassistant_api"
    try:
        return install_package(folder)
    except RuntimeError as error:
        pytest.skip(f"homeassistant-api could not be installed: {error}")


@pytest.fixture(scope="session")
def discoverable_python() -> Path:
    """The Python of an environment with ha-mqtt-discoverable, a third party's devices."""
    try:
        return install_package(_folder() / "discoverable", "ha-mqtt-discoverable==0.26.0")
    except RuntimeError as error:
        pytest.skip(f"ha-mqtt-discoverable could not be installed: {error}")


@pytest.fixture(scope="session")
def real_hub() -> Iterator[RealHub]:
    """One real Home Assistant for all tests that want it."""
    try:
        hub = bring_up()
    except RuntimeError as error:
        pytest.skip(f"Home Assistant could not be brought up: {error}")
    try:
        yield hub
    finally:
        hub.down()
