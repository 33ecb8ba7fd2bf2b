"""Home: builds the links to the broker and Home Assistant, and the devices and people behind
them."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.foundations import Foundations
from companion.links.broker import Broker, start_broker
from companion.links.configured import configured_address, configured_hub
from companion.links.joined_house import JoinedHouse
from companion.links.mqtt import MqttLink
from companion.links.mqtt_check import MqttCheck
from companion.links.mqtt_house import MqttHouse
from companion.links.rate_limit import TokenBucket
from companion.ports.house import House
from companion.rooms.perception.trackers import People

if TYPE_CHECKING:
    from companion.links.home_assistant.house import HomeAssistantHouse


@dataclass(frozen=True, kw_only=True)
class Home:
    """The home as the rooms ask for it, and what carries it."""

    broker: Broker
    link: MqttLink
    sensor_link: MqttLink
    """Carries what sensors report; the same as `link` in the doll's house."""
    mqtt_house: MqttHouse
    mqtt_check: MqttCheck
    hub_house: "HomeAssistantHouse | None"
    """Home Assistant; None where none is configured."""
    house: House
    people: People


async def build_home(stack: AsyncExitStack, on: Foundations) -> Home:
    """The broker, the simulated devices if any, and the house over MQTT. Raises
    `BrokerUnavailable`, `ConfigWrong`."""
    mqtt = on.settings.mqtt
    broker = await start_broker(configured_address(on.settings), on.state_dir)
    stack.push_async_callback(broker.stop)
    if on.dollhouse is not None:
        await on.dollhouse.start(broker.host, broker.port, prefix=mqtt.discovery_prefix)
        stack.push_async_callback(on.dollhouse.stop)
    # The doll's house keeps one, at any pace: the order of its reports is part of what it
    # repeats, and its days may be short.
    real = on.dollhouse is None
    link = MqttLink(broker.address, rate_limit=TokenBucket() if real else None)
    sensor_link = MqttLink(broker.address, rate_limit=TokenBucket()) if real else link
    mqtt_house = MqttHouse(
        link,
        on.places,
        on.own.device_names,
        on.own.by_itself,
        on.clock,
        areas=on.own.areas,
        guarded=on.own.guarded,
        discovery_prefix=mqtt.discovery_prefix,
        sensors=sensor_link,
        zigbee2mqtt=mqtt.zigbee2mqtt,
    )
    await mqtt_house.start()
    stack.push_async_callback(mqtt_house.stop)
    hub_house = await _hub_house(stack, on, mqtt_house)
    house: House = mqtt_house if hub_house is None else JoinedHouse((mqtt_house, hub_house))
    trackers = {name: p.tracker for name, p in on.settings.people.items() if p.tracker}
    return Home(
        broker=broker,
        link=link,
        sensor_link=sensor_link,
        mqtt_house=mqtt_house,
        mqtt_check=MqttCheck(mqtt_house, link, broker),
        hub_house=hub_house,
        house=house,
        people=People(trackers, house.state),
    )


async def _hub_house(
    stack: AsyncExitStack, on: Foundations, mqtt_house: MqttHouse
) -> "HomeAssistantHouse | None":
    """Home Assistant, if any; a device that MQTT carries too goes the short way."""
    hub = configured_hub(on.settings)
    if hub is None:
        return None
    # Only here: a home without a hub loads no WebSocket client.
    from companion.links.home_assistant.engines import engine_of
    from companion.links.home_assistant.house import HomeAssistantHouse

    house = HomeAssistantHouse(
        hub.address,
        hub.token,
        on.own.words(),
        on.clock,
        exposure=hub.exposure,
        carried=mqtt_house.carries,
        opened=engine_of(hub.package),
    )
    await house.start()
    stack.push_async_callback(house.stop)
    return house
