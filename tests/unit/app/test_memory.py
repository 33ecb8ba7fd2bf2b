"""Memory as the command line opens it, beside a running house or alone."""

from pathlib import Path

from companion.app.memory import opened_memory
from tests.unit.rooms.recall.household import household


async def test_a_question_by_words_alone_leaves_the_vectors(tmp_path: Path) -> None:
    """S-21: only another model throws them away."""
    async with household(tmp_path) as home:
        told = await home.say("the spare key is under the blue pot")
        async with opened_memory(home.store.path, "hashed") as memory:
            assert memory.embedding is not None
            assert await memory.embedding.step() == 1
        async with opened_memory(home.store.path, "hashed", by_meaning=False) as memory:
            assert memory.embedding is None
            found = await memory.search.find("key", told.at, limit=3)
            assert [one.episode.id for one in found] == [told.id]
            assert await memory.index.counts() == (1, 1)
