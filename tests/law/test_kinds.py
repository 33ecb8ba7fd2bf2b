"""Law: a kind of device is named in its own file, and other code reads its record.

A file that names one all the same stands in `ALLOWED` with the reason. The list may only shrink: an
entry that is no longer needed fails too.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.kinds import KIND_BY_NAME
from companion.words.device import Domain
from tests.law.measures import ROOT, nodes_of, sources

OTHER_MEANINGS = frozenset({"lock", "person", "scene", "script", "switch"})
"""Also verbs, subjects of a sighting and steps of a scenario: no sign of a kind by themselves."""
NAMES = (frozenset(KIND_BY_NAME) | {d.value for d in Domain}) - OTHER_MEANINGS
WORDS = NAMES | frozenset(OPERATION_BY_NAME)
MEMBERS = frozenset(f"Domain.{member}" for member in Domain.__members__)
OWN = ("companion/home/kinds/", "companion/links/kinds/", "companion/words/device.py")
GRAMMAR = "sentence grammar: the sorts of things that people speak of are finer than kinds"
TRAINED = "vocabulary with which the ranker was trained; a new word needs a new training"
SIMULATED = "doll's house: the simulated appliance of each kind"
ALLOWED: Mapping[str, str] = {
    "companion/dollhouse/appliances.py": SIMULATED,
    "companion/dollhouse/wire.py": SIMULATED,
    "companion/engines/ranking/action_rules.py": TRAINED,
    "companion/engines/ranking/entry.py": TRAINED,
    "companion/engines/ranking/owner_rules.py": TRAINED,
    "companion/links/own_device.py": "announces the companion by Home Assistant's words",
    "companion/rooms/understanding/acts.py": GRAMMAR,
    "companion/rooms/understanding/clauses.py": GRAMMAR,
    "companion/rooms/understanding/ending.py": GRAMMAR,
    "companion/rooms/understanding/floor_wishes.py": GRAMMAR,
    "companion/rooms/understanding/frame.py": GRAMMAR,
    "companion/rooms/understanding/home.py": GRAMMAR,
    "companion/rooms/understanding/lexicon.py": GRAMMAR,
    "companion/rooms/understanding/names.py": GRAMMAR,
    "companion/rooms/understanding/questions.py": GRAMMAR,
    "companion/rooms/understanding/reading.py": GRAMMAR,
    "companion/rooms/understanding/resolve.py": GRAMMAR,
    "companion/rooms/understanding/reworded.py": GRAMMAR,
    "companion/rooms/understanding/unwanted.py": GRAMMAR,
    "companion/rooms/understanding/wishes.py": GRAMMAR,
}


def _named(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in MEMBERS:
            yield f"{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Constant) and node.value in WORDS:
            yield f"{node.lineno}: {node.value!r}"
        elif isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(".domain"):
            words = (n for n in ast.walk(node) if isinstance(n, ast.Constant))
            named = (n for n in words if n.value in OTHER_MEANINGS)
            yield from (f"{n.lineno}: domain {n.value!r}" for n in named)


def test_a_kind_is_named_in_its_own_file_only() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for path in sources()}
    found = {
        name: named
        for name, path in files.items()
        if not name.startswith(OWN) and (named := list(_named(path)))
    }
    assert {f: n for f, n in found.items() if f not in ALLOWED} == {}
    assert {f for f in ALLOWED if f not in found} == set(), "no longer needed"
