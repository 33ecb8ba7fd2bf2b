"""Odd MQTT messages through a real broker: nothing raises, the link lives, a command is obeyed.

Announcements of every kind of device with odd keys, states of what was announced, lists of a
Zigbee2MQTT bridge, presses on our own device; one sane lamp among them is switched at the end.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC
from pathlib import Path
from typing import Any

import aiomqtt

from companion.links.broker import BrokerKind, find_mosquitto, start_broker
from companion.links.mqtt import NODELAY, BrokerAddress, MqttLink
from companion.links.mqtt_house import MAX_DEVICES, MqttHouse
from companion.links.own_device import OwnDevice, will_of
from companion.service.clock import SystemClock
from companion.service.supervision import until
from companion.words.device import DeviceCommand, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.hub_fuzz import PATIENCE_S, figures
from tests.proof.bench.odd import Mistakes, Odd, mistakes

IDS = ("I10-mqtt",)
MESSAGES = {Effort.SHORT: 2_000, Effort.LONG: 46_000}
AT_ONCE = 100
"""Messages sent before they are waited for: fewer than wait unmerged (`backlog.MERGE_FROM`)."""
REAL, MARK = DeviceId("light.real"), DeviceId("sensor.mark")
NODE = "fuzzed"
TOPICS = tuple(f"odd/{n}" for n in range(24))
TEMPLATES = (
    "{{ value }}",
    "{{ value_json.state }}",
    "{{ value_json['a'][0] }}",
    "{{ value | int }}",
    "{{ value_json.a.b | round(2) }}",
    "{{ value | float }}",
    "{% if 1 %}x{% endif %}",
)
_TOPIC_KEYS = (
    "state_topic", "command_topic", "brightness_state_topic", "brightness_command_topic",
    "color_temp_state_topic", "color_temp_command_topic", "hs_state_topic", "hs_command_topic",
    "rgb_state_topic", "xy_state_topic", "position_topic", "set_position_topic",
    "tilt_status_topic", "tilt_command_topic", "mode_state_topic", "mode_command_topic",
    "temperature_state_topic", "temperature_command_topic", "current_temperature_topic",
    "percentage_state_topic", "percentage_command_topic", "oscillation_state_topic",
    "oscillation_command_topic", "volume_state_topic", "volume_command_topic",
    "track_state_topic", "mute_state_topic", "availability_topic",
)  # fmt: skip
_TEMPLATE_KEYS = (
    "value_template",
    "state_value_template",
    "brightness_value_template",
    "position_template",
    "temperature_command_template",
    "availability_template",
    "hs_value_template",
)
_CONFIG: Mapping[str, Sequence[Any]] = {
    **dict.fromkeys(_TOPIC_KEYS, TOPICS),
    **dict.fromkeys(_TEMPLATE_KEYS, TEMPLATES),
    "name": ("lamp", "照明", None), "object_id": ("a", "b", "c"), "unique_id": ("u1", "u2"),
    "schema": ("json", "basic"), "brightness": (True,), "brightness_scale": (255, 100),
    "supported_color_modes": (["hs", "color_temp"], ["xy"], ["rgb"]), "min_mireds": (153,),
    "max_mireds": (500,), "color_temp_kelvin": (True,), "modes": (["off", "heat"],),
    "min_temp": (7,), "max_temp": (35,), "position_open": (100, 0), "position_closed": (0, 100),
    "speed_range_min": (1,), "speed_range_max": (4,), "payload_on": ("ON",),
    "payload_off": ("OFF",), "device_class": ("door", "garage", "smoke"),
    "device": ({"name": "d", "sa": "Hall"},),
    "availability": ([{"topic": "odd/1"}], {"t": "odd/2"}), "availability_mode": ("all", "any"),
    "supported_features": (["start", "stop"],), "origin": ({"name": "x"},), "~": ("odd",),
    "components": ({"l": {"p": "light", "cmd_t": "odd/3", "stat_t": "odd/4"}},),
    "entity_category": ("config",), "unit_of_measurement": ("°C",), "code_format": ("number",),
}  # fmt: skip
_STATE: Mapping[str, Sequence[Any]] = {
    "state": ("ON", "OFF", "docked"), "brightness": (0, 254), "color_mode": ("hs", "color_temp"),
    "color": ({"h": 30, "s": 100}, {"x": 0.3, "y": 0.3}, {"r": 1, "g": 2, "b": 3}),
    "color_temp": (153, 370), "a": ({"b": 1.5}, [1, 2]), "position": (50,),
}  # fmt: skip
_EXPOSE: Mapping[str, Sequence[Any]] = {
    "type": ("light", "switch", "cover", "lock", "climate", "fan", "binary", "numeric"),
    "name": ("state", "brightness", "battery", "occupancy"), "property": ("state",),
    "access": (1, 7), "value_on": ("ON",), "value_off": ("OFF",), "endpoint": ("l1",),
    "unit": ("%",), "value_min": (0,), "value_max": (254,), "values": (["heat"],),
    "features": ([{"name": "state", "property": "state", "access": 7}],),
}  # fmt: skip


class OddWire:
    """Draws one message after the other: topic, payload, whether it is retained."""

    def __init__(self, odd: Odd) -> None:
        self.odd = odd

    def next(self) -> tuple[str, bytes, bool]:
        """One odd message."""
        dice = self.odd.dice
        topic, told = dice.choices(
            (self._config, self._state, self._bridge, self._press), (45, 45, 5, 5)
        )[0]()
        payload = self.odd.document(told).encode()
        if dice.random() < 0.1:
            payload = self.odd.text().encode(errors="replace")
        if dice.random() < 0.02:
            payload = dice.randbytes(dice.randrange(60))
        return topic, payload, dice.random() < 0.1

    def _config(self) -> tuple[str, Any]:
        dice = self.odd.dice
        kind = dice.choice((*Domain, "device", "button"))
        ends = ("config",) if dice.random() < 0.97 else ("set",)
        name = f"odd_{dice.randrange(900)}"
        return "/".join(("homeassistant", kind, name, *ends)), self.odd.of(
            _CONFIG, share=0.3, odd=0.05
        )

    def _state(self) -> tuple[str, Any]:
        told = self.odd.of(_STATE) if self.odd.dice.random() < 0.6 else self.odd.value()
        return self.odd.dice.choice(TOPICS), told

    def _bridge(self) -> tuple[str, Any]:
        if self.odd.dice.random() < 0.2:
            return "zigbee2mqtt/bridge/info", {"config": self.odd.value()}
        return "zigbee2mqtt/bridge/devices", [self._device() for _ in range(3)]

    def _device(self) -> Any:
        exposes = [self.odd.of(_EXPOSE) for _ in range(4)] + [self.odd.value()]
        device = {
            "friendly_name": ("Lamp", "a/b", "+", 5),
            "ieee_address": ("0x1", 5),
            "type": ("Router",),
            "disabled": (False,),
        }
        return {**self.odd.of(device), "definition": {"exposes": exposes}}

    def _press(self) -> tuple[str, Any]:
        what = self.odd.dice.choice(("stop", "privacy", "rule/1", "rule/x", "notify", "nobody"))
        return f"companion/{NODE}/{what}/set", self.odd.value()


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Exceptions that nobody foresaw, whether the lamp still obeys, and how long the list got."""
    if find_mosquitto() is None:
        return (NotMeasured(id=IDS[0], why="mosquitto is not installed"),)
    with tempfile.TemporaryDirectory() as folder:
        broker = await start_broker(None, Path(folder), kind=BrokerKind.MOSQUITTO)
        try:
            with mistakes() as counted:
                return await _through(effort, broker.host, broker.port, counted)
        finally:
            await broker.stop()


