"""A heart of its own for measuring a loop: how late each beat of 10 ms comes.

`python -m tests.proof.bench.heartbeat SECONDS` measures an idle loop beside the busy one: what the
machine itself adds.
"""

import asyncio
import json
import sys
import time

BEAT_S = 0.01


async def beats(seconds: float, ours: list[float] | None = None) -> list[float]:
    """Lateness of each beat in ms; `ours` takes what of it this process was computing, whatever
    else the machine had to do."""
    late: list[float] = []
    until = time.monotonic() + seconds
    while (now := time.monotonic()) < until:
        computed = time.process_time()
        await asyncio.sleep(BEAT_S)
        late.append(max(0.0, time.monotonic() - now - BEAT_S) * 1000)
        if ours is not None:
            ours.append(min(late[-1], (time.process_time() - computed) * 1000))
    return late


def share(values: list[float], part: float) -> float:
    """The value that so much of them do not pass."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(beats(float(sys.argv[1])))), flush=True)
