"""The doll's house as a home view in memory, for plans that are judged without a broker."""

import re
from datetime import datetime
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from companion.dollhouse.home import DevicePlan, HomePlan, load_home
from companion.home.kinds import kind_of
from companion.rooms.governance.home_view import HomeView
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, present_home
from companion.service.yaml_text import load
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId

_FIRST = {
    Domain.LIGHT: "on",
    Domain.COVER: "open",
    Domain.LOCK: "unlocked",
    Domain.CLIMATE: "off",
    Domain.SENSOR: "21",
    Domain.BINARY_SENSOR: "off",
}


class StandingHouse:
    """Port `House` as far as a plan reads it: devices and their states."""

    def __init__(self, now: datetime, plan: HomePlan | None = None) -> None:
        plan = plan or load_home()
        self._devices = {
            DeviceId(one.id): _device(
                one,
                by_itself=any(fnmatchcase(str(one.id), pattern) for pattern in plan.by_itself),
            )
            for one in plan.devices
        }
        self.now = now
        self.states = {
            one.id: DeviceState(device_id=one.id, value=_FIRST.get(one.domain, "off"), at=now)
            for one in self._devices.values()
        }

    def devices(self) -> tuple[Device, ...]:
        """All, by id."""
        return tuple(self._devices[one] for one in sorted(self._devices))

    def device(self, device_id: DeviceId) -> Device | None:
        """One."""
        return self._devices.get(device_id)

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """As it was set."""
        return self.states.get(device_id)

    def set(self, device_id: str, value: str | None, **attributes: object) -> None:
        """A device is so now."""
        own = DeviceId(device_id)
        self.states[own] = DeviceState(
            device_id=own, value=value, attributes=attributes, at=self.now
        )


def _device(plan: DevicePlan, *, by_itself: bool) -> Device:
    rows = kind_of(
        Device(
            id=plan.id,
            domain=plan.domain,
            name=plan.name.bilingual(),
            area=plan.place,
            operations=(),
            attributes={"device_class": plan.senses},
        )
    ).operations
    return Device(
        id=plan.id,
        domain=plan.domain,
        name=plan.name.bilingual(),
        area=plan.place,
        operations=tuple(row.does for row in rows),
        by_itself=by_itself,
        attributes={"device_class": plan.senses},
    )


def home_of(name: str) -> HomePlan:
    """The home for which a set of purposes was written; the doll's house where none is told. The
    authors after the third wrote for the same home as that one."""
    author = re.sub("strangers(?:[4-9]|1[01])$", "strangers3", name.partition("_")[0])
    own = Path(__file__).with_name(f"home_{author}.yaml")
    if not own.exists():
        return load_home()
    return HomePlan.model_validate(load(own.read_text(encoding="utf-8")))


def view(house: StandingHouse, plan: HomePlan | None = None) -> HomeView:
    """The home view of a plan (the doll's house), with its cameras."""
    plan = plan or load_home()
    return HomeView(
        house=house,  # type: ignore[arg-type]  # only what a plan reads
        grammar=GrammarUnderstanding(
            partial(present_home, house, plan.places)  # type: ignore[arg-type]  # as above
        ),
        places=plan.places,
        cameras={camera.id: camera.place for camera in plan.cameras},
    )


def bare() -> HomeView:
    """A home without any device."""

    class Empty:
        def devices(self) -> tuple[Device, ...]:
            return ()

        def device(self, device_id: DeviceId) -> Device | None:
            return None

        def state(self, device_id: DeviceId) -> DeviceState | None:
            return None

    grammar = GrammarUnderstanding(Home)
    return HomeView(house=Empty(), grammar=grammar)  # type: ignore[arg-type]  # only what a plan reads
