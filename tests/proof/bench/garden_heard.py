"""Benchmark of a person's turn that comes while the real model answers the garden.

Typed, a turn comes without a sign; spoken, the first sound comes before it (`make_room`). What
counts is processor time of the model's own process, which has one thread: on a machine that does
nothing else it is the time that the person waits, and a busy machine does not change it.
"""

import asyncio
import os
import random
import statistics
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.engines.llm_runtime.process import ProcessLlm
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.weights import PinnedModel
from companion.rooms.garden.episodes import EPISODE_TOKENS, episode_prompt
from companion.service.draws import SeededDraws
from companion.service.garden_files import load_garden
from companion.words.garden import CharacterNow, GardenAction
from companion.words.language import Language
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.trigger import Priority
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.garden_year import CONFIG, SEEDS, SHEET, live
from tests.proof.bench.llm_prefix import HEARD
from tests.proof.bench.real_model import CLOCK, engine_of, missing, models

IDS = ("A-heard",)
ROUNDS = {Effort.SHORT: 2, Effort.LONG: 6}
SPEAKS_S = 1.5
"""Of a short sentence, from the first sound to the end that was waited for."""
PERSONA = PromptMessage("system", "You are Koto, who looks after a home. Be brief and kind. " * 12)
SAID = (
    "It is 19:{:02}, and turn {} of the talk. The hall is dark, the living room is lit, the window "
    "of the bedroom is open, it rains, and somebody came home a while ago. They say: is the light "
    "in the hall on, and did I shut the window?"
)
"""Some sixty tokens that were not read before: what varies in a person's turn."""


def turn(number: int) -> LlmRequest:
    """A turn of a person, of which one token is wanted; each number is another one."""
    return LlmRequest(
        purpose=LlmRequestPurpose.SYNC_CONVERSATION,
        messages=(PERSONA, PromptMessage("user", SAID.format(number % 60, number))),
        max_tokens=1,
        priority=Priority.USER,
        seed=number,
        deadline_s=600.0,
    )


@dataclass
class Heard:
    """Processor seconds to a person's first token."""

    llm: LlmQueue
    pid: int
    idle_s: list[float] = field(default_factory=list)
    typed_s: list[float] = field(default_factory=list)
    spoken_s: list[float] = field(default_factory=list)

    async def rounds(self, count: int, garden: LlmRequest) -> None:
        """Each: beside nobody; typed, and spoken, while the garden is being answered."""
        chance = random.Random(SEEDS[0])
        await self.llm.complete(turn(0))  # what never changes is read ahead, as in a house
        for number in range(1, 3 * count, 3):
            self.idle_s.append(await self._spent(self.llm.complete(turn(number))))
            for which, kept in ((1, self.typed_s), (2, self.spoken_s)):
                fresh = PromptMessage("user", f"{number}.{which}")
                asked = replace(garden, messages=(fresh, *garden.messages))
                work = asyncio.create_task(self.llm.complete(asked))
                await self._until_spent(chance.uniform(0.5, 4.0), work)
                if kept is self.spoken_s:
                    await self.llm.make_room()
                    await self._until_spent(SPEAKS_S, work)
                kept.append(await self._spent(self.llm.complete(turn(number + which))))
                await self.llm.stop_generation()
                await asyncio.gather(work, return_exceptions=True)

    async def _spent(self, work: Awaitable[object]) -> float:
        before = cpu_s(self.pid)
        await work
        return cpu_s(self.pid) - before

    async def _until_spent(self, seconds: float, work: "asyncio.Task[object]") -> None:
        """So much processor time later, or once there is nothing left to do."""
        until = cpu_s(self.pid) + seconds
        while cpu_s(self.pid) < until and not work.done():
            await asyncio.sleep(0.02)


def cpu_s(pid: int) -> float:
    """Processor seconds of a process so far."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def asked_of() -> LlmRequest:
    """An episode, as the garden asks for it on its first day."""
    files = (CONFIG / name for name in ("world-config.json", "maps.json", "characters.json"))
    world_file, maps, people = files
    world = live(load_garden(world_file, maps, people, SHEET), 1).world
    now, facility = world.character(), next(iter(world.town.facilities.values()))
    return LlmRequest(
        purpose=LlmRequestPurpose.ASYNC_MINI_EPISODE,
        messages=episode_prompt(
            CharacterNow(sheet=now.sheet, stats=now.stats), GardenAction.EAT, facility, Language.JA
        ),
        max_tokens=EPISODE_TOKENS,
        priority=Priority.GARDEN,
        deadline_s=600.0,
        seed=int(SeededDraws(SEEDS[0]).at("heard") * 1e6),
    )


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """With the larger model that is installed; in the short form with the small one."""
    here = {one.key: one for one in models(Effort.LONG)}
    order = ("default", "small") if effort is Effort.LONG else ("small", "default")
    model = next((here[key] for key in order if key in here), None)
    if model is None:
        return missing(IDS)
    async with engine_of(model) as engine:
        assert isinstance(engine, ProcessLlm)
        pid = engine.pid()
        assert pid is not None
        heard = Heard(LlmQueue(engine, CLOCK), pid)
        await heard.rounds(ROUNDS[effort], asked_of())
    return _figures(model, heard)


def _figures(model: PinnedModel, heard: Heard) -> list[Figure]:
    idle_s = statistics.median(heard.idle_s)

    def figure(how: str, spent_s: Sequence[float]) -> Figure:
        return Figure(
            id="A-heard",
            what=f"first token of a {how} turn that comes while {model.name} answers the garden, "
            f"median of {len(spent_s)}",
            value=round(statistics.median(spent_s) / idle_s, 3),
            limit=HEARD,
            sense=Sense.AT_MOST,
            against="the same beside nobody, in processor time of the model",
            detail={
                "idle_s": [round(one, 2) for one in heard.idle_s],
                "behind_s": [round(one, 2) for one in spent_s],
                "longest_over_idle_s": round(max(spent_s) - idle_s, 2),
            },
        )

    return [figure("typed", heard.typed_s), figure("spoken", heard.spoken_s)]
