"""F23: one companion per state folder, by a kernel lock."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.claim import StateDirTaken, claim_state_dir

ROOT = Path(__file__).parents[3]
HOLD = """
import sys
from pathlib import Path
from companion.store.claim import claim_state_dir
claim = claim_state_dir(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_instance_is_told_the_pid(tmp_path: Path) -> None:
    with (
        claim_state_dir(tmp_path / "state"),
        pytest.raises(StateDirTaken, match=str(os.getpid())) as told,
    ):
        claim_state_dir(tmp_path / "state")
    assert told.value.pid == str(os.getpid())
    claim_state_dir(tmp_path / "state").close()


def test_a_crash_frees_the_folder(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdin is not None
    assert child.stdout.readline() == "held\n"
    with pytest.raises(StateDirTaken, match=str(child.pid)):
        claim_state_dir(tmp_path)
    child.kill()
    child.wait()
    child.stdout.close()
    child.stdin.close()
    claim_state_dir(tmp_path).close()
