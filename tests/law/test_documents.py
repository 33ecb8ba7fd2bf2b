"""The documents name only what is there: tests, files, folders."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.law.measures import ROOT

TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
PATH = re.compile(
    r"`((?:companion|capabilities|policies|hardware|tests|scripts|systemd)/[\w/.-]+)`"
)
DOCUMENTS = sorted((*ROOT.glob("README*.md"), *(ROOT / "docs").glob("*.md")))


@cache
def _tests_in(path: Path) -> frozenset[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(
        node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_every_promise_names_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    named = TEST.findall(text)
    assert len(named) > 20
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or name not in _tests_in(ROOT / path)
    ]
    assert missing == []


def test_every_promise_has_a_test() -> None:
    """Each row of a table ends with at least one test."""
    text = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [row for row in rows if "shown by" not in row and not TEST.search(row)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_paths_of_a_document_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = [path.parent / link for link in LINK.findall(text) if "://" not in link]
    named = [ROOT / name for name in PATH.findall(text) if not re.search("NAME|PORT|NNNN", name)]
    assert [str(one) for one in (*links, *named) if not one.exists()] == []
