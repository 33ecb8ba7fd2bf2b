"""What the laws measure: functions, nesting, names, read from the source as trees."""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
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


@cache
def sources(*folders: str) -> tuple[Path, ...]:
    """Python files of the given folders."""
    return tuple(p for f in folders or PACKAGES for p in sorted((ROOT / f).rglob("*.py")))


@cache
def text_of(path: Path) -> str:
    """The text of one file, read once for all laws."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """One file as a tree, parsed once for all laws. The trees of the product take 170 MB."""
    collects = gc.isenabled()
    gc.disable()  # collecting amid a parse finds nothing, and takes twice the time of the parse
    try:
        return ast.parse(text_of(path))
    finally:
        if collects:
            gc.enable()


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of one file, as `ast.walk` gives them."""
    return tuple(ast.walk(tree_of(path)))


def functions(path: Path) -> Iterator[Function]:
    """All functions of one file."""
    for node in nodes_of(path):
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


def imported(path: Path) -> set[str]:
    """Modules of ours that one file imports, also those that only types need."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.split(".")[0] in PACKAGES}


def percentile(values: list[int], share: float) -> int:
    """Nearest-rank percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def code_lines(*folders: str) -> int:
    """Lines that are neither blank nor comment."""
    return sum(
        1
        for path in sources(*folders)
        for line in text_of(path).splitlines()
        if line.strip() and not line.strip().startswith("#")
    )
