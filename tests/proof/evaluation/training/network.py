"""Network: a two-layer net fitted with Adam in numpy; small, seeded, reproducible."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.engines.ranking.head import Dense
from companion.engines.ranking.lines import Floats

_BETA1, _BETA2, _TINY = 0.9, 0.999, 1e-8


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How to fit."""

    hidden: int
    epochs: int
    rate: float = 2e-3
    decay: float = 1e-4
    dropout: float = 0.1
    batch: int = 256
    seed: int = 7


def merged(nets: Sequence[Dense]) -> Dense:
    """One net that gives the mean of what several give before the logistic: side by side."""
    first = nets[0]
    return Dense(
        first.mean,
        first.scale,
        np.concatenate([net.w1 for net in nets], axis=1),
        np.concatenate([net.b1 for net in nets]),
        (np.concatenate([net.w2 for net in nets]) / len(nets)).astype(np.float32),
        np.mean([net.b2 for net in nets], axis=0).astype(np.float32),
    )


def fit_several(x: Floats, y: Floats, known: Floats, how: Fit, members: int) -> Dense:
    """Several nets that differ by seed only, merged: luck with one seed evens out."""
    return merged([fit(x, y, known, replace(how, seed=how.seed + at)) for at in range(members)])


def fit(x: Floats, y: Floats, known: Floats, how: Fit) -> Dense:
    """Logistic outputs; `known` weighs each label, 0 leaves it out."""
    rng = np.random.default_rng(how.seed)
    mean = x.mean(0)
    spread = x.std(0)
    # What never varied in training says nothing when it does: it is left out, not blown up.
    scale = np.where(spread < 0.005, 0.0, 1 / np.maximum(spread, 0.01)).astype(np.float32)
    z = ((x - mean) * scale).astype(np.float32)
    wide = rng.standard_normal((x.shape[1], how.hidden)) * np.sqrt(2 / x.shape[1])
    out = rng.standard_normal((how.hidden, y.shape[1])) * np.sqrt(1 / how.hidden)
    rest = np.log(np.clip((y * known).sum(0) / np.maximum(known.sum(0), 1), 1e-3, 0.5))
    weights = [w.astype(np.float32) for w in (wide, np.zeros(how.hidden), out, rest)]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    step = 0
    for epoch in range(how.epochs):
        rate = how.rate * (1 - epoch / how.epochs)
        order = rng.permutation(len(z))
        for start in range(0, len(z), how.batch):
            rows = order[start : start + how.batch]
            step += 1
            grads = _gradients(z[rows], y[rows], known[rows], weights, how.dropout, rng)
            _adam(weights, moments, grads, rate, how.decay, step)
    return Dense(mean, scale.astype(np.float32), *weights)


def _gradients(
    x: Floats,
    y: Floats,
    known: Floats,
    weights: list[Floats],
    dropout: float,
    rng: np.random.Generator,
) -> list[Floats]:
    w1, b1, w2, b2 = weights
    x = x * (rng.random(x.shape, np.float32) > dropout / 2)
    before = x @ w1 + b1
    kept = (rng.random(before.shape, np.float32) > dropout) / np.float32(1 - dropout)
    hidden = np.maximum(before, 0) * kept
    p = 1 / (1 + np.exp(-np.clip(hidden @ w2 + b2, -30, 30)))
    error = (p - y) * known / len(x)
    back = (error @ w2.T) * kept * (before > 0)
    return [x.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]


def _adam(
    weights: list[Floats],
    moments: list[tuple[Floats, Floats]],
    grads: list[Floats],
    rate: float,
    decay: float,
    step: int,
) -> None:
    for w, (m, v), g in zip(weights, moments, grads, strict=True):
        m += (1 - _BETA1) * (g - m)
        v += (1 - _BETA2) * (g * g - v)
        fair_m, fair_v = m / (1 - _BETA1**step), v / (1 - _BETA2**step)
        w -= (rate * (fair_m / (np.sqrt(fair_v) + _TINY) + decay * w)).astype(w.dtype)
