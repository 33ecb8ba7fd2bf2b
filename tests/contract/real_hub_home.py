"""The port `House` on the real Home Assistant: the contract's devices live on its own broker."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from companion.links.broker import Broker, BrokerKind
from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import Exposure, HubAddress
from companion.links.home_assistant.wire import open_wire
from companion.links.mqtt import BrokerAddress
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, CONFIGS, WireHome, until
from tests.contract.hub_parts import OWNER
from tests.contract.real_hub import RealHub


class Cut:
    """A wire between us and the hub that can be cut and mended."""

    def __init__(self, host: str, port: int) -> None:
        self._to = host, port
        self.port = 0
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._pipes: set[asyncio.Task[None]] = set()

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        for end in tuple(self._ends):
            end.transport.abort()
        await asyncio.gather(*self._pipes, return_exceptions=True)

    async def _join(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, out = await asyncio.open_connection(*self._to)
        self._ends |= {back, out}
        for reader, writer in ((near, out), (far, back)):
            pipe = asyncio.create_task(_pipe(reader, writer), name="cut")
            self._pipes.add(pipe)
            pipe.add_done_callback(self._pipes.discard)


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


class RealHubHome(WireHome):
    """Simulated devices on the hub's broker, the hub between them and us."""

    def __init__(self, hub: RealHub, state_dir: Path) -> None:
        address = BrokerAddress(host=hub.mqtt_host, port=hub.mqtt_port)
        super().__init__(Broker(address, BrokerKind.CONFIGURED), state_dir, BrokerKind.CONFIGURED)
        self.hub = hub
        host, _, port = hub.url.removeprefix("http://").partition(":")
        self.line = Cut(host, int(port))

    async def start(self) -> None:
        await self.line.mend()
        self.hub_house = HomeAssistantHouse(
            HubAddress(url=f"http://127.0.0.1:{self.line.port}"),
            lambda: self.hub.token,
            OWNER,
            CLOCK,
            exposure=Exposure(include=tuple(CONFIGS), exclude=await self._others()),
        )
        self.house = self.hub_house
        await self.start_devices()
        await self.hub_house.start()
        await until(lambda: all(self._there(i) for i in CONFIGS))

    async def _others(self) -> tuple[str, ...]:
        """Everything else in the testbed's home."""
        wire = await open_wire(HubAddress(url=self.hub.url), self.hub.token)
        reading = asyncio.create_task(wire.read())
        try:
            states = await wire.call("get_states")
        finally:
            await wire.close()
            await asyncio.gather(reading, return_exceptions=True)
        return tuple(s["entity_id"] for s in states if s["entity_id"] not in CONFIGS)

    async def stop(self) -> None:
        await self.hub_house.stop()
        await self.line.cut()
        for device_id in CONFIGS:
            await self.take_away(device_id)
        await self.stop_devices()

    async def lose(self) -> None:
        """The network between us and the hub breaks; the devices stay on it."""
        await self.line.cut()
        await until(lambda: not self.house.connected())

    async def find(self) -> None:
        await self.line.mend()
        await until(self.house.connected)

    async def take_out(self, device_id: DeviceId) -> None:
        await self.take_away(device_id)
        await until(lambda: self.house.device(device_id) is None)


@contextlib.asynccontextmanager
async def real_hub_home(hub: RealHub, state_dir: Path) -> AsyncIterator[RealHubHome]:
    """A house on the real hub, up and told."""
    home = RealHubHome(hub, state_dir)
    try:
        await home.start()
        yield home
    finally:
        await home.stop()
