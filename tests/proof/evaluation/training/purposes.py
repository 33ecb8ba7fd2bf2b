"""Trains the model that reads which sorts of tasks a purpose wants (`rooms/governance/sorts.py`).

Run: `python -m tests.proof.evaluation.training.purposes`. It learns from the open purposes of other
authors and from `purposes.tsv`, which were written for it: before the purpose, letters of the sorts
that its plan must hold, and after `-` of those that it must not. `purposes_hands.tsv` holds more of
them, by imagined people. Each author, each hand, and each of eight parts of the own ones, is read
by a model that did not learn from it, and the limits from which on a sort is clear are set by that;
the hands, which are all one writer's, set no limits.
"""

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.rooms.governance import sorts
from companion.rooms.governance.wish import signs
from tests.proof.plans.evaluate import planner
from tests.proof.plans.judge import SETS, cases

OWN = Path(__file__).with_name("purposes.tsv")
HANDS = Path(__file__).with_name("purposes_hands.tsv")
"""The same by imagined people, one hand each, who are named first."""
OUT = Path(sorts.__file__).with_name("sorts.toml")
LETTERS = {
    "d": "device",
    "w": "watch",
    "m": "remind",
    "s": "research",
    "k": "remember",
    "r": "routine",
    "a": "ask",
    "t": "tell",
    "l": "look",
}
READ = ("device", "watch", "remind", "research", "remember", "routine", "ask", "tell")
RULED_OUT = ("ask", "tell")
"""Every plan has words and a question unless they are ruled out: only that is learned."""
FOLDS, RIDGE, SCALE = 8, 1.0, 1e-4
NEAR = 0.5
"""Own purposes that are so like (without what all share) are in one part."""
SURE_ACT, SURE_YES, LOST, NEVER = 0.8, 0.75, 0.1, 9.0
"""This share of those above the upper limit must be wanted (of acts more), of those that are wanted
not more than that may lie below the lower one."""
RULED = {"ask": 0.8, "tell": 0.65}
"""This share of those below the lower limit must be ruled out (chosen by plans for strangers)."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """A purpose, and the sorts that its plan must and must not hold."""

    author: str
    text: str
    required: frozenset[str]
    forbidden: frozenset[str]


def samples(without: Sequence[str] = ()) -> list[Sample]:
    """Own purposes, and the open ones of all authors but these."""
    found = []
    for line in OWN.read_text(encoding="utf-8").splitlines():
        found.append(_sample("own", *line.split("\t")))
    for line in HANDS.read_text(encoding="utf-8").splitlines():
        if (one := _sample(*line.split("\t"))).author not in without:
            found.append(one)
    for name in SETS:
        author = name.removesuffix("_open")
        if name.endswith("sealed") or author in without:
            continue
        for case in cases(name):
            must_hold = (one.partition("|")[0] for one in case.required)
            ruled_out = (one for one in case.forbidden if one.partition(".")[2] in ("", "*"))
            required = frozenset(map(_sort, must_hold))
            found.append(Sample(author, case.text, required, frozenset(map(_sort, ruled_out))))
    return found


def _sample(author: str, letters: str, text: str) -> Sample:
    must, _, not_ = letters.partition("-")
    return Sample(author, text, _sorts(must), _sorts(not_))


def _sorts(letters: str) -> frozenset[str]:
    return frozenset(LETTERS[letter] for letter in letters)


def _sort(sign: str) -> str:
    return "remind" if sign == "tell.later" else sign.partition(".")[0]


def target(sort: str, rows: Sequence[Sample]) -> Floats:
    """1 where it is wanted, 0 where not, nan where nothing is said of it: by authors too who never
    name the sort, since they had other names for it."""
    found = np.array([_target(sort, row) for row in rows])
    named = 0.0 if sort in RULED_OUT else 1.0
    authors = np.array([row.author for row in rows])
    for one in set(authors.tolist()):
        if named not in found[authors == one]:
            found[authors == one] = np.nan
    return found


def _target(sort: str, row: Sample) -> float:
    if sort in RULED_OUT:
        return 0.0 if sort in row.forbidden else 1.0
    if sort in row.required:
        return 1.0
    unsaid = sort == "device" and "routine" in row.required and sort not in row.forbidden
    return np.nan if unsaid else 0.0


async def marks(rows: Sequence[Sample]) -> Floats:
    """The numbers that the model reads of each purpose."""
    async with planner("nearest") as chosen:
        assert chosen is not None
        assert chosen.embedder is not None
        found = []
        for row in rows:
            vectors = await chosen.embedder.embed(sorts.texts_of(row.text))
            found.append(sorts.marks_of(row.text, vectors, signs()))
        return np.array(found)


def fit(marks: Floats, wanted: Floats) -> tuple[Floats, float]:
    """Ridge regression: weights and bias."""
    mean, aim = marks.mean(axis=0), 2 * wanted - 1
    centred = marks - mean
    gram = centred @ centred.T + RIDGE * np.eye(len(centred))
    weights = centred.T @ np.linalg.solve(gram, aim - aim.mean())
    return weights, float(aim.mean() - mean @ weights)


def parts(rows: Sequence[Sample], marks: Floats, size: int) -> NDArray[np.int64]:
    """The part of each purpose: its author, or one of eight of the own, alike ones together."""
    whole = marks[:, :size] - marks[:, :size].mean(axis=0)
    whole /= np.linalg.norm(whole, axis=1, keepdims=True)
    like = whole @ whole.T > NEAR
    first = np.array([int(np.argmax(row)) for row in like])
    for _ in rows:
        first = np.array([int(first[row].min()) for row in like])
    authors = list(dict.fromkeys(row.author for row in rows))
    own = np.random.default_rng(1).integers(0, FOLDS, len(rows))
    return np.array(
        [
            own[first[at]] if row.author == "own" else FOLDS + authors.index(row.author)
            for at, row in enumerate(rows)
        ]
    )


def unseen(marks: Floats, wanted: Floats, part: NDArray[np.int64]) -> Floats:
    """The score of each purpose by a model that did not learn from its part."""
    scores = np.zeros(len(marks))
    products = marks @ marks.T
    for one in set(part.tolist()):
        learn, read = np.flatnonzero((part != one) & ~np.isnan(wanted)), part == one
        known, aim = products[np.ix_(learn, learn)], 2 * wanted[learn] - 1
        like = known.mean(axis=1)
        centred = known - like[:, None] - like + like.mean()
        parts_of = np.linalg.solve(centred + RIDGE * np.eye(len(learn)), aim - aim.mean())
        new = products[read][:, learn]
        new = new - new.mean(axis=1)[:, None] - like + like.mean()
        scores[read] = new @ parts_of + aim.mean()
    return scores


def limits(sort: str, scores: Floats, wanted: Floats) -> tuple[float, float]:
    """From where on the sort is clearly wanted, and up to where it clearly is not."""
    said = ~np.isnan(wanted)
    scores, wanted = scores[said], wanted[said]
    steps = sorted(scores.tolist())
    if sort in RULED_OUT:
        no = next(
            (s for s in reversed(steps) if wanted[scores <= s].mean() <= 1 - RULED[sort]), -NEVER
        )
        return NEVER, no
    sure = SURE_ACT if sort == "device" else SURE_YES
    yes = next((s for s in steps if wanted[scores >= s].mean() >= sure), NEVER)
    return yes, min(yes, float(np.quantile(scores[wanted == 1], LOST)))


def area(scores: Floats, wanted: Floats) -> float:
    """How often a purpose that wants it stands above one that does not."""
    more, less = scores[wanted == 1], scores[wanted == 0]
    return float((more[:, None] > less[None]).mean())


def main() -> None:
    """Print the areas by sort, and write the model."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--without", default="", help="authors that are left out, with commas")
    asked.add_argument("--to", type=Path, default=OUT)
    given = asked.parse_args()
    rows = samples(given.without.split(","))
    read = asyncio.run(marks(rows))
    size = (read.shape[1] - len(signs())) // 2
    part = parts(rows, read, size)
    hands = {line.split("\t")[0] for line in HANDS.read_text(encoding="utf-8").splitlines()}
    sets_limits = np.array([row.author not in hands for row in rows])
    table: dict[str, Mapping[str, object]] = {}
    for sort in READ:
        wanted = target(sort, rows)
        scores = unseen(read, wanted, part)
        said = ~np.isnan(wanted)
        yes, no = limits(sort, scores[sets_limits], wanted[sets_limits])
        weights, bias = fit(read[said], wanted[said])
        table[sort] = {
            "bias": round(bias, 4),
            "yes": round(yes, 4),
            "no": round(no, 4),
            "weights": [round(float(one) / SCALE) for one in weights],
        }
        held = scores >= yes, scores <= no
        print(
            f"{sort}: area {area(scores[said], wanted[said]):.3f}; clear yes {held[0].sum()},"
            f" clear no {held[1].sum()} of {len(rows)} ({np.nansum(wanted):.0f} wanted)"
        )
    given.to.write_text(as_toml(size, table), encoding="utf-8")


def as_toml(size: int, table: Mapping[str, Mapping[str, object]]) -> str:
    """The model as the room reads it."""
    lines = [
        "# Made by tests.proof.evaluation.training.purposes: weights of a linear model by sort.",
        f"size = {size}",
        f"scale = {SCALE}",
        f"signs = {list(signs())}".replace("'", '"'),
    ]
    for sort, row in table.items():
        lines += [f"\n[sorts.{sort}]", *(f"{name} = {value}" for name, value in row.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
