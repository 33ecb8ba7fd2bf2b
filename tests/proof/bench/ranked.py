"""Ranked search of memory, and the context of a reply, in a household that said a million things.

The household is made up: words of the two hand-written households and invented ones, drawn so that
some stand in a hundred and some in a hundred thousand sentences. The truth of the search by words
is the same score over every sentence that matches; its peer is one statement that ranks the newest
two hundred. Vectors are real ones of sentences, mixed pair by pair until there are enough.
"""

import asyncio
import json
import math
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.app.memory import DEFAULT_EMBEDDER, opened_memory
from companion.ports.embedder import Vector
from companion.ports.episodes import EpisodeIndex
from companion.ports.llm import ModelUnavailable
from companion.rooms.conversation.room import Conversation
from companion.rooms.recall.room import Recall
from companion.rooms.recall.words_of import words_of
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import load_persona, load_settings
from companion.store.episodes import index_path
from companion.store.imported import import_talk
from companion.store.sqlite import Store, record_path
from companion.store.vectors import Vectors, quantised
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.recall import LANGUAGES, TALKS
from tests.proof.bench.whole import CONFIG
from tests.unit.rooms.conversation.home import Evening

IDS = ("P4", "P5", "P6")
SAID = {Effort.SHORT: 3_000, Effort.LONG: 1_000_000}
WITH_VECTOR = {Effort.SHORT: 600, Effort.LONG: 100_000}
EMBEDDED = {Effort.SHORT: 16, Effort.LONG: 2_000}
"""Sentences that the embedder reads; the other vectors are mixed from theirs."""
ASKED = {Effort.SHORT: 20, Effort.LONG: 500}
TALKED = {Effort.SHORT: 5, Effort.LONG: 300}
JUDGED = 60
"""Questions of a mix whose score is compared with every sentence that matches."""
FIRST, NEWEST, BATCH, WARM = 20, 200, 8, 3
TAKEN_PER_S = 2_000.0
P4_MS, P4_BARE, P4_SCORE = 20.0, 1.5, 0.9
P5_BARE, P5_RECALL, P5_MB = 1.3, 0.95, 45.0
P6_MS = 50.0
WORDS, LENGTH, ZIPF, NOISE = 9_000, 8, 2.7, 0.01
BEGAN, APART = datetime(2024, 1, 1, tzinfo=UTC), timedelta(seconds=83)
PEOPLE = ("Haru", "Nao", "Ken")
INVENTED = {
    Language.JA: ("アカサタナハマヤラワキシチニヒミリクスツヌフムルケセテネヘメレコソトノホモロ",)
    * 5,
    Language.EN: ("bdfgklmnprstv", "aeiou") * 3 + ("k",),
}
FEW, MANY = 8, 200
SHARES = {"rare": 0.00015, "mid": 0.0025, "common": 0.08}
"""Share of the sentences in which a word of each sort stands, about."""
MIXES: Mapping[str, tuple[str, ...]] = {
    "one rare word": ("rare",),
    "one mid word": ("mid",),
    "one common word": ("common",),
    "six mid words": ("mid",) * 6,
    "six words, two common": (*("mid",) * 4, "common", "common"),
}
NO_PEER = "no store of the mem0 kind is built beside it: without its model it takes nothing in"
Rows = NDArray[np.float32]
_BARE = """
SELECT rowid, -bm25(words, 1.0, 0.5) FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?
"""
_BEST = """
SELECT -bm25(words, 1.0, 0.5) FROM words WHERE words MATCH ? ORDER BY 1 DESC LIMIT ?
"""
_OF_ONE = "SELECT -bm25(words, 1.0, 0.5) FROM words WHERE words MATCH ? AND rowid = ?"


