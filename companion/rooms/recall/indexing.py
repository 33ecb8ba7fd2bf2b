"""Indexing of memory in a running house: what was said becomes findable, by words at once and by
meaning as soon as nobody wants the machine."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from companion.phrases import health
from companion.ports.embedder import EmbedderUnavailable
from companion.ports.episodes import EpisodeIndex, IndexUnusable
from companion.ports.part import ResidentSpec, Stage
from companion.ports.stream import Stream
from companion.rooms.recall.embedding import Embedding
from companion.words.activity import StreamKind, StreamMessage
from companion.words.finding import Finding

WRITTEN_S = 1.0
"""Real seconds after an event: it is then in the record, and what follows it as well."""
TRY_AGAIN_S = 300.0
"""Real seconds until an embedder that is not there is asked again: a start that fails costs a
second of CPU time."""
GROUP = 500
"""Events taken up at once: a person's question waits no longer than for these."""
COUNT_EVERY = 50
"""Steps between two counts of what is left: a count reads the whole index."""


class Indexing:
    """A resident that does nothing while nothing is said."""

    def __init__(
        self,
        index: EpisodeIndex,
        embedding: Embedding | None,
        stream: Stream,
        *,
        ready: Callable[[], Awaitable[None]],
        give_way: Callable[[], Awaitable[None]],
    ) -> None:
        """`ready`: returns once the house has started. `give_way`: waits while a person or the
        model wants the machine; asked before each step."""
        self._index, self._embedding, self._stream = index, embedding, stream
        self._ready, self._give_way = ready, give_way
        self._episodes = self._with_vector = 0
        self._why_missing = "" if embedding is not None else "no embedder is configured"
        self._trouble = ""
        self._is_new = asyncio.Event()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("memory index", self.run, Stage.JOURNAL),)

    async def findings(self) -> Mapping[str, Finding]:
        """How much can be found, and by what."""
        found = health.remembering(
            self._episodes, self._with_vector, self._why_missing, self._trouble
        )
        return {"remembering": found}

    async def run(self) -> None:
        """Follow the record until cancelled."""
        await self._ready()
        async with asyncio.TaskGroup() as both:
            both.create_task(self._listen(self._stream.watch()), name="memory index: new events")
            both.create_task(self._work(), name="memory index: work")

    async def _listen(self, messages: AsyncIterator[StreamMessage]) -> None:
        async for message in messages:
            if message.kind is StreamKind.EVENT and message.data.get("searchable"):
                self._is_new.set()

    async def _work(self) -> None:
        while True:
            self._is_new.clear()
            try:
                await self._take_up()
                self._trouble = ""
            except IndexUnusable as error:
                self._trouble = str(error)
                await asyncio.sleep(TRY_AGAIN_S)
                continue
            await self._is_new.wait()
            await asyncio.sleep(WRITTEN_S)

    async def _take_up(self) -> None:
        """Index all that is new, by words and then by meaning."""
        while await self._index.catch_up(most=GROUP):
            await self._give_way()
        await self._count()
        steps = 0
        while await self._embedded():
            steps += 1
            if steps % COUNT_EVERY == 0:
                await self._count()
        if steps:
            await self._count()

    async def _embedded(self) -> int:
        """One step; how many got their vectors."""
        if self._embedding is None:
            return 0
        await self._give_way()
        try:
            done = await self._embedding.step()
        except EmbedderUnavailable as error:
            self._why_missing = str(error)
            await asyncio.sleep(TRY_AGAIN_S)
            return 1
        self._why_missing = ""
        return done

    async def _count(self) -> None:
        self._episodes, self._with_vector = await self._index.counts()
