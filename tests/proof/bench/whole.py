"""The whole house for benchmarks: what `companion run` builds, in a folder of its own."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from companion.app import Companion, Start, assemble
from companion.service.settings import Settings, load_settings

CONFIG = Path(__file__).parents[3] / "config" / "config.yaml"


def shipped(folder: Path, **changes: Any) -> Settings:
    """The shipped configuration with the scripted model, a page on any free port and a state
    folder of its own; `changes` replace whole sections."""
    settings = load_settings(CONFIG)
    llm = settings.llm.model_copy(update={"engine": "scripted", "settings": {}})
    web = settings.web.model_copy(update={"port": 0})
    given = {"state_dir": folder / "state", "llm": llm, "web": web, **changes}
    return settings.model_copy(update=given)


@asynccontextmanager
async def living(
    settings: Settings, *, staged: bool = False
) -> AsyncIterator[tuple[Companion, int]]:
    """The house alive, and the port of its page; `staged`: simulated time stands still."""
    settings.state_dir.mkdir(parents=True, exist_ok=True)
    # As `companion run` does once it is imported: else a collection goes through all that a
    # benchmark has loaded beside the house, and the loop waits 90 ms for it instead of 20.
    gc.collect()
    gc.freeze()
    async with assemble(Start(settings=settings, staged=staged)) as house:
        life = asyncio.create_task(house.service.supervisor.live(), name="household")
        try:
            address = await asyncio.shield(house.page.server.address)
            yield house, int(address.rstrip("/").rsplit(":", 1)[1])
        finally:
            house.service.supervisor.stop()
            await life


@asynccontextmanager
async def child(module: str, words: Sequence[object]) -> AsyncIterator[asyncio.subprocess.Process]:
    """One of our own modules as a process beside us, with pipes; ended on leaving."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *map(str, words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**26,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def line_of(process: asyncio.subprocess.Process) -> str:
    """Its next line. Raises `EOFError` when it ended."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise EOFError("the process beside us ended")
    return line.decode().strip()


async def tell(process: asyncio.subprocess.Process, line: str) -> None:
    """One line to it."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())
    await process.stdin.drain()
