"""Breaks the product at the line that each requirement of a section rests on, and sees whether a
test that is named after the requirement fails.

`python -m tests.proof.items [ITEM ...] [--of governance] [--processes N]` reads `items.toml` (the
garden and scenes) or `items_governance.toml`, takes one break after the other in copies of the
checked-in tree, and runs the tests named after its items. The last line it prints is the result as
JSON, in the form of `companion bench`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.proof.bench.figure import Figure, Sense
from tests.proof.bench.run import machine

ROOT = Path(__file__).parents[2]


def _numbered(section: str, digits: int, *numbers: int) -> list[str]:
    return [f"{section}-{number:0{digits}}" for number in numbers]


SECTIONS: Mapping[str, Sequence[str]] = {
    "garden": [
        *_numbered("A", 3, *range(1, 96)),
        *_numbered("E", 3, *range(1, 65)),
        *_numbered("T", 2, *range(16, 27), 34, 42, 45, 52, 55),
        *_numbered("S", 2, 1, 2, 3, 4, 11, 12, 14, 15, 16, 17, 24, 25),
    ],
    "governance": [
        *_numbered("C", 3, *range(1, 86)),
        *_numbered("B", 3, 34, 35, 36, 52, 53, 54, 58, 101),
        *_numbered("T", 2, *range(1, 12), 25, 29, 30, 31, 32, 36, 43, 44, 49, 50, 52, 53),
        *_numbered("S", 2, 7, 8, 9, 13, 20),
    ],
}
"""Requirements by the name of their breaks: garden and scenes, and governance, each with those of
other sections that it rests on. T-27 has no break: no line joins the garden to the wheels."""
TIMEOUT_S = 420.0
_TEST = re.compile(r"^(?:async )?def (test_\w+)\(.*?(?=^[^\s)]|\Z)", re.S | re.M)
_DOC = re.compile(r'"""(.*?)"""', re.S)
_ITEM = re.compile(r"(?<![A-Z])([ABCE])[-_](\d{3})(?!\d)|(?<![A-Z])([ST])[-_](\d{2})(?!\d)")
_RANGE = re.compile(r"a_(\d{3})_to_a_(\d{3})")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py)(?:::(\w+))?", re.M)


@dataclass(frozen=True, kw_only=True)
class Break:
    """One change of the product, and the requirements that it breaks."""

    items: tuple[str, ...]
    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Tried:
    """A break, and the tests that failed of those named after its items."""

    broken: Break
    item: str
    test: str
    """Name of the first test that failed; "" where none did."""


def breaks(of: str) -> tuple[Break, ...]:
    """The breaks of a section, in order."""
    file = Path(__file__).with_name("items.toml" if of == "garden" else f"items_{of}.toml")
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["break"]
    return tuple(Break(**row | {"items": tuple(row["items"])}) for row in rows)


def named_tests(root: Path = ROOT) -> dict[str, list[str]]:
    """Tests whose name or own text names a requirement, as `file::name`. A test over a whole range
    of them counts only where its name says so."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("test_*.py")):
        for test in _TEST.finditer(path.read_text(encoding="utf-8")):
            for item in items_of(test[1], test[0]):
                found[item].append(f"{path.relative_to(root)}::{test[1]}")
    return found


def items_of(name: str, whole: str) -> set[str]:
    """Requirements that a test names. `whole`: its text."""
    doc = _DOC.search(whole)
    own = re.sub(r"\S+ to [AE]-\d{3}|[A-Z]-\d+\.\.[A-Z]-\d+", "", doc[1] if doc else "")
    text = f"{name.upper()} {own}"
    found = {f"{a or b}-{m or n}" for a, m, b, n in _ITEM.findall(text)}
    for first, last in _RANGE.findall(name):
        found |= {f"A-{n:03}" for n in range(int(first), int(last) + 1)}
    return found


