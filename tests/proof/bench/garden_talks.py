"""Benchmark of the talks of the garden in a model's words: how many turns pass the checker, and how
long a talk takes. The turns stand in the detail with their forms, to be read by eye."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.rooms.garden.bonds import feeling
from companion.rooms.garden.talk_words import LlmTalks
from companion.rooms.garden.world import World
from companion.service.draws import SeededDraws
from companion.service.garden_files import load_garden
from companion.words.facts.garden import GardenTalked
from companion.words.garden import GardenData
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.garden_year import BEGINS, CONFIG, SHEET, SKY
from tests.proof.bench.real_model import loaded, models

IDS = ("A-talks",)
TALKS = {Effort.SHORT: 1, Effort.LONG: 24}
"""In each language."""
SEED = 41
EVERY = 3
"""Of so many talks of the companion one is worded, so that topics and people are mixed."""
PASSED_LEAST = 40.0
"""Percent."""
SECONDS_MOST = 240.0
"""A request's deadline."""


@dataclass
class Kept:
    """Passes requests on, and keeps the answers."""

    real: LlmQueue
    replies: list[LlmReply] = field(default_factory=list)

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Ask, and keep what came."""
        self.replies.append(reply := await self.real.complete(request))
        return reply

    def ready(self) -> bool:
        """As the real one."""
        return self.real.ready()

    def model_name(self) -> str:
        """As the real one."""
        return self.real.model_name()


@dataclass
class Worded:
    """What came of the talks of one language."""

    passed: list[str] = field(default_factory=list)
    withheld: list[str] = field(default_factory=list)
    rules: Counter[str] = field(default_factory=Counter)
    took_s: list[float] = field(default_factory=list)
    whole: int = 0
    """Talks of which each turn passed."""

    @property
    def share(self) -> float:
        """Percent of the turns that passed."""
        return 100 * len(self.passed) / max(1, len(self.passed) + len(self.withheld))


def own_talks(data: GardenData) -> Iterator[tuple[GardenTalked, Mapping[str, str]]]:
    """Talks of the companion, day after day, with how the two felt."""
    world = World.begin(data, SeededDraws(SEED), now=BEGINS, seed=SEED)
    number = 0
    while True:
        number += 1
        world.weather = SKY[number // 300 % len(SKY)]
        for one in world.advance(BEGINS + number * 5):
            if isinstance(one, GardenTalked) and data.self_id in (one.who, one.other):
                pair = (world.beings[one.who], world.beings[one.other])
                yield one, {being.id: feeling(being, world.now) for being in pair}


async def worded(real: LlmQueue, language: Language, count: int) -> Worded:
    """So many talks in the words of the model."""
    world, maps, people = (
        CONFIG / name for name in ("world-config.json", "maps.json", "characters.json")
    )
    data = load_garden(world, maps, people, SHEET)
    sheets, found = {one.id: one for one in data.inhabitants}, Worded()
    llm = Kept(real)
    writer = LlmTalks(llm, language=language)
    for number, (talk, feels) in enumerate(own_talks(data)):
        if number >= count * EVERY:
            break
        if number % EVERY:
            continue
        judged = await writer.judged(talk, sheets, feels)
        found.took_s.append(round(llm.replies[-1].took_s, 1))
        found.whole += all(not rule for _, rule in judged)
        for turn, (line, rule) in zip(talk.turns, judged, strict=False):
            form = turn.words.get(language)
            found.rules[rule or "passed"] += 1
            (found.withheld if rule else found.passed).append(
                f"{number}: {form} => {line}" + f" [{rule}]" * bool(rule)
            )
    return found


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """The talks of both languages, with the model that is installed."""
    here = models(effort)
    if not here:
        return [NotMeasured(id="A-talks", why="no model: companion models fetch")]
    figures = list[Figure]()
    async with loaded(here[0]) as real:
        for language in Language:
            found = await worded(real, language, TALKS[effort])
            figures += _figures(here[0].name, language, found, TALKS[effort])
    return figures


def _figures(model: str, language: Language, found: Worded, talks: int) -> list[Figure]:
    took = sorted(found.took_s)
    return [
        Figure(
            id="A-talks",
            what=f"turns of {talks} talks that pass the checker ({language})",
            value=round(found.share, 1),
            limit=PASSED_LEAST,
            sense=Sense.AT_LEAST,
            unit="%",
            detail={
                "model": model,
                "whole_talks": found.whole,
                "rules": dict(found.rules),
                "passed": found.passed,
                "withheld": found.withheld,
            },
        ),
        Figure(
            id="A-talks",
            what=f"seconds of a talk, the longest ({language})",
            value=took[-1],
            limit=SECONDS_MOST,
            sense=Sense.AT_MOST,
            unit="s",
            detail={"median": took[len(took) // 2], "shortest": took[0]},
        ),
    ]