async def _through(effort: Effort, host: str, port: int, counted: Mistakes) -> Sequence[Figure]:
    address = BrokerAddress(host=host, port=port)
    link, own_link = MqttLink(address), MqttLink(address, will=will_of(NODE))
    house = MqttHouse(link, (), {}, (), SystemClock(UTC))
    own = OwnDevice(
        own_link, node=NODE, name=Bilingual("コト", "Koto"), places=(), language=Language.EN
    )
    pressed: list[str] = []
    own.listen(lambda what, payload: pressed.append(what))
    async with aiomqtt.Client(host, port, socket_options=NODELAY) as sender:
        await house.start()
        showing = asyncio.create_task(own.run())
        try:
            obeyed = await _pour(sender, house, MESSAGES[effort])
        finally:
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
            await house.stop()
    detail = {
        "heard": link.counts.received + link.counts.merged,
        "connections": link.counts.connects,
        "link_falls": link.falls() + own_link.falls(),
        "pressed": len(pressed),
        "refused": len(house.notes()),
        "devices": len(house.devices()),
    }
    longest = Figure(
        id=IDS[0],
        what="devices in the list at the end",
        value=len(house.devices()),
        limit=MAX_DEVICES,
        sense=Sense.AT_MOST,
        unit="devices",
    )
    sent = MESSAGES[effort]
    alive = obeyed and link.counts.connects == 1
    return (*figures(IDS[0], "MQTT messages", sent, counted, obeyed=alive, detail=detail), longest)


async def _pour(sender: aiomqtt.Client, house: MqttHouse, messages: int) -> bool:
    """Send them all; True when the lamp obeyed and said so afterwards."""
    config = {"obj_id": "real", "cmd_t": "real/set", "stat_t": "real/state", "name": "Real"}
    mark = {"obj_id": "mark", "stat_t": "mark/state", "name": "Mark"}
    await sender.subscribe("real/set")
    await sender.publish("homeassistant/light/real/config", json.dumps(config), retain=True)
    await sender.publish("homeassistant/sensor/mark/config", json.dumps(mark), retain=True)
    await sender.publish("real/state", "OFF", retain=True)
    await _until_told(house, REAL, "off")
    wire = OddWire(Odd())
    for first in range(0, messages, AT_ONCE):
        for _ in range(min(AT_ONCE, messages - first)):
            topic, payload, retain = wire.next()
            await sender.publish(topic, payload, retain=retain)
        await sender.publish("mark/state", str(first), retain=True)
        await _until_told(house, MARK, str(first))
    await house.command(DeviceCommand(device_id=REAL, operation="turn_on"))
    async for message in sender.messages:
        await sender.publish("real/state", str(bytes(message.payload), "ascii"), retain=True)
        break
    await _until_told(house, REAL, "on")
    return True


async def _until_told(house: MqttHouse, device_id: DeviceId, value: str) -> None:
    def so() -> bool:
        state = house.state(device_id)
        return state is not None and state.value == value

    async with asyncio.timeout(PATIENCE_S):
        await until(so, look_every_s=0.005)
