"""The real Home Assistant of this repository's testbed, for benchmarks and tests.

Its packages stay in a folder of the machine's temporary directory, so that only the first run
pays for them (a minute, more on a busy machine). Never the owner's own hub: lights are switched.
"""

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parents[3] / "tests" / "testbed"
UP_TIMEOUT_S = 420.0
DOWN_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Testbed:
    """What `ha_up.sh` says of the home it made."""

    __test__ = False
    url: str
    token: str
    version: str
    mqtt_host: str
    mqtt_port: int
    folder: Path

    def down(self) -> None:
        """End Home Assistant and its broker."""
        script("ha_down.sh", DOWN_TIMEOUT_S)

    def up(self) -> None:
        """The same home again, token and all."""
        script("ha_up.sh", UP_TIMEOUT_S)


def folder() -> Path:
    """Where its packages and its home are kept."""
    name = f"companion-testbed-{os.getuid()}"
    # Set and empty is not set: as a path it would be the folder we stand in, `config` and all.
    chosen = os.environ.get("COMPANION_TESTBED")
    return Path(chosen).absolute() if chosen else Path(tempfile.gettempdir()) / name


def script(name: str, timeout_s: float, *arguments: str) -> str:
    """Run one of the testbed's scripts. Raises `RuntimeError` with its last words."""
    where = {"HA_BENCH_DIR": str(folder()), "HA_PORT": "18123", "MQTT_PORT": "18183"}
    with tempfile.TemporaryFile("w+") as log:
        try:
            done = subprocess.run(
                ["nice", "-n", "10", "bash", str(SCRIPTS / name), *arguments],
                env=os.environ | where,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                timeout=timeout_s,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RuntimeError(str(error)[:200]) from error
        log.seek(0)
        said = log.read().strip().splitlines() or [""]
    if done.returncode:
        raise RuntimeError(said[-1][:200])
    return done.stdout


def bring_up(*, fresh: bool = True) -> Testbed:
    """A home. Raises `RuntimeError` where it cannot be made."""
    told: dict[str, Any] = json.loads(
        script("ha_up.sh", UP_TIMEOUT_S, *(("--fresh",) if fresh else ()))
    )
    return Testbed(
        url=told["url"],
        token=told["token"],
        version=told["version"],
        mqtt_host=told["mqtt_host"],
        mqtt_port=told["mqtt_port"],
        folder=folder(),
    )


def is_up() -> bool:
    """Whether it runs now."""
    try:
        pid = int((folder() / "hass.pid").read_text(encoding="ascii"))
        os.kill(pid, 0)
    except (OSError, ValueError):
        return False
    return True
