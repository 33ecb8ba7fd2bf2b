"""A household whose talk is recorded and indexed, as the tests of memory need it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from companion.engines.embedder.hashed import HashedEmbedder, Settings
from companion.rooms.journal.room import Journal
from companion.rooms.recall.embedding import Embedding
from companion.rooms.recall.search import Search
from companion.rooms.recall.words_of import words_of
from companion.store.episodes import SqliteEpisodes
from companion.store.sqlite import Store, record_path
from companion.web.hub import Hub
from companion.words.event import Event
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.store.samples import SetClock


class Household:
    """A record with its index and a hashing embedder."""

    def __init__(self, store: Store, clock: SetClock) -> None:
        self.store, self.clock = store, clock
        self.hub = Hub(clock.now)
        self.journal = Journal(store.events, self.hub, clock)
        self.index = SqliteEpisodes(store.path, words_of, "hashed")
        self.embedder = HashedEmbedder(Settings())
        self.embedding = Embedding(self.index, self.embedder)
        self.search = Search(self.index, self.embedder)

    async def say(
        self, text: str, speaker: str = "", trust: TrustLabel = TrustLabel.OWNER, **later: float
    ) -> Event:
        """Somebody says it, so much later than the last thing."""
        self.clock.pass_time(**later)
        event = await self.journal.heard(Said(text, "web", speaker=speaker), trust)
        await self.store.flush()
        return event


@asynccontextmanager
async def household(folder: Path) -> AsyncIterator[Household]:
    """An empty one in this folder."""
    clock = SetClock()
    store = await Store.open(record_path(folder), clock)
    made = Household(store, clock)
    try:
        yield made
    finally:
        await made.index.close()
        await store.close()
