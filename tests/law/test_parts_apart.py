"""The parts that decide, remember and act stand apart; plug-ins live in folders of their own."""

import re
from pathlib import Path

from tests.law.measures import ROOT, sources, text_of

PARTS = {
    "companion/corridors/act.py": "Act",
    "companion/store/intents.py": "SqliteIntents",
    "companion/store/log.py": "SqliteEventLog",
    "companion/service/blackboard.py": "Blackboard",
}
"""The orchestrator, the repositories of intents and of decisions (with the log that holds them),
and the runtime blackboard."""
PLUGINS = ("policies", "capabilities")


def _holds(file: str) -> set[str]:
    """Which of the parts a file defines."""
    return {*re.findall(r"^class (\w+)", text_of(ROOT / file), re.M)} & {*PARTS.values()}


def test_b_101_orchestrator_repositories_and_blackboard_are_separate_parts() -> None:
    """B-101: each is one class in a file of its own."""
    assert {file: _holds(file) for file in PARTS} == {file: {own} for file, own in PARTS.items()}


def test_b_101_policies_and_capabilities_live_in_folders_of_their_own() -> None:
    """B-101: a plug-in is one file there, and the core names none of them."""
    for folder in PLUGINS:
        assert len([*Path(ROOT / folder).glob("[a-z]*.py")]) > 3
    core = [path for path in sources() if str(path.relative_to(ROOT)).startswith("companion/")]
    imports = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(PLUGINS)})\b", re.M)
    assert [str(path.relative_to(ROOT)) for path in core if imports.search(text_of(path))] == []
