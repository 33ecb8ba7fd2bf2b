"""Answers from memory on the two households of `recall`: are they honest?

No language model. Of the questions that nothing carries, how many are answered "I do not know"; of
those that are answered by somebody, how many are not; of those on which two people differ, how many
are shown as two versions. The sealed half is asked as in `recall`."""

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.app.memory import DEFAULT_EMBEDDER, OpenedMemory, opened_memory
from companion.rooms.recall.answer import CANDIDATES, answered
from companion.store.imported import import_talk
from companion.store.sqlite import record_path
from companion.words.language import Language
from companion.words.remembered import AnswerKind, Remembered
from tests.proof.bench.figure import Effort, Figure, Sense
from tests.proof.bench.recall import TALKS, half

IDS = ("R3", "R4", "R5", "R6")
FRIENDS = TALKS / "friends"
"""Talk of another kind, in plain words; beside the households in the detail, in no figure."""
GOALS = {
    "R3": ("nothing carries it: told as not known", 95.0, Sense.AT_LEAST),
    "R4": ("somebody told it: told as not known", 5.0, Sense.AT_MOST),
    "R5": ("two people differ: told as two versions", 80.0, Sense.AT_LEAST),
    "R6": ("nobody differs: told as two versions", 5.0, Sense.AT_MOST),
}


async def answer_to(memory: OpenedMemory, question: Mapping[str, Any], language: str) -> Remembered:
    """The answer, as `companion ask --no-llm` makes it from what was said."""
    as_of = datetime.fromisoformat(question["as_of"])
    found = await memory.search.find(question["question"], as_of, limit=CANDIDATES)
    beside = await memory.search.beside(found, as_of)
    return answered(question["question"], found, beside, Language(language), as_of)


def shares(kinds: Mapping[str, Counter[str]]) -> dict[str, float]:
    """Each goal's share in percent, from how the questions of each kind were answered."""
    told = sum((kinds[one] for one in kinds if one not in ("unknown", "contradiction")), Counter())
    either = told + kinds["contradiction"]

    def share(answers: Counter[str], kind: AnswerKind) -> float:
        return 100 * answers[kind.value] / max(1, sum(answers.values()))

    return {
        "R3": share(kinds["unknown"], AnswerKind.UNKNOWN),
        "R4": share(either, AnswerKind.UNKNOWN),
        "R5": share(kinds["contradiction"], AnswerKind.TWO_VERSIONS),
        "R6": share(told, AnswerKind.TWO_VERSIONS),
    }


async def asked_in(
    language: str, folder: Path, talks: Path = TALKS, part: str = ""
) -> dict[str, Counter[str]]:
    """How the questions of each kind were answered in one household. `part`: which questions."""
    record = record_path(folder)
    await asyncio.to_thread(import_talk, talks / language / "turns.jsonl", record, (), UTC)
    kinds: dict[str, Counter[str]] = {}
    file = talks / language / f"{part or half()}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    async with opened_memory(record, DEFAULT_EMBEDDER) as memory:
        await memory.index.catch_up()
        assert memory.embedding is not None  # an embedder was asked for
        while await memory.embedding.step():
            pass
        for question in map(json.loads, lines):
            if question["kind"] == "not_said_by_person":
                # A sign may be given as what the sign says, or not at all.
                continue
            answer = await answer_to(memory, question, language)
            kinds.setdefault(question["kind"], Counter())[answer.kind.value] += 1
    return kinds


async def measure(effort: Effort) -> Sequence[Figure]:
    """The goals over both languages; each language alone in the detail."""
    found: dict[str, dict[str, Counter[str]]] = {}
    friends: dict[str, dict[str, Counter[str]]] = {}
    for language in ("ja", "en"):
        with tempfile.TemporaryDirectory(prefix="answers-") as folder:
            found[language] = await asked_in(language, Path(folder))
        with tempfile.TemporaryDirectory(prefix="answers-") as folder:
            friends[language] = await asked_in(language, Path(folder), FRIENDS, "open")
    names = {name for kinds in found.values() for name in kinds}
    whole = {
        name: sum((kinds.get(name, Counter()) for kinds in found.values()), Counter())
        for name in names
    }
    of = {language: shares(kinds) for language, kinds in found.items()}
    of |= {f"friends {language}": shares(kinds) for language, kinds in friends.items()}
    return [
        Figure(
            id=goal,
            what=f"{what} ({half()} halves, ja and en)",
            value=round(shares(whole)[goal], 1),
            limit=limit,
            sense=sense,
            unit="%",
            against="questions written by hand before any ranking was built",
            detail={language: round(one[goal], 1) for language, one in of.items()},
        )
        for goal, (what, limit, sense) in GOALS.items()
    ]
