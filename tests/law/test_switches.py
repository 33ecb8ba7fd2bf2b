"""The formatter formats everything but tables: a long literal at module level, read in rows."""

import ast
import re

import pytest

from tests.law.measures import PACKAGES, ROOT, sources, text_of

SWITCH = re.compile(r"# fmt: ?(?:off|skip)")
ROWS = 16
"""Fewer values than this are read as well one below the other."""


def _values(node: ast.expr | None) -> int:
    if isinstance(node, ast.Dict):
        return sum(map(_values, (*node.keys, *node.values)))
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return sum(map(_values, node.elts))
    if isinstance(node, ast.Call):
        return max(1, sum(map(_values, node.args)))
    return 1


def _is_table(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    value = statement.value
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "frozenset" and value.args:
        value = value.args[0]
    return isinstance(value, ast.Dict | ast.Tuple | ast.List | ast.Set) and _values(value) >= ROWS


def _switches(text: str) -> tuple[int, list[int]]:
    """How many switches stand on tables, and the lines of all others."""
    lines = [n for n, line in enumerate(text.splitlines(), 1) if SWITCH.search(line)]
    if not lines:
        return 0, []  # parsing the other files, most of them, would take ten seconds
    tables = [node for node in ast.parse(text).body if _is_table(node)]
    on_tables = [n for n in lines if any(t.lineno <= n <= (t.end_lineno or 0) for t in tables)]
    return len(on_tables), [n for n in lines if n not in on_tables]


def test_the_formatter_is_switched_off_only_on_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """A statement packed by hand hides behind the switch; a table is easier to read in rows."""
    tables, others = 0, []
    for path in (*sources(*PACKAGES), *sources("tests"), *sources("scripts")):
        if path.samefile(__file__):
            continue
        on_tables, lines = _switches(text_of(path))
        tables += on_tables
        others += [f"{path.relative_to(ROOT)}:{n}" for n in lines]
    with capsys.disabled():
        print(f"\n[law] formatter switches: {tables} on tables, {len(others)} elsewhere")
    assert others == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ROWS = (" + "('a', 'b'), " * 8 + ")  # fmt: skip", (1, [])),
        ("FEW = ('a', 'b')  # fmt: skip", (0, [1])),
        ("def f():\n    x = (" + "1, " * 20 + ")  # fmt: skip", (0, [2])),
        ("# fmt: off\nx = 1", (0, [1])),
    ],
)
def test_a_table_is_told_from_code(text: str, found: tuple[int, list[int]]) -> None:
    """The law sees a packed statement, and a packed pair of words."""
    assert _switches(text) == found
