"""The composition root: the only package that builds things and joins them (ADR 0012).

One module per floor, each standing on the one below: `ground` (time, record, home, models),
`body`, `rooms` (with the corridors), `desk` (front desk, page, residents). Read
`Companion.build` top to bottom to see the house go up, and its exit stack bottom to top to see
it come down: rooms first, drivers and links next, the record last.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from companion.app.desk import Desk
from companion.service import plugins
from companion.service.health import Finding
from companion.service.settings import Settings
from companion.service.watchdog.systemd import Systemd
from companion.store.claim import claim_state_dir


@dataclass(frozen=True)
class Life:
    """What whoever starts the house wants to know of it, and has to say to it."""

    claimed: Callable[[], None] = lambda: None
    """Called once the state folder is ours."""
    begun: Callable[[], None] = lambda: None
    """Called once the page is up."""
    concerns: Mapping[str, Finding] = field(default_factory=dict)
    """Lasting troubles for the health board, for example a wrong configuration."""
    systemd: Systemd | None = None
    """Who is told; asked of the environment when none is given."""
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
        async with assemble(settings, systemd=systemd, rescue=life.rescue) as house:
            house.concerns = life.concerns

            def stop() -> None:
                systemd.stopping()
                house.household.stop()

            def begun(at: asyncio.Future[str]) -> None:
                if not at.cancelled():
                    systemd.ready()
                    life.begun()
                    echo(f"the page: {at.result()}")

            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, stop)
            house.address.add_done_callback(begun)
            await house.household.live()


@asynccontextmanager
async def assemble(
    settings: Settings,
    *,
    staged: bool = False,
    systemd: Systemd | None = None,
    rescue: bool = False,
) -> AsyncIterator["Companion"]:
    """Build it all, and stop it in reverse; `staged`: time waits for a judge to begin; `rescue`:
    begin the record anew with what can be read of it."""
    async with AsyncExitStack() as stack:
        if (folder := plugins.own_folder()) is not None:
            stack.enter_context(plugins.add_folder(folder))
        house = Companion(settings, stack, staged=staged, systemd=systemd, rescue_wanted=rescue)
        await house.build()
        yield house


class Companion(Desk):
    """The house. `build` goes up floor by floor; each floor leaves its undoing on the stack."""

    async def build(self) -> None:
        """The whole house, in order."""
        await self._time()
        await self._record()
        await self._home()
        await self._mind()
        self._body()
        await self.drive.open()
        self.stack.push_async_callback(self.drive.close)
        self._rooms()
        self._corridors()
        self._desk()
        await self._resume()
        self._join()
        if self.dollhouse is not None and not self.staged:
            await self.dollhouse.clock.start()


__all__ = ["Companion", "Life", "assemble", "run_companion"]
