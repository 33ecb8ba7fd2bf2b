"""Learned ranker: the embedder's vectors, a reader of lines, a judge of menu entries.

Trained by `companion.evaluation.training.train` on situations kept apart from the evaluation.
The weights are ours (Apache-2.0, like the rest); they are checked before use.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from companion.engines.ranking import acting, features, texts_of
from companion.engines.ranking_head import Head, WeightsWrong, load_head
from companion.engines.ranking_lines import Floats, Reading, lines_of
from companion.ports.embedder import Embedder, EmbedderUnavailable, Vector
from companion.ports.ranker import RankerUnavailable
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from companion.words.opinion import Opinion

WEIGHTS = Path(__file__).parent / "data" / "ranker.npz"
SHA256 = "b39daa8881504468a788007cfb488d217ad2183278c40bfaab5a812ca9f8f3ee"
_READ = 0.5
"""From here on a fact counts as read, for telling why."""
_TOLD = 4
"""Facts named as reasons, at most."""


class Settings(BaseModel):
    """Nothing to set; another file of weights for experiments."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    weights: Path | None = Field(None, description="weights other than the packaged ones")
    sha256: str = Field("", description="checksum of those weights")


class LearnedRanker:
    """Loads its weights at the first opinion; damaged ones make it unavailable."""

    def __init__(self, settings: Settings, embedder: Embedder, language: Language) -> None:
        self._path = settings.weights or WEIGHTS
        self._sha256 = settings.sha256 if settings.weights else SHA256
        self._embedder, self._language = embedder, language
        self._head: Head | None = None
        self._why_down = ""

    def why_down(self) -> str:
        """Why the last opinion failed; "" while it can judge."""
        return self._why_down

    async def rank(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        """One opinion per acting entry. Raises `RankerUnavailable`."""
        if not acting(pack):
            return ()
        try:
            found = await self._opinions(pack)
        except RankerUnavailable as error:
            self._why_down = f"{error}"
            raise
        self._why_down = ""
        return found

    async def _opinions(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        head = self._loaded()
        texts = texts_of(pack, self._language)
        try:
            vectors = await self._embedder.embed(texts)
        except EmbedderUnavailable as error:
            raise RankerUnavailable(f"{error}") from error
        return self._judge(pack, head, dict(zip(texts, vectors, strict=True)))

    async def close(self) -> None:
        """Nothing was started here; the embedder is closed by whoever built it."""

    def _loaded(self) -> Head:
        if self._head is None:
            try:
                self._head = load_head(self._path, self._sha256)
            except (WeightsWrong, OSError) as error:
                raise RankerUnavailable(f"the ranker's weights: {error}") from error
        return self._head

    def _judge(
        self, pack: DeliberationContextPack, head: Head, vectors: Mapping[str, Vector]
    ) -> tuple[Opinion, ...]:
        table = {text: np.asarray(vector, np.float32) for text, vector in vectors.items()}
        reading = read(pack, head, table)
        verdicts = head.judge(features(pack, self._language, reading, head.facts))
        because = _reasons(pack, head, reading)
        return tuple(
            Opinion(name=e.name, sensible=float(s), harmful=float(h), because=because)
            for e, (s, h) in zip(acting(pack), verdicts, strict=True)
        )


def read(pack: DeliberationContextPack, head: Head, vectors: Mapping[str, Floats]) -> Reading:
    """What the two readers make of the pack's lines and of its things' names."""
    lines = list(dict.fromkeys(line.text for line in lines_of(pack)))
    names = [name for o in pack.scene.objects if (name := o.name) in vectors]
    facts = head.reader(np.stack([vectors[t] for t in lines])) if lines else ()
    kinds = head.things(np.stack([vectors[n] for n in names])) if names else ()
    return Reading(
        facts=dict(zip(lines, facts, strict=True)),
        things=dict(zip(names, kinds, strict=True)),
        vectors=vectors,
    )


def _reasons(pack: DeliberationContextPack, head: Head, reading: Reading) -> tuple[str, ...]:
    """The facts it read, surest first; the same for every entry of a menu."""
    best: dict[str, float] = {}
    for line in lines_of(pack):
        for fact, sure in zip(head.facts, reading.facts[line.text], strict=True):
            if sure >= _READ and not fact.startswith("do_"):
                best[fact] = max(best.get(fact, 0.0), float(sure))
    return tuple(sorted(best, key=lambda fact: -best[fact])[:_TOLD])


def build(settings: Settings, *, embedder: Embedder, language: Language) -> LearnedRanker:
    """The ranker over the house's embedder."""
    return LearnedRanker(settings, embedder, language)
