"""The real service as a process: command line, second instance, stop, kill -9 and back.

`companion run` is started as an owner would, with the scripted model, and asked through the
commands; everything is on loopback in a folder of its own.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.links.broker import free_port
from tests.story.whole_house import ROOT, SCENARIOS

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(300)]
COMMAND = [sys.executable, "-m", "companion"]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The shipped configuration with its own port, state folder and scripted model."""
    text = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
    text = text.replace("../state", str(tmp_path / "state"))
    text = text.replace("personas/koto.yaml", str(ROOT / "config" / "personas" / "koto.yaml"))
    text = text.replace("engine: xllamacpp ", "engine: scripted ")
    text = text.replace("scenario: first_evening", f"scenario: {SCENARIOS / 'nobody.yaml'}")
    path = tmp_path / "config.yaml"
    path.write_text(text + f"\nweb: {{port: {free_port()}}}\n", encoding="utf-8")
    return path


@contextmanager
def running(config: Path) -> Iterator[subprocess.Popen[str]]:
    """A companion that is up: its page's address was printed."""
    process = subprocess.Popen(
        [*COMMAND, "run", "--config", str(config)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        told = []
        for line in process.stdout:
            told.append(line)
            if "http://127.0.0.1" in line:
                break
        assert "the page: " in told[-1], "".join(told)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def ask(config: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words, "--config", str(config)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def until_log(config: Path, text: str, wait_s: float = 30.0) -> dict[str, object]:
    """The newest line of the log whose sentence holds `text`."""
    end = time.monotonic() + wait_s
    while time.monotonic() < end:
        rows = [json.loads(row) for row in ask(config, "log", "--json").stdout.splitlines()]
        for row in reversed(rows):
            if text in row["line"]["text"]:
                return dict(row)
        time.sleep(0.3)
    raise AssertionError(f"no line with {text!r}: {ask(config, 'log').stdout}")


def test_the_commands_speak_to_the_running_companion(config: Path) -> None:
    """Issue 2 item 10: devices, log, why, undo, approvals, stop; and SIGTERM ends it in 3 s."""
    began = time.monotonic()
    with running(config) as service:
        started = time.monotonic() - began
        until_log(config, "Front door lock")
        listed = ask(config, "devices").stdout
        assert "light.hall" in listed
        assert ask(config, "why", "1").returncode == 0
        assert ask(config, "approvals").returncode == 0
        assert ask(config, "stop").stdout == "stopped\n"
        refused = ask(config, "undo", "1")
        assert refused.returncode == 1
        assert "not the result of an action" in refused.stderr
        began = time.monotonic()
        service.send_signal(signal.SIGTERM)
        assert service.wait(timeout=120) == 0
        assert time.monotonic() - began <= max(3.0, started), "a busy machine starts slowly too"


def test_a_second_companion_is_refused_by_name(config: Path) -> None:
    """F23: one state folder serves one companion; the second names the first one's process."""
    with running(config) as first:
        second = ask(config, "run")
        assert second.returncode != 0
        assert str(first.pid) in second.stderr + second.stdout
        assert "Traceback" not in second.stderr


def test_it_comes_back_after_kill_9_with_its_record(config: Path) -> None:
    """F1 in short: killed at once, it starts again by itself and the record is whole."""
    with running(config) as first:
        before = until_log(config, "Front door lock")
        first.send_signal(signal.SIGKILL)
        first.wait()
    with running(config):
        rows = [json.loads(r) for r in ask(config, "log", "--json").stdout.splitlines()]
        assert max(int(row["id"]) for row in rows) >= int(str(before["id"]))
        assert ask(config, "devices").returncode == 0


def test_the_owner_is_told_when_nothing_runs(config: Path) -> None:
    """A clear message with the remedy."""
    answer = ask(config, "log")
    assert answer.returncode == 1
    assert "companion" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_bad_configuration_names_file_and_line(config: Path) -> None:
    """Issue 2 item 10; EX_CONFIG for whoever asks (the service itself shows the recovery page)."""
    config.write_text(config.read_text(encoding="utf-8") + "\nlanguge: ja\n", encoding="utf-8")
    answer = ask(config, "config", "check")
    assert answer.returncode == 78
    assert "config.yaml:" in answer.stderr
    assert "languge" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_doctor_tells_what_works_and_what_to_do(config: Path) -> None:
    """Issue 2 item 10: what works, what is missing, the remedy; 1 when something is down."""
    text = config.read_text(encoding="utf-8")
    text = text.replace('host: ""', f'host: "127.0.0.1"\n  port: {free_port()}')
    config.write_text(text, encoding="utf-8")
    answer = ask(config, "doctor")
    assert answer.returncode == 1
    assert "nothing answers at 127.0.0.1" in answer.stdout
    assert "check mqtt.host" in answer.stdout
    assert "cameras.hall" in answer.stdout
    assert "Traceback" not in answer.stderr
