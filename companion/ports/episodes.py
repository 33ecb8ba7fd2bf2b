"""Port of the episode index: finds what was said by words, by meaning and by time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.ports.embedder import Vector
from companion.words.episode import Episode
from companion.words.ids import EventId


class IndexUnusable(OSError):
    """Error: the index cannot be read or written; the text says the remedy."""


@dataclass(frozen=True, slots=True)
class Span:
    """Time from `start` up to and without `end`."""

    start: datetime
    end: datetime


class EpisodeIndex(Protocol):
    """Index over the episodes of the record. It holds nothing that cannot be made again from the
    record, and takes up by itself what the record has gained before it answers.

    Must: never give an event that is no episode (`words.episode`), nor one that was erased.
    `until`: only what was said up to then. Scores: higher is better; they compare only within one
    answer. Raises `IndexUnusable`.
    """

    async def catch_up(self, *, most: int | None = None) -> int:
        """Take up what the record has gained, at most so many events; gives how many were read, 0
        once nothing is left."""

    async def by_words(
        self, words: Sequence[str], until: datetime, *, limit: int
    ) -> Mapping[EventId, float]:
        """Episodes that hold any of these words, the best by the rarity of what they hold."""

    async def by_meaning(
        self, vector: Vector, until: datetime, *, limit: int
    ) -> Mapping[EventId, float]:
        """Episodes whose vector is closest (cosine); only those that were embedded."""

    async def closeness(
        self, vector: Vector, event_ids: Sequence[EventId]
    ) -> Mapping[EventId, float]:
        """Cosine of each of these that has a vector."""

    async def likeness(
        self, event_ids: Sequence[EventId]
    ) -> Mapping[EventId, Mapping[EventId, float]]:
        """Cosines between these, each with each other one; only those that have a vector."""

    async def within(self, span: Span, *, limit: int) -> tuple[EventId, ...]:
        """Episodes of a span of time, oldest first."""

    async def beside(
        self, event_ids: Sequence[EventId], until: datetime, *, reach: int
    ) -> Mapping[EventId, Mapping[EventId, int]]:
        """For each, the episodes up to `reach` turns before (negative) and after it in the same
        talk."""

    async def episodes(self, event_ids: Sequence[EventId]) -> Mapping[EventId, Episode]:
        """The episodes themselves, as the record has them; what was erased is missing."""

    async def speakers(self) -> tuple[str, ...]:
        """Everybody whose words are known, by name."""

    async def to_embed(self, *, limit: int) -> Sequence[Episode]:
        """Episodes that have no vector yet, newest first."""

    async def embedded(
        self, vectors: Mapping[EventId, Vector], before: Mapping[EventId, EventId]
    ) -> None:
        """Keep these vectors, made with the turn `before` in the same talk where there was one. An
        episode that has another turn before it by now goes on waiting for its vector."""

    async def counts(self) -> tuple[int, int]:
        """How many episodes there are, and how many of them have a vector."""
