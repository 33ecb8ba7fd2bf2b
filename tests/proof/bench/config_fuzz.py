"""Fuzz of the configuration: each problem is told with its line. A child process does it
(`tests.proof.bench.config_fuzz_child`)."""

import asyncio
import json
import sys
from collections.abc import Sequence

from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("F6",)
BROKEN = {Effort.SHORT: 100, Effort.LONG: 700}
SEED = 6


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """So many broken configurations."""
    words = [
        sys.executable,
        "-m",
        "tests.proof.bench.config_fuzz_child",
        str(BROKEN[effort]),
        str(SEED),
    ]
    child = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    out, _ = await child.communicate()
    found = json.loads(out)
    detail = {**found, "wrong": found["wrong"][:20], "unnamed": found["unnamed"][:20]}
    return (
        Figure(
            id="F6",
            what=f"other exceptions and problems without a line in {found['broken']} broken files",
            value=len(found["wrong"]) + len(found["unnamed"]),
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
            detail=detail,
        ),
    )
