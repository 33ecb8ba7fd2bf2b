"""`companion memory show`, `correct`, `forget`, `export` as an owner runs them."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import UnixStreamServer
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.store.claim import claim_state_dir
from companion.web.unix_socket import SOCKET_NAME, token_file
from tests.unit.cli.configs import config_with

LINES = [
    ("a", "2026-03-02T07:00:00", "Ann", "My birthday is 3 May", "voice"),
    ("b", "2026-03-03T07:00:00", "Bo", "母はピーナッツアレルギーなんだ", "chat"),
    ("c", "2026-03-04T07:00:00", "", "Remember that my mother is allergic to cats", "sign"),
    ("d", "2026-03-05T07:00:00", "Ann", "We moved to Leeds", "voice"),
    ("e", "2026-04-05T07:00:00", "Ann", "We moved to York", "voice"),
    ("f", "2026-04-06T07:00:00", "companion", "Your birthday is 3 May, Ann.", "voice"),
]


def run(*words: object) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def store(tmp_path: Path) -> Path:
    file, names = tmp_path / "talk.jsonl", ("id", "time", "speaker", "text", "source")
    lines = [json.dumps(dict(zip(names, line, strict=True))) for line in LINES]
    file.write_text("\n".join(lines), encoding="utf-8")
    run("memory", "import", file, "--data", tmp_path / "store")
    return tmp_path / "store"


def shown(store: Path, *words: object) -> list[dict[str, Any]]:
    told = json.loads(run("memory", "show", "--data", store, "--json", *words))["told"]
    return list(told)


def values(store: Path, *words: object) -> list[str]:
    return [one["value"] for one in shown(store, *words)]


def recalled(store: Path, query: str) -> str:
    return run("recall", query, "--data", store, "--json", "--words-only")


def test_what_people_told_is_shown_with_its_evidence(store: Path) -> None:
    """B-013; S2: the sign tells nothing."""
    assert values(store) == ["3 May", "ピーナッツ", "York"]
    (birthday,) = shown(store, "--person", "Ann")
    assert (birthday["predicate"], birthday["evidence"], birthday["label"]) == (
        "birthday",
        ["a"],
        "household",
    )
    assert values(store, "--person", "母") == ["ピーナッツ"]
    assert values(store, "--as-of", "2026-03-20") == ["3 May", "ピーナッツ", "Leeds"]
    assert sorted(values(store, "--since", "2026-03-20")) == ["Leeds", "York"], "ended and begun"
    assert "My birthday is 3 May" in run("memory", "show", "--data", store)


def test_a_corrected_thing_does_not_come_back(store: Path, tmp_path: Path) -> None:
    done = json.loads(run("memory", "correct", "a", "5 May", "--data", store, "--json"))
    assert done["text"] == "My birthday is 5 May"
    assert values(store, "--person", "Ann") == ["5 May"]
    found = json.loads(recalled(store, "when is Ann's birthday"))["recalled"]
    assert found[0]["text"] == "My birthday is 5 May"
    assert "3 May" not in json.dumps(found), "not in a reply either"
    run("memory", "import", tmp_path / "talk.jsonl", "--data", store)
    assert values(store, "--person", "Ann") == ["5 May"], "reading it again brings nothing back"


def test_a_forgotten_thing_is_not_recalled(store: Path) -> None:
    assert json.loads(run("memory", "forget", "b", "--data", store, "--json")) == {
        "forgotten": ["b"]
    }
    assert values(store) == ["3 May", "York"]
    assert json.loads(recalled(store, "ピーナッツ アレルギー"))["recalled"] == []
    told = run("memory", "forget", "--query", "my birthday", "--yes", "--data", store, "--json")
    assert json.loads(told) == {"forgotten": ["a"]}
    assert values(store) == ["York"]


def test_an_export_is_read_back(store: Path, tmp_path: Path) -> None:
    run("memory", "correct", "b", "そば", "--data", store)
    run("memory", "export", tmp_path / "out.jsonl", "--data", store)
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert "ピーナッツ" not in written
    run("memory", "import", tmp_path / "out.jsonl", "--data", tmp_path / "second")
    assert sorted(values(tmp_path / "second")) == sorted(values(store))


def test_an_unknown_id_is_told(store: Path) -> None:
    result = CliRunner().invoke(app, ["memory", "forget", "zz", "--data", str(store)])
    assert result.exit_code == 2
    assert "zz" in result.output


class _Page(BaseHTTPRequestHandler):
    """The API of a running companion, which keeps what it was asked."""

    asked: list[tuple[str, dict[str, Any]]]

    def address_string(self) -> str:
        return "local"

    def log_message(self, format: str, *args: object) -> None:
        return

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.path, body))
        text = json.dumps({"event_id": 9, "text": "My birthday is 5 May"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[Path, type[_Page]]]:
    """A household whose record is held by a companion that runs, and the API of that one."""
    config = config_with(tmp_path, embedder={"engine": "hashed"})
    file, names = tmp_path / "talk.jsonl", ("id", "time", "speaker", "text", "source")
    lines = [json.dumps(dict(zip(names, line, strict=True))) for line in LINES]
    file.write_text("\n".join(lines), encoding="utf-8")
    run("memory", "import", file, "--config", config)
    state = tmp_path / "state"
    token_file(state).parent.mkdir(parents=True, exist_ok=True)
    token_file(state).write_text("sesame", encoding="ascii")
    page = type("Page", (_Page,), {"asked": []})
    with (
        claim_state_dir(state),
        UnixStreamServer(str(state / SOCKET_NAME), page) as server,
    ):
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield config, page
        server.shutdown()
        thread.join()


def test_a_companion_that_runs_is_asked_instead(running: tuple[Path, type[_Page]]) -> None:
    """Ids and words are found in the files; what changes them is the running companion's."""
    config, page = running
    assert "5 May" in run("memory", "correct", "a", "5 May", "--config", config)
    run("memory", "forget", "b", "--config", config)
    gone = run("memory", "forget", "--query", "moved to", "--json", "--config", config)
    assert json.loads(gone) == {"forgotten": ["d", "e"]}
    ids = [body["events"] for path, body in page.asked[1:]]
    assert [path for path, _ in page.asked] == [
        f"/api/memory/{ids[0][0] - 1}/correct",
        "/api/memory/forget",
        "/api/memory/forget",
    ]
    assert page.asked[0][1] == {"right": "5 May"}
    assert [len(each) for each in ids] == [1, 2]
    told = json.loads(run("memory", "show", "--json", "--config", config))["told"]
    assert [one["value"] for one in told] == ["3 May", "ピーナッツ", "York"]


def test_days_and_months_are_summed_up(store: Path) -> None:
    """B-069: with the ids of what was said; no sign, and nothing that the companion said."""
    found = json.loads(run("memory", "show", "--by", "month", "--data", store, "--json"))
    april, march = found["summaries"]
    assert (april["begins"], march["begins"]) == ("2026-04-01", "2026-03-01")
    assert april["evidence"] == ["e"]
    assert march["evidence"][:2] == ["a", "b"]
    assert "Ann: We moved to York  [e]" in run("memory", "show", "--by", "day", "--data", store)
