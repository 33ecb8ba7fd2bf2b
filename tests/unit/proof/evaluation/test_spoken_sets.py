"""The sets of spoken sentences are what their README says (issue 4, item 3; T-46)."""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

SETS = Path(__file__).parents[3] / "data" / "spoken"
LANGUAGES = ("ja", "en")
FAMILIES = json.loads((SETS / "families.json").read_text(encoding="utf-8"))
KINDS = {"command", "question", "musing", "unknown"}
WHENS = {
    "once": {"at", "on"},
    "after": {"after_s"},
    "recurring": {"at", "weekdays"},
    "by_sun": {"sun", "offset_s", "weekdays"},
    "on_movement": {"movement", "person"},
}
AT = datetime.fromisoformat("2026-05-13T15:00:00+09:00")

Line = dict[str, Any]


def lines(language: str) -> list[Line]:
    text = (SETS / f"{language}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def home(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((SETS / name).read_text(encoding="utf-8"))
    return told


def is_no_command(line: Line) -> bool:
    return line["kind"] != "command" or bool(line.get("ask"))


def wishes(language: str) -> Iterator[Line]:
    for line in lines(language):
        yield from line["expect"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_least_400_sentences_and_a_third_are_no_commands(language: str) -> None:
    all_lines = lines(language)
    assert len(all_lines) >= 400
    others = sum(is_no_command(line) for line in all_lines)
    assert others >= 135
    assert others * 3 >= len(all_lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_is_there_once_and_of_a_known_kind(language: str) -> None:
    all_lines = lines(language)
    said = [(line["sentence"], line.get("room")) for line in all_lines]
    assert len(set(said)) == len(said)
    for line in all_lines:
        assert line["kind"] in KINDS
        assert line["language"] == language
        commanded = line["kind"] == "command" and not line.get("ask")
        assert bool(line["expect"]) == (commanded or line["kind"] == "question"), line["sentence"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_half_is_the_sentence_s_own(language: str) -> None:
    all_lines = lines(language)
    for line in all_lines:
        odd = hashlib.sha256(line["sentence"].encode()).digest()[0] & 1
        assert line["split"] == ("sealed" if odd else "open"), line["sentence"]
    for some in (all_lines, [line for line in all_lines if is_no_command(line)]):
        sealed = sum(line["split"] == "sealed" for line in some)
        assert 0.4 < sealed / len(some) < 0.6


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_and_target_is_in_the_home(language: str) -> None:
    for line in lines(language):
        told = home(line["home"])
        assert line.get("room", "kitchen") in {area["id"] for area in told["areas"]}
        ids = {entity["id"] for entity in told["entities"]}
        for wish in line["expect"]:
            for targets in (wish.get("targets", ()), *wish.get("or_targets", ())):
                assert set(targets) <= ids, line["sentence"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_expected_operation_is_a_family_and_every_when_can_be_told(language: str) -> None:
    for wish in wishes(language):
        assert {wish["operation"], *wish.get("or_operations", ())} <= FAMILIES.keys()
        when = dict(wish.get("when", {"type": "once"}))
        assert when.keys() - {"type"} <= WHENS[when["type"]]
        if when["type"] == "once" and "at" in when:
            assert datetime.fromisoformat(when["at"]) > AT


def test_both_files_tell_one_home() -> None:
    japanese, english = home("home_ja.json"), home("home_en.json")
    for part in ("floors", "areas", "entities"):
        assert [one["id"] for one in japanese[part]] == [one["id"] for one in english[part]]
    assert len({entity["domain"] for entity in japanese["entities"]}) >= 11
    assert len(japanese["entities"]) >= 35
    assert len(japanese["floors"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_are_of_every_sort(language: str) -> None:
    told = {wish["operation"] for wish in wishes(language)}
    assert told >= FAMILIES.keys() - {"_", "unmute", "timer_subtract"}
    assert {wish["when"]["type"] for wish in wishes(language) if "when" in wish} == WHENS.keys()
    assert sum(len(line["expect"]) > 1 for line in lines(language)) >= 8
    assert sum("previous" in line for line in lines(language)) >= 8
