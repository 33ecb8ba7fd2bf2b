"""A real Home Assistant for the suite, brought up once and taken down at the end.

Its packages stay in a folder of the machine's temporary directory, so that only the first run
pays for them (a minute, more on a busy machine). Where it cannot be brought up the tests that
want it skip with the reason.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.links.home_assistant.install import install_package
from tests.proof.bench.testbed import SCRIPTS as TESTBED
from tests.proof.bench.testbed import Testbed as RealHub
from tests.proof.bench.testbed import bring_up, folder

__all__ = ["TESTBED", "RealHub", "discoverable_python", "package_python", "real_hub"]


@pytest.fixture(scope="session")
def package_python() -> Path:
    """The Python of an environment with the package homeassistant-api in it (ADR 0021)."""
    try:
        return install_package(folder() / "homeassistant_api")
    except RuntimeError as error:
        pytest.skip(f"homeassistant-api could not be installed: {error}")


@pytest.fixture(scope="session")
def discoverable_python() -> Path:
    """The Python of an environment with ha-mqtt-discoverable, a third party's devices."""
    try:
        return install_package(folder() / "discoverable", "ha-mqtt-discoverable==0.26.0")
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
