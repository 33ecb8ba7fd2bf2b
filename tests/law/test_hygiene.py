"""What must not be in the repository (T14, S7), and what must."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.law.measures import PACKAGES, ROOT, nodes_of, sources, text_of

FORBIDDEN_CODE = {
    "pickle": re.compile(r"^\s*(import|from) (pickle|dill|cloudpickle)\b", re.MULTILINE),
    "eval or exec": re.compile(r"(?<![\w.])(eval|exec)\("),
    "shell": re.compile(r"shell=True|os\.system\("),
    "unsafe yaml": re.compile(r"yaml\.(unsafe_)?load\(|typ=['\"]unsafe"),
}


@pytest.mark.parametrize("what", sorted(FORBIDDEN_CODE))
def test_no_dangerous_construct(what: str) -> None:
    """T14: no pickle, eval, shell or unsafe YAML in the product."""
    found = [str(p) for p in sources() if FORBIDDEN_CODE[what].search(text_of(p))]
    assert found == []


def _asserts() -> Iterator[tuple[str, ast.expr]]:
    for path in sources():
        for node in nodes_of(path):
            if isinstance(node, ast.Assert):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.test


def test_an_assert_only_tells_the_type_checker_what_is_known() -> None:
    """The service runs without them (PYTHONOPTIMIZE in the unit): none may guard or do anything."""
    shapes = re.compile(r"(isinstance\([\w.]+, [\w.| ]+\)|[\w.]+ is not None)")
    found = [where for where, test in _asserts() if not shapes.fullmatch(ast.unparse(test))]
    assert found == []


CODE = re.compile(r"\b(?:[A-E]-\d{3}|[A-Z]{1,2}-?\d{1,3})\b")
"""`B-050`, `T-56`, `F12`, `P16`, and whatever else is a letter or two and a number."""
NAMES = re.compile(r"\b(?:E5|D65|X11|P-256|G1|T1)\b")
"""Names of the field, not codes: a model, a white, a display server, a curve; a goal and a task as
the record numbers them."""


def test_the_product_explains_itself_without_codes_of_requirements() -> None:
    """Codes stand in tests and in what measures the product."""
    documents = (p for folder in PACKAGES for p in (ROOT / folder).rglob("*.md"))
    found = []
    for path in (*sources(), *documents):
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if CODE.search(NAMES.sub("", line)):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []


def test_top_level_is_as_agreed() -> None:
    """P-001: the top-level entries of the product."""
    for name in ("companion", "hardware", "policies", "capabilities", "systemd", "tests", "config"):
        assert (ROOT / name).is_dir(), name
    assert (ROOT / "pyproject.toml").is_file()


def test_every_adr_has_its_four_parts() -> None:
    """One page each: context, decision, what it costs."""
    for path in sorted((ROOT / "companion" / "adr").glob("*.md")):
        text = path.read_text(encoding="utf-8").lower()
        assert "## context" in text, path
        assert "## decision" in text, path
        assert "cost" in text, path
        assert len(text.splitlines()) <= 90, path
