"""F4 at the start: a state folder on a disk that has become read-only. The page comes up and says
so; once the disk can be written, the house comes up by itself."""

import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.story.test_recovery import started, until_line
from tests.story.test_service import ask, config

__all__ = ["config"]
pytestmark = [pytest.mark.real("broker"), pytest.mark.real("mount"), pytest.mark.timeout(300)]


@pytest.fixture
def disk(config: Path) -> Iterator[Path]:
    """The state folder of `config`, a file system of its own."""
    at = config.parent / "state"
    at.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(at)]
    tried = subprocess.run(options, capture_output=True)
    if tried.returncode:
        pytest.skip(f"may not mount: {tried.stderr.decode().strip()}")
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def page(config: Path, language: str, path: str = "/") -> tuple[int, str]:
    """As a browser on this device would see it."""
    port = YAML(typ="safe").load(config.read_text(encoding="utf-8"))["web"]["port"]
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"Accept-Language": language}
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_it_says_so_and_goes_on_by_itself(config: Path, disk: Path) -> None:
    """F4: up with its reason and what to do, in both languages, though not even the page's own
    secrets can be kept there; nothing is pressed for the house to come up."""
    remount(disk, "ro")
    with started(config) as service:
        told = until_line(service, "recovery page:")
        assert any("cannot be written (Read-only file system)" in line for line in told)
        assert not any("Traceback" in line for line in told)
        status, text = page(config, "ja")
        assert status == 503
        assert "に書けません（読み取り専用になっています）" in text
        assert "自動で始まります" in text
        assert "data-recovering" in text
        assert "it starts by itself" in page(config, "en")[1]
        assert page(config, "en", "/api/recovery")[0] == 200
        time.sleep(2.5)
        assert service.poll() is None
        remount(disk, "rw")
        until_line(service, "the page: ")
        assert page(config, "ja")[0] == 200
        assert "sound" in ask(config, "verify").stdout
        service.send_signal(signal.SIGTERM)
        assert service.wait(timeout=120) == 0
