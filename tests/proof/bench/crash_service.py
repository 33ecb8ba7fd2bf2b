"""Starting, asking and killing the real service, for the crash benchmark."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.proof.bench.crash_home import HEATERS, LIGHTS, heater, light

START_TIMEOUT_S = 180.0
ASK_TIMEOUT_S = 10.0


class Unanswered(ConnectionError):
    """The service did not answer: it is dead, or was killed while it did."""


@dataclass(frozen=True)
class Answer:
    """What the page's API said."""

    status: int
    body: dict[str, Any]


def config_file(folder: Path, broker_port: int, page_port: int) -> Path:
    """A home of its own over MQTT, without cameras and with the scripted model."""
    root = Path(__file__).parents[3]
    names = [light(n) for n in range(LIGHTS)] + [heater(n) for n in range(HEATERS)]
    areas = ", ".join(f"{name}: room" for name in names)
    path = folder / "config.yaml"
    path.write_text(
        f"state_dir: state\n"
        f"avatar: {{sheet: {root}/config/personas/koto.yaml}}\n"
        f"home: {{kind: mqtt, places: [{{id: room, name: {{ja: 部屋, en: room}}}}],"
        f" areas: {{{areas}}}}}\n"
        f"mqtt: {{host: 127.0.0.1, port: {broker_port}}}\n"
        f"llm: {{engine: scripted}}\n"
        f"capabilities: {{device_control: , speak: }}\n"
        f"web: {{port: {page_port}}}\n",
        encoding="utf-8",
    )
    return path


class Service:
    """One state folder's service, one life after the other."""

    def __init__(self, config: Path, page_port: int) -> None:
        self.state_dir = config.parent / "state"
        self._config, self._port = config, page_port
        self._log = (config.parent / "service.log").open("ab")
        self._forker: subprocess.Popen[str] | None = None
        self._real: subprocess.Popen[bytes] | None = None
        self._pid = 0

    def start(self, *, real: bool = False) -> None:
        """Begin a life; does not wait for it."""
        if real:
            command = [sys.executable, "-m", "companion", "run", "--config", str(self._config)]
            self._real = subprocess.Popen(command, stdout=self._log, stderr=self._log)
            self._pid = self._real.pid
            return
        if self._forker is None:
            command = [sys.executable, "-m", "tests.proof.bench.crash_child", str(self._config)]
            self._forker = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                text=True,
            )
        assert self._forker.stdin is not None
        assert self._forker.stdout is not None
        self._forker.stdin.write("go\n")
        self._forker.stdin.flush()
        self._pid = int(self._forker.stdout.readline())

    def wait_ready(self) -> float:
        """Until the page answers; gives the seconds waited. Raises `TimeoutError`."""
        began = time.perf_counter()
        while time.perf_counter() - began < START_TIMEOUT_S:
            with suppress(Unanswered):
                self.get("/api/devices")
                return time.perf_counter() - began
            if self._real is not None and self._real.poll() is not None:
                break
            time.sleep(0.01)
        said = Path(self._log.name).read_text(encoding="utf-8", errors="replace")
        raise TimeoutError(f"the service did not come up: {said[-800:]}")

    def cpu_s(self) -> float:
        """CPU seconds this life has used, which neighbours on the machine do not stretch much."""
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
        ticks = sum(int(field) for field in fields.split()[11:13])
        return ticks / os.sysconf("SC_CLK_TCK")

    def kill_only(self) -> None:
        """SIGKILL, from any thread; `kill` waits for its end."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def kill(self) -> None:
        """SIGKILL, and wait until the kernel is done with it."""
        self.kill_only()
        if self._real is not None:
            self._real.wait()
            self._real = None
        # A process that waits for the disk dies only when the disk has answered.
        end = time.perf_counter() + START_TIMEOUT_S
        while Path(f"/proc/{self._pid}").exists():
            if time.perf_counter() > end:
                raise TimeoutError(f"process {self._pid} does not die")
            time.sleep(0.001)

    def close(self) -> None:
        """End it all."""
        self.kill()
        if self._forker is not None:
            self._forker.communicate("")
            self._forker = None
        self._log.close()

    def get(self, path: str) -> dict[str, Any]:
        """A GET. Raises `Unanswered`."""
        return self._ask("GET", path, None).body

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """A POST. Raises `Unanswered`."""
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=ASK_TIMEOUT_S)
        try:
            token = (self.state_dir / "web" / "token").read_text(encoding="ascii").strip()
            headers = {"X-Companion-Token": token, "Content-Type": "application/json"}
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
            return Answer(answer.status, json.loads(answer.read()))
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unanswered(str(error)) from error
        finally:
            connection.close()
