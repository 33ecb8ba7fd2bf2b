"""The composition root: the only package that builds things and joins them (ADR 0057).

One module per record. Read `build_companion` top to bottom to see the house go up, and its exit
stack bottom to top to see it come down: rooms first, drivers and links next, the record last.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from companion.app.foundations import Start
from companion.app.house import Companion, build_companion
from companion.service import plugins
from companion.service.settings import Settings
from companion.service.watchdog.systemd import Systemd
from companion.store.claim import claim_state_dir
from companion.words.finding import Finding


@dataclass(frozen=True)
class Life:
    """Callbacks and facts that the starter of the house gives to it."""

    claimed: Callable[[], None] = lambda: None
    """Called once the state folder is ours."""
    begun: Callable[[], None] = lambda: None
    """Called once the page is up."""
    concerns: Mapping[str, Finding] = field(default_factory=dict)
    """Lasting troubles for the health board, for example a wrong configuration."""
    systemd: Systemd | None = None
    """Receives the notices; found in the environment when none is given."""
    rescue: bool = False
    """Whether the record is to be begun anew with what can be read of it."""


async def run_companion(
    settings: Settings, echo: Callable[[str], None], life: Life | None = None
) -> None:
    """Run until SIGTERM or SIGINT. Raises `StateDirTaken` when another one runs, `BeginAgain` when
    the owner asked for what needs a new start."""
    life = life or Life()
    systemd = life.systemd or Systemd.of(os.environ)
    with claim_state_dir(settings.state_dir):
        life.claimed()
        start = Start(
            settings=settings, rescue=life.rescue, systemd=systemd, concerns=life.concerns
        )
        async with assemble(start) as house:

            def stop() -> None:
                systemd.stopping()
                house.service.supervisor.stop()

            def begun(at: asyncio.Future[str]) -> None:
                if not at.cancelled():
                    systemd.ready()
                    life.begun()
                    echo(f"the page: {at.result()}")

            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, stop)
            house.page.server.address.add_done_callback(begun)
            await house.service.supervisor.live()


@asynccontextmanager
async def assemble(start: Start) -> AsyncIterator[Companion]:
    """Build it all, and stop it in reverse."""
    async with AsyncExitStack() as stack:
        if (folder := plugins.own_folder()) is not None:
            stack.enter_context(plugins.add_folder(folder))
        yield await build_companion(stack, start)


__all__ = ["Companion", "Life", "Start", "assemble", "run_companion"]
