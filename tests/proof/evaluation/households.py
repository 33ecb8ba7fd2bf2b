"""Memory of households written by strangers: what is found, what is answered, what a correction
leaves.

A file has one household a line: `turns` (`id, time, speaker, text`), `questions` (`query, speaker,
kind, evidence`) asked `as_of`, and `corrections` (`said`, `after` the turn or the question that it
answers, `then_query, then_answer`), each made alone after all turns. The way is the product's: the
import, the search and the answer of `companion ask`, and for a correction the door at which it is
said. No language model takes part. Whether an answer is right is judged by the turns it rests on.
"""

import asyncio
import json
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.app.memory import (
    DEFAULT_EMBEDDER,
    OpenedMemory,
    build_memory,
    opened_memory,
)
from companion.app.remembered import Asking, answer_from
from companion.app.told import remember_said
from companion.desk.answerers.recalled_answer import RecalledAnswer
from companion.desk.answerers.told_answer import ToldAnswer
from companion.rooms.recall.answer import CANDIDATES
from companion.rooms.recall.room import Recall
from companion.rooms.recall.told import ToldThings
from companion.store.imported import import_talk
from companion.store.sqlite import Store, record_path
from companion.words.language import Language
from companion.words.remembered import AnswerKind, Remembered
from tests.proof.evaluation.jump_clock import JumpClock
from tests.unit.desk.talked_home import Home

CONTRADICTION, UNKNOWN, UPDATE, WHOSE = "contradiction", "unknown", "update", "whose"
AFTER, LATER = timedelta(minutes=2), timedelta(hours=1)
"""From the talk to the correction, and from that to the question after it."""
NOT_KNOWN = ("unknown", "not known", "知らない", "わからない", "分からない")
"""Beginnings of the `then_answer` of a correction that takes something back."""


@dataclass
class Score:
    """Counts over questions of several households."""

    by_kind: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    wrong: list[str] = field(default_factory=list)
    """Lines about what was not right; never of a sealed file."""

    def note(self, kind: str, outcomes: Iterable[str], line: str) -> None:
        """Count one question. `line` tells it where it went wrong."""
        told = set(outcomes)
        self.by_kind[kind].update(("asked", *told))
        if "right" not in told:
            self.wrong.append(f"{kind}: {line}")

    def add(self, other: "Score") -> None:
        """Add the counts of another household."""
        for kind, counts in other.by_kind.items():
            self.by_kind[kind].update(counts)
        self.wrong += other.wrong

    def totals(self) -> dict[str, tuple[int, int]]:
        """The figures that a file is judged by: so many of so many."""
        every = self.by_kind
        corrected = sum((every[k] for k in every if k.startswith("corrected")), Counter())
        told = sum((every[k] for k in every if _is_told(k)), Counter())
        plain = told - every[CONTRADICTION]
        return {
            "evidence among ten": (told["found"], told["asked"]),
            "unknown told as unknown": (every[UNKNOWN]["right"], every[UNKNOWN]["asked"]),
            "false 'I do not know'": (told["not known"], told["asked"]),
            "two versions shown": (every[CONTRADICTION]["right"], every[CONTRADICTION]["asked"]),
            "false two versions": (plain["two versions"], plain["asked"]),
            "right turn first": (plain["right"], plain["asked"]),
            "right turn quoted": (plain["quoted"], plain["asked"]),
            "newest of an update first": (every[UPDATE]["right"], every[UPDATE]["asked"]),
            "old of an update first": (every[UPDATE]["old first"], every[UPDATE]["asked"]),
            "another's fact first": (every[WHOSE]["other first"], every[WHOSE]["asked"]),
            "correction answers": (corrected["right"], corrected["asked"]),
            "corrected comes again": (corrected["again"], corrected["asked"]),
        }


def _is_told(kind: str) -> bool:
    return kind != UNKNOWN and not kind.startswith("corrected")


def outcomes_of(kind: str, evidence: Sequence[str], answer: Remembered) -> set[str]:
    """How a question of a kind was answered. `evidence`: the turns that carry it, in order of time;
    of an update the last holds."""
    names = [one.name for one in answer.evidence]
    if answer.kind is AnswerKind.UNKNOWN:
        return {"not known", *(["right"] if kind == UNKNOWN else [])}
    if kind == UNKNOWN:
        return {"guessed"}
    both = answer.kind is AnswerKind.TWO_VERSIONS
    quoted = bool(set(names) & set(evidence))
    found = {"two versions"} if both else set()
    found |= {"quoted"} if quoted else set()
    if kind == CONTRADICTION:
        return found | ({"right"} if both and quoted else set())
    wanted = evidence[-1:] if kind == UPDATE else evidence
    first = names[0]
    if both:
        return found
    if first in wanted:
        return found | {"right"}
    return found | {"old first" if first in evidence else "other first"}


