"""`companion understand`: one sentence, or a file of them, read against a home."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app

HOME = {
    "areas": [{"name": "Hall", "id": "hall"}, {"name": "Study", "id": "study"}],
    "entities": [
        {"name": "Hall light", "entity_id": "light.hall", "domain": "light", "area": "hall"},
        {"name": "Study light", "entity_id": "light.study", "domain": "light", "area": "study"},
    ],
}
NOW = "2026-11-23T19:30:00+09:00"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    path = tmp_path / "home.json"
    path.write_text(json.dumps(HOME), encoding="utf-8")
    return path


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["understand", *words])
    return result.exit_code, result.output


def test_a_sentence_is_read_in_the_room_it_was_said_in(home: Path) -> None:
    code, text = run("turn off the light", "--home", str(home), "--room", "study", "--json")
    told = json.loads(text)
    assert code == 0
    assert (told["kind"], told["sentence"]) == ("command", "turn off the light")
    assert [w["targets"] for w in told["wishes"]] == [["light.study"]]


def test_people_are_told_the_kind_and_each_wish(home: Path) -> None:
    code, text = run("turn on the hall light", "--home", str(home), "--at", NOW)
    assert code == 0
    assert text.splitlines()[0] == "command"
    assert "turn_on" in text
    assert "light.hall" in text


def test_each_line_of_a_file_is_read_in_its_own_home_and_language(
    home: Path, tmp_path: Path
) -> None:
    """The path of a home is seen from the file that names it."""
    lines = (
        {"sentence": "turn on the hall light", "home": home.name},
        {"sentence": "電気を消して", "home": HOME, "room": "study"},
    )
    file = tmp_path / "lines.jsonl"
    file.write_text("\n\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    code, text = run("--jsonl", str(file), "--at", NOW)
    told = [json.loads(line) for line in text.splitlines()]
    assert code == 0
    assert [[w["targets"] for w in one["wishes"]] for one in told] == [
        [["light.hall"]],
        [["light.study"]],
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [('{"sentence": "hello"}\nno json', 2), ('{"language": "en"}', 1), ('["list"]', 1)],
)
def test_a_line_that_cannot_be_read_is_named(text: str, line: int, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(text, encoding="utf-8")
    code, told = run("--jsonl", str(file))
    assert code == 2
    assert f"{file}:{line}: " in told


def test_without_a_sentence_it_says_what_is_missing() -> None:
    code, text = run()
    assert (code, text.strip()) == (2, "a sentence is needed, or --jsonl FILE")


def test_a_command_inside_a_sentence_is_proposed_and_not_done(home: Path) -> None:
    """Issue 15, point 7: it is asked in one short question, and nothing is done before a yes."""
    sentence = (
        "so the paint is finally dry my love and could somebody please turn on the hall light ta"
    )
    code, text = run(sentence, "--home", str(home), "--json")
    told = json.loads(text)
    assert code == 0
    assert told["wishes"] == []
    assert told["ask_back"]["en"].startswith("Did you mean")
    assert [w["targets"] for w in told["proposal"]["wishes"]] == [["light.hall"]]


def test_a_sentence_without_a_command_has_no_proposal(home: Path) -> None:
    code, text = run("my sister painted the hall", "--home", str(home), "--json")
    told = json.loads(text)
    assert code == 0
    assert (told["proposal"], told["ask_back"]) == (None, None)
