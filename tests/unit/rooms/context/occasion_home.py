"""A home over the real device control, for the tests of what answers an occasion."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from capabilities.device_control import DeviceControl, Settings
from companion.home.occasion import Occasion
from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.room import ContextRoom
from companion.service.blackboard import Blackboard
from companion.service.plugins import CapabilityRegistry
from companion.store.sqlite import Store
from companion.words.context import DeliberationContextPack
from companion.words.decision import MenuEntry
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.trigger import Trigger
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import trigger
from tests.twins.memory_house import MemoryDevice, MemoryHouse

KOTO = PersonaSheet(
    name="Koto", language=Language.EN, persona_text="kind", addon_text="", second_person_label="you"
)


PLACES = (
    Place(id="hall", name=Bilingual("玄関", "Hall"), neighbours=("living",)),
    Place(id="living", name=Bilingual("居間", "Living room"), neighbours=("hall", "bedroom")),
    Place(id="bedroom", name=Bilingual("寝室", "Bedroom"), neighbours=("living",)),
)


MODES: dict[str, Any] = {
    "modes": ("off", "auto", "heat", "cool", "dry"),
    "min_temp": 7.0,
    "max_temp": 32.0,
}


OPERATIONS = {
    "light": ("turn_on", "turn_off", "set_brightness"),
    "switch": ("turn_on", "turn_off"),
    "fan": ("turn_on", "turn_off"),
    "cover": ("open", "close", "stop", "set_position"),
    "climate": ("set_temperature", "set_mode"),
    "lock": ("lock", "unlock"),
    "media_player": ("play", "pause", "stop", "set_volume"),
}


def thing(name: str, area: str, by_itself: bool = False, **attributes: Any) -> Device:
    kind = name.partition(".")[0]
    label = name.replace(".", " ").replace("_", " ")
    return Device(
        id=DeviceId(name),
        domain=Domain(kind),
        name=Bilingual(f"『{label}』", label),
        area=area,
        operations=OPERATIONS.get(kind, ()),
        by_itself=by_itself,
        attributes=attributes,
    )


THINGS = (
    (thing("light.hall", "hall", True), "off"),
    (thing("light.living", "living", True), "off"),
    (thing("light.bedroom", "bedroom", True), "off"),
    (thing("switch.heater", "living"), "off"),
    (thing("fan.living", "living"), "off"),
    (thing("media_player.tv", "living", True), "idle"),
    (thing("cover.window", "bedroom", True, device_class="window"), "closed"),
    (thing("cover.curtain", "bedroom", True, device_class="curtain"), "closed"),
    (thing("climate.living", "living", **MODES), "off"),
    (thing("lock.front", "hall"), "locked"),
    (thing("sensor.living_temperature", "living", device_class="temperature"), "20"),
    (thing("sensor.bedroom_lux", "bedroom", device_class="illuminance"), "400"),
    (thing("binary_sensor.rain", "hall", device_class="moisture"), "off"),
)


class Home:
    """A context room over the real device control and a home in memory."""

    def __init__(self, start: datetime = EVENING) -> None:
        self.clock = JumpClock(start)
        self.store = Store.in_memory(self.clock)
        self.house = MemoryHouse(self.clock)
        self.blackboard = Blackboard(self.clock)
        for device, value in THINGS:
            self.house.add(MemoryDevice(device, value, {}))
        self.control = DeviceControl(Settings(), self.house, self.clock)
        self.shelf = CapabilityRegistry({"device_control": self.control})
        self.language = Language.EN
        self.hushed = False

    def room(self) -> ContextRoom:
        return ContextRoom(
            HomeNow(
                record=self.store.record,
                state=self.store.state,
                house=self.house,
                catalogue=self.shelf,
                persona=KOTO,
                clock=self.clock,
                language=self.language,
                places=PLACES,
                blackboard=self.blackboard,
            ),
            hushed=lambda: self.hushed,
        )

    def set(self, device_id: str, value: str, **attributes: Any) -> None:
        self.house.set_state(DeviceId(device_id), value, **attributes)

    def person(self, place: str, value: str) -> None:
        self.blackboard.seen(
            Observation("person", place, Change.STATE, Certainty.FACT, 0.9, EVENING, "cam", value)
        )

    async def pack(self, why: Trigger) -> DeliberationContextPack:
        return await self.room().gather(why)

    async def menu(self, occasion: Occasion, place: str = "") -> dict[str, MenuEntry]:
        return {e.name: e for e in (await self.pack(of(occasion, place))).menu}


def of(occasion: Occasion, place: str = "") -> Trigger:
    return replace(trigger(text=f"{occasion}", place=place), occasion=occasion.value)


def plug(home: Home, own: str, ja: str, en: str, *, area: str = "living") -> None:
    switch = replace(thing(f"switch.{own}", area), name=Bilingual(ja, en))
    home.house.add(MemoryDevice(switch, "on", {}))
