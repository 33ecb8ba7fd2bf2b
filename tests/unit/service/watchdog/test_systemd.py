"""What systemd is told (T-44, F26): one datagram each, nothing without a socket."""

import os
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.service.watchdog.systemd import Systemd, status_line
from companion.words.health import Health, HealthStatus
from companion.words.language import Bilingual, Language


@pytest.fixture
def box(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as post:
        post.bind(str(tmp_path / "notify"))
        post.settimeout(2)
        yield post


def test_each_word_is_one_datagram(box: socket.socket) -> None:
    systemd = Systemd(box.getsockname())
    systemd.ready()
    systemd.alive()
    systemd.status("two\nlines")
    systemd.status("two\nlines")
    systemd.stopping()
    heard = [box.recv(4096).decode() for _ in range(4)]
    assert heard == ["READY=1", "WATCHDOG=1", "STATUS=two lines", "STOPPING=1\nSTATUS=stopping"]


def test_an_abstract_address_is_reached() -> None:
    name = f"companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as post:
        post.bind(f"\0{name}")
        post.settimeout(2)
        Systemd(f"@{name}").ready()
        assert post.recv(64) == b"READY=1"


def test_without_a_socket_or_with_a_dead_one_nothing_happens(tmp_path: Path) -> None:
    """A service manager that is gone must not take the service with it."""
    assert not Systemd.of({}).listens
    Systemd.of({}).ready()
    Systemd(str(tmp_path / "nobody")).ready()


def test_the_watchdog_is_meant_for_this_process_only() -> None:
    env = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000"}
    assert Systemd.of({**env}).watchdog_s == 30
    assert Systemd.of({**env, "WATCHDOG_PID": str(os.getpid())}).watchdog_s == 30
    assert Systemd.of({**env, "WATCHDOG_PID": "1"}).watchdog_s is None
    assert Systemd.of({"WATCHDOG_USEC": "30000000"}).watchdog_s is None
    assert Systemd.of({**env, "WATCHDOG_USEC": "soon"}).watchdog_s is None


def test_children_do_not_inherit_the_socket() -> None:
    """mosquitto reports itself ready to whatever NOTIFY_SOCKET it finds."""
    env = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000", "PATH": "/bin"}
    assert Systemd.of(env).listens
    assert env == {"PATH": "/bin"}


def _part(part: str, status: HealthStatus) -> Health:
    return Health(
        part=part,
        status=status,
        since=datetime(2026, 11, 20, tzinfo=UTC),
        what=Bilingual("切れました", "lost"),
    )


def test_the_status_says_what_is_wrong_in_the_households_language() -> None:
    broken = (_part("broker", HealthStatus.DOWN), _part("llm", HealthStatus.OK))
    assert status_line(broken, Language.EN) == "degraded: broker: lost"
    assert status_line(broken, Language.JA) == "一部停止: broker: 切れました"
    assert status_line((_part("llm", HealthStatus.STARTING),), Language.EN) == "starting: llm"
    assert status_line((), Language.EN) == "ready"
