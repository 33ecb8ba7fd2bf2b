"""YAML 1.2 as plain values: as the round-trip library reads it, with lines, no surprises."""

import math
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from companion.service.yaml_text import NotYaml, load, read

ROOT = Path(__file__).parents[3]
OURS = sorted(
    path
    for folder in ("config", "companion", "systemd", "tests/proof")
    for path in (ROOT / folder).rglob("*.yaml")
    if "authors" not in path.parts  # several documents in one file, which the evaluation splits
)


def test_files_of_ours_are_found() -> None:
    """Else the next one compares nothing."""
    assert len(OURS) > 20


@pytest.mark.parametrize("path", OURS[:: max(1, len(OURS) // 40)], ids=lambda p: p.name)
def test_our_own_files_mean_what_they_meant(path: Path) -> None:
    """Beside the library that edits them; times of day stay text here, as the core schema says."""
    text = path.read_text(encoding="utf-8")
    assert _untimed(load(text)) == _untimed(YAML(typ="safe", pure=True).load(text))


def _untimed(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _untimed(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_untimed(value) for value in node]
    return node.isoformat() if hasattr(node, "isoformat") else node


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("22:30", "22:30"),
        ("on", "on"),
        ("no", "no"),
        ("Off", "Off"),
        ("true", True),
        ("FALSE", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("010", 10),
        ("-7", -7),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", 1000),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", -math.inf),
        ("2026-11-22", "2026-11-22"),
        ("'7'", "7"),
        ("[a, {b: 1}]", ["a", {"b": 1}]),
        ("a: &x {b: 1}\nc: {<<: *x, d: 2}", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("電気: つける", {"電気": "つける"}),
        ("7: seven", {7: "seven"}),
        ("!!str 7", "7"),
    ],
)
def test_words_mean_what_the_core_schema_says(text: str, meant: object) -> None:
    """No surprises of YAML 1.1: `on` and `22:30` are text."""
    assert load(text) == meant


def test_no_number_is_no_number() -> None:
    """`.nan` in each spelling."""
    assert math.isnan(load(".nan"))
    assert math.isnan(load(".NaN"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: 2\na: 3", 3),
        ("a: [1", 1),
        ("a: 1\n\tb: 2", 2),
        ("a: !!python/object:os.system x", 1),
        ("a: !!int seven", 1),
        ("a: !!bool maybe", 1),
        ("a: 1\n---\nb: 2", 2),
        ("? {a: 1}\n: b", 1),
        ("a: *nobody", 1),
        ("[" * 5000, 1),
        ("a: \x00", 1),
        ("1" * 5000, 1),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int) -> None:
    """T-44: broken text is an error of its own, never another one."""
    with pytest.raises(NotYaml) as refused:
        load(text)
    assert refused.value.line in {line, line + 1}


def test_each_place_has_its_line() -> None:
    """Keys, items, and what stands nowhere: then its deepest part."""
    written = read("a:\n  b: 1\n  c:\n    - x\n    - y: 2\n7: z\n")
    places: list[tuple[str, ...]] = [("a",), ("a", "b"), ("a", "c", "1", "y"), ("a", "d"), ("7",)]
    assert [written.line_of(place) for place in places] == [1, 2, 5, 1, 6]
    assert written.line_of(("nowhere",)) == 1
    assert read("").line_of(("a",)) == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: &x [*x]\n", 2),
        ("a: &x {b: *x}\n", 1),
        ("a: &x [1]\nb: &y [*x, *x]\n", 2),
        ("a: 1\nb: " + "9" * 5000 + "\n", 2),
        ("a: 1\nb: \x01\n", 2),
        ("a: 1\nb: " + "[" * 5000 + "\n", 2),
    ],
)
def test_what_has_no_end_is_refused_with_its_line(text: str, line: int) -> None:
    """F6: a value that holds itself ended in a RecursionError of whoever read it."""
    with pytest.raises(NotYaml) as told:
        load(text)
    assert told.value.line == line


def test_a_plain_alias_is_a_value_used_twice() -> None:
    assert load("a: &x [1, 2]\nb: *x\n") == {"a": [1, 2], "b": [1, 2]}


def test_a_text_is_read_once_and_each_reader_has_values_of_its_own() -> None:
    """A start reads the same four texts up to three times, and may change what it was given."""
    text = "rooms: [hall, kitchen]\n"
    first = read(text)
    first.plain["rooms"].append("cellar")
    again = read(text)
    assert again.plain == {"rooms": ["hall", "kitchen"]}
    assert again.line_of(("rooms",)) == first.line_of(("rooms",)) == 1
    assert again._root is first._root