def tried(broken: Break, tree: Path, named: Mapping[str, Sequence[str]]) -> list[Tried]:
    """Break the tree, run the tests, and put it right again. Raises `ValueError` where the line
    that should be broken is not there exactly once."""
    path = tree / broken.file
    whole = path.read_text(encoding="utf-8")
    if whole.count(broken.old) != 1:
        raise ValueError(f"{broken.items}: {whole.count(broken.old)} x {broken.old!r}")
    wanted = sorted({test for item in broken.items for test in named.get(item, ())}, key=_slow)
    path.write_text(whole.replace(broken.old, broken.new), encoding="utf-8")
    try:
        failed = _run(tree, wanted, first=len(broken.items) == 1)
    finally:
        path.write_text(whole, encoding="utf-8")
    return [
        Tried(broken, item, next((t for t in named.get(item, ()) if _is_in(t, failed)), ""))
        for item in broken.items
    ]


def _is_in(test: str, failed: Iterable[tuple[str, str]]) -> bool:
    """Whether a test failed, or its whole file could not be read."""
    return any(
        test == f"{file}::{name}" or (test.startswith(file) and not name) for file, name in failed
    )


def _slow(test: str) -> bool:
    """Whether a test is of a file that lives weeks of the garden."""
    return test.startswith("tests/unit/rooms/garden/test_world.py")


def _run(tree: Path, tests: Sequence[str], *, first: bool) -> list[tuple[str, str]]:
    """Those that fail; `first`: the first of them is enough."""
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider", *tests]
    command += ["--timeout", f"{TIMEOUT_S:g}"]  # a slow machine notices nothing
    command += ["-x"] if first else []
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        return []
    if done.returncode > 1 and not _FAILED.search(done.stdout):
        raise RuntimeError(f"no test ran: {done.stdout[-400:]}")
    return _FAILED.findall(done.stdout)


def copied(tree: Path) -> Path:
    """The checked-in tree, so that a break that is left over can harm nothing."""
    tree.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "x", "-C", str(tree)], input=archive, check=True)
    return tree


def all_tried(chosen: Sequence[Break], processes: int) -> list[Tried]:
    """Every break, some at once, each in a tree of its own."""
    named = named_tests()
    trees: SimpleQueue[Path] = SimpleQueue()

    def one(broken: Break) -> list[Tried]:
        tree = trees.get()
        try:
            found = tried(broken, tree, named)
        finally:
            trees.put(tree)
        for each in found:
            print(each.item, each.test or "NOT NOTICED", broken.file, file=sys.stderr, flush=True)
        return found

    with tempfile.TemporaryDirectory(prefix="broken-items-") as folder:
        for number in range(processes):
            trees.put(copied(Path(folder) / f"{number}"))
        with ThreadPoolExecutor(processes) as pool:
            return [each for found in pool.map(one, chosen) for each in found]


def figures(results: Sequence[Tried], of: str) -> list[Figure]:
    """The items of which every break was noticed, with the whole list."""
    missed = sorted({one.item for one in results if not one.test})
    untried = [one for one in SECTIONS[of] if one not in {each.item for each in results}]
    rows = [[one.item, one.test.rpartition("::")[2] or "none", one.broken.file] for one in results]

    def none(what: str, which: list[str], **detail: object) -> Figure:
        return Figure(
            id="A-E-items" if of == "garden" else f"{of}-items",
            what=what,
            value=len(which),
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
            detail={"which": which, **detail},
        )

    table = [["item", "test that failed", "broken in"], *rows]
    all_of = f"of {len(SECTIONS[of])}"
    missing = f"items {all_of} with a break that no test named after them notices"
    return [
        none(missing, missed, table=table),
        none(f"items {all_of} that were not broken", untried),
    ]


def main(arguments: Sequence[str]) -> int:
    """Try them, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("items", nargs="*", metavar="ITEM")
    parser.add_argument("--of", choices=list(SECTIONS), default="garden")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args(arguments)
    every = breaks(asked.of)
    chosen = [one for one in every if not asked.items or {*one.items} & {*asked.items}]
    found = figures(all_tried(chosen, asked.processes), asked.of)
    told = {**machine(), "figures": [one.as_json() for one in found]}
    print(json.dumps(told, ensure_ascii=False))
    return 0 if all(one.held for one in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
