"""Plan of the doll's house: rooms, devices and cameras, read from `home.yaml`.

`load_home().places`, `.device_names` and `.by_itself` are what the settings of a real home
hold under `home:`; the rest only the simulator reads.
"""

from functools import cached_property
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from companion.service.home_settings import PlaceSetting, Words
from companion.service.yaml_text import load
from companion.words.device import Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place


class HomeWrong(ValueError):
    """Error: the plan contradicts itself, for example a device in no room or two devices of one
    id."""


class _Plan(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CameraPlan(_Plan):
    """Plan of one simulated camera: where it hangs."""

    id: str
    place: str
    mirrored: bool = False
    """The same footage serves every room; a mirror image makes a second one."""


class DevicePlan(_Plan):
    """Plan of one simulated device and its traits."""

    id: DeviceId
    place: str
    name: Words
    dims: bool = False
    colors: bool = False
    """A lamp that dims and shows any colour and any white."""
    tilts: bool = False
    """A blind whose slats turn."""
    swings: bool = False
    """A fan that can turn its head."""
    tracks: bool = False
    """A player that tells which track it plays, and whether it is silenced."""
    kind: Literal["curtain", "blind", "window", "awning"] = "curtain"
    travel_s: float = Field(8.0, gt=0)
    """Seconds from fully closed to fully open; of a vacuum, home from where it is."""
    senses: Literal[
        "",
        "illuminance",
        "temperature",
        "door",
        "motion",
        "window",
        "opening",
        "battery",
        "smoke",
        "gas",
        "leak",
        "rain",
        "running",
        "bed",
        "doorbell",
    ] = ""
    """From `window` on they read nothing of the world by themselves: the scenario says what
    happens."""

    @property
    def domain(self) -> Domain:
        """Home Assistant's domain, the part before the dot."""
        return Domain(self.id.partition(".")[0])

    @property
    def object_id(self) -> str:
        """The part after the dot."""
        return self.id.partition(".")[2]


class HomePlan(_Plan):
    """Plan of the whole home."""

    rooms: tuple[PlaceSetting, ...] = Field(alias="places")
    by_itself: tuple[str, ...]
    """Device id patterns that may be switched without asking."""
    cameras: tuple[CameraPlan, ...]
    devices: tuple[DevicePlan, ...]

    @model_validator(mode="after")
    def _consistent(self) -> "HomePlan":
        rooms = {room.id for room in self.rooms}
        standing: dict[str, str] = {d.id: d.place for d in self.devices} | {
            c.id: c.place for c in self.cameras
        }
        for thing, place in standing.items():
            if place not in rooms:
                raise HomeWrong(f"{thing} stands in {place!r}, which is no room")
        for room in self.rooms:
            if strange := set(room.neighbours) - rooms:
                raise HomeWrong(f"{room.id} borders on {sorted(strange)}, which are no rooms")
        if len({d.id for d in self.devices}) != len(self.devices):
            raise HomeWrong("two devices have the same id")
        return self

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The home map."""
        return tuple(room.place() for room in self.rooms)

    @cached_property
    def device_names(self) -> dict[str, Bilingual]:
        """The owner's name of each device."""
        return {d.id: d.name.bilingual() for d in self.devices}

    def device(self, device_id: str) -> DevicePlan:
        """One device's plan. Raises `KeyError`."""
        found = next((d for d in self.devices if d.id == device_id), None)
        if found is None:
            raise KeyError(device_id)
        return found

    def furnished(self, more: tuple[DevicePlan, ...]) -> "HomePlan":
        """The same home with more devices in it. Raises `HomeWrong`."""
        return HomePlan.model_validate(
            {**self.model_dump(by_alias=True), "devices": (*self.devices, *more)}
        )

    def path(self, start: str, goal: str) -> tuple[str, ...]:
        """Rooms walked through from `start` to `goal`, both included; shortest way."""
        borders = {room.id: room.neighbours for room in self.rooms}
        ways: list[tuple[str, ...]] = [(start,)]
        seen = {start}
        for way in ways:
            if way[-1] == goal:
                return way
            for room in borders[way[-1]]:
                if room not in seen:
                    seen.add(room)
                    ways.append((*way, room))
        raise HomeWrong(f"no way from {start} to {goal}")


def load_home() -> HomePlan:
    """Load the plan that comes with the package."""
    text = (resources.files("companion.dollhouse") / "home.yaml").read_text(encoding="utf-8")
    return HomePlan.model_validate(load(text))
