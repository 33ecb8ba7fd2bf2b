"""A Zigbee network that tells nothing by itself is asked until it answers (F15, F16)."""

import asyncio
import json
from pathlib import Path

import pytest

from companion.links import mqtt_house
from companion.links.broker import BrokerKind, free_port, start_broker
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, until, until_state

PLUG = DeviceId("switch.plug")
_STATE = {
    "type": "binary",
    "name": "state",
    "property": "state",
    "access": 7,
    "value_on": "ON",
    "value_off": "OFF",
}
LISTED = [
    {
        "friendly_name": "plug",
        "ieee_address": "0x1",
        "type": "Router",
        "definition": {"exposes": [{"type": "switch", "features": [_STATE]}]},
    }
]


class Radio:
    """Zigbee2MQTT with one plug, that misses the first reads."""

    def __init__(self, link: MqttLink, misses: int) -> None:
        self.link, self.misses, self.asked = link, misses, 0
        self._answers: set[asyncio.Task[None]] = set()
        link.on_message = self._hear
        link.subscribe(("zigbee2mqtt/plug/get",))

    def _hear(self, message: MqttMessage) -> None:
        self.asked += 1
        if self.asked > self.misses:
            answer = self.link.publish("zigbee2mqtt/plug", '{"state": "ON"}')
            self._answers.add(asyncio.ensure_future(answer))

    async def lists(self) -> None:
        """Itself and its devices, retained."""
        for topic, told in (
            ("state", {"state": "online"}),
            ("info", {"config": {"availability": {"enabled": False}}}),
            ("devices", LISTED),
        ):
            await self.link.publish(f"zigbee2mqtt/bridge/{topic}", json.dumps(told), retain=True)


@pytest.mark.real("broker")
async def test_asked_again_where_an_answer_was_lost_and_after_the_broker_was_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps no states on the broker: whoever lost them must ask, or never knows again."""
    monkeypatch.setattr(mqtt_house, "ASK_AGAIN_S", (0.0, 0.1, 0.1, 0.1))
    port = free_port()
    broker = await start_broker(None, tmp_path, port=port, kind=BrokerKind.AMQTT)
    link = MqttLink(broker.address)
    radio = Radio(link, misses=2)
    await link.start()
    assert await link.wait_connected(5)
    house = MqttHouse(MqttLink(broker.address), (), {}, (), CLOCK)
    await radio.lists()
    await house.start()
    await until_state(house, PLUG, "on")
    assert radio.asked == 3
    await broker.stop()
    await until(lambda: house.state(PLUG) is not None and not _available(house))
    broker = await start_broker(None, tmp_path, port=port, kind=BrokerKind.AMQTT)
    assert await link.wait_connected(10)
    await radio.lists()
    await until_state(house, PLUG, "on")
    await house.stop()
    await link.stop()
    await broker.stop()


def _available(house: MqttHouse) -> bool:
    state = house.state(PLUG)
    return state is not None and state.available
