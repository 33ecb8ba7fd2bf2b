"""Garden of a home that is measured: the live corridor over a real store, under a sky of its own,
with an episode after every second act, as a house with a model has them, or with a model's own."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime

from companion.corridors.garden_stories import LivingStories
from companion.corridors.live import TICK_S, Live
from companion.ports.clock import Clock
from companion.ports.garden import MiniEpisodeGenerator, TalkWriter
from companion.ports.llm import Llm, ModelUnavailable
from companion.rooms.garden.room import Garden
from companion.rooms.garden.talk_words import FormTalks
from companion.rooms.journal.room import Journal
from companion.service.draws import SeededDraws
from companion.service.garden_files import load_garden
from companion.service.watched_tasks import WatchedTasks
from companion.store.sqlite import Store
from companion.words.activity import StreamMessage
from companion.words.garden import (
    CharacterNow,
    Facility,
    GardenAction,
    MiniEpisodeResult,
    Stat,
    Weather,
)
from companion.words.garden_view import TellableStory
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from tests.proof.bench.garden_year import CONFIG, SEEDS, SHEET, SKY

__all__ = ["TICK_S", "GardenLived"]
SKY_HOURS = 6
WORDS = "湯上がりに縁側で涼んでいたら、遠くで祭り囃子が聞こえた"
"""About as long as a small model writes."""


class _Sky:
    def __init__(self, clock: Clock) -> None:
        self._clock, self._draws = clock, SeededDraws(SEEDS[0] + 1)

    async def now(self) -> Weather:
        """One for each quarter of a day."""
        at: datetime = self._clock.now()
        quarter = at.toordinal() * 4 + at.hour // SKY_HOURS
        return SKY[int(self._draws.at("sky", quarter) * len(SKY))]


class _Episodes:
    def __init__(self) -> None:
        self._asked = 0

    async def generate(
        self, character: CharacterNow, action_id: GardenAction, facility: Facility | None
    ) -> MiniEpisodeResult | None:
        """One of two."""
        del character, action_id, facility
        self._asked += 1
        if self._asked % 2:
            return None
        words = f"{WORDS} ({self._asked})"
        return MiniEpisodeResult(episode=words, stat_changes={Stat.MOOD: 3.0})


class _Stream:
    def __init__(self) -> None:
        self.published = 0

    def publish(self, message: StreamMessage) -> None:
        """Count: each event is published."""
        self.published += 1

    async def watch(self) -> AsyncIterator[StreamMessage]:
        """Nothing to see."""
        return
        yield

    async def batches(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """Nothing to see."""
        return
        yield

    async def bursts(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """Nothing to see."""
        return
        yield


class _NoLlm:
    async def complete(self, request: LlmRequest) -> LlmReply:
        """Never asked: it is not ready."""
        raise ModelUnavailable("no model runs here")

    def ready(self) -> bool:
        """No votes: they write no more than the decision that they change."""
        return False

    def model_name(self) -> str:
        """None."""
        return ""


class _Ids:
    def __init__(self) -> None:
        self._count = 0

    def new(self) -> str:
        """As long as a real one."""
        self._count += 1
        return f"{self._count:032x}"


class GardenLived:
    """The corridor with all it needs."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        language: Language = Language.JA,
        llm: Llm | None = None,
        llm_idle: Callable[[], bool] = lambda: False,
        may_ask: Callable[[], bool] = lambda: False,
        episodes: MiniEpisodeGenerator | None = None,
        talks: TalkWriter | None = None,
    ) -> None:
        """`llm`: votes on what comes next when it is idle and may be asked."""
        self._tasks, self._stream = WatchedTasks(), _Stream()
        world, maps, people = (
            CONFIG / name for name in ("world-config.json", "maps.json", "characters.json")
        )
        data = load_garden(world, maps, people, SHEET)
        self.garden = garden = Garden(
            data,
            store.garden,
            store.record,
            SeededDraws,
            new_seed=lambda: SEEDS[0],
            language=language,
        )
        self.journal = Journal(store.events, self._stream, clock)
        self._live = Live(
            garden=garden,
            book=store.garden,
            journal=self.journal,
            record=store.record,
            stream=self._stream,
            stories=LivingStories(),
            weather=_Sky(clock),
            episodes=episodes or _Episodes(),
            talks=talks or FormTalks(),
            llm=llm or _NoLlm(),
            llm_idle=llm_idle,
            may_ask=may_ask,
            begin=self._begin,
            clock=clock,
            ids=_Ids(),
            language=language,
            writable=_at_once,
        )

    def _begin(self, work: Awaitable[object], name: str) -> None:
        self._tasks.begin(work, name)

    async def tick(self) -> bool:
        """Live on to now, with the episodes of it; gives whether anything was written."""
        before = self._stream.published
        await self._live.tick()
        await self._tasks.settled()
        return self._stream.published != before

    async def tick_alone(self) -> None:
        """Live on to now; what was asked of a model goes on beside it."""
        await self._live.tick()

    def tellable(self) -> Sequence[TellableStory]:
        """The newest whole stories, the latest first."""
        return self._live.tellable()

    async def close(self) -> None:
        """Nothing goes on."""
        await self._tasks.close()


async def _at_once() -> None:
    return None