async def asked_of(memory: OpenedMemory, household: Mapping[str, Any]) -> Score:
    """All questions of a household."""
    score = Score()
    at = {turn["id"]: number for number, turn in enumerate(household["turns"])}
    moment = datetime.fromisoformat(household["as_of"])
    for question in household["questions"]:
        asking = Asking(question["query"], moment, question["speaker"])
        answer, found = await _asked(memory, asking, household["lang"])
        evidence = sorted(question["evidence"], key=at.__getitem__)
        outcomes = outcomes_of(question["kind"], evidence, answer)
        if set(evidence[-1:]) & found:
            outcomes.add("found")
        score.note(question["kind"], outcomes, _line(question["query"], answer))
    return score


async def _asked(
    memory: OpenedMemory, asking: Asking, language: str
) -> tuple[Remembered, set[str]]:
    """The answer, and the names of what was found for it."""
    found = await memory.search.find(
        asking.question, asking.moment, limit=CANDIDATES, without=memory.withdrawn
    )
    answer = await answer_from(memory, asking, found, Language(language))
    return answer, {one.episode.name for one in found}


def _line(query: str, answer: Remembered) -> str:
    return f"{query} -> {answer.kind.value}: {' / '.join(answer.text.splitlines())}"


async def correction_of(
    folder: Path, household: Mapping[str, Any], correction: Mapping[str, Any]
) -> Score:
    """One correction, said at the door of a household's memory, and what is answered after it."""
    score = Score()
    after = correction["after"]
    questions = {one["id"]: one for one in household["questions"]}
    turns = {one["id"]: one for one in household["turns"]}
    asks = questions.get(after)
    speaker = (asks or turns[after])["speaker"]
    old = set(asks["evidence"] if asks is not None else [after])
    moment = datetime.fromisoformat(household["as_of"])
    last = await _said(folder, moment, asks, correction["said"], speaker)
    async with opened_memory(record_path(folder), DEFAULT_EMBEDDER) as memory:
        await _indexed(memory)
        then = correction["then_query"]
        asking = Asking(then, moment + LATER, speaker)
        answer, _ = await _asked(memory, asking, household["lang"])
    taken_back = correction["then_answer"].casefold().startswith(NOT_KNOWN)
    names = [one.name for one in answer.evidence]
    new = bool(answer.evidence) and answer.evidence[0].id > last
    outcomes = {"right"} if (not set(names) & old if taken_back else new) else set()
    # A question on which two differ has the right version among its turns.
    if asks is None and set(names) & old:
        outcomes.add("again")
    kind = "corrected question" if asks is not None else "corrected turn"
    score.note(kind, outcomes, f"[{correction['said']}] {_line(then, answer)}")
    return score


async def _said(
    folder: Path, moment: datetime, asks: Mapping[str, Any] | None, said: str, speaker: str
) -> int:
    """Say a sentence, after the question that it answers; gives the last event before both."""
    record, clock = record_path(folder), JumpClock(moment)
    store = await Store.open(record, clock)
    memories = build_memory(record, None, "")
    try:
        (newest,) = await store.record.recent(limit=1)
        recall = Recall(store.record, store.state, memories.search, clock)
        answers = (
            ToldAnswer(told=ToldThings(store.state), record=store.record, clock=clock),
            RecalledAnswer(said_of=recall.said_of, clock=clock),
        )
        home = Home(folder, clock, store, answers, recall)
        if asks is not None:
            await home.say(asks["query"], asks["speaker"])
        await clock.sleep(AFTER.total_seconds())
        await home.say(said, speaker)
        return newest.id
    finally:
        await memories.index.close()
        await store.close()


async def _indexed(memory: OpenedMemory) -> None:
    await memory.index.catch_up()
    assert memory.embedding is not None  # an embedder was asked for
    while await memory.embedding.step():
        pass


async def household_of(household: Mapping[str, Any], folder: Path) -> Score:
    """One household, taken in, asked, and corrected in a copy for each correction."""
    talk, own = folder / "turns.jsonl", folder / "own"
    own.mkdir()
    lines = (json.dumps(turn, ensure_ascii=False) for turn in household["turns"])
    talk.write_text("\n".join(lines), encoding="utf-8")
    await asyncio.to_thread(import_talk, talk, record_path(own), (), UTC)
    await remember_said(record_path(own), Language(household["lang"]))
    async with opened_memory(record_path(own), DEFAULT_EMBEDDER) as memory:
        await _indexed(memory)
        score = await asked_of(memory, household)
    for number, correction in enumerate(household["corrections"]):
        copy = folder / f"corrected-{number}"
        shutil.copytree(own, copy)
        score.add(await correction_of(copy, household, correction))
    return score


async def scores_of(files: Sequence[Path]) -> dict[str, Score]:
    """The households of these files, by language."""
    scores: dict[str, Score] = defaultdict(Score)
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            household = json.loads(line)
            with tempfile.TemporaryDirectory(prefix="household-") as folder:
                scores[household["lang"]].add(await household_of(household, Path(folder)))
    return dict(scores)
