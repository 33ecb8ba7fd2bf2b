"""F23: fifty races for one state folder; each time exactly one wins, and the loser names it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
RACES, RUNNERS = 50, 3
RUNNER = """
import os, sys
from pathlib import Path
from companion.store.claim import StateDirTaken, claim_state_dir
for line in sys.stdin:
    folder = Path(line.strip())
    try:
        claim = claim_state_dir(folder)
        print("won", os.getpid(), flush=True)
    except StateDirTaken as taken:
        claim = None
        print("lost", taken.pid or "0", flush=True)
    sys.stdin.readline()
    if claim is not None:
        claim.close()
    print("done", flush=True)
"""


def test_of_instances_that_start_together_one_wins(tmp_path: Path) -> None:
    """F23: 0 double owners in 50 races of three, the pid named by whoever lost."""
    runners = [
        subprocess.Popen(
            [sys.executable, "-c", RUNNER],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(RUNNERS)
    ]
    try:
        for _ in range(RACES):
            said = _all(runners, f"{tmp_path}")
            winners = [line.split()[1] for line in said if line.startswith("won")]
            losers = [line.split()[1] for line in said if line.startswith("lost")]
            assert len(winners) == 1
            # A loser may look before the winner has written its number; never name another.
            assert set(losers) <= {winners[0], "0"}
            assert _all(runners, "go on") == ["done"] * RUNNERS
    finally:
        for runner in runners:
            runner.communicate()


def _all(runners: "list[subprocess.Popen[str]]", line: str) -> list[str]:
    for runner in runners:
        assert runner.stdin is not None
        runner.stdin.write(line + "\n")
        runner.stdin.flush()
    return [r.stdout.readline().strip() for r in runners if r.stdout is not None]
