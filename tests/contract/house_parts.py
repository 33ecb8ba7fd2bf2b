"""The port `House` set up for its contract: in memory, over mosquitto, over amqtt.

Each `Home` has the same devices, and hands to break them, whatever carries them.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from companion.links.broker import Broker, BrokerKind, find_mosquitto, start_broker
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.ports.house import House
from companion.service.clock import SystemClock
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place
from tests.twins.memory_house import Behaviour, MemoryDevice, MemoryHouse

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))
PLACES = (Place(id="hall", name=Bilingual("玄関", "Hall"), aliases=("Entrance",)),)
LIGHT = DeviceId("light.hall")
COVER = DeviceId("cover.hall_curtain")
LOCK = DeviceId("lock.front")
PATIENCE_S = 10.0


class Home(Protocol):
    """What the contract needs beside the house itself."""

    house: House

    async def hand(self, device_id: DeviceId, value: str) -> None:
        """Somebody switches it by hand."""

    async def offline(self, device_id: DeviceId, away: bool) -> None:
        """The device leaves the air, or is back."""

    async def lose(self) -> None:
        """The carrier goes."""

    async def find(self) -> None:
        """The carrier is back."""

    async def take_out(self, device_id: DeviceId) -> None:
        """The device is removed from the home."""

    def obeyed(self) -> list[tuple[str, str]]:
        """Commands that reached a device: id, what."""


async def until(true: Callable[[], bool], timeout_s: float = PATIENCE_S) -> None:
    """Wait until it is so. Raises `TimeoutError`."""
    async with asyncio.timeout(timeout_s):
        while not true():
            await asyncio.sleep(0.005)


async def until_state(house: House, device_id: DeviceId, value: str | None) -> DeviceState:
    """Wait until a device is reported so."""

    def so() -> bool:
        state = house.state(device_id)
        return state is not None and state.value == value

    await until(so)
    state = house.state(device_id)
    assert state is not None
    return state


class MemoryHome:
    """The twin in memory."""

    def __init__(self) -> None:
        self.memory = MemoryHouse(CLOCK, (_light(), _cover(), _lock()))
        self.house: House = self.memory

    async def hand(self, device_id: DeviceId, value: str) -> None:
        self.memory.set_state(device_id, value)

    async def offline(self, device_id: DeviceId, away: bool) -> None:
        self.memory.behave(device_id, Behaviour.OFFLINE if away else Behaviour.OBEYS)

    async def lose(self) -> None:
        self.memory.disconnect()

    async def find(self) -> None:
        self.memory.reconnect()

    async def take_out(self, device_id: DeviceId) -> None:
        self.memory.remove(device_id)

    def obeyed(self) -> list[tuple[str, str]]:
        return [(c.device_id, c.operation) for c in self.memory.commands]


def _light() -> MemoryDevice:
    device = Device(
        id=LIGHT,
        domain=Domain.LIGHT,
        name=Bilingual("玄関の照明", "玄関の照明"),
        area="hall",
        operations=("turn_on", "turn_off", "set_brightness"),
    )
    return MemoryDevice(device, "off", {"brightness": 128})


def _cover() -> MemoryDevice:
    device = Device(
        id=COVER,
        domain=Domain.COVER,
        name=Bilingual("カーテン", "curtain"),
        area="hall",
        operations=("open", "close", "stop", "set_position"),
        attributes={"device_class": "curtain"},
    )
    return MemoryDevice(device, "closed", {"position": 0})


def _lock() -> MemoryDevice:
    device = Device(
        id=LOCK,
        domain=Domain.LOCK,
        name=Bilingual("玄関の鍵", "front door"),
        area="hall",
        operations=("lock", "unlock"),
    )
    return MemoryDevice(device, "locked")


CONFIGS: dict[DeviceId, dict[str, Any]] = {
    LIGHT: {
        "~": "t/light", "name": None, "uniq_id": "l", "obj_id": "hall",
        "cmd_t": "~/set", "stat_t": "~/state",
        "bri_cmd_t": "~/level/set", "bri_stat_t": "~/level", "avty_t": "~/there",
        "dev": {"ids": ["l"], "name": "玄関の照明", "sa": "玄関"},
    },
    COVER: {
        "~": "t/cover", "name": "curtain", "uniq_id": "c", "obj_id": "hall_curtain",
        "cmd_t": "~/set", "stat_t": "~/state",
        "pos_t": "~/position", "set_pos_t": "~/position/set", "dev_cla": "curtain",
        "avty_t": "~/there", "dev": {"ids": ["c"], "sa": "Entrance"},
    },
    LOCK: {
        "~": "t/lock", "name": "front door", "uniq_id": "k", "obj_id": "front", "cmd_t": "~/set",
        "stat_t": "~/state", "avty_t": "~/there", "dev": {"ids": ["k"], "sa": "hall"},
    },
}  # fmt: skip
_STATES = {
    LIGHT: {"t/light/state": "OFF", "t/light/level": "128"},
    COVER: {"t/cover/position": "0", "t/cover/state": "closed"},
    LOCK: {"t/lock/state": "LOCKED"},
}
_ROOTS = {LIGHT: "t/light", COVER: "t/cover", LOCK: "t/lock"}


class WireHome:
    """Simulated devices on a real broker, and our house as their reader."""

    def __init__(self, broker: Broker, state_dir: Path, kind: BrokerKind) -> None:
        self.broker = broker
        self.link = MqttLink(broker.address)
        self.mqtt = MqttHouse(self.link, PLACES, {}, ("light.*",), CLOCK)
        self.house: House = self.mqtt
        self.devices = MqttLink(broker.address)
        self.heard: list[tuple[str, str]] = []
        self.mute = False
        """The devices take commands and neither move nor report."""
        self._state_dir, self._kind = state_dir, kind
        self._jobs: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.start_devices()
        await self.mqtt.start()
        await until(lambda: all(self._there(i) for i in CONFIGS))

    async def start_devices(self) -> None:
        self.devices.on_message = self._take
        self.devices.subscribe(("t/+/set", "t/+/+/set"))
        self._worker = asyncio.create_task(self._work(), name="devices")
        await self.devices.start()
        assert await self.devices.wait_connected(PATIENCE_S)
        await self.announce()

    def _there(self, device_id: DeviceId) -> bool:
        state = self.house.state(device_id)
        return state is not None and state.available and state.value is not None

    async def announce(self) -> None:
        for device_id, config in CONFIGS.items():
            domain, _, name = device_id.partition(".")
            topic = f"homeassistant/{domain}/{name}/config"
            await self.devices.publish(topic, json.dumps(config), retain=True)
            await self.devices.publish(f"{_ROOTS[device_id]}/there", "online", retain=True)
            for topic, payload in _STATES[device_id].items():
                await self.devices.publish(topic, payload, retain=True)

    async def stop(self) -> None:
        await self.stop_devices()
        await self.mqtt.stop()
        await self.broker.stop()

    async def stop_devices(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._worker
        await self.devices.stop()

    async def hand(self, device_id: DeviceId, value: str) -> None:
        word = value if device_id == COVER else value.upper()
        await self.devices.publish(f"{_ROOTS[device_id]}/state", word, retain=True)

    async def offline(self, device_id: DeviceId, away: bool) -> None:
        word = "offline" if away else "online"
        await self.devices.publish(f"{_ROOTS[device_id]}/there", word, retain=True)

    async def lose(self) -> None:
        """End the broker as a crash would."""
        await self.broker.stop()
        await until(lambda: not self.link.connected() and not self.devices.connected())

    async def find(self) -> None:
        self.broker = await start_broker(
            None, self._state_dir, kind=self._kind, port=self.broker.port
        )
        await until(lambda: self.link.connected() and self.devices.connected())
        await self.announce()

    async def take_away(self, device_id: DeviceId) -> None:
        domain, _, name = device_id.partition(".")
        await self.devices.publish(f"homeassistant/{domain}/{name}/config", b"", retain=True)

    async def take_out(self, device_id: DeviceId) -> None:
        await self.take_away(device_id)
        await until(lambda: self.house.device(device_id) is None)

    def obeyed(self) -> list[tuple[str, str]]:
        return list(self.heard)

    def _take(self, message: MqttMessage) -> None:
        if not message.retained:
            self._jobs.put_nowait((message.topic, message.payload.decode()))

    async def _work(self) -> None:
        while True:
            topic, payload = await self._jobs.get()
            self.heard.append((topic, payload))
            if not self.mute:
                for answer in _answers(topic, payload):
                    with contextlib.suppress(ConnectionError):
                        await self.devices.publish(*answer, retain=True)


def _answers(topic: str, payload: str) -> list[tuple[str, str]]:
    """What a device reports after a command."""
    if topic == "t/light/level/set":
        return [("t/light/level", payload)]
    if topic == "t/cover/position/set":
        word = "open" if int(payload) else "closed"
        return [("t/cover/position", payload), ("t/cover/state", word)]
    if topic == "t/cover/set":
        position, word = {"OPEN": ("100", "open"), "CLOSE": ("0", "closed")}[payload]
        return [("t/cover/position", position), ("t/cover/state", word)]
    word = {"LOCK": "LOCKED", "UNLOCK": "UNLOCKED"}.get(payload, payload)
    return [(topic.removesuffix("/set") + "/state", word)]


KINDS = ("memory", "mosquitto", "amqtt", "hub_twin")


def absent(kind: str) -> str:
    """Why this implementation cannot be tested here; "" when it can."""
    if kind == "mosquitto" and find_mosquitto() is None:
        return "mosquitto is not installed"
    return ""


@contextlib.asynccontextmanager
async def wire_home(kind: BrokerKind, state_dir: Path) -> AsyncIterator[WireHome]:
    """A home on a real broker, up and reporting."""
    home = WireHome(await start_broker(None, state_dir, kind=kind), state_dir, kind)
    try:
        await home.start()
        yield home
    finally:
        await home.stop()


@contextlib.asynccontextmanager
async def home_of(kind: str, state_dir: Path) -> AsyncIterator[Home]:
    """A home of one kind."""
    if kind == "hub_twin":
        from tests.contract.hub_parts import twin_home

        async with twin_home() as twin:
            yield twin
        return
    if kind != "memory":
        async with wire_home(BrokerKind(kind), state_dir) as home:
            yield home
        return
    memory = MemoryHome()
    try:
        yield memory
    finally:
        await memory.memory.stop()
