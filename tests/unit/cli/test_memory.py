"""`companion memory import` and `companion recall` as an owner runs them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app

LINES = [
    {"id": "a", "time": "2026-03-02T07:00:00", "speaker": "Ann", "text": "The spare key is under"
     " the blue pot.", "source": "voice"},
    {"id": "b", "time": "7:05 pm on 4 March, 2026", "speaker": "Bo", "text": "鍵は物置に移したよ",
     "source": "chat"},
    {"id": "c", "time": "2026-03-05", "text": "Spare keys cut here", "source": "sign"},
]  # fmt: skip


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    file = tmp_path / "talk.jsonl"
    lines = [json.dumps(line, ensure_ascii=False) for line in LINES]
    file.write_text("\n".join([*lines, '{"id": "d"}']), encoding="utf-8")
    return file


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(word) for word in words])
    return result.exit_code, result.stdout


def test_a_talk_is_taken_in_once_and_found_again(talk: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    code, told = run("memory", "import", talk, "--data", store, "--json")
    done = json.loads(told)
    assert code == 1, "a line was refused"
    assert (done["taken"], done["known"], done["lines_refused"]) == (3, 0, [4])
    assert json.loads(run("memory", "import", talk, "--data", store, "--json")[1])["known"] == 3
    code, told = run("recall", "where is the spare key", "--data", store, "--json", "--words-only")
    found = json.loads(told)["recalled"]
    assert code == 0
    assert found[0]["id"] == "a"
    assert "key" in found[0]["why"]
    assert [one["voice"] for one in found if one["id"] == "c"] == ["written"]


def test_a_file_of_questions_is_answered_line_by_line(talk: Path, tmp_path: Path) -> None:
    """No language model; nothing later than `as_of` is known."""
    store = tmp_path / "store"
    run("memory", "import", talk, "--data", store)
    asked = tmp_path / "asked.jsonl"
    questions = [
        {"query": "鍵はどこ?", "as_of": "2026-03-03T00:00:00"},
        {"query": "鍵はどこ?"},
    ]
    asked.write_text("\n".join(json.dumps(one) for one in questions), encoding="utf-8")
    code, told = run("recall", "--jsonl", asked, "-k", 5, "--data", store, "--words-only")
    answers = [json.loads(line) for line in told.splitlines()]
    assert code == 0
    assert [one["query"] for one in answers] == ["鍵はどこ?"] * 2
    assert answers[0]["recalled"] == []
    assert answers[1]["recalled"][0]["id"] == "b"


def test_questions_are_answered_line_by_line_with_their_evidence(
    talk: Path, tmp_path: Path
) -> None:
    """Issue 14, point 5: `{kind, text, evidence}`; nothing later than `as_of` is known."""
    store = tmp_path / "store"
    run("memory", "import", talk, "--data", store)
    asked = tmp_path / "asked.jsonl"
    questions = [
        {"question": "Where is the spare key?", "as_of": "2026-03-03T00:00:00"},
        {"query": "鍵はどこ?", "as_of": "2026-03-03T00:00:00"},
        {"question": "鍵はどこ?"},
    ]
    asked.write_text("\n".join(json.dumps(one) for one in questions), encoding="utf-8")
    code, told = run("ask", "--jsonl", asked, "--data", store, "--words-only", "--no-llm")
    english, early, later = (json.loads(line) for line in told.splitlines())
    assert code == 0
    assert (english["kind"], english["evidence"]) == ("answer", ["a"])
    assert "Ann, Monday 2 March 2026" in english["text"]
    assert (early["kind"], early["evidence"]) == ("unknown", [])
    assert later["evidence"][0] == "b"
    assert run("ask", "鍵はどこ?", "--data", store, "--words-only")[1].startswith(
        "物置。\n「鍵は物置に移したよ」（Bo"
    )


def test_my_is_of_the_person_who_asks(tmp_path: Path) -> None:
    """Issue 14: two people have a sister; `--speaker`, or a line's `speaker`, tells whose."""
    talk, store = tmp_path / "talk.jsonl", tmp_path / "store"
    lines = [
        {"id": "a", "time": "2026-03-02T09:00:00", "speaker": "Ann"}
        | {"text": "My sister lives in Leeds."},
        {"id": "b", "time": "2026-03-02T09:05:00", "speaker": "Bo"}
        | {"text": "My sister lives in York."},
    ]
    talk.write_text("\n".join(json.dumps(one) for one in lines), encoding="utf-8")
    run("memory", "import", talk, "--data", store)
    question = "Where does my sister live?"
    for speaker, name in (("Ann", "a"), ("Bo", "b")):
        asked = ("ask", question, "--data", store, "--words-only", "--json")
        _, told = run(*asked, "--speaker", speaker)
        assert json.loads(told)["evidence"] == [name]
    file = tmp_path / "asked.jsonl"
    file.write_text(json.dumps({"question": question, "speaker": "Bo"}), encoding="utf-8")
    _, told = run("ask", "--jsonl", file, "--data", store, "--words-only")
    assert json.loads(told)["evidence"] == ["b"]
