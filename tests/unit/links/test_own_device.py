"""The companion as a device of the home, on a real broker (issue 4, item 2)."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.links.broker import Broker, start_broker
from companion.links.discovery import parse_config, parse_topic
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.links.own_device import OwnDevice, will_of
from companion.service.supervision import until
from companion.words.language import Bilingual, Language
from companion.words.own_state import OwnState, Press
from companion.words.place import Place

NODE = "companion_test"
HALL = Place(id="hall", name=Bilingual("玄関", "Hall"))
STATE = OwnState(
    mood="calm",
    activity="waiting",
    message="長い言葉" * 100,
    presence={"hall": None},
    next_alarm=datetime(2026, 11, 22, 7, 0, tzinfo=UTC),
    rules={"7": True},
    rule_names={"7": Bilingual("朝のカーテン", "morning curtain")},
)

pytestmark = pytest.mark.real("broker")


class Onlooker:
    """What Home Assistant would hear: every topic's newest payload."""

    def __init__(self, broker: Broker) -> None:
        self.link = MqttLink(broker.address)
        self.heard: dict[str, str] = {}
        self.times: dict[str, int] = {}
        self.link.on_message = self._hear
        self.link.subscribe(("#",))

    def _hear(self, message: MqttMessage) -> None:
        self.heard[message.topic] = message.payload.decode()
        self.times[message.topic] = self.times.get(message.topic, 0) + 1

    def of(self, key: str) -> str | None:
        return self.heard.get(f"companion/{NODE}/{key}")

    async def says(self, key: str, payload: str) -> None:
        await until(lambda: self.of(key) == payload)


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    found = await start_broker(None, tmp_path)
    yield found
    await found.stop()


@pytest.fixture
async def onlooker(broker: Broker) -> AsyncIterator[Onlooker]:
    looking = Onlooker(broker)
    await looking.link.start()
    assert await looking.link.wait_connected(5)
    yield looking
    await looking.link.stop()


def made(broker: Broker, language: Language = Language.EN) -> tuple[OwnDevice, MqttLink]:
    link = MqttLink(broker.address, client_id=NODE, will=will_of(NODE))
    name = Bilingual("コト", "Koto")
    return OwnDevice(link, node=NODE, name=name, places=(HALL,), language=language), link


@pytest.fixture
async def device(broker: Broker) -> AsyncIterator[OwnDevice]:
    found, _ = made(broker)
    running = asyncio.create_task(found.run())
    found.show(STATE)
    yield found
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_one_device_message_names_everything(device: OwnDevice, onlooker: Onlooker) -> None:
    """Mood, activity, message, presence, alarm, timers, rules, privacy, buttons, notify; ids that
    stay; and no companion takes it for a device to be operated."""
    topic = f"homeassistant/device/{NODE}/config"
    await until(lambda: topic in onlooker.heard)
    config = json.loads(onlooker.heard[topic])
    parts = config["components"]
    assert {p["platform"] for p in parts.values()} == {
        "sensor",
        "binary_sensor",
        "switch",
        "button",
        "notify",
    }
    assert len({p["unique_id"] for p in parts.values()}) == len(parts)
    assert parts["switch__rule_7"]["name"] == "morning curtain"
    assert parts["binary_sensor__presence_hall"]["name"] == "Somebody in Hall"
    assert {f"button__{press}" for press in Press} < set(parts)
    where = parse_topic(topic, "homeassistant")
    assert where is not None
    assert parse_config(where, onlooker.heard[topic].encode()) == ()


async def test_states_are_told_as_they_change_and_unknown_is_not_nobody(
    device: OwnDevice, onlooker: Onlooker
) -> None:
    """F13; only what changed is sent again; a long message is whole in its attributes."""
    await onlooker.says("availability", "online")
    assert onlooker.of("presence/hall") == "None"
    assert onlooker.of("next_alarm") == "2026-11-22T07:00:00+00:00"
    assert len(onlooker.of("message") or "") == 255
    assert json.loads(onlooker.of("message/attributes") or "")["text"] == STATE.message
    device.show(replace(STATE, presence={"hall": True}, privacy=True))
    await onlooker.says("presence/hall", "ON")
    await onlooker.says("privacy", "ON")
    assert onlooker.times[f"companion/{NODE}/mood"] == 1


