"""Trained head: loads and runs the ranker's weights, as small dense layers in numpy."""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.engines.ranking.lines import Floats


class WeightsWrong(ValueError):
    """Error: the weight file is not the one that was shipped (sha256)."""


@dataclass(frozen=True, slots=True)
class Dense:
    """Two dense layers: standardise, ReLU, logistic outputs."""

    mean: Floats
    scale: Floats
    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats

    def __call__(self, x: Floats) -> Floats:
        """Probabilities, one row per row of `x`."""
        hidden = np.maximum(((x - self.mean) * self.scale) @ self.w1 + self.b1, 0)
        out: Floats = 1 / (1 + np.exp(-np.clip(hidden @ self.w2 + self.b2, -30, 30)))
        return out


@dataclass(frozen=True, slots=True)
class Head:
    """Trained head: the reader of lines, the reader of names, the judge of entries."""

    facts: tuple[str, ...]
    reader: Dense
    things: Dense
    judge: Dense
    """Outputs: sensible, harmful."""


_PARTS = ("mean", "scale", "w1", "b1", "w2", "b2")


def load_head(path: Path, sha256: str) -> Head:
    """Read the weights. Raises `WeightsWrong`, `FileNotFoundError`."""
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise WeightsWrong(f"{path.name} is damaged (sha256 differs); restore it")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return head_of(arrays)


def head_of(arrays: Mapping[str, Floats]) -> Head:
    """Unpack the arrays of the file, `reader.mean` and so on, most of them in half precision."""

    def dense(name: str) -> Dense:
        return Dense(*(arrays[f"{name}.{part}"].astype(np.float32) for part in _PARTS))

    return Head(
        facts=tuple(str(fact) for fact in arrays["facts"]),
        reader=dense("reader"),
        things=dense("things"),
        judge=dense("judge"),
    )
