"""Search of memory: makes a plan of a question, takes candidates by words, meaning and time, and
puts them in one order (ADR 0070). No language model takes part."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import nlargest

from companion.ports.embedder import Embedder, EmbedderUnavailable, Vector
from companion.ports.episodes import EpisodeIndex
from companion.rooms.recall.plan import RetrievalPlan, plan_of
from companion.rooms.recall.rerank import POOL, reranked
from companion.rooms.recall.words_of import words_of
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.recalled import Found, Reason

log = logging.getLogger(__name__)

CANDIDATES = 200
"""Of each kind."""
DAMPING = 20
"""Of reciprocal rank fusion: the first rank counts 1/21, the tenth 1/30."""
WEIGHTS = {Reason.WORDS: 1.0, Reason.MEANING: 2.0, Reason.TIME: 0.5}
"""Measured on the open half of the benchmark (ADR 0070); 1.5 to 2.5 for meaning are as good."""
NEIGHBOUR, REACH = 0.4, 2
"""Share of a turn's score that the turns beside it get, halved for the second: an answer seldom
repeats the words of its question."""
SHARED_BY = 2 * POOL
"""The best that share their score: what stands beside a worse one is not among the best by that."""
NOT_A_PERSON = 0.8
"""The companion repeats what it was told, and a sign knows nothing of this house: a person's own
words go before both."""
TAKEN_UP = 2000
"""Events that a question waits for to be indexed; the index of a household follows by itself."""
SPAN_MOST = 400
"""Episodes of a named span that take part: a year's would be all."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Kinds of candidates that take part; a benchmark asks for each alone."""

    words: bool = True
    meaning: bool = True
    fused: bool = True
    """Time, neighbours and who spoke take part."""
    reranked: bool = True
    """The best are ranked again by what answers the question."""


EVERY = Sources()


