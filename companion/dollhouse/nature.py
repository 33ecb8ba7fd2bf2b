"""Nature of the doll's house: computes daylight and warmth, and sets the sensors that read them."""

import asyncio

from companion.dollhouse.chronicle import Happening, Kind
from companion.dollhouse.comfort import Climate
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.sensing import Sensor
from companion.dollhouse.world import FROM_OUTSIDE, TO_OUTSIDE, World
from companion.ports.clock import Chance, Clock

TICK_S = 60.0
"""Seconds between readings of what drifts."""

ROOM_LUX = 300.0
"""Illuminance of a fully lit room; living rooms are lit with 100-300 lx."""

LOSS_S = 4 * 3600.0
"""Time constant of a room losing warmth to outside."""

HEATING_S = 20 * 60.0
"""Time constant of an air conditioner."""

DRAUGHT_C = 0.05
"""Random drift per tick, °C."""

MOTION_HOLD_S = 30.0
"""A motion sensor stays on so long after the last motion."""

DOOR_OPEN_S = 4.0


class Nature:
    """Task that keeps the sensors true until it is cancelled."""

    def __init__(self, world: World, clock: Clock, chance: Chance) -> None:
        self._world = world
        self._clock = clock
        self._chance = chance
        self._wake = asyncio.Event()
        self._door_until = 0.0
        self._motion_until: dict[str, float] = {}
        self._begin()
        world.chronicle.watch(self._happened)

    async def run(self) -> None:
        """Drift, and read what changed, until cancelled."""
        drift_at = self._clock.monotonic() + TICK_S
        while True:
            self._wake.clear()
            if self._clock.monotonic() >= drift_at:
                self._drift()
                drift_at += TICK_S
            self.read_all()
            until = min((drift_at, *self._deadlines()))
            try:
                await self._clock.wait_for(self._wake.wait(), until - self._clock.monotonic())
            except TimeoutError:
                continue

    def _begin(self) -> None:
        """Set what sensors show before anybody looks, so that the start is no change."""
        for device in self._world.devices.values():
            if isinstance(device, Sensor):
                device.preset(str(self._reading(device)))
            elif isinstance(device, Climate):
                device.room_c = self._world.warmth_c[device.plan.place]

    def read_all(self) -> None:
        """Let every sensor read the world as it is."""
        for device in self._world.devices.values():
            self._read(device)

    def _deadlines(self) -> tuple[float, ...]:
        now = self._clock.monotonic()
        ends = (self._door_until, *self._motion_until.values())
        return tuple(end for end in ends if end > now)

    def _read(self, device: SimDevice) -> None:
        if isinstance(device, Climate):
            device.measured(self._world.warmth_c[device.plan.place])
        elif isinstance(device, Sensor):
            device.measured(self._reading(device))

    def _reading(self, sensor: Sensor) -> float:
        room = sensor.plan.place
        match sensor.plan.senses:
            case "illuminance":
                return round(self._world.brightness(room) * ROOM_LUX)
            case "temperature":
                return self._world.warmth_c[room]
            case "door":
                return float(self._clock.monotonic() < self._door_until)
            case "motion":
                return float(self._moving(room))
            case _:
                return sensor.reading  # as the scenario set it

    def _moving(self, room: str) -> bool:
        awake = any(not self._world.people[p].asleep for p in self._world.present(room))
        return awake or self._clock.monotonic() < self._motion_until.get(room, 0.0)

    def _happened(self, happening: Happening) -> None:
        now = self._clock.monotonic()
        if happening.kind is Kind.LEFT:
            self._motion_until[happening.place] = now + MOTION_HOLD_S
        if happening.value in (FROM_OUTSIDE, TO_OUTSIDE):
            self._door_until = now + DOOR_OPEN_S
        if happening.by != "nature" or happening.kind in (Kind.ENTERED, Kind.LEFT):
            self._wake.set()

    def _drift(self) -> None:
        outside_c = self._world.sky.outside_c
        for room, warmth in self._world.warmth_c.items():
            change = (outside_c - warmth) * TICK_S / LOSS_S
            for device in self._world.devices.values():
                if isinstance(device, Climate) and device.plan.place == room:
                    change += self._conditioned(device, warmth)
            luck = (self._chance.random() - 0.5) * 2 * DRAUGHT_C
            self._world.warmth_c[room] = warmth + change + luck

    @staticmethod
    def _conditioned(device: Climate, warmth: float) -> float:
        gap = device.goal_c - warmth
        works = {"off": False, "heat": gap > 0, "cool": gap < 0}.get(device.mode, True)
        return gap * TICK_S / HEATING_S if works else 0.0
