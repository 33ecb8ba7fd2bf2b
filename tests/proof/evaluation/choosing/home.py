"""The homes that situations happen in: rooms, devices, their usual state, and who may what."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from companion.dollhouse.home import HomePlan, load_home
from companion.service.home_settings import PlaceSetting, Words
from companion.service.yaml_text import load
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.place import Place
from tests.twins.memory_house import Behaviour, MemoryDevice

DOLLHOUSE = "dollhouse"
"""The product's own simulated household, as shipped."""
UNAVAILABLE = "unavailable"

_OPERATIONS: Mapping[Domain, tuple[str, ...]] = {
    Domain.LIGHT: ("turn_on", "turn_off"),
    Domain.SWITCH: ("turn_on", "turn_off"),
    Domain.FAN: ("turn_on", "turn_off"),
    Domain.COVER: ("open", "close", "stop", "set_position"),
    Domain.CLIMATE: ("set_temperature", "set_mode"),
    Domain.LOCK: ("lock", "unlock"),
    Domain.MEDIA_PLAYER: ("play", "pause", "stop", "set_volume"),
}
_USUAL: Mapping[Domain, str] = {
    Domain.COVER: "closed",
    Domain.LOCK: "locked",
    Domain.MEDIA_PLAYER: "idle",
}
"""All else is off; sensors have no usual value."""
_NUMBERS = frozenset(
    {"brightness", "position", "temperature", "percentage", "volume", "current_temperature"}
)


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class HomeDevice(_Section):
    """One device of a home."""

    id: str = Field(pattern=r"^[a-z_]+\.[a-z0-9_]+$")
    place: str
    name: Words
    dims: bool = False
    device_class: str = ""
    state: str | None = None
    """Where a situation says nothing: `on`, `open`, `21.5`, `unavailable`; None is the usual."""
    numbers: dict[str, float] = Field(default_factory=dict)
    """`position`, `temperature` ... that stand beside the state."""
    modes: tuple[str, ...] = ()

    @property
    def domain(self) -> Domain:
        """The part before the dot."""
        return Domain(self.id.partition(".")[0])

    def operations(self) -> tuple[str, ...]:
        """What a device of its kind takes."""
        own = _OPERATIONS.get(self.domain, ())
        return (*own, "set_brightness") if self.dims else own


class HomeFile(_Section):
    """A home, packaged (`homes/NAME.yaml`) or written into a situation."""

    rooms: tuple[PlaceSetting, ...] = Field(alias="places", min_length=1)
    by_itself: tuple[str, ...] = ()
    """Device id patterns that the owner lets it switch without asking."""
    cameras: dict[str, str] = Field(default_factory=dict)
    """Camera -> room."""
    devices: tuple[HomeDevice, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _consistent(self) -> "HomeFile":
        rooms = {room.id for room in self.rooms}
        for device in self.devices:
            Domain(device.id.partition(".")[0])
            if device.place not in rooms:
                raise ValueError(f"{device.id} stands in {device.place!r}, which is no room")
        if strange := set(self.cameras.values()) - rooms:
            raise ValueError(f"cameras look at {sorted(strange)}, which are no rooms")
        return self

    @property
    def places(self) -> tuple[Place, ...]:
        """The home map."""
        return tuple(room.place() for room in self.rooms)

    def device(self, device_id: str) -> HomeDevice | None:
        """One device."""
        return next((d for d in self.devices if d.id == device_id), None)


class HomeUnknown(LookupError):
    """No packaged home of that name."""


@cache
def home_called(name: str) -> HomeFile:
    """A packaged home. Raises `HomeUnknown`, `ValueError` with the file's name."""
    if name == DOLLHOUSE:
        return _from_plan(load_home())
    file = resources.files("tests.proof.evaluation") / "homes" / f"{name}.yaml"
    if not file.is_file():
        raise HomeUnknown(f"no home {name!r}; there are: {', '.join(home_names())}")
    try:
        return HomeFile.model_validate(load(file.read_text(encoding="utf-8")))
    except ValidationError as error:
        raise ValueError(f"homes/{name}.yaml: {error}") from error


def home_names() -> tuple[str, ...]:
    """Every packaged home."""
    folder = resources.files("tests.proof.evaluation") / "homes"
    return (DOLLHOUSE, *sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".yaml")))


def devices_of(home: HomeFile, states: Mapping[str, Any]) -> tuple[MemoryDevice, ...]:
    """The home's devices as a situation finds them; `states`: id -> value or value with numbers.

    An explicit None is a device that never reported: unknown, never `off`.
    """
    return tuple(_device(home, device, states) for device in home.devices)


def _device(home: HomeFile, plan: HomeDevice, states: Mapping[str, Any]) -> MemoryDevice:
    given = states.get(plan.id, plan.state or _USUAL.get(plan.domain, _off(plan)))
    numbers: dict[str, Any] = dict(plan.numbers)
    if isinstance(given, Mapping):
        numbers |= {k: v for k, v in given.items() if k in _NUMBERS}
        given = given.get("value")
    value = None if given is None else f"{given}"
    offline = value == UNAVAILABLE
    own = {"device_class": plan.device_class} if plan.device_class else {}
    device = Device(
        id=DeviceId(plan.id),
        domain=plan.domain,
        name=plan.name.bilingual(),
        area=plan.place,
        operations=plan.operations(),
        by_itself=_marked(plan.id, home.by_itself),
        attributes={**own, **({"modes": plan.modes} if plan.modes else {})},
    )
    return MemoryDevice(
        device=device,
        value=None if offline else value,
        attributes=numbers,
        behaviour=Behaviour.OFFLINE if offline else Behaviour.OBEYS,
    )


def _off(plan: HomeDevice) -> str | None:
    return None if plan.domain is Domain.SENSOR else "off"


def _marked(device_id: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(device_id, pattern) for pattern in patterns)


def _from_plan(plan: HomePlan) -> HomeFile:
    """The doll's house, with what its devices report."""
    devices = tuple(
        HomeDevice(
            id=d.id,
            place=d.place,
            name=d.name,
            dims=d.dims,
            device_class=d.senses or ("curtain" if d.domain is Domain.COVER else ""),
            modes=("off", "cool", "heat") if d.domain is Domain.CLIMATE else (),
        )
        for d in plan.devices
    )
    return HomeFile(
        places=plan.rooms,
        by_itself=plan.by_itself,
        cameras={camera.id: camera.place for camera in plan.cameras},
        devices=devices,
    )