class Search:
    """Finds what was said. Works without an embedder, by words alone; `meaning_missing` then says
    why."""

    def __init__(
        self, index: EpisodeIndex, embedder: Embedder | None, *, patience_s: float | None = None
    ) -> None:
        """`patience_s`: real seconds that a question waits for its vector; None: until it comes."""
        self._index, self._embedder, self._patience_s = index, embedder, patience_s
        self.meaning_missing = "" if embedder is not None else "no embedder is configured"

    async def find(
        self,
        question: str,
        as_of: datetime,
        *,
        limit: int,
        without: Collection[EventId] = (),
        sources: Sources = EVERY,
    ) -> tuple[Found, ...]:
        """The best `limit` episodes, best first. `without`: episodes that are believed no more, or
        stand in the talk already. Raises `IndexUnusable`."""
        await self._index.catch_up(most=TAKEN_UP)
        # In a thread: the first one loads the dictionary.
        plan = await asyncio.to_thread(plan_of, question, as_of)
        scores: dict[EventId, float] = defaultdict(float)
        why: dict[EventId, list[Reason]] = defaultdict(list)
        closeness: Mapping[EventId, float] = {}
        if sources.words:
            found = await self._index.by_words(plan.words, plan.until, limit=CANDIDATES)
            _rank(Reason.WORDS, found, scores, why)
        if sources.meaning:
            closeness = await self._by_meaning(plan)
            _rank(Reason.MEANING, closeness, scores, why)
        if sources.fused:
            await self._by_time(plan, scores, why)
            await self._share_with_neighbours(plan, scores, why)
        best = sorted(scores, key=lambda one: (-scores[one], -one))
        best = [one for one in best if one not in without][: 2 * max(limit, POOL)]
        episodes = await self._index.episodes(best)
        # Beside the loop: Japanese is split by its dictionary.
        chosen = await asyncio.to_thread(
            self._chosen, plan, episodes, scores, why, closeness, sources, max(limit, POOL)
        )
        if sources.reranked:
            chosen = await self._ranked_again(plan, chosen, without, sources.meaning)
        return chosen[:limit]

    async def _ranked_again(
        self,
        plan: RetrievalPlan,
        chosen: tuple[Found, ...],
        without: Collection[EventId],
        by_meaning: bool,
    ) -> tuple[Found, ...]:
        """The best few by what answers; the others stay behind them as they were."""
        pool, rest = chosen[:POOL], chosen[POOL:]
        around = await self.beside(pool, plan.until, without)
        alike = await self.likeness(pool) if by_meaning else {}
        return await asyncio.to_thread(reranked, plan.question, pool, around, alike) + rest

    async def likeness(self, found: Sequence[Found]) -> Mapping[EventId, Mapping[EventId, float]]:
        """How close in meaning these are to each other."""
        return await self._index.likeness([one.episode.id for one in found])

    async def beside(
        self, found: Sequence[Found], until: datetime, without: Collection[EventId] = ()
    ) -> Mapping[EventId, Sequence[Episode]]:
        """The turns that stand beside each of these in the same talk, none later than `until`."""
        ids = [one.episode.id for one in found]
        beside = await self._index.beside(ids, until, reach=REACH)
        near = {one for turns in beside.values() for one in turns} - set(without)
        turns = await self._index.episodes(list(near))
        return {one: [turns[turn] for turn in beside.get(one, ()) if turn in turns] for one in ids}

    async def closeness(self, text: str, found: Sequence[Found]) -> Mapping[EventId, float]:
        """How close in meaning each of these is to a text; nothing without an embedder."""
        vector = await self._vector_of(text)
        if vector is None:
            return {}
        return await self._index.closeness(vector, [one.episode.id for one in found])

    async def _by_meaning(self, plan: RetrievalPlan) -> Mapping[EventId, float]:
        vector = await self._vector_of(plan.question)
        if vector is None:
            return {}
        return await self._index.by_meaning(vector, plan.until, limit=CANDIDATES)

    async def _vector_of(self, text: str) -> Vector | None:
        if self._embedder is None:
            return None
        try:
            async with asyncio.timeout(self._patience_s):
                (vector,) = await self._embedder.embed([text])
        except (EmbedderUnavailable, TimeoutError) as error:
            if not self.meaning_missing:
                log.warning("memory is searched by words alone: %s", error or "no vector in time")
            self.meaning_missing = str(error) or f"no vector within {self._patience_s:g} s"
            return None
        self.meaning_missing = ""
        return vector

    async def _by_time(
        self,
        plan: RetrievalPlan,
        scores: dict[EventId, float],
        why: dict[EventId, list[Reason]],
    ) -> None:
        """Lift episodes of the named span that something else speaks for; time alone finds none."""
        if plan.span is None:
            return
        there = await self._index.within(plan.span, limit=SPAN_MOST)
        if len(there) == SPAN_MOST:
            return
        for one in there:
            if one in scores:
                scores[one] += WEIGHTS[Reason.TIME] / DAMPING
                why[one].append(Reason.TIME)

    async def _share_with_neighbours(
        self,
        plan: RetrievalPlan,
        scores: dict[EventId, float],
        why: dict[EventId, list[Reason]],
    ) -> None:
        alone = dict(scores)
        best = nlargest(SHARED_BY, alone, key=alone.__getitem__)
        beside = await self._index.beside(best, plan.until, reach=REACH)
        for one, neighbours in beside.items():
            for neighbour, distance in neighbours.items():
                scores[neighbour] += alone[one] * NEIGHBOUR / abs(distance)
                if neighbour not in alone and Reason.BESIDE not in why[neighbour]:
                    why[neighbour].append(Reason.BESIDE)

    def _chosen(
        self,
        plan: RetrievalPlan,
        episodes: Mapping[EventId, Episode],
        scores: Mapping[EventId, float],
        why: Mapping[EventId, list[Reason]],
        closeness: Mapping[EventId, float],
        sources: Sources,
        limit: int,
    ) -> tuple[Found, ...]:
        found = []
        for one, episode in episodes.items():
            weighed = sources.fused and episode.voice is not Voice.PERSON
            found.append(
                Found(
                    episode=episode,
                    score=scores[one] * (NOT_A_PERSON if weighed else 1.0),
                    why=tuple(why[one]),
                    closeness=closeness.get(one),
                )
            )
        best = sorted(found, key=lambda one: (-one.score, -one.episode.id))[:limit]
        return tuple(replace(one, words=_held(plan, one.episode)) for one in best)


def _held(plan: RetrievalPlan, episode: Episode) -> tuple[str, ...]:
    """The words of the plan that stand in an episode."""
    said = {*words_of(f"{episode.speaker} {episode.text}"), *words_of(episode.in_english)}
    return tuple(word for word in plan.words if word in said)


def _rank(
    reason: Reason,
    found: Mapping[EventId, float],
    scores: dict[EventId, float],
    why: dict[EventId, list[Reason]],
) -> None:
    for rank, one in enumerate(found, 1):
        scores[one] += WEIGHTS[reason] / (DAMPING + rank)
        why[one].append(reason)
