"""Training of the weights by which memory ranks what answers a question (ADR 0074).

    python -m tests.proof.evaluation.train_recall > companion/rooms/recall/weights.py

Reads the open halves only: the two households and the two friends of `recall`, and the households
of other authors in `strangers`. A linear model, fitted so that of the candidates of one question
the evidence comes first (softmax over the candidates, ridge); the same input gives the same
numbers.
What stands on stderr was measured on questions that the weights of that run had not seen: each
author's by weights from all the others.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from json import loads
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.app.memory import DEFAULT_EMBEDDER, OpenedMemory, opened_memory
from companion.rooms.recall.rerank import (
    POOL,
    Features,
    Likeness,
    everybody,
    features_of,
    question_of,
    told_anew,
)
from companion.rooms.recall.search import EVERY
from companion.rooms.recall.weights import ALONE, WEIGHTS
from companion.store.imported import import_talk
from companion.store.sqlite import record_path
from companion.words.recalled import Found

TALKS = Path(__file__).parent / "recall"
STRANGERS = Path(__file__).parents[1] / "strangers"
LANGUAGES = ("ja", "en")
RIDGE, STEPS, RATE = 5.0, 300, 0.3
FIRST = 10
LEAST_SPREAD = 1e-6
Numbers = NDArray[np.float64]
DOC = (
    "Weights of the second ranking, in the order of `rerank.Features`; made by\n"
    "`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark.\n"
    "`ALONE`: those by which a candidate is judged before it is known what was told anew."
)


@dataclass(frozen=True)
class Asked:
    """One question: its candidates, and which of them carry the answer."""

    author: str
    """Set that it comes from."""
    features: Sequence[Features]
    """Of each candidate alone."""
    found: Sequence[Found]
    likeness: Likeness
    carries: Numbers
    evidence: int
    """How many turns carry the answer, found or not."""

    def rows(self, alone: Numbers | None) -> Numbers:
        """A row of features for each candidate. `alone`: weights by which it is judged what is told
        anew; None: nothing is."""
        if alone is None:
            return np.array(self.features, np.float64)
        anew = told_anew(self.features, self.found, self.likeness, alone.tolist())
        return np.array(anew, np.float64)


@dataclass(frozen=True)
class Talk:
    """A talk of one author with its questions."""

    author: str
    turns: Path
    questions: Sequence[tuple[str, str, Sequence[str]]]
    """Each with its moment, and the turns that carry the answer."""


def talks(folder: Path) -> Iterator[Talk]:
    """Every open talk. `folder`: for those whose turns stand in one line with their questions."""
    for name, base in (("household", TALKS), ("friends", TALKS / "friends")):
        for language in LANGUAGES:
            lines = (base / language / "open.jsonl").read_text(encoding="utf-8").splitlines()
            asked = [(one["question"], one["as_of"], one["evidence"]) for one in map(loads, lines)]
            yield Talk(name, base / language / "turns.jsonl", asked)
    for file in sorted(STRANGERS.glob("memory*_open.jsonl")):
        for one in map(loads, file.read_text(encoding="utf-8").splitlines()):
            turns = folder / f"{file.stem}-{one['id']}.jsonl"
            lines = [json.dumps(turn, ensure_ascii=False) for turn in one["turns"]]
            turns.write_text("\n".join(lines), encoding="utf-8")
            at = {turn["id"]: number for number, turn in enumerate(one["turns"])}
            asked = [(each["query"], one["as_of"], wanted(each, at)) for each in one["questions"]]
            yield Talk(file.stem, turns, asked)


def wanted(question: dict[str, Any], at: dict[str, int]) -> Sequence[str]:
    """The turns that should come first: of what changed only the newest."""
    evidence = sorted(question["evidence"], key=at.__getitem__)
    return evidence[-1:] if question["kind"] == "update" else evidence


async def candidates(
    memory: OpenedMemory, author: str, question: str, moment: str, evidence: Sequence[str]
) -> Asked:
    """The first ranking's candidates with their features."""
    as_of = datetime.fromisoformat(moment)
    found = await memory.search.find(
        question, as_of, limit=POOL, sources=replace(EVERY, reranked=False)
    )
    around = await memory.search.beside(found, as_of)
    asked = question_of(question, everybody(found, around))
    return Asked(
        author=author,
        features=features_of(asked, found, around),
        found=found,
        likeness=await memory.search.likeness(found),
        carries=np.array([one.episode.name in evidence for one in found], np.float64),
        evidence=len(evidence),
    )


