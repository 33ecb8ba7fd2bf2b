"""Learned ranker: scores menu entries by a trained head over the embedder's vectors.

Trained by `tests.proof.evaluation.training.train` on situations kept apart from the evaluation.
The weights are ours (Apache-2.0, like the rest); they are checked before use.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.embedder import Embedder, EmbedderUnavailable
from companion.ports.ranker import Question, RankerUnavailable
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome
from companion.words.language import Language
from companion.words.opinion import Opinion

if TYPE_CHECKING:
    from companion.engines.ranking.judging import Judge
    from companion.engines.ranking.need_reader import NeedReader

WEIGHTS = Path(__file__).parent / "data" / "ranker.npz"
READERS: Mapping[Question, str] = {
    Question.NEED: "caebf66ae46de5a491a80076c6b2c5d0fbde1407184b678a4c25a7b19df1bc64",
    Question.MATTER: "e81afc1ddc68f4a1d0067110589aaa7a2b4135dd067bc4804430a39b13b4f350",
    Question.HOLDS_BACK: "4febc530acea5fbad09037990d4a673a159ffd60ffc4792d3a81993003bd73e4",
}
"""Question -> checksum of the weights that answer it."""
SHA256 = "ac3779f099babcd22af1dafe93b543b3bb3e6e7fe307fd2b0839a22d79b1b98c"


class Settings(BaseModel):
    """Settings of the weights; only experiments need them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    weights: Path | None = Field(None, description="weights other than the packaged ones")
    sha256: str = Field("", description="checksum of those weights")


class LearnedRanker:
    """Ranker that loads its weights at the first request; damaged weights make it unavailable."""

    def __init__(self, settings: Settings, embedder: Embedder, language: Language) -> None:
        self._path = settings.weights or WEIGHTS
        self._sha256 = settings.sha256 if settings.weights else SHA256
        self._embedder, self._language = embedder, language
        self._judge: Judge | None = None
        self._readers: dict[Question, NeedReader] = {}
        self._why_down = ""

    def why_down(self) -> str:
        """Why the last opinion failed; "" while it can judge."""
        return self._why_down

    async def rank(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        """One opinion per acting entry. Raises `RankerUnavailable`."""
        if not any(entry.outcome is DecisionOutcome.DO_ACTION for entry in pack.menu):
            return ()
        try:
            found = await self._opinions(pack)
        except RankerUnavailable as error:
            self._why_down = f"{error}"
            raise
        self._why_down = ""
        return found

    async def read(self, question: Question, text: str) -> Mapping[str, float]:
        """How likely each answer is. Raises `RankerUnavailable`."""
        if question not in self._readers:
            self._readers[question] = await asyncio.to_thread(_load_reader, question)
        try:
            (vector,) = await self._embedder.embed((text,))
        except EmbedderUnavailable as error:
            raise RankerUnavailable(f"{error}") from error
        return self._readers[question](text, vector)

    async def _opinions(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        if self._judge is None:
            # Beside the loop: reading in what it needs takes longer than the loop may stand.
            self._judge = await asyncio.to_thread(self._load)
        texts = self._judge.texts(pack)
        try:
            vectors = await self._embedder.embed(texts)
        except EmbedderUnavailable as error:
            raise RankerUnavailable(f"{error}") from error
        return self._judge.opinions(pack, dict(zip(texts, vectors, strict=True)))

    async def close(self) -> None:
        """No process to end; the builder of the embedder closes it."""

    def _load(self) -> "Judge":
        from companion.engines.ranking.head import WeightsWrong
        from companion.engines.ranking.judging import Judge

        try:
            return Judge(self._path, self._sha256, self._language)
        except (WeightsWrong, OSError) as error:
            raise RankerUnavailable(f"the ranker's weights: {error}") from error


def weights_of(question: Question) -> Path:
    """The file of the reader that answers a question."""
    return WEIGHTS.with_name(f"{question}.npz")


def _load_reader(question: Question) -> "NeedReader":
    from companion.engines.ranking.head import WeightsWrong
    from companion.engines.ranking.need_reader import load_need_reader

    try:
        return load_need_reader(weights_of(question), READERS[question])
    except (WeightsWrong, OSError) as error:
        raise RankerUnavailable(f"the weights of the reader of {question}: {error}") from error


def build(settings: Settings, *, embedder: Embedder, language: Language) -> LearnedRanker:
    """Build the ranker over the house's embedder."""
    return LearnedRanker(settings, embedder, language)
