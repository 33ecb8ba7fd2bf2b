"""What came over a wire is read through one door (companion/service/wire_json.py)."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.law.measures import ROOT, nodes_of, sources

OWN = {
    "companion/service/wire_json.py": "the door itself",
    "companion/store/": "our own record and the files beside it",
    "companion/web/password.py": "our own file",
    "companion/cli/service.py": "our own file",
    "companion/cli/understand.py": "a file the owner names on the command line",
    "companion/dollhouse/footage.py": "a file of the repository",
    "companion/engines/weights.py": "our own files",
    "companion/engines/llm_runtime/scripted_llm.py": "a script the owner wrote",
    "companion/rooms/understanding/table_files.py": "our own file",
    "companion/rooms/understanding/given.py": "what the grammar wrote into a sentence",
    "companion/rooms/understanding/intents/model.py": "our own file",
    "hardware/camera/capture/child.py": "the settings its parent, a camera driver of ours, wrote",
    "hardware/microphone/capture/child.py": "the settings its parent, a driver of ours, wrote",
    "companion/links/home_assistant/api_child.py": "a process without our code (ADR 0021): the "
    "parent's lines, and what the package has parsed",
}
"""Who may read JSON by other ways, and what of."""


def _reads(path: Path) -> Iterator[int]:
    for node in nodes_of(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, name = ast.unparse(node.func.value), node.func.attr
        if (owner == "json" and name in ("load", "loads")) or (name == "json" and not node.args):
            yield node.lineno


def test_json_from_a_wire_is_read_through_the_one_door() -> None:
    """T3, F10: depth, length, numbers and texts are bounded there and nowhere else."""
    strays = []
    for path in sources():
        where = str(path.relative_to(ROOT))
        if not any(where.startswith(own) for own in OWN):
            strays += [f"{where}:{line}" for line in _reads(path)]
    assert strays == []


def test_every_exception_is_still_needed() -> None:
    for own in OWN:
        found = [p for p in sources() if str(p.relative_to(ROOT)).startswith(own)]
        assert any(list(_reads(p)) for p in found) or own.endswith("wire_json.py"), own


def test_a_request_is_built_in_one_place() -> None:
    """DESIGN 3: an action request is built in one place, whoever asks for the act."""
    strays = []
    for path in sources():
        where = str(path.relative_to(ROOT))
        strays += [
            f"{where}:{node.lineno}"
            for node in nodes_of(path)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "RequestedAction"
            if where != "companion/home/request.py"
        ]
    assert strays == []