async def asked_in(talk: Talk, folder: Path) -> list[Asked]:
    """All questions of a talk that have evidence."""
    record = record_path(folder)
    await asyncio.to_thread(import_talk, talk.turns, record, (), UTC)
    async with opened_memory(record, DEFAULT_EMBEDDER) as memory:
        await memory.index.catch_up()
        assert memory.embedding is not None  # an embedder was asked for
        while await memory.embedding.step():
            pass
        return [await candidates(memory, talk.author, *one) for one in talk.questions if one[2]]


def fitted(asked: Sequence[Asked], alone: Numbers | None = None) -> Numbers:
    """Weights by which the evidence of these questions comes first. `alone`: as of `Asked.rows`."""
    used = [(one.rows(alone), one.carries) for one in asked if one.carries.any()]
    every = np.concatenate([rows for rows, _ in used])
    spread = every.std(0)
    # What is the same everywhere tells nothing; its spread is rounding, and no unit to divide by.
    spread[spread < LEAST_SPREAD] = 1.0
    rows = np.zeros((len(used), POOL, every.shape[1]))
    missing, wanted = np.full((len(used), POOL), -np.inf), np.zeros((len(used), POOL))
    for number, (own, carries) in enumerate(used):
        rows[number, : len(own)] = own / spread
        missing[number, : len(own)] = 0.0
        wanted[number, : len(own)] = carries / carries.sum()
    weights = np.zeros(every.shape[1])
    for _ in range(STEPS):
        scores = rows @ weights + missing
        share = np.exp(scores - scores.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        slope = np.einsum("qcf,qc->f", rows, share - wanted) + RIDGE * weights
        weights -= RATE * slope / len(used)
    found: Numbers = weights / spread
    return found


def figures(
    asked: Sequence[Asked], weights: Numbers | None, alone: Numbers | None = None
) -> Numbers:
    """Sums over questions: evidence comes first, is among three, share of it among ten."""
    sums = np.zeros(3)
    for one in asked:
        order = np.arange(len(one.found))
        if weights is not None:
            order = np.argsort(-(one.rows(alone) @ weights))
        hits = one.carries[order]
        sums += (hits[0], hits[:3].any(), hits[:FIRST].sum() / one.evidence)
    return sums


def tell(name: str, sums: Numbers, count: int) -> None:
    """One line on stderr."""
    first, three, ten = 100 * sums / count
    print(f"{name}: first {first:.1f} %, in three {three:.1f} %, @10 {ten:.1f} %", file=sys.stderr)


def held_out(asked: Sequence[Asked]) -> None:
    """What the weights give on questions of an author whom they have not seen."""
    for author in dict.fromkeys(one.author for one in asked):
        own = [one for one in asked if one.author == author]
        others = [one for one in asked if one.author != author]
        tell(f"{author} before", figures(own, None), len(own))
        tell(
            f"{author} by the weights in use",
            figures(own, np.array(WEIGHTS), np.array(ALONE)),
            len(own),
        )
        alone = fitted(others)
        tell(f"{author} by the others, each alone", figures(own, alone), len(own))
        both = figures(own, fitted(others, alone), alone)
        tell(f"{author} by the others, told anew", both, len(own))


async def main() -> None:
    """Print the weights as a module."""
    asked = []
    with tempfile.TemporaryDirectory() as turns:
        for talk in talks(Path(turns)):
            with tempfile.TemporaryDirectory() as folder:
                asked += await asked_in(talk, Path(folder))
    held_out(asked)
    alone = fitted(asked)
    print(f'"""{DOC}"""')
    for name, weights in (("ALONE", alone), ("WEIGHTS", fitted(asked, alone))):
        numbers = ",\n    ".join(f"{one:.4f}" for one in weights)
        print(f"\n{name}: tuple[float, ...] = (\n    {numbers},\n)")


if __name__ == "__main__":
    asyncio.run(main())
