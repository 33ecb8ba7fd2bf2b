"""What the finer kinds of device do, set up for the port `House` in memory, on a broker and on
Home Assistant's twin: the same devices, told in each carrier's own way."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

from companion.home.color import SAME, apart, of_hs
from companion.links.broker import BrokerKind, start_broker
from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import HubAddress
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.ports.house import House
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from tests.contract.house_parts import CLOCK, PLACES, until
from tests.contract.hub_parts import OWNER
from tests.twins.hub import TwinHub
from tests.twins.memory_house import MemoryDevice, MemoryHouse

LAMP, BLIND, FAN, PLAYER, ROBOT, SCENE = (
    DeviceId(i)
    for i in (
        "light.lamp",
        "cover.blind",
        "fan.tall",
        "media_player.box",
        "vacuum.robot",
        "scene.movie",
    )
)
TAKES: Mapping[DeviceId, tuple[str, ...]] = {
    LAMP: ("turn_on", "turn_off", "set_brightness", "set_color", "set_color_temperature"),
    BLIND: ("open", "close", "stop", "set_position", "set_tilt"),
    FAN: ("turn_on", "turn_off", "set_percentage", "oscillate_on", "oscillate_off"),
    PLAYER: ("play", "pause", "stop", "set_volume", "next_track", "previous_track", "mute",
             "unmute"),
    ROBOT: ("start", "pause", "stop", "return_to_dock"),
    SCENE: ("turn_on",),
}  # fmt: skip
FIRST: Mapping[DeviceId, tuple[str, Mapping[str, Any]]] = {
    LAMP: ("on", {"brightness": 128, "color_temperature_k": 3000}),
    BLIND: ("open", {"position": 100, "tilt": 0}),
    FAN: ("on", {"percentage": 50, "oscillating": "off"}),
    PLAYER: ("playing", {"volume": 30, "track": "1", "muted": "off"}),
    ROBOT: ("docked", {}),
    SCENE: ("idle", {}),
}


class FinerHome(Protocol):
    """A house with these devices."""

    house: House


class _Memory:
    def __init__(self) -> None:
        self.memory = MemoryHouse(CLOCK)
        self.house: House = self.memory
        for device_id, (value, attributes) in FIRST.items():
            device = Device(
                id=device_id,
                domain=Domain(device_id.partition(".")[0]),
                name=Bilingual(device_id, device_id),
                area="hall",
                operations=TAKES[device_id],
            )
            self.memory.add(MemoryDevice(device, value, dict(attributes)))


_MQTT: Mapping[DeviceId, tuple[dict[str, Any], dict[str, str]]] = {
    LAMP: (
        {"schema": "json", "cmd_t": "f/lamp/set", "stat_t": "f/lamp", "brightness": True,
         "sup_clrm": ["xy", "color_temp"], "min_mirs": 153, "max_mirs": 500},
        {"f/lamp": json.dumps({"state": "ON", "brightness": 128, "color_mode": "color_temp",
                               "color_temp": 333})},
    ),
    BLIND: (
        {"cmd_t": "f/blind/set", "stat_t": "f/blind/state", "pos_t": "f/blind/pos",
         "set_pos_t": "f/blind/pos/set", "tilt_cmd_t": "f/blind/tilt/set",
         "tilt_status_t": "f/blind/tilt"},
        {"f/blind/state": "open", "f/blind/pos": "100", "f/blind/tilt": "0"},
    ),
    FAN: (
        {"cmd_t": "f/fan/set", "stat_t": "f/fan", "pct_cmd_t": "f/fan/pct/set",
         "pct_stat_t": "f/fan/pct", "osc_cmd_t": "f/fan/osc/set", "osc_stat_t": "f/fan/osc"},
        {"f/fan": "ON", "f/fan/pct": "50", "f/fan/osc": "oscillate_off"},
    ),
    PLAYER: (
        {"cmd_t": "f/box/set", "stat_t": "f/box", "vol_cmd_t": "f/box/vol/set",
         "vol_stat_t": "f/box/vol", "track_state_topic": "f/box/track",
         "mute_state_topic": "f/box/mute"},
        {"f/box": "playing", "f/box/vol": "30", "f/box/track": "1", "f/box/mute": "OFF"},
    ),
    ROBOT: (
        {"cmd_t": "f/robot/set", "stat_t": "f/robot",
         "sup_feat": ["start", "pause", "stop", "return_home"]},
        {"f/robot": '{"state": "docked"}'},
    ),
    SCENE: ({"cmd_t": "f/scene/set", "stat_t": "f/scene"}, {"f/scene": "None"}),
}  # fmt: skip


class _Wire:
    """Devices on a real broker that do as they are told."""

    def __init__(self) -> None:
        self.track = 1
        self.link: MqttLink | None = None
        self.jobs: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    def hear(self, message: MqttMessage) -> None:
        if not message.retained:
            self.jobs.put_nowait((message.topic, message.payload.decode()))

    async def work(self) -> None:
        assert self.link is not None
        while True:
            for topic, payload in self._answers(*await self.jobs.get()):
                await self.link.publish(topic, payload, retain=True)

    def _answers(self, topic: str, payload: str) -> list[tuple[str, str]]:
        told = topic.removesuffix("/set")
        if told == "f/lamp":
            return [(told, self._lit(json.loads(payload)))]
        if told == "f/robot":
            words = {"start": "cleaning", "pause": "paused", "stop": "idle"}
            return [(told, json.dumps({"state": words.get(payload, "docked")}))]
        if told == "f/scene":
            return [(told, CLOCK.now().isoformat())]
        if told == "f/box":
            return self._played(payload)
        return [(told, payload)]

    def _lit(self, wish: Mapping[str, Any]) -> str:
        mode = "xy" if "color" in wish else "color_temp"
        return json.dumps({"brightness": 128, "color_mode": mode, **wish})

    def _played(self, word: str) -> list[tuple[str, str]]:
        if word in ("MUTE", "UNMUTE"):
            return [("f/box/mute", "ON" if word == "MUTE" else "OFF")]
        self.track += {"NEXT": 1, "PREVIOUS": -1}[word]
        return [("f/box/track", f"{self.track}")]


def _hub() -> TwinHub:
    hub = TwinHub()
    moments = iter(range(1, 1000))
    lit = {
        "supported_color_modes": ["hs", "color_temp"],
        "brightness": 128,
        "color_mode": "color_temp",
        "color_temp_kelvin": 3000,
    }
    hub.add(LAMP, "on", attributes=lit)
    blind = {"supported_features": 143, "current_position": 100, "current_tilt_position": 0}
    hub.add(BLIND, "open", attributes=blind)
    fan = {"supported_features": 3, "percentage": 50, "oscillating": False}
    hub.add(FAN, "on", attributes=fan)
    box = {
        "supported_features": 20541 | 48 | 8,
        "volume_level": 0.3,
        "media_title": "1",
        "is_volume_muted": False,
    }
    hub.add(PLAYER, "playing", attributes=box)
    hub.add(ROBOT, "docked", attributes={"supported_features": 8220})
    hub.add(SCENE, "unknown")
    track = [1]

    def serve(service: str, entity_id: str, data: Mapping[str, Any]) -> None:
        kept = hub.states[entity_id]["attributes"]
        if service in ("media_next_track", "media_previous_track"):
            track[0] += 1 if "next" in service else -1
            said.append((entity_id, None, {"media_title": f"{track[0]}"}))
        elif service == "turn_on" and entity_id == SCENE:
            at = CLOCK.now() + timedelta(seconds=next(moments))
            said.append((entity_id, at.isoformat(), {}))
        else:
            said.append((entity_id, *_SERVED[service](data, kept)))

    said: list[tuple[str, str | None, dict[str, Any]]] = []
    hub.on_service = serve
    hub.says_itself = said
    return hub


def _lit_by(data: Mapping[str, Any], kept: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    if "hs_color" in data:
        return "on", {**data, "color_mode": "hs", "color_temp_kelvin": None}
    return "on", {**data, "color_mode": "color_temp", "hs_color": None}


_Served = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[str | None, dict[str, Any]]]
_SERVED: Mapping[str, _Served] = {
    "turn_on": _lit_by,
    "set_cover_tilt_position": lambda d, k: (None, {"current_tilt_position": d["tilt_position"]}),
    "oscillate": lambda d, k: (None, dict(d)),
    "volume_mute": lambda d, k: (None, dict(d)),
    "start": lambda d, k: ("cleaning", {}),
    "pause": lambda d, k: ("paused", {}),
    "stop": lambda d, k: ("idle", {}),
    "return_to_base": lambda d, k: ("docked", {}),
}


@contextlib.asynccontextmanager
async def finer_home(kind: str, state_dir: Path) -> AsyncIterator[House]:
    """A house of one kind with these devices, up and told."""
    if kind == "memory":
        memory = _Memory()
        yield memory.house
        await memory.memory.stop()
        return
    opened = _on_a_hub() if kind == "hub_twin" else _on_a_broker(state_dir, BrokerKind(kind))
    async with opened as house:
        yield house


@contextlib.asynccontextmanager
async def _on_a_hub() -> AsyncIterator[House]:
    hub = _hub()
    await hub.start()
    house = HomeAssistantHouse(HubAddress(url=hub.url), lambda: "good", OWNER, CLOCK)
    await house.start()
    try:
        await until(lambda: house.connected() and house.state(ROBOT) is not None)
        yield house
    finally:
        await house.stop()
        await hub.stop()
        await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def _on_a_broker(state_dir: Path, kind: BrokerKind) -> AsyncIterator[House]:
    broker = await start_broker(None, state_dir, kind=kind)
    wire, devices, link = _Wire(), MqttLink(broker.address), MqttLink(broker.address)
    house = MqttHouse(link, PLACES, {}, (), CLOCK)
    wire.link, devices.on_message = devices, wire.hear
    devices.subscribe(("f/+/set", "f/+/+/set"))
    worker = asyncio.create_task(wire.work(), name="finer devices")
    await devices.start()
    await house.start()
    try:
        assert await devices.wait_connected(10)
        for device_id, (config, states) in _MQTT.items():
            domain, _, name = device_id.partition(".")
            topic = f"homeassistant/{domain}/{name}/config"
            await devices.publish(topic, json.dumps({"obj_id": name, **config}), retain=True)
            for where, payload in states.items():
                await devices.publish(where, payload, retain=True)
        await until(lambda: all(_whole(house, i) for i in FIRST))
        yield house
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        await devices.stop()
        await house.stop()
        await broker.stop()


def _whole(house: House, device_id: DeviceId) -> bool:
    state = house.state(device_id)
    wanted = FIRST[device_id][1].keys()
    return state is not None and state.value is not None and wanted <= state.attributes.keys()


def same_color(one: object, hue: float, far: float) -> bool:
    """Whether it is about this hue and saturation."""
    return isinstance(one, str) and apart(one, of_hs(hue, far)) <= SAME