async def test_the_base_is_a_choice_of_rooms_and_its_unknown_room_is_unknown(
    broker: Broker, onlooker: Onlooker
) -> None:
    """P-004: a select of rooms by name; what is chosen comes back as the room's id. Without a
    base there is none."""
    found, _ = made(broker)
    pressed: list[tuple[str, str]] = []
    found.listen(lambda what, payload: pressed.append((what, payload)))
    running = asyncio.create_task(found.run())
    found.show(replace(STATE, base_ways=("hall", "attic"), base_room="hall"))
    try:
        await onlooker.says("go", "Hall")
        parts = json.loads(onlooker.heard[f"homeassistant/device/{NODE}/config"])["components"]
        assert parts["select__go"]["options"] == ["Hall", "attic"]
        for name in ("Hall", "moon"):
            await onlooker.link.publish(f"companion/{NODE}/go/set", name)
        await until(lambda: len(pressed) == 2)
        assert pressed == [("go", "hall"), ("go", "")]
        found.show(replace(STATE, base_ways=("hall", "attic"), base_room=""))
        await onlooker.says("go", "None")
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_home_assistant_coming_back_is_told_all_again(
    device: OwnDevice, onlooker: Onlooker
) -> None:
    """`homeassistant/status` online: announced and said anew."""
    await onlooker.says("availability", "online")
    await onlooker.link.publish("homeassistant/status", "online")
    await until(lambda: onlooker.times[f"companion/{NODE}/mood"] >= 2)
    await until(lambda: onlooker.times[f"homeassistant/device/{NODE}/config"] >= 2)


async def test_a_press_is_handed_on_and_an_old_one_is_not(
    broker: Broker, onlooker: Onlooker
) -> None:
    """F15: what lay retained on the broker was pressed long ago."""
    await onlooker.link.publish(f"companion/{NODE}/approve/set", "PRESS", retain=True)
    device, _ = made(broker)
    asked: list[tuple[str, str]] = []
    device.listen(lambda what, payload: asked.append((what, payload)))
    running = asyncio.create_task(device.run())
    device.show(STATE)
    await onlooker.says("availability", "online")
    await onlooker.link.publish(f"companion/{NODE}/stop/set", "PRESS")
    await onlooker.link.publish(f"companion/{NODE}/rule/7/set", "OFF")
    await until(lambda: len(asked) == 2)
    assert asked == [("stop", "PRESS"), ("rule/7", "OFF")]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await onlooker.says("availability", "offline")


async def test_the_last_will_says_that_it_is_gone(broker: Broker, onlooker: Onlooker) -> None:
    """Killed, it cannot say so itself: the broker does."""
    device, link = made(broker)
    running = asyncio.create_task(device.run())
    device.show(STATE)
    await onlooker.says("availability", "online")
    client = link._client
    assert client is not None
    sock = client._client.socket()
    assert isinstance(sock, socket.socket)
    sock.shutdown(socket.SHUT_RDWR)
    await onlooker.says("availability", "offline")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_rule_that_is_gone_is_taken_back(device: OwnDevice, onlooker: Onlooker) -> None:
    """A bare component removes it (Home Assistant's rule for device discovery)."""
    topic = f"homeassistant/device/{NODE}/config"
    await until(lambda: topic in onlooker.heard)
    device.show(replace(STATE, rules={}))
    await until(lambda: onlooker.times[topic] == 2)
    parts = json.loads(onlooker.heard[topic])["components"]
    assert parts["switch__rule_7"] == {"platform": "switch"}


async def test_names_are_in_the_language_of_the_house(broker: Broker, onlooker: Onlooker) -> None:
    """DESIGN 1.6."""
    device, _ = made(broker, Language.JA)
    running = asyncio.create_task(device.run())
    device.show(STATE)
    topic = f"homeassistant/device/{NODE}/config"
    await until(lambda: topic in onlooker.heard)
    config = json.loads(onlooker.heard[topic])
    assert config["device"]["name"] == "コト"
    assert config["components"]["switch__rule_7"]["name"] == "朝のカーテン"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