@dataclass(frozen=True)
class Household:
    """What was said, as a file, and in how many sentences each word stands."""

    language: Language
    turns: Path
    counts: Counter[str]
    said: int

    @property
    def words(self) -> Sequence[str]:
        """All that were said."""
        return tuple(self.counts)

    def joined(self, words: Sequence[str]) -> str:
        """A sentence of these words."""
        return ("、" if self.language is Language.JA else " ").join(words)

    def __str__(self) -> str:
        return f"{self.language}, {self.said:,} said"


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Both languages, one after the other; the vectors are of both."""
    figures: list[Figure | NotMeasured] = []
    rows = _mixed(await _real(EMBEDDED[effort]), WITH_VECTOR[effort])
    for language in LANGUAGES:
        folder = Path(tempfile.mkdtemp(prefix="ranked-"))
        try:
            household = await asyncio.to_thread(_household, Language(language), effort, folder)
            record = record_path(folder)
            figures += await _by_words(record, household, ASKED[effort])
            await asyncio.to_thread(_keep, record, rows)
            if language == LANGUAGES[0]:
                figures += await asyncio.to_thread(_by_meaning, record, rows, ASKED[effort])
            figures.append(await _context(record, household, TALKED[effort]))
        finally:
            shutil.rmtree(folder)
    return [*figures, NotMeasured(id="P6", why=NO_PEER)]


def _household(language: Language, effort: Effort, folder: Path) -> Household:
    chance = random.Random(f"ranked {language}")
    words = _vocabulary(language, chance)
    upto = list(accumulate(1 / (rank + ZIPF) for rank in range(len(words))))
    made = Household(language, folder / "turns.jsonl", Counter(), SAID[effort])
    with made.turns.open("w", encoding="utf-8") as file:
        for number in range(made.said):
            said = chance.choices(words, cum_weights=upto, k=LENGTH)
            made.counts.update(set(said))
            line = {
                "id": f"t{number}",
                "time": (BEGAN + number * APART).isoformat(),
                "speaker": PEOPLE[number % len(PEOPLE)],
                "text": made.joined(said),
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return made


def _vocabulary(language: Language, chance: random.Random) -> list[str]:
    """Words of the household of this language, the rest invented; each found by itself alone."""
    lines = (TALKS / language / "turns.jsonl").read_text(encoding="utf-8").splitlines()
    found = {word for line in lines for word in words_of(json.loads(line)["text"])}
    words = sorted(word for word in found if _stands_alone(word))
    chance.shuffle(words)
    known = set(words)
    while len(words) < WORDS:
        word = "".join(chance.choice(part) for part in INVENTED[language])
        if word not in known and _stands_alone(word):
            known.add(word)
            words.append(word)
    return words


def _stands_alone(word: str) -> bool:
    return words_of(word) == (word,)


def _questions(household: Household, mix: Sequence[str], asked: int) -> list[list[str]]:
    """Lists of words of these sorts, always the same."""
    chance, counts = random.Random(f"{mix}"), household.counts
    near = {}
    for sort in set(mix):
        wanted = max(1.0, SHARES[sort] * household.said)
        by_nearness = sorted(counts, key=lambda word: abs(counts[word] - wanted))
        near[sort] = by_nearness[: FEW if sort == "common" else MANY]
    return [[chance.choice(near[sort]) for sort in mix] for _ in range(asked)]


async def _by_words(record: Path, household: Household, asked: int) -> list[Figure]:
    """Taken in, indexed, and asked by words."""
    began = time.perf_counter()
    await asyncio.to_thread(import_talk, household.turns, record, (), UTC)
    async with opened_memory(record, DEFAULT_EMBEDDER, by_meaning=False) as memory:
        await memory.index.catch_up()
        per_s = household.said / (time.perf_counter() - began)
        figures = [
            Figure(
                id="P4",
                what=f"taken in and found by words ({household})",
                value=round(per_s),
                limit=TAKEN_PER_S,
                sense=Sense.AT_LEAST,
                unit="turns/s",
            )
        ]
        bare = sqlite3.connect(f"file:{index_path(record)}?mode=ro", uri=True)
        bare.execute("PRAGMA query_only = ON")
        try:
            for mix, sorts in MIXES.items():
                questions = _questions(household, sorts, asked)
                figures += await _mix(memory.index, bare, f"{mix} ({household})", questions)
        finally:
            bare.close()
    return figures


async def _mix(
    index: EpisodeIndex, bare: sqlite3.Connection, what: str, questions: Sequence[list[str]]
) -> list[Figure]:
    ours, theirs, cpu = list[float](), list[float](), list[float]()
    scores: list[float] = []
    until = BEGAN + timedelta(days=10_000)
    for words in questions:
        query = " OR ".join(f'"{word}"' for word in words)
        began = time.perf_counter()
        newest = bare.execute(_BARE, (query, NEWEST)).fetchall()
        sorted(newest, key=lambda row: -row[1])[:FIRST]
        theirs.append(1000 * (time.perf_counter() - began))
        began, cpu_began = time.perf_counter(), time.process_time()
        found = await index.by_words(words, until, limit=FIRST)
        ours.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.process_time() - cpu_began))
        if len(scores) < JUDGED:
            scores.append(_share(bare, query, found))
    p50, bare_p50 = _part(ours, 0.5), _part(theirs, 0.5)
    detail = {
        "p50_ms": round(p50, 2),
        "bare_p50_ms": round(bare_p50, 2),
        "cpu_p50_ms": round(_part(cpu, 0.5), 2),
        "cpu_p99_ms": round(_part(cpu, 0.99), 2),
        "asked": len(ours),
    }
    against = f"one statement that ranks the newest {NEWEST}"
    return [
        _at_most("P4", f"first 20 by words, {what}, p99", _part(ours, 0.99), P4_MS, "ms", detail),
        _figure("P4", f"first 20 by words, {what}, p50", p50 / bare_p50, P4_BARE, against, {}),
        _at_least(
            "P4",
            f"score of the first 20 by words, {what}",
            statistics.mean(scores),
            P4_SCORE,
            "the best 20 of all that match",
        ),
    ]


def _share(bare: sqlite3.Connection, query: str, found: Iterable[int]) -> float:
    """The score of what was found beside that of the best there are."""
    best = sum(row[0] for row in bare.execute(_BEST, (query, FIRST)))
    own = sum(bare.execute(_OF_ONE, (query, one)).fetchone()[0] for one in found)
    return float(own / best)


async def _real(count: int) -> Rows:
    """Vectors of sentences of the two hand-written households."""
    lines = [
        json.loads(line)["text"]
        for language in LANGUAGES
        for line in (TALKS / language / "turns.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    embedder = plugins.build(plugins.FAMILIES["embedder"], DEFAULT_EMBEDDER, {}, {})
    try:
        found: list[Vector] = []
        for at in range(0, min(count, len(lines)), BATCH):
            found += await embedder.embed(lines[at : at + BATCH], stored=True)
    finally:
        await embedder.close()
    return np.asarray(found, np.float32)


def _mixed(real: Rows, count: int) -> Rows:
    """Real vectors mixed pair by pair, with a little noise; each of length 1."""
    draw = np.random.default_rng(5)
    one, other = (real[draw.integers(0, len(real), count)] for _ in range(2))
    part = draw.random((count, 1), np.float32)
    mixed = part * one + (1 - part) * other + draw.normal(0, NOISE, one.shape).astype(np.float32)
    rows: Rows = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return rows


def _keep(record: Path, rows: Rows) -> None:
    """Give the newest sentences these vectors; no other one waits for its own."""
    index = sqlite3.connect(index_path(record))
    try:
        newest = index.execute("SELECT id FROM episodes ORDER BY id DESC LIMIT ?", (len(rows),))
        kept = [(one, quantised(row)) for (one,), row in zip(newest.fetchall(), rows, strict=True)]
        index.executemany("INSERT INTO vectors (id, vector) VALUES (?, ?)", kept)
        index.execute("DELETE FROM without_vector")
        index.commit()
    finally:
        index.close()


def _by_meaning(record: Path, rows: Rows, asked: int) -> list[Figure]:
    """The closest vectors beside numpy over all in four bytes a number."""
    index = sqlite3.connect(index_path(record))
    try:
        held = Vectors.read(index)
        ids = [row[0] for row in index.execute("SELECT id FROM vectors ORDER BY id")]
        (stored,) = index.execute("SELECT sum(length(vector)) FROM vectors").fetchone()
    finally:
        index.close()
    every = rows[::-1].copy()  # the oldest first, as the index gives them
    draw = np.random.default_rng(6)
    ours, theirs, shares = [], [], []
    for number in draw.integers(0, len(rows), asked):
        question = rows[number] + draw.normal(0, NOISE, (1, rows.shape[1])).astype(np.float32)
        given: Vector = tuple(map(float, (question / np.linalg.norm(question))[0]))
        began = time.perf_counter()
        best = np.argpartition(-(every @ np.asarray(given, np.float32)), FIRST)[:FIRST]
        theirs.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        found = held.closest(given, math.inf, FIRST)
        ours.append(1000 * (time.perf_counter() - began))
        shares.append(len(set(found) & {ids[int(one)] for one in best}) / FIRST)
    what = f"of {len(rows):,} vectors"
    p50, bare = _part(ours, 0.5), _part(theirs, 0.5)
    detail = {"p50_ms": round(p50, 2), "bare_p50_ms": round(bare, 2), "asked": asked}
    against = "numpy over four bytes a number"
    return [
        _figure("P5", f"closest 20 {what}, p50", p50 / bare, P5_BARE, against, detail),
        _at_least("P5", f"closest 20 {what}, found", statistics.mean(shares), P5_RECALL, against),
        _at_most("P5", f"store {what}", stored / 1e6, P5_MB, "MB"),
    ]


class _Reader:
    """A model that only notes when its prompt is there."""

    def __init__(self) -> None:
        self.at_s, self.chars = 0.0, 0

    async def complete(self, request: LlmRequest) -> LlmReply:
        """No reply."""
        self.at_s = time.perf_counter()
        self.chars = sum(len(one.content) for one in request.messages)
        raise ModelUnavailable("nothing is written here")

    def ready(self) -> bool:
        """It is."""
        return True

    def model_name(self) -> str:
        """None."""
        return ""


async def _context(record: Path, household: Household, asked: int) -> Figure:
    """From a sentence to the prompt of its reply: the last turns, what comes to mind, the state of
    the home and the persona."""
    settings = load_settings(CONFIG).model_copy(update={"language": household.language})
    persona, home, reader = load_persona(settings), await Evening().lived(), _Reader()
    store = await Store.open(record, SystemClock(UTC))
    known = replace(home.known, record=store.record, state=store.state)
    conversation = Conversation(reader, persona, known)
    chance = random.Random(7)
    took, embedded, cpu = [], [], []
    try:
        async with opened_memory(record, DEFAULT_EMBEDDER) as memory:
            room = Recall(store.record, store.state, memory.search, persona=persona)
            newest = (await store.record.recent(limit=1))[0]
            for number in range(-WARM, asked):
                text = household.joined(chance.choices(household.words, k=LENGTH))
                said = replace(newest, id=EventId(newest.id + 1), user_text=text)
                began, cpu_began = time.perf_counter(), time.process_time()
                await conversation.reply(said, recalled=await room.recall(said))
                if number >= 0:
                    cpu.append(1000 * (time.process_time() - cpu_began))
                    took.append(1000 * (reader.at_s - began))
                    began = time.perf_counter()
                    await memory.search.closeness(text + " ", ())
                    embedded.append(1000 * (time.perf_counter() - began))
    finally:
        await store.close()
    detail = {
        "p50_ms": round(_part(took, 0.5), 1),
        "cpu_without_the_vector_p50_ms": round(_part(cpu, 0.5), 1),
        "the_vector_p50_ms": round(_part(embedded, 0.5), 1),
        "prompt_chars": reader.chars,
        "asked": asked,
    }
    what = f"the context of a reply as a prompt ({household}), p99"
    return _at_most("P6", what, _part(took, 0.99), P6_MS, "ms", detail)


def _part(values: Sequence[float], share: float) -> float:
    return sorted(values)[int(share * len(values))]


def _figure(
    goal: str, what: str, value: float, limit: float, against: str, detail: Mapping[str, Any]
) -> Figure:
    """A ratio that should be small."""
    return Figure(
        id=goal,
        what=what,
        value=round(value, 3),
        limit=limit,
        sense=Sense.AT_MOST,
        against=against,
        detail=detail,
    )


def _at_most(
    goal: str, what: str, value: float, limit: float, unit: str, detail: Mapping[str, Any] = {}
) -> Figure:
    return replace(_figure(goal, what, value, limit, "", detail), unit=unit)


def _at_least(goal: str, what: str, value: float, limit: float, against: str) -> Figure:
    return replace(_figure(goal, what, value, limit, against, {}), sense=Sense.AT_LEAST)
