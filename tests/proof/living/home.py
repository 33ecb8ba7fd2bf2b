"""Lived home: the product's own rooms, corridors and desk over devices in memory, with a clock that
jumps, so that weeks of a household take minutes.

Real: notice and act corridors, choice, referee, approval, execution, journal, record (SQLite in
memory), remember corridor, state, schedule, and all that learns. In memory: devices. Not there:
cameras (who is where is told as an observation), sound, the page, the language model.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from companion.app.acting import build_acting
from companion.app.alarms import build_alarms
from companion.app.desk import build_desk
from companion.app.door import build_door
from companion.app.ground import Ground
from companion.app.habits import build_habits
from companion.app.lines import build_lines
from companion.app.skills import build_skills
from companion.app.talking import build_talking
from companion.app.thought import build_thought
from companion.engines.llm.scripted import ScriptedLlm
from companion.engines.llm.scripted import Settings as Script
from companion.ports.ranker import Ranker
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.runner import JobRunner
from companion.service import plugins
from companion.service.settings import Settings
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.observation import Certainty, Change, Observation
from companion.words.place import Place
from companion.words.said import Said
from tests.proof.evaluation.choosing.still import StillEyes
from tests.proof.evaluation.grounds import (
    body_of,
    foundations_of,
    home_of,
    mind_of,
    remembering_of,
    storage_in_memory,
    things_of,
)
from tests.proof.evaluation.jump_clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse

_MOST_WALKS = 20
"""More triggers than this from one moment would be a storm."""


class _NoModel(ScriptedLlm):
    """The choice needs no model; what it is asked to word stays unsaid."""

    async def stop_generation(self) -> None:
        """Nothing is being written."""

    async def forget(self) -> None:
        """Nothing is kept."""


class LivedHome:
    """One home. `stand` builds it."""

    house: MemoryHouse

    def __init__(self, settings: Settings, stack: AsyncExitStack, start: datetime) -> None:
        self.settings, self._stack = settings, stack
        self.clock = JumpClock(start)

    async def stand(
        self,
        ranker: Ranker,
        devices: Sequence[MemoryDevice],
        places: tuple[Place, ...],
    ) -> None:
        """Build it as the composition root does."""
        on = foundations_of(self.settings, self.clock, places)
        self.house = MemoryHouse(self.clock, devices)
        storage = storage_in_memory(on)
        ground = Ground(
            foundations=on,
            storage=storage,
            home=home_of(self.house),
            mind=mind_of(on, _NoModel(Script()), ranker),
            remembering=remembering_of(storage),
        )
        self.store, self.record, self.journal = storage.store, storage.record, storage.journal
        has: dict[str, Any] = things_of(ground)
        has |= {"senses": StillEyes({}), "cameras": {}, "floor": None}
        for part in ("speaker", "drive"):
            has[part] = plugins.build(plugins.FAMILIES[part], "simulated", {}, has)
        body = body_of(ground, has["speaker"], has["drive"], has)
        alarms = build_alarms(self._stack, ground, body)
        skills = build_skills(self._stack, ground, body, alarms)
        lines = build_lines(ground, body, skills)
        thought = build_thought(ground, body, skills)
        talking = build_talking(ground, alarms, skills, thought)
        acting = build_acting(ground, body, alarms, skills, lines, thought, talking)
        self.door = build_door(self._stack, ground, alarms, talking, acting)
        desk = build_desk(ground, body, alarms, skills, lines, thought, talking, acting, self.door)
        self.thought, self.notice, self.act = thought, acting.notice, acting.act
        self.habits = build_habits(ground, talking, acting)
        self.triggers, self.alarms, self.desk = lines.triggers, alarms, desk.reception
        self.jobs = JobRunner(
            self.store.jobs, (RememberEvent(self.record, talking.remember.walk),), self.clock
        )
        self._following = asyncio.create_task(
            self.notice.follow(
                self.house.changes(),
                tuple(s for d in self.house.devices() if (s := self.house.state(d.id))),
            ),
            name="device reports",
        )
        await alarms.clock.load()
        await self.settle()

    async def settle(self) -> None:
        """Think every thought that waits, remember, and come to rest."""
        for _ in range(_MOST_WALKS):
            await self._rest()
            if not self.triggers.depth():
                break
            await self.act.walk(await self.triggers.next())
        await self._rest()
        await self.jobs.drain()

    async def _rest(self) -> None:
        """Until what was begun at the desk and by reports has ended."""
        for _ in range(4):
            await asyncio.sleep(0)
        await self.door.tasks.settled()
        for _ in range(4):
            await asyncio.sleep(0)

    def until(self, at: datetime) -> None:
        """Let time pass."""
        self.clock.charge(max(0.0, (at - self.clock.now()).total_seconds()))

    def later(self, **passed: float) -> None:
        """Let time pass: `minutes=3`."""
        self.clock.charge(timedelta(**passed).total_seconds())

    async def person(self, place: str, *, here: bool) -> None:
        """A person is seen to come or to go."""
        seen = Observation(
            subject="person",
            place=place,
            change=Change.APPEARED if here else Change.GONE,
            certainty=Certainty.FACT,
            confidence=0.95,
            at=self.clock.now(),
            source=place,
            value="present" if here else "absent",
            count=int(here),
        )
        await self.notice.notice((seen,))
        await self.settle()

    async def by_hand(self, device_id: str, value: str) -> None:
        """Somebody sets a device themselves."""
        self.house.set_state(DeviceId(device_id), value)
        await self.settle()

    async def say(self, text: str, channel: str = "web") -> str:
        """Somebody says it; gives the reply."""
        said = await self.desk.say(Said(text, channel))
        await self.settle()
        replies = await self.record.recent(
            limit=4, after=said, sources=(EventSource.CONVERSATION_REPLY,)
        )
        return " ".join(event.assistant_text for event in reversed(replies))

    def value(self, device_id: str) -> str | None:
        """State of a device."""
        state = self.house.state(DeviceId(device_id))
        return None if state is None else state.value

    async def last_decision(self) -> Event:
        """The newest decision about the home."""
        (event,) = await self.record.recent(
            limit=1, sources=(EventSource.DELIBERATION_DECISION,), origin="home"
        )
        return event

    async def end(self) -> None:
        """Leave nothing running."""
        self._following.cancel()
        await asyncio.gather(self._following, return_exceptions=True)
        await self.house.stop()


@asynccontextmanager
async def lived(
    settings: Settings,
    ranker: Ranker,
    devices: Sequence[MemoryDevice],
    places: tuple[Place, ...],
    *,
    start: datetime,
) -> AsyncIterator[LivedHome]:
    """A home that stands, and ends with the block."""
    async with AsyncExitStack() as stack:
        home = LivedHome(settings, stack, start)
        await home.stand(ranker, devices, places)
        try:
            yield home
        finally:
            await home.end()
