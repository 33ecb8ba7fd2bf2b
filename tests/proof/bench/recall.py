"""Recall on two households written by hand: how much of the evidence is among the first ten.

Words alone, vectors alone and all together, without a language model; Japanese and English; by kind
of question. The sealed half is looked at once, with `COMPANION_SEALED=1`."""

import asyncio
import json
import os
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.app.memory import DEFAULT_EMBEDDER, OpenedMemory, opened_memory
from companion.rooms.recall.search import EVERY, Sources
from companion.store.imported import import_talk
from companion.store.sqlite import record_path
from tests.proof.bench.figure import Effort, Figure, Sense

IDS = ("R1", "R2")
GAIN_POINTS = 10.0
"""How many points all sources together must be above words alone."""
FIRST = 10
TALKS = Path(__file__).parents[1] / "evaluation" / "recall"
LANGUAGES = ("ja", "en")
ALONE = {
    "words": Sources(meaning=False, fused=False, reranked=False),
    "vectors": Sources(words=False, fused=False, reranked=False),
    "together": EVERY,
}


@dataclass
class Scores:
    """Share of the evidence found, question by question."""

    by_kind: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    took_s: list[float] = field(default_factory=list)

    @property
    def percent(self) -> float:
        """Of all questions that have evidence."""
        return 100 * statistics.mean(one for kind in self.by_kind.values() for one in kind)

    def as_json(self) -> dict[str, Any]:
        """By kind as well, with the time of a question."""
        kinds = {kind: round(100 * statistics.mean(v), 1) for kind, v in self.by_kind.items()}
        median_ms = 1000 * statistics.median(self.took_s)
        return {
            "all": round(self.percent, 1),
            **dict(sorted(kinds.items())),
            "questions": sum(map(len, self.by_kind.values())),
            "median_ms": round(median_ms, 1),
        }


def half() -> str:
    """Name of the half that is asked."""
    return "sealed" if os.environ.get("COMPANION_SEALED") == "1" else "open"


def questions_of(language: str) -> list[dict[str, Any]]:
    """The questions of the half that is asked which have evidence."""
    lines = (TALKS / language / f"{half()}.jsonl").read_text(encoding="utf-8").splitlines()
    return [question for question in map(json.loads, lines) if question["evidence"]]


async def asked(
    memory: OpenedMemory, questions: Sequence[dict[str, Any]], sources: Sources
) -> Scores:
    """How much of the evidence is found."""
    scores = Scores()
    for question in questions:
        began = time.perf_counter()
        found = await memory.search.find(
            question["question"],
            datetime.fromisoformat(question["as_of"]),
            limit=FIRST,
            sources=sources,
        )
        scores.took_s.append(time.perf_counter() - began)
        names = {one.episode.name for one in found}
        share = len(names.intersection(question["evidence"])) / len(question["evidence"])
        scores.by_kind[question["kind"]].append(share)
    return scores


async def measured(language: str, folder: Path) -> dict[str, Any]:
    """One household, taken in, embedded and asked."""
    record = record_path(folder)
    talk = TALKS / language
    began = time.perf_counter()
    done = await asyncio.to_thread(import_talk, talk / "turns.jsonl", record, (), UTC)
    async with opened_memory(record, DEFAULT_EMBEDDER) as memory:
        await memory.index.catch_up()
        import_s = time.perf_counter() - began
        assert memory.embedding is not None  # an embedder was asked for
        while await memory.embedding.step():
            pass
        embed_s = time.perf_counter() - began - import_s
        questions = questions_of(language)
        found = {
            name: (await asked(memory, questions, sources)).as_json()
            for name, sources in ALONE.items()
        }
    return {
        **found,
        "turns": done.taken,
        "turns_per_s": round(done.taken / import_s),
        "vectors_per_s": round(done.taken / embed_s, 1),
    }


async def measure(effort: Effort) -> Sequence[Figure]:
    """The gain of all together over words alone, for each language."""
    figures = []
    for number, language in zip(IDS, LANGUAGES, strict=True):
        folder = Path(tempfile.mkdtemp(prefix="recall-"))
        try:
            found = await measured(language, folder)
        finally:
            shutil.rmtree(folder)
        gain = found["together"]["all"] - found["words"]["all"]
        figures.append(
            Figure(
                id=number,
                what=f"evidence recall@10 ({language}, {half()} half): all together above words",
                value=round(gain, 1),
                limit=GAIN_POINTS,
                sense=Sense.AT_LEAST,
                unit="points",
                against="words alone in the same run, no language model",
                detail=found,
            )
        )
    return figures
