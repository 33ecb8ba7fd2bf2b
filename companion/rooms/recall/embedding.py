"""Embedding of episodes: a few texts at a time, so that a person's wish goes in between."""

from collections.abc import Mapping, Sequence

from companion.ports.embedder import Embedder
from companion.ports.episodes import EpisodeIndex
from companion.words.episode import Episode
from companion.words.ids import EventId

BATCH = 8
"""Texts at once: an eighth of a second on a Raspberry Pi 5."""


BEFORE_CHARS = 300
"""Most of the turn before that takes part: its end, which is what an answer answers."""


def text_to_embed(episode: Episode, before: Episode | None = None) -> str:
    """The speaker belongs to the meaning of what was said: it finds half as much again, since
    questions name people and people say "I". So does the turn `before` in the same talk: "yes, on
    Friday" means nothing alone (ADR 0070)."""
    own = _said(episode)
    return own if before is None else f"{_said(before)[-BEFORE_CHARS:]}\n{own}"


def _said(episode: Episode) -> str:
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
            before = await self._before(waiting)
            turns = await self._index.episodes(list(set(before.values())))
            texts = [
                text_to_embed(one, turns.get(before[one.id]) if one.id in before else None)
                for one in waiting
            ]
            vectors = await self._embedder.embed(texts, stored=True)
            await self._index.embedded(
                {one.id: vector for one, vector in zip(waiting, vectors, strict=True)}, before
            )
        return len(waiting)

    async def _before(self, episodes: Sequence[Episode]) -> Mapping[EventId, EventId]:
        """The turn before each in the same talk, where there is one."""
        latest = max(one.at for one in episodes)
        beside = await self._index.beside([one.id for one in episodes], latest, reach=1)
        return {
            one: other for one, near in beside.items() for other, side in near.items() if side < 0
        }
