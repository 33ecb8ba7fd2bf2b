"""Simulated drive: a wheeled base that takes time, drifts, and fails on command.

It drives from room to room along their neighbours. Its dead-man is a task of its own, below
and independent of the planner: wheels stop 0.5 s after the last keep-alive.
"""

import asyncio
import contextlib
from collections import deque
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import DEAD_MAN_S, DriveUnavailable
from companion.ports.clock import Clock
from companion.ports.floor import Floor
from companion.words.needs import Needs
from companion.words.place import Place

NO_ANSWER = "the base does not answer; check its power and its cable"
_TICK_S = 0.001
"""Finest time that is waited for."""


class Settings(BaseModel):
    """Settings of the simulated base."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    start: str = Field("", description="room it stands in at first; empty: its dock's room")
    dock: str = Field("", description="room of its charging dock; empty: it has none")
    speed_m_s: float = Field(0.4, gt=0, le=2, description="speed on the way, metres per second")
    hop_m: float = Field(5.0, gt=0, description="way from one room to the next, metres")
    drift: float = Field(0.02, ge=0, le=0.2, description="odometry reads this share too much")
    step_s: float = Field(0.1, gt=0, le=0.25, description="control period, seconds")
    fail: Literal["none", "stuck", "offline", "lost"] = Field(
        "none", description="failure to simulate"
    )


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


class SimulatedDrive:
    """Wheeled base of the doll's house. Implements port `Drive`; `open` starts the wheels' own
    task, `close` ends it."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        places: tuple[Place, ...],
        floor: Floor | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._floor = floor
        self._neighbours = {p.id: p.neighbours for p in places}
        self._room = settings.start or settings.dock or next(iter(self._neighbours), "")
        self._way: deque[str] = deque()
        self._gone_m = 0.0
        self._odometer_m = 0.0
        self._alive_at = float("-inf")
        self._wake = asyncio.Event()
        self._wheels: asyncio.Task[None] | None = None
        self.fail = settings.fail
        """Can be changed while it runs: the simulator fails on command."""

    async def open(self) -> None:
        """Start the wheels' task; idempotent."""
        if self._wheels is None:
            self._wheels = asyncio.create_task(self._run(), name="simulated drive")
            self._stands_in(self._room)

    async def close(self) -> None:
        """Stop the wheels and end their task; idempotent."""
        wheels, self._wheels = self._wheels, None
        self._way.clear()
        if wheels is not None:
            wheels.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await wheels

    async def go_to(self, room: str) -> None:
        """Begin to drive; wheels turn only while keep-alives come."""
        self._answer()
        way = self._route(room)
        self._gone_m = 0.0
        self._alive_at = self._clock.monotonic()
        self._way = deque(way)
        self._wake.set()

    async def keep_alive(self) -> None:
        """The planner lives."""
        self._answer()
        self._alive_at = self._clock.monotonic()

    async def stop(self) -> None:
        """Stop now. Works whatever else fails: the brake is not the computer."""
        self._way.clear()

    def position(self) -> tuple[str, bool]:
        """Room it takes itself to be in, and whether the wheels turn."""
        return "" if self.fail == "lost" else self._room, bool(self._way)

    def dock(self) -> str:
        """Room of its dock."""
        return self._settings.dock if self._neighbours else ""

    def rooms(self) -> tuple[str, ...]:
        """Rooms that can be reached from here."""
        seen, queue = {self._room}, deque([self._room])
        while queue:
            for room in self._neighbours.get(queue.popleft(), ()):
                if room not in seen:
                    seen.add(room)
                    queue.append(room)
        return tuple(sorted(seen & set(self._neighbours)))

    def trouble(self) -> str:
        """That its link is lost."""
        return NO_ANSWER if self._neighbours and self.fail == "offline" else ""

    def odometer_m(self) -> float:
        """Metres driven, as its own wheels count them: a little too much."""
        return self._odometer_m

    async def _run(self) -> None:
        while True:
            if not self._way:
                self._wake.clear()
                await self._wake.wait()
            before = self._clock.monotonic()
            dead_at = self._alive_at + DEAD_MAN_S
            await self._clock.sleep(min(self._settings.step_s, max(dead_at - before, _TICK_S)))
            self._step(self._clock.monotonic() - before)

    def _step(self, seconds: float) -> None:
        """One control period: dead-man first, then the way."""
        silent_s = self._clock.monotonic() - self._alive_at
        if silent_s >= DEAD_MAN_S - _TICK_S or self.fail == "offline":
            self._way.clear()
        if not self._way or self.fail == "stuck":
            return
        gone_m = self._settings.speed_m_s * seconds
        if self._floor is not None and self._floor.is_blocked(self._way[0]):
            gone_m = min(gone_m, max(0.0, self._settings.hop_m / 2 - self._gone_m))
        self._gone_m += gone_m
        self._odometer_m += gone_m * (1 + self._settings.drift)
        while self._way and self._gone_m >= self._settings.hop_m:
            self._gone_m -= self._settings.hop_m
            self._room = self._way.popleft()
            self._stands_in(self._room)

    def _stands_in(self, room: str) -> None:
        if self._floor is not None and room:
            self._floor.rolled_into(room)

    def _answer(self) -> None:
        if self._wheels is None:
            raise DriveUnavailable("the base is not switched on")
        if self.fail == "offline":
            raise DriveUnavailable(NO_ANSWER)

    def _route(self, goal: str) -> tuple[str, ...]:
        """Rooms on the shortest way, without the one it stands in. Raises `ValueError`."""
        if goal not in self.rooms():
            raise ValueError(f"no way to {goal!r}; there is one to {', '.join(self.rooms())}")
        came_from: dict[str, str] = {self._room: ""}
        queue = deque([self._room])
        while goal not in came_from:
            room = queue.popleft()
            for following in self._neighbours.get(room, ()):
                if following not in came_from:
                    came_from[following] = room
                    queue.append(following)
        way: list[str] = []
        while goal != self._room:
            way.append(goal)
            goal = came_from[goal]
        return tuple(reversed(way))


def build(
    settings: Settings, *, clock: Clock, places: tuple[Place, ...], floor: Floor | None
) -> SimulatedDrive:
    """Build the base; it moves after `open`. Raises `ValueError` for an unknown start or dock.

    It rolls on the floor of the doll's house (`floor`). Where there is none the home is real, and a
    base that is not there has nowhere to go: nothing may be told of drives that nobody made.
    """
    if floor is None:
        return SimulatedDrive(settings.model_copy(update={"start": "", "dock": ""}), clock, ())
    for name, room in (("starts", settings.start), ("has its dock", settings.dock)):
        if room and room not in {p.id for p in places}:
            raise ValueError(f"drive {name} in {room!r}, which is no room of the home")
    return SimulatedDrive(settings, clock, places, floor)
