"""The service as systemd would start it: a notify socket of our own, the unit's sandbox, and
plug-ins that misbehave on command."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.links.broker import free_port
from tests.story.whole_house import ROOT, SCENARIOS

UNIT = ROOT / "systemd" / "companion.service"

BLOCK_LOOP = '''
"""Blocks the event loop once it runs: the test hook of F26."""
import asyncio
import time
import urllib.request
from pydantic import BaseModel, ConfigDict
from companion.words.language import Bilingual

class Settings(BaseModel):
    """None."""
    model_config = ConfigDict(extra="forbid", frozen=True)

class BlockLoop:
    """Does what no policy may do."""
    LABEL = Bilingual("止める", "block the loop")
    USES = ()
    async def run(self, senses, triggers, clock):
        """Block, once all is well."""
        await asyncio.sleep(1.5)
        this_is_where_it_hangs()

def this_is_where_it_hangs():
    """A minute."""
    time.sleep(60)

def build(settings):
    """It."""
    return BlockLoop()
'''

SLOW_ENGINE = '''
"""A model that never comes to an end, and heeds nobody but its cancellation."""
import asyncio
from companion.engines.llm.scripted import ScriptedLlm, Settings

class SlowLlm(ScriptedLlm):
    """Writes for ten minutes."""
    async def complete(self, request):
        """Long."""
        await asyncio.sleep(600)
        return await super().complete(request)

def build(settings, *, clock, state_dir):
    """It."""
    return SlowLlm(settings)
'''


def plugins_in(folder: Path) -> Path:
    """A plug-in folder with the two that misbehave."""
    for name, code in (
        ("policies/block_loop", BLOCK_LOOP),
        ("companion/engines/llm/slow", SLOW_ENGINE),
    ):
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    return folder


def config_in(
    folder: Path, *, engine: str = "scripted", port: int | None = None, extra: str = ""
) -> Path:
    """The shipped configuration with its own port and state folder, and another model."""
    text = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
    text = text.replace("../state", str(folder / "state"))
    text = text.replace("personas/koto.yaml", str(ROOT / "config" / "personas" / "koto.yaml"))
    text = re.sub(r"engine: xllamacpp\s.*", f"engine: {engine}", text)
    text = text.replace("scenario: first_evening", f"scenario: {SCENARIOS / 'nobody.yaml'}")
    path = folder / "config.yaml"
    port = free_port() if port is None else port
    path.write_text(f"{text}\nweb: {{port: {port}}}\n{extra}", encoding="utf-8")
    return path


def port_of(config: Path) -> int:
    """Where the page of this configuration listens."""
    found = re.search(r"web: \{port: (\d+)\}", config.read_text(encoding="utf-8"))
    assert found is not None
    return int(found[1])


class Notified:
    """A fake NOTIFY_SOCKET: what was told, and when."""

    def __init__(self, folder: Path) -> None:
        self._post = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.address = str(folder / "notify")
        self._post.bind(self.address)
        self.heard: list[tuple[float, str]] = []

    def close(self) -> None:
        self._post.close()

    def listen(self, timeout_s: float) -> None:
        """Take what came; wait for one at most `timeout_s`."""
        self._post.settimeout(timeout_s)
        with contextlib.suppress(TimeoutError):
            text = self._post.recv(4096).decode()
            self.heard.extend((time.monotonic(), line) for line in text.splitlines())

    def until(self, wanted: str, timeout_s: float, process: subprocess.Popen[str]) -> float:
        """Wait for a line that begins so; give when it came."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            for at, line in self.heard:
                if line.startswith(wanted):
                    return at
            assert process.poll() is None, f"ended with {process.returncode}: {told_by(process)}"
            self.listen(0.2)
        raise AssertionError(f"no {wanted} in {timeout_s} s; heard {self.heard}")

    def times(self, wanted: str) -> list[float]:
        """When lines that begin so came."""
        return [at for at, line in self.heard if line.startswith(wanted)]


def told_by(process: subprocess.Popen[str]) -> str:
    """What a process wrote so far, as its log file has it."""
    return _log_of(process).read_text(encoding="utf-8", errors="replace")


def _log_of(process: subprocess.Popen[str]) -> Path:
    """A file, not a pipe: a pipe that nobody reads fills up and stops the service."""
    args = process.args
    assert isinstance(args, list)
    return Path(args[-1]).with_suffix(".log")


@contextmanager
def service(
    config: Path,
    notified: Notified,
    *,
    command: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    watchdog_s: float | None = None,
    cwd: Path = ROOT,
) -> Iterator[subprocess.Popen[str]]:
    """`companion run` beside a service manager that listens."""
    env = {**os.environ, "NOTIFY_SOCKET": notified.address, **(environment or {})}
    env.pop("WATCHDOG_PID", None)
    if watchdog_s is not None:
        env["WATCHDOG_USEC"] = str(int(watchdog_s * 1e6))
    words = [*(command or (sys.executable, "-m", "companion")), "run", "--config", str(config)]
    with config.with_suffix(".log").open("wb") as out:
        process = subprocess.Popen(
            words, cwd=cwd, env=env, stdout=out, stderr=subprocess.STDOUT, text=True
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def token_of(config: Path) -> str:
    """The command line's token."""
    return (config.parent / "state" / "web" / "token").read_text(encoding="utf-8")


def ask(port: int, token: str, path: str, body: Mapping[str, object] | None = None) -> str:
    """One request with the command line's token; gives the answer's text. Raises `HTTPError`."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"X-Companion-Token": token},
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        return str(answer.read().decode())


def open_stream(port: int) -> socket.socket:
    """One browser at the live stream, past its head."""
    browser = socket.create_connection(("127.0.0.1", port), timeout=120)
    ask_for = f"GET /api/events/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    browser.sendall(ask_for.encode())
    head = browser.recv(4096)
    assert b" 200 " in head.splitlines()[0], head
    return browser
