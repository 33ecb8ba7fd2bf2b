"""Sorts 課題の種類: a trained linear model tells which sorts of tasks a purpose wants.

It reads the sentence vectors of the purpose and of the parts that ask, and the signs of
`wish.toml`. `tests.proof.evaluation.training.purposes` trains it, for the packaged embedder alone:
vectors of another size are not read. Where a score lies between the two limits of its sort, the
rules decide.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from companion.ports.embedder import Vector
from companion.rooms.governance.wish import says, wish_of

SIGN_WEIGHT = 0.15
"""Of a sign beside a vector of length 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """望み: the sorts that are clearly wanted, and those that are clearly not."""

    yes: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()


NOT_READ = Wanted()
"""Of a purpose that the model did not read: the rules decide."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Sort:
    """課題の種類: the weights of one sort of tasks, and from where on it is clear."""

    bias: float
    yes: float
    """From this score on it is wanted."""
    no: float
    """Up to this score it is not."""
    scale: float
    weights: Sequence[int] = field(repr=False)

    def score(self, marks: Sequence[float]) -> float:
        """How far the sort is wanted, about -1 to 1."""
        return self.bias + self.scale * sum(w * m for w, m in zip(self.weights, marks, strict=True))


def texts_of(purpose: str) -> tuple[str, ...]:
    """The texts whose vectors are read: the purpose, and its parts that ask."""
    return (purpose, *wish_of(purpose).asked)


def marks_of(purpose: str, vectors: Sequence[Vector], signs: Iterable[str]) -> tuple[float, ...]:
    """The numbers that the model reads, from the vectors of `texts_of` and these signs."""
    whole, *parts = vectors
    mean = [sum(row) / len(parts) for row in zip(*parts, strict=True)]
    return (*whole, *mean, *(SIGN_WEIGHT * says(sign, purpose) for sign in signs))


def wanted(purpose: str, vectors: Sequence[Vector]) -> Wanted:
    """The sorts of tasks that a purpose wants, from the vectors of `texts_of`."""
    if len(vectors[0]) != _table()["size"]:
        return NOT_READ
    parts = zip(texts_of(purpose)[1:], vectors[1:], strict=True)
    return clear(_scores(purpose, vectors), [_scores(text, (one, one)) for text, one in parts])


def _scores(text: str, vectors: Sequence[Vector]) -> Mapping[str, float]:
    marks = marks_of(text, vectors, _table()["signs"])
    return {name: sort.score(marks) for name, sort in sorts().items()}


def clear(whole: Mapping[str, float], parts: Iterable[Mapping[str, float]] = ()) -> Wanted:
    """The sorts of which these scores leave no doubt; a sort that a part alone clearly wants is
    never ruled out by the rest."""
    limits = sorts()
    alone = tuple(parts)
    part = {name: max((one[name] for one in alone), default=-1.0) for name in whole}
    return Wanted(
        yes=frozenset(name for name, score in whole.items() if score >= limits[name].yes),
        no=frozenset(
            name
            for name, score in whole.items()
            if score <= limits[name].no and part[name] < limits[name].yes
        ),
    )


@cache
def sorts() -> Mapping[str, Sort]:
    """The sorts by their names."""
    table = _table()
    return {name: Sort(scale=table["scale"], **row) for name, row in table["sorts"].items()}


@cache
def _table() -> Mapping[str, Any]:
    text = (files("companion.rooms.governance") / "sorts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
