"""Somebody else at the home's lights: sets them up, and is told by the home itself how they are.

Over Home Assistant's WebSocket, or on the broker: never by way of the companion.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiomqtt

from companion.links.broker import Broker
from companion.links.home_assistant.hub import HubAddress
from companion.links.home_assistant.wire import open_wire
from companion.links.mqtt import NODELAY
from tests.proof.bench.lamps import TOPIC

SEEN_S = 10.0
DIM_PERCENT = 3
"""How a dimmable light is set up before it is told a level."""
NEAR = 2
"""Percent: Home Assistant keeps 256 steps."""


@dataclass(frozen=True, slots=True)
class Lit:
    """How a light is, or is wanted; `percent` where that is said too."""

    on: bool
    percent: int | None = None

    def is_so(self, now: "Lit | None") -> bool:
        """Whether it is now as wanted."""
        if now is None or now.on is not self.on:
            return False
        return self.percent is None or abs((now.percent or 0) - self.percent) <= NEAR

    def otherwise(self) -> "Lit":
        """How it has to be before, so that there is something to do."""
        if self.percent is not None:
            return Lit(True, DIM_PERCENT)
        return Lit(not self.on)


class Witness:
    """What the home told of each light, by `kitchen_light`."""

    def __init__(self, switch: Callable[[str, Lit], Awaitable[None]]) -> None:
        self._switch = switch
        self._told: dict[str, Lit] = {}
        self._news = asyncio.Event()

    def tell(self, light: str, now: Lit) -> None:
        """The home says how a light is."""
        self._told[light] = now
        self._news.set()

    async def set_up(self, light: str, before: Lit) -> None:
        """Have it so, and seen to be."""
        if not before.is_so(self._told.get(light)):
            await self._switch(light, before)
        await self.until(light, before)

    async def until(self, light: str, wanted: Lit) -> None:
        """Until it is told to be so. Raises `TimeoutError`."""
        async with asyncio.timeout(SEEN_S):
            while not wanted.is_so(self._told.get(light)):
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def at_the_hub(url: str, token: str, lights: tuple[str, ...]) -> AsyncIterator[Witness]:
    """On a WebSocket of its own."""
    wire = await open_wire(HubAddress(url=url), token)
    reading = asyncio.create_task(wire.read(), name="witness")

    async def switch(light: str, wanted: Lit) -> None:
        level = {} if wanted.percent is None else {"brightness_pct": wanted.percent}
        await wire.call(
            "call_service",
            domain="light",
            service="turn_on" if wanted.on else "turn_off",
            service_data=level,
            target={"entity_id": f"light.{light}"},
        )

    witness = Witness(switch)
    known: dict[str, dict[str, Any]] = {}

    def hear(event: Mapping[str, Any]) -> None:
        for change in (
            event.get("a") or {},
            {i: c.get("+", {}) for i, c in (event.get("c") or {}).items()},
        ):
            for entity_id, told in change.items():
                now = known.setdefault(entity_id, {})
                now |= {k: told[k] for k in ("s",) if k in told} | (told.get("a") or {})
                percent = round((now.get("brightness") or 0) / 2.55)
                witness.tell(entity_id.partition(".")[2], Lit(now.get("s") == "on", percent))

    try:
        ids = [f"light.{light}" for light in lights]
        await wire.subscribe("subscribe_entities", hear, entity_ids=ids)
        yield witness
    finally:
        await wire.close()
        await asyncio.gather(reading, return_exceptions=True)


@asynccontextmanager
async def at_the_broker(broker: Broker) -> AsyncIterator[Witness]:
    """On a connection of its own."""
    async with aiomqtt.Client(broker.host, broker.port, socket_options=NODELAY) as client:

        async def switch(light: str, wanted: Lit) -> None:
            await client.publish(*command_of(light, wanted), qos=1)

        witness = Witness(switch)
        await client.subscribe(TOPIC.format("+"), qos=1)

        async def hear() -> None:
            async for message in client.messages:
                name = message.topic.value.rpartition("/")[2]
                witness.tell(name, Lit(message.payload == b"ON"))

        hearing = asyncio.create_task(hear(), name="witness")
        try:
            yield witness
        finally:
            hearing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await hearing


def command_of(light: str, wanted: Lit) -> tuple[str, str]:
    """Topic and payload that have a lamp of `lamps` do it."""
    return f"{TOPIC.format(light)}/set", "ON" if wanted.on else "OFF"
