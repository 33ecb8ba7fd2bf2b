"""Mutation run over the rooms: break the code at random places and see which test notices.

`python -m tests.proof.mutation ROOM ... [--each N] [--seed S] [--session FOLDER]` takes `N`
mutants of each room from cosmic-ray (run by `uvx`, in an environment of its own), in a copy of the
checked-in tree, and runs the room's own unit tests on each. What no test noticed goes to
`mutation_survivors.json` beside this file, where a person writes a verdict; verdicts are kept. A
session that was cut off goes on where it ended.
"""

import argparse
import json
import os
import random
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SURVIVORS = Path(__file__).with_name("mutation_survivors.json")
TOOL = (str(Path(sys.executable).with_name("uvx")), "--from", "cosmic-ray==8.7.0", "cosmic-ray")
ROOMS = (
    "perception",
    "context",
    "deliberation",
    "referee",
    "approval",
    "execution",
    "journal",
    "expression",
    "conversation",
    "consolidation",
    "recall",
    "scheduler",
)
TIMEOUT_S = 180.0
"""For the tests of one room on a busy machine; a mutant that hangs is noticed by it."""
TYPES = "core/ReplaceBinaryOperator_BitOr%"
"""`X | None` of an annotation: no code that runs."""


def main(arguments: Sequence[str]) -> int:
    """Run, and write down what survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), metavar="ROOM")
    parser.add_argument("--each", type=int, default=27, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--session", type=Path, default=Path("/tmp/companion-mutation"))
    asked = parser.parse_args(arguments)
    tree = asked.session / "tree"
    if not tree.exists():
        _copy(tree)
    for room in asked.rooms:
        session = asked.session / f"{room}.sqlite"
        config = _configured(asked.session, room)
        if not session.exists():
            # Tests that fail without a mutant would notice every one of them.
            _cosmic_ray(tree, "baseline", str(config))
            _cosmic_ray(tree, "init", str(config), str(session))
            _sample(session, asked.each, asked.seed)
        _cosmic_ray(tree, "exec", str(config), str(session))
        _write_down(room, session)
    return 0


def _copy(tree: Path) -> None:
    """What is checked in, so that a mutant that is left over can harm nothing."""
    tree.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "x", "-C", str(tree)], input=archive, check=True)


def _configured(folder: Path, room: str) -> Path:
    python = shlex.quote(sys.executable)
    tests = f"{python} -m pytest tests/unit/rooms/{room} -x -q -p no:cacheprovider"
    config = folder / f"{room}.toml"
    config.write_text(
        "[cosmic-ray]\n"
        f'module-path = ["companion/rooms/{room}"]\n'
        f"timeout = {TIMEOUT_S}\n"
        "excluded-modules = []\n"
        f"test-command = {json.dumps(tests)}\n"
        '[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    return config


def _cosmic_ray(tree: Path, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([*TOOL, *arguments], cwd=tree, check=True, env=environment)


def _sample(session: Path, each: int, seed: int) -> None:
    """Keep `each` of all mutants, the same ones for the same seed and source; of one line one, for
    a comparison alone has some ten."""
    with sqlite3.connect(session) as record:
        found = record.execute(
            "SELECT module_path, start_pos_row, job_id FROM mutation_specs"
            " WHERE operator_name NOT LIKE ? ORDER BY module_path, operator_name, occurrence",
            (TYPES,),
        ).fetchall()
        random.Random(seed).shuffle(found)
        of_line = {(module, line): job for module, line, job in found}
        kept = set(list(of_line.values())[:each])
        every = [job for (job,) in record.execute("SELECT job_id FROM work_items")]
        for job in every:
            if job not in kept:
                record.execute("DELETE FROM mutation_specs WHERE job_id = ?", (job,))
                record.execute("DELETE FROM work_items WHERE job_id = ?", (job,))
    record.close()


def _write_down(room: str, session: Path) -> None:
    record = sqlite3.connect(session)
    rows = record.execute(
        "SELECT s.module_path, s.start_pos_row, s.operator_name, r.test_outcome, r.diff"
        " FROM work_results r JOIN mutation_specs s ON s.job_id = r.job_id"
        " ORDER BY s.module_path, s.start_pos_row"
    ).fetchall()
    record.close()
    told: dict[str, Any] = {"rooms": {}, "survivors": []}
    if SURVIVORS.exists():
        told = json.loads(SURVIVORS.read_text(encoding="utf-8"))
    verdicts = {(s["module"], s["change"]): s["verdict"] for s in told["survivors"]}
    others = [s for s in told["survivors"] if s["room"] != room]
    lived = [row for row in rows if str(row[3]).rpartition(".")[2].lower() == "survived"]
    mine = []
    for module, line, operator, _, diff in lived:
        change = _change(str(diff))
        verdict = verdicts.get((module, change), "")
        mine.append(
            {
                "room": room,
                "module": module,
                "line": line,
                "operator": operator,
                "change": change,
                "verdict": verdict,
            }
        )
    told["rooms"][room] = {"mutants": len(rows), "noticed": len(rows) - len(lived)}
    told["survivors"] = [*others, *mine]
    text = json.dumps(told, ensure_ascii=False, indent=1)
    SURVIVORS.write_text(f"{text}\n", encoding="utf-8")
    print(f"{room}: {len(rows)} mutants, {len(lived)} survived", flush=True)


def _change(diff: str) -> str:
    """The lines that differ, without the file's head."""
    lines = [one for one in diff.splitlines() if one[:1] in "+-" and one[:3] not in ("+++", "---")]
    return "\n".join(f"{one[0]} {one[1:].strip()}" for one in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
