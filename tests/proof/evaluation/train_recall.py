"""Training of the weights by which memory ranks what answers a question (ADR 0074).

    python -m tests.proof.evaluation.train_recall > companion/rooms/recall/weights.py

Reads the open halves only. A linear model, fitted so that of the candidates of one question the
evidence comes first (softmax over the candidates, ridge); the same input gives the same numbers.
What stands on stderr was measured on questions that the weights of that run had not seen: each
quarter of a language by weights from the rest, and each language by weights from the other.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.app.memory import DEFAULT_EMBEDDER, OpenedMemory, opened_memory
from companion.rooms.recall.rerank import POOL, everybody, features_of, question_of
from companion.rooms.recall.search import EVERY, REACH
from companion.store.imported import import_talk
from companion.store.sqlite import record_path

TALKS = Path(__file__).parent / "recall"
LANGUAGES = ("ja", "en")
RIDGE, STEPS, RATE = 5.0, 300, 0.3
FOLDS = 4
FIRST = 10
Numbers = NDArray[np.float64]
DOC = (
    "Weights of the second ranking, in the order of `rerank.Features`; made by\n"
    "`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark."
)


@dataclass(frozen=True)
class Asked:
    """One question: a row of features for each candidate, and which of them carry the answer."""

    language: str
    rows: Numbers
    carries: Numbers
    evidence: int
    """How many turns carry the answer, found or not."""


async def candidates(memory: OpenedMemory, question: dict[str, Any], language: str) -> Asked:
    """The first ranking's candidates with their features."""
    as_of = datetime.fromisoformat(question["as_of"])
    found = await memory.search.find(
        question["question"], as_of, limit=POOL, sources=replace(EVERY, reranked=False)
    )
    ids = [one.episode.id for one in found]
    beside = await memory.index.beside(ids, as_of, reach=REACH)
    turns = await memory.index.episodes(list({one for near in beside.values() for one in near}))
    around = {one: [turns[turn] for turn in beside.get(one, ())] for one in ids}
    asked = question_of(question["question"], everybody(found, around))
    return Asked(
        language=language,
        rows=np.array(features_of(asked, found, around), np.float64),
        carries=np.array([one.episode.name in question["evidence"] for one in found], np.float64),
        evidence=len(question["evidence"]),
    )


async def asked_in(language: str, folder: Path) -> list[Asked]:
    """All open questions of a language that have evidence."""
    record = record_path(folder)
    if not record.exists():
        await asyncio.to_thread(import_talk, TALKS / language / "turns.jsonl", record, (), UTC)
    lines = (TALKS / language / "open.jsonl").read_text(encoding="utf-8").splitlines()
    async with opened_memory(record, DEFAULT_EMBEDDER) as memory:
        await memory.index.catch_up()
        assert memory.embedding is not None  # an embedder was asked for
        while await memory.embedding.step():
            pass
        questions = [one for one in map(json.loads, lines) if one["evidence"]]
        return [await candidates(memory, one, language) for one in questions]


def fitted(asked: Sequence[Asked]) -> Numbers:
    """Weights by which the evidence of these questions comes first."""
    every = np.concatenate([one.rows for one in asked])
    spread = every.std(0) + 1e-9
    used = [
        (one.rows / spread, one.carries / one.carries.sum()) for one in asked if one.carries.any()
    ]
    weights = np.zeros(every.shape[1])
    for _ in range(STEPS):
        slope = RIDGE * weights / len(used)
        for rows, wanted in used:
            scores = rows @ weights
            share = np.exp(scores - scores.max())
            slope += rows.T @ (share / share.sum() - wanted) / len(used)
        weights -= RATE * slope
    found: Numbers = weights / spread
    return found


def figures(asked: Sequence[Asked], weights: Numbers | None) -> Numbers:
    """Sums over questions: evidence comes first, is among three, share of it among ten."""
    sums = np.zeros(3)
    for one in asked:
        order = np.arange(len(one.rows)) if weights is None else np.argsort(-(one.rows @ weights))
        hits = one.carries[order]
        sums += (hits[0], hits[:3].any(), hits[:FIRST].sum() / one.evidence)
    return sums


def tell(name: str, sums: Numbers, count: int) -> None:
    """One line on stderr."""
    first, three, ten = 100 * sums / count
    print(f"{name}: first {first:.1f} %, in three {three:.1f} %, @10 {ten:.1f} %", file=sys.stderr)


def held_out(asked: Sequence[Asked]) -> None:
    """What the weights give on questions they have not seen."""
    for language in LANGUAGES:
        own = [one for one in asked if one.language == language]
        others = [one for one in asked if one.language != language]
        tell(f"{language} before", figures(own, None), len(own))
        sums = np.zeros(3)
        for fold in range(FOLDS):
            kept = [one for at, one in enumerate(own) if at % FOLDS != fold]
            sums += figures(own[fold::FOLDS], fitted([*kept, *others]))
        tell(f"{language} by other quarters and the other language", sums, len(own))
        tell(f"{language} by the other language alone", figures(own, fitted(others)), len(own))


async def main() -> None:
    """Print the weights as a module."""
    asked = []
    for language in LANGUAGES:
        if len(sys.argv) > 1:  # folders that hold the imported talks already
            asked += await asked_in(language, Path(sys.argv[1]) / language)
        else:
            with tempfile.TemporaryDirectory() as folder:
                asked += await asked_in(language, Path(folder))
    held_out(asked)
    numbers = ",\n    ".join(f"{one:.4f}" for one in fitted(asked))
    print(f'"""{DOC}"""\n\nWEIGHTS: tuple[float, ...] = (\n    {numbers},\n)')


if __name__ == "__main__":
    asyncio.run(main())
