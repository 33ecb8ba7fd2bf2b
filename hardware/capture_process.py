"""Capture process: the child process in which a device is read, because a driver can hang for ever
inside the kernel or its library and can then only be killed. Each sense has its own child program
and its own way to talk to it; how the process is started and ended is here."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

LAST_LOOKS = 100
"""Hundredths of a second that a killed program may take to go; mostly it takes none."""


async def started(
    module: str, *shared: int, env: Mapping[str, str] | None = None
) -> asyncio.subprocess.Process:
    """Start `python -m module` in a session of its own; `shared` are file descriptors it is given
    as arguments, `env` stands beside our own environment. Raises `OSError`."""
    path = os.pathsep.join(p for p in sys.path if p)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *map(str, shared)),
        pass_fds=shared,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, **(env or {}), "PYTHONPATH": path},
    )


async def ended(child: asyncio.subprocess.Process) -> None:
    """Kill the child and all it started; the device is free when this returns: a program that the
    child started may outlive it by a moment, with the device still open."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    await child.wait()
    for _ in range(LAST_LOOKS):
        if not _runs(child.pid):
            return
        await asyncio.sleep(0.01)


def _runs(group: int) -> bool:
    """Tell whether a process of the group still runs; a zombie that init never collects does not
    count."""
    with suppress(ProcessLookupError):
        os.killpg(group, 0)
        return any(_is_alive_in(group, one) for one in Path("/proc").glob("[0-9]*/stat"))
    return False


def _is_alive_in(group: int, stat: Path) -> bool:
    with suppress(OSError):
        state, _, of = (
            stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[:3]
        )
        return int(of) == group and state != "Z"
    return False
