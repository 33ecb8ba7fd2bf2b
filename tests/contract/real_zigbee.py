"""A real Zigbee2MQTT over a virtual radio, brought up once on a broker of its own."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from companion.links.broker import find_mosquitto, free_port
from companion.links.mqtt import BrokerAddress
from tests.contract.real_hub import TESTBED

UP_TIMEOUT_S = 240.0


@dataclass(frozen=True, slots=True)
class RealZigbee:
    """Where it is."""

    address: BrokerAddress
    control: str

    def air(self, **message: Any) -> None:
        """Something happens in the room: a device reports, or leaves the air."""
        body = json.dumps(message).encode()
        with urlopen(Request(self.control, data=body, method="POST"), timeout=5) as answer:
            answer.read()


@pytest.fixture(scope="session")
def real_zigbee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealZigbee]:
    """One real Zigbee2MQTT for all tests that want it."""
    program = find_mosquitto()
    if program is None:
        pytest.skip("Zigbee2MQTT could not be brought up: no mosquitto")
    folder, port = tmp_path_factory.mktemp("zigbee"), free_port()
    config = folder / "mosquitto.conf"
    user = "user root\n" if os.geteuid() == 0 else ""
    config.write_text(f"{user}listener {port} 127.0.0.1\nallow_anonymous true\n")
    broker = subprocess.Popen([program, "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        yield _up(port)
        _script("down", port)
    finally:
        broker.terminate()
        broker.wait(10)


def _up(port: int) -> RealZigbee:
    try:
        told = json.loads(_script("", port))
    except (RuntimeError, ValueError) as error:
        pytest.skip(f"Zigbee2MQTT could not be brought up: {error}")
    return RealZigbee(BrokerAddress(host="127.0.0.1", port=port), told["control"])


def _script(what: str, port: int) -> str:
    """Run the testbed's script. Raises `RuntimeError` with its last words."""
    folder = Path(tempfile.gettempdir()) / f"companion-zigbee-{os.getuid()}"
    # Nobody announces a state by itself after the start: what is not asked for stays unknown.
    own = {"Z2M_DIR": str(folder), "MQTT_PORT": str(port), "VZ_ANNOUNCE": "0"}
    own["VZ_PORT"] = str(_control_port())
    try:
        done = subprocess.run(
            ["nice", "-n", "10", "bash", str(TESTBED / "z2m" / "z2m_up.sh"), *filter(None, [what])],
            env=os.environ | own,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=UP_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(str(error)[:200]) from error
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["?"])[-1][:200])
    return done.stdout


def _control_port() -> int:
    return 18099
