"""The process in which a device is read: what is left of it when it has ended."""

import asyncio
import os
from pathlib import Path

import pytest

from hardware import capture_process

CHILD = """
import os, subprocess, sys, time
program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
os.write(int(sys.argv[1]), f"{program.pid}\\n".encode())
time.sleep(600)
"""


async def test_a_program_that_the_child_started_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F13, F14: it would hold the device, and the next attempt would find it taken."""
    (tmp_path / "starts_a_program.py").write_text(CHILD)
    monkeypatch.syspath_prepend(str(tmp_path))
    told, telling = os.pipe()
    try:
        child = await capture_process.started("starts_a_program", telling)
        program = int((await asyncio.to_thread(os.read, told, 64)).decode())
        assert _runs(program)
        await capture_process.ended(child)
        assert child.returncode is not None
        assert not _runs(program)
        await capture_process.ended(child)
    finally:
        os.close(told)
        os.close(telling)


def _runs(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
