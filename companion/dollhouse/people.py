"""People of the doll's house: follow the scenario's timeline, and their habits by chance."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from companion.dollhouse.chronicle import Kind
from companion.dollhouse.clock import SimClock
from companion.dollhouse.devices import Fault
from companion.dollhouse.scenario import Habit, Scenario, Step
from companion.dollhouse.world import AWAY, FROM_OUTSIDE, TO_OUTSIDE, World
from companion.ports.clock import Chance
from companion.words.timing import WEEKDAYS

DOORWAY_S = 3.0
"""Seconds between leaving one room and entering the next."""

PASSING_S = 8.0
"""Seconds somebody who only walks through is in a room: long enough for a camera to be sure."""


class Outside(Protocol):
    """Text from outside that comes into the house."""

    def show(self, place: str, text: str) -> None:
        """Hold them before the camera of a room, if there is one."""

    async def say(self, text: str, channel: str) -> None:
        """Say them, on the television or from afar."""

    def announce(self, device_id: str, name: str, place: str) -> None:
        """A thing of nobody's announces itself on the broker under this name."""

    def write(self, device_id: str, text: str) -> None:
        """It reports this as its state."""


class People:
    """Player of a scenario's steps and habits, until it is cancelled."""

    def __init__(
        self,
        scenario: Scenario,
        world: World,
        clock: SimClock,
        chance: Chance,
        outside: Outside | None = None,
    ) -> None:
        self._scenario = scenario
        self._outside = outside
        self._world = world
        self._clock = clock
        self._chance = chance
        self._busy: dict[str, asyncio.Lock] = {p.id: asyncio.Lock() for p in scenario.people}
        self._origin = 0.0

    async def run(self) -> None:
        """Live. `at_s` counts from this call."""
        self._origin = self._clock.monotonic()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._timeline(), name="timeline")
            for habit in self._scenario.habits:
                group.create_task(self._habit(habit), name=f"habit {habit.who} {habit.to}")

    async def _timeline(self) -> None:
        await self._play(self._scenario.timeline, 0.0)
        every_s, lap = self._scenario.repeat_every_s, 0
        again = [s for s in self._scenario.timeline if s.at_s >= self._scenario.repeat_from_s]
        while every_s and again:
            lap += 1
            await self._play(again, lap * every_s)

    async def _play(self, steps: Sequence[Step], later_s: float) -> None:
        for step in steps:
            by_chance_s = step.later_up_to_s * self._chance.random() if step.later_up_to_s else 0.0
            await self._clock.sleep_until(self._origin + later_s + step.at_s + by_chance_s)
            if self._weekday() not in step.days:
                continue
            if step.who:
                async with self._busy[step.who]:
                    await self._do(step)
            else:
                await self._do(step)

    def _weekday(self) -> str:
        """Of the household's own calendar, whatever day the house was started on."""
        return WEEKDAYS[self._clock.now().astimezone(self._scenario.starts_at.tzinfo).weekday()]

    async def _do(self, step: Step) -> None:
        match step.does:
            case "come_home":
                await self._come_home(step.who)
            case "go_out":
                await self._go_out(step.who)
            case "go":
                await self._go(step.who, step.to)
            case "sleep" | "wake":
                self._world.sleep(step.who, step.does == "sleep")
            case "block":
                self._world.blocked.add(step.to)
            case "clear":
                self._world.blocked.discard(step.to)
            case "show" | "say" | "announce" | "write":
                await self._from_outside(step)
            case _:
                await self._with_device(step)

    async def _from_outside(self, step: Step) -> None:
        """Words of somebody's: before a camera, in the air, on the wire."""
        if self._outside is None:
            return
        match step.does:
            case "show":
                self._outside.show(self._world.people[step.who].room, step.text)
            case "say":
                await self._outside.say(step.text, step.to)
            case "announce":
                self._outside.announce(step.device, step.text, step.to)
            case _:
                self._outside.write(step.device, step.text)

    async def _with_device(self, step: Step) -> None:
        device = self._world.devices[step.device]
        match step.does:
            case "switch":
                await device.by_hand(step.to, step.who)
            case "ask":
                place = self._world.people[step.who].room
                self._world.chronicle.write(Kind.ASKED, step.device, place, step.to, by=step.who)
            case "happen":
                device.happens(step.to)
            case "break":
                device.set_fault(step.fault)
            case _:
                device.set_fault(Fault.NONE)

    async def _come_home(self, who: str) -> None:
        if self._world.people[who].room == AWAY:
            self._world.enter(who, "hall", FROM_OUTSIDE)

    async def _go_out(self, who: str) -> None:
        await self._go(who, "hall")
        await self._clock.sleep(PASSING_S)
        self._world.leave(who, TO_OUTSIDE)

    async def _go(self, who: str, goal: str) -> None:
        start = self._world.people[who].room
        if start in (AWAY, goal):
            return
        way = self._world.plan.path(start, goal)
        for room in way[1:]:
            self._world.leave(who)
            await self._clock.sleep(DOORWAY_S)
            self._world.enter(who, room)
            if room != goal:
                await self._clock.sleep(PASSING_S)

    async def _habit(self, habit: Habit) -> None:
        await self._clock.sleep_until(self._origin + habit.from_s)
        while True:
            await self._clock.sleep(self._between(habit.every_s))
            where = self._world.people[habit.who]
            lucky = self._chance.random() < habit.chance
            if where.room == AWAY or where.asleep or not lucky or self._busy[habit.who].locked():
                continue
            async with self._busy[habit.who]:
                await self._indulge(habit)

    async def _indulge(self, habit: Habit) -> None:
        if habit.does == "switch":
            await self._world.devices[habit.device].by_hand(habit.to, habit.who)
            return
        home = self._world.people[habit.who].room
        await self._go(habit.who, habit.to)
        await self._clock.sleep(self._between(habit.stays_s))
        await self._go(habit.who, home)

    def _between(self, span: tuple[float, float]) -> float:
        return span[0] + (span[1] - span[0]) * self._chance.random()
