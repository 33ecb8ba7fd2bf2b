"""Fits how the signs of a proposed command weigh.

Run: `python -m tests.proof.evaluation.training.proposals`.

`proposals.jsonl` holds a line for each proposal that was made of a sentence: of commands that the
grammar did not read when their author's sentences were first seen (the grammar of that day made
the proposal), and of sentences of the open sets that ask for nothing. A logistic regression; the
same numbers at each run, in a second. Prints what is right with each author left out of the fit.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.rooms.understanding.proposals import SIGNS, WEIGHTS

ROWS = Path(__file__).with_name("proposals.jsonl")
RIDGE = 3.0
"""Weight of the squares of the coefficients."""
STEPS = 25
Floats = NDArray[np.float64]


def fitted(signs: Floats, meant: Floats) -> tuple[Floats, float]:
    """Coefficients and constant, by Newton's method."""
    mean, spread = signs.mean(0), signs.std(0) + 1e-3
    x = np.c_[(signs - mean) / spread, np.ones(len(signs))]
    ridge = np.eye(x.shape[1]) * RIDGE
    ridge[-1, -1] = 1e-6
    found = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (p - meant) + ridge @ found
        found -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + ridge, slope)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ mean)


def left_out(rows: list[dict[str, Any]]) -> Floats:
    """The likelihood of each row by a fit without its author."""
    authors = np.array([row["author"] for row in rows])
    signs = np.array([row["signs"] for row in rows])
    meant = np.array([float(row["meant"]) for row in rows])
    found = np.zeros(len(rows))
    for author in sorted(set(authors)):
        own = authors == author
        weights, constant = fitted(signs[~own], meant[~own])
        found[own] = 1 / (1 + np.exp(-(signs[own] @ weights + constant)))
    return found


def main() -> None:
    """Write the weights, and print the table."""
    every = [json.loads(line) for line in ROWS.read_text("utf-8").splitlines()]
    rows = [row for row in every if not row["signs"][SIGNS.index("forbids")]]
    likely = left_out(rows)
    for least in (0.1, 0.15, 0.2, 0.3, 0.5):
        asked = [row for row, p in zip(rows, likely, strict=True) if p >= least]
        right = sum(row["meant"] for row in asked)
        wrong = sum(row["asked_for"] and not row["meant"] for row in asked)
        needless = len(asked) - right - wrong
        print(f"{least}: {right} asked right, {wrong} asked wrongly, {needless} asked needlessly")
    weights, constant = fitted(
        np.array([row["signs"] for row in rows]), np.array([float(row["meant"]) for row in rows])
    )
    named = [f"{name} = {w:.3f}" for name, w in zip(SIGNS, weights, strict=True)]
    kept = "\n".join([f"constant = {constant:.3f}", "", "[weights]", *named])
    WEIGHTS.write_text(f"{kept}\n", "utf-8")


if __name__ == "__main__":
    main()
