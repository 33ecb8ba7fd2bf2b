"""What the laws measure: functions, nesting, names, read from the source as trees."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "capabilities", "policies", "hardware")
FLAT = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.Match)


@dataclass(frozen=True)
class Function:
    """One function as it stands in the source."""

    where: str
    lines: int
    nesting: int


def sources(*folders: str) -> Iterator[Path]:
    """Python files of the given top-level folders."""
    for folder in folders or PACKAGES:
        yield from sorted((ROOT / folder).rglob("*.py"))


def functions(path: Path) -> Iterator[Function]:
    """All functions of one file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            where = f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
            yield Function(where, lines, _depth(node.body))


def _depth(body: list[ast.stmt]) -> int:
    deepest = 0
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        inner = [
            _depth(block)
            for name in ("body", "orelse", "finalbody")
            if (block := getattr(statement, name, None))
        ]
        inner += [_depth(h.body) for h in getattr(statement, "handlers", [])]
        here = 1 if isinstance(statement, FLAT) else 0
        if isinstance(statement, ast.If) and _is_elif(statement):
            inner[1:] = [_depth(statement.orelse) - 1]
        deepest = max(deepest, here + max(inner, default=0))
    return deepest


def _is_elif(node: ast.If) -> bool:
    return len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)


def percentile(values: list[int], share: float) -> int:
    """Nearest-rank percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def code_lines(*folders: str) -> int:
    """Lines that are neither blank nor comment."""
    return sum(
        1
        for path in sources(*folders)
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.strip().startswith("#")
    )
