"""The port `House` on Home Assistant, set up for its contract: the twin hub, and the real one."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import HubAddress, Open
from companion.links.home_assistant.wire import open_wire
from companion.links.owner import OwnersWords
from companion.ports.house import House
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, COVER, LIGHT, LOCK, PLACES, until
from tests.twins.hub import TwinHub

OWNER = OwnersWords(places=PLACES, by_itself=("light.*",))
HALL = {"area_id": "ent", "name": "玄関", "aliases": ["Entrance"]}


def furnished() -> TwinHub:
    """The three devices of the contract on a twin hub."""
    hub = TwinHub()
    hub.areas = [HALL]
    lit = {
        "friendly_name": "玄関の照明",
        "supported_color_modes": ["brightness"],
        "brightness": 128,
    }
    hub.add(LIGHT, "off", area_id="ent", attributes=lit)
    drawn = {
        "friendly_name": "curtain",
        "supported_features": 15,
        "current_position": 0,
        "device_class": "curtain",
    }
    hub.add(COVER, "closed", area_id="ent", attributes=drawn)
    hub.add(LOCK, "locked", area_id="ent", attributes={"friendly_name": "front door"})
    return hub


class TwinHome:
    """A house on the twin hub."""

    def __init__(self, hub: TwinHub, opened: Open) -> None:
        self.hub = hub
        self.hub_house = HomeAssistantHouse(
            HubAddress(url=hub.url), lambda: "good", OWNER, CLOCK, opened=opened
        )
        self.house: House = self.hub_house

    async def start(self) -> None:
        await self.hub_house.start()
        await until(lambda: self.house.connected() and self.house.state(LOCK) is not None)

    async def hand(self, device_id: DeviceId, value: str) -> None:
        await self.hub.say(device_id, value)

    async def offline(self, device_id: DeviceId, away: bool) -> None:
        await self.hub.say(device_id, "unavailable" if away else "off")

    async def lose(self) -> None:
        await self.hub.stop()
        await until(lambda: not self.house.connected())

    async def find(self) -> None:
        await self.hub.start()
        await until(self.house.connected)

    async def take_out(self, device_id: DeviceId) -> None:
        await self.hub.remove(device_id)
        await until(lambda: self.house.device(device_id) is None)

    def obeyed(self) -> list[tuple[str, str]]:
        return [(entity, service) for service, entity, _ in self.hub.called]


@contextlib.asynccontextmanager
async def twin_home(opened: Open = open_wire) -> AsyncIterator[TwinHome]:
    """A house on the twin hub, up and told, over one of the engines."""
    hub = furnished()
    await hub.start()
    home = TwinHome(hub, opened)
    try:
        await home.start()
        yield home
    finally:
        await home.hub_house.stop()
        await hub.stop()
        await asyncio.sleep(0)
