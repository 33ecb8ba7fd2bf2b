"""A module with logic has a unit test of its name, where its promises are found at once."""

import ast
from pathlib import Path

import pytest

from tests.law.measures import ROOT, nodes_of, sources

FOLDERS = ("home", "rooms", "cli", "desk", "store", "engines", "corridors", "service")
LOGIC = 10
"""Statements and conditions within functions; fewer are a table, a record or a pass-through."""
AT_LEAST = {"home": 0.9, "rooms": 0.85, "cli": 0.84, "desk": 0.95}
"""Shares that do not fall again."""
MOVED = (
    *("desk/due_walks", "desk/step_end", "service/trigger_walks", "service/standing_prompts"),
    *("store/upkeep", "engines/llm_runtime/traffic", "engines/grammar_warm_up"),
    *("rooms/scheduler/backup_writer", "rooms/perception/screens"),
)
"""Parts that stood in the composition root before (ADR 0057), where nothing tested them alone."""


def _logic(path: Path) -> int:
    counted = (ast.stmt, ast.comprehension, ast.IfExp, ast.BoolOp)
    functions = [
        node for node in nodes_of(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    bodies = (one for function in functions for one in function.body if not _is_docstring(one))
    return sum(isinstance(node, counted) for one in bodies for node in ast.walk(one))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _test_of(path: Path) -> Path:
    inside = path.relative_to(ROOT / "companion")
    return ROOT / "tests/unit" / inside.parent / f"test_{path.stem}.py"


def _modules(folder: str) -> list[Path]:
    found = (path for path in sources(f"companion/{folder}") if path.stem != "__init__")
    return [path for path in found if _logic(path) >= LOGIC]


def test_modules_with_logic_have_a_test_of_their_name(capsys: pytest.CaptureFixture[str]) -> None:
    """Issue 12, point 9: printed for each folder, and held where it was reached."""
    shares, told = {}, []
    for folder in FOLDERS:
        modules = _modules(folder)
        named = [path for path in modules if _test_of(path).is_file()]
        shares[folder] = len(named) / len(modules)
        told.append(f"{folder} {len(named)}/{len(modules)}")
    with capsys.disabled():
        print(f"\n[law] same-named tests: {', '.join(told)}")
    assert {folder for folder, share in AT_LEAST.items() if shares[folder] < share} == set()


def test_parts_that_left_the_composition_root_have_one_each() -> None:
    """ADR 0057."""
    missing = [name for name in MOVED if not _test_of(ROOT / f"companion/{name}.py").is_file()]
    assert missing == []
