"""Trial: the network is lost and names do not resolve; local commands must not wait for it.

Beside the home on this machine's own broker stand a second broker, a hub and a model server on
other machines. Commands are measured in turns: with those links at rest, and with all of them
trying, in the same run. Names are asked of a resolver that takes every question and answers none (a
mount namespace with a resolv.conf of its own); where that is not permitted, addresses that nobody
has (RFC 5737) stand for it.
"""

import asyncio
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.links.broker import find_mosquitto
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("F24",)
COMMANDS = {Effort.SHORT: 60, Effort.LONG: 600}
"""In each state in each round."""
TIMES = 1.05
RESOLVER = "127.0.0.77"
_SHIELDED = 'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"'


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """The ratio of p95s, and that leaving takes no longer for it."""
    if find_mosquitto() is None:
        return (NotMeasured(id="F24", why="mosquitto is not installed"),)
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        found = await _in_child(Path(folder), COMMANDS[effort])
    ratios = [lost / quiet for quiet, lost in found["p95_ms"]]
    detail = {
        "p95_ms_quiet_and_lost": found["p95_ms"],
        "asked_in_vain": found["asked"],
        "names": found["names"],
        "left_s": found["left_s"],
    }
    return (
        Figure(
            id="F24",
            what="a local command to the broker's ack while the network is lost, p95",
            value=statistics.median(ratios),
            limit=TIMES,
            sense=Sense.AT_MOST,
            against="the same with the far links at rest, in turns",
            detail=detail,
        ),
        Figure(
            id="F24",
            what="leaving while names are asked for in vain",
            value=found["left_s"],
            limit=3.0,
            sense=Sense.AT_MOST,
            unit="s",
        ),
    )


async def _in_child(folder: Path, count: int) -> dict[str, Any]:
    module = [sys.executable, "-m", "tests.proof.bench.network_child", str(count)]
    conf = folder / "resolv.conf"
    conf.write_text(f"nameserver {RESOLVER}\n", encoding="ascii")
    shield = ["unshare", "-m", "sh", "-c", _SHIELDED, "sh", str(conf)]
    if shutil.which("unshare") and (found := await _told(*shield, *module, "names")):
        return found
    found = await _told(*module, "addresses")
    assert found is not None, "the benchmark's child did not come to its end"
    return found


async def _told(*command: str) -> dict[str, Any] | None:
    child = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    out, _ = await child.communicate()
    lines = out.decode().splitlines()
    return json.loads(lines[-1]) if child.returncode == 0 and lines else None
