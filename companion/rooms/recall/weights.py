"""Weights of the second ranking, in the order of `rerank.Features`; made by
`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark."""

WEIGHTS: tuple[float, ...] = (
    4.1105,
    6.6387,
    3.7126,
    2.5812,
    2.2628,
    0.7891,
    -0.7173,
    -1.1293,
    0.3868,
    -0.1838,
    -0.5390,
    0.0137,
    0.8860,
)
