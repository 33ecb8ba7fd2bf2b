"""The command line's way to the running companion, over its socket."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import UnixStreamServer

import pytest

from companion.cli import client as client_module
from companion.cli.client import Client, NoAnswer, NotRunning, Refused
from companion.service.settings import Settings, parse_settings
from companion.web.unix_socket import SOCKET_NAME, token_file

ROWS = [{"id": "2"}, {"id": "1"}]


class _Answers(BaseHTTPRequestHandler):
    def address_string(self) -> str:
        return "local"

    def log_message(self, format: str, *args: object) -> None:
        return

    def do_GET(self) -> None:
        if self.headers["X-Companion-Token"] != "sesame":
            self._answer(401, {"error": "no such token"})
        elif self.path.startswith("/api/log"):
            self._answer(200, {"events": ROWS})
        elif self.path == "/api/dies":
            self.close_connection = True
        else:
            self._answer(404, "not json")

    def do_POST(self) -> None:
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer(200, said) if said else self._answer(200, None)

    def _answer(self, status: int, body: object) -> None:
        text = b"" if body is None else json.dumps(body).encode()
        if body == "not json":
            text = b"<html>"
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return parse_settings(f"state_dir: {tmp_path}\nweb: {{port: 1}}\n", tmp_path / "c.yaml")


@pytest.fixture
def running(settings: Settings) -> Iterator[Settings]:
    path = token_file(settings.state_dir)
    path.parent.mkdir(parents=True)
    path.write_text("sesame\n", encoding="ascii")
    with UnixStreamServer(str(settings.state_dir / SOCKET_NAME), _Answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield settings
        server.shutdown()
        thread.join()


def test_it_shows_its_token_and_reads_json(running: Settings) -> None:
    assert Client.of(running).get("/api/log") == {"events": ROWS}
    assert Client.of(running).post("/api/x", {"a": 1}) == {"a": 1}
    assert Client.of(running).post("/api/x", {}) is None


def test_a_refusal_carries_its_reason_and_status(running: Settings) -> None:
    with pytest.raises(Refused, match="no such token") as refused:
        Client(running, "wrong").get("/api/log")
    assert refused.value.status == 401
    with pytest.raises(Refused, match="404 Not Found"):
        Client.of(running).get("/api/none")


def test_new_lines_come_oldest_first(running: Settings) -> None:
    rows = Client.of(running).follow(0, until=0.0)
    assert [row["id"] for row in rows] == ["1", "2"]


def test_an_answer_without_end_is_not_read(
    running: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "MOST_BYTES", 4)
    with pytest.raises(ValueError, match="long"):
        Client.of(running).get("/api/log")


def test_without_a_token_no_companion_has_run(settings: Settings) -> None:
    with pytest.raises(NotRunning, match="no companion has run"):
        Client.of(settings)


def test_where_nothing_answers_both_ways_are_named(settings: Settings) -> None:
    with pytest.raises(NotRunning, match=r"companion\.sock.*nor at 127\.0\.0\.1:1"):
        Client(settings, "x").get("/api/log")


def test_a_companion_that_dies_before_its_answer_may_have_done_it(running: Settings) -> None:
    """Issue 10.2: `rescue` took it for one that does not run, and went to the files."""
    with pytest.raises(NoAnswer, match="may still be done") as silent:
        Client.of(running).get("/api/dies")
    assert not isinstance(silent.value, NotRunning)
