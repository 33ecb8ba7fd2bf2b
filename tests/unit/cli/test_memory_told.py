"""`companion memory show`, `correct`, `forget`, `export` as an owner runs them."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app

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
