"""Embedding of episodes: a few texts at a time, so that a person's wish goes in between."""

from companion.ports.embedder import Embedder
from companion.ports.episodes import EpisodeIndex
from companion.words.episode import Episode

BATCH = 8
"""Texts at once: an eighth of a second on a Raspberry Pi 5."""


def text_to_embed(episode: Episode) -> str:
    """The speaker belongs to the meaning of what was said: it finds half as much again, since
    questions name people and people say "I" (ADR 0070)."""
    text = f"{episode.text} {episode.in_english}".strip()
    return f"{episode.speaker}: {text}" if episode.speaker else text


class Embedding:
    """Gives every episode its vector."""

    def __init__(self, index: EpisodeIndex, embedder: Embedder) -> None:
        self._index, self._embedder = index, embedder

    async def step(self) -> int:
        """Embed the newest few that have none; gives how many it was. Raises
        `EmbedderUnavailable`, `IndexUnusable`."""
        waiting = await self._index.to_embed(limit=BATCH)
        if waiting:
            texts = [text_to_embed(one) for one in waiting]
            vectors = await self._embedder.embed(texts, stored=True)
            await self._index.embedded(
                {one.id: vector for one, vector in zip(waiting, vectors, strict=True)}
            )
        return len(waiting)
