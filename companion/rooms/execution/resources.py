"""Resource locks: allow one running act per camera, body, voice or device."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from companion.ports.clock import Clock
from companion.words.capability import ActionCall, CapabilitySpec
from companion.words.device import devices_in

BUSY_LIMIT_S = 30.0
"""How long an approved action waits for a resource before it fails as `busy`: longer than
any device's own limit, short enough that nothing is done late."""


class ResourceBusy(TimeoutError):
    """Error: the resource was not free in time; names it."""


class Resources:
    """Locks by name. They are taken in alphabetical order, so that two takers never deadlock."""

    def __init__(self, clock: Clock, *, busy_limit_s: float = BUSY_LIMIT_S) -> None:
        self._clock = clock
        self._busy_limit_s = busy_limit_s
        self._locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def hold(self, names: frozenset[str]) -> AsyncIterator[None]:
        """Hold all of them. Raises `ResourceBusy`."""
        async with AsyncExitStack() as held:
            for name in sorted(names):
                await self._take(name)
                held.callback(self._locks[name].release)
            yield

    def busy(self) -> tuple[str, ...]:
        """Names of the resources that are held now."""
        return tuple(sorted(name for name, lock in self._locks.items() if lock.locked()))

    async def _take(self, name: str) -> None:
        lock = self._locks.setdefault(name, asyncio.Lock())
        if not lock.locked():
            await lock.acquire()
            return
        try:
            await self._clock.wait_for(lock.acquire(), self._busy_limit_s)
        except TimeoutError as error:
            raise ResourceBusy(name) from error


def resources_of(spec: CapabilitySpec, call: ActionCall) -> frozenset[str]:
    """Resources that a call holds: the capability's own, and every device it acts on."""
    return frozenset((*spec.resources, *devices_in(call.payload)))
