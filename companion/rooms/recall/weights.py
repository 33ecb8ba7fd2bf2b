"""Weights of the second ranking, in the order of `rerank.Features`; made by
`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark.
`ALONE`: those by which a candidate is judged before it is known what was told anew."""

ALONE: tuple[float, ...] = (
    4.1939,
    19.6704,
    2.1654,
    3.3112,
    3.2857,
    0.5018,
    -0.4378,
    -1.3584,
    0.0231,
    -0.7968,
    -1.0421,
    -1.1544,
    0.6049,
    0.0000,
    0.0000,
)

WEIGHTS: tuple[float, ...] = (
    4.0496,
    19.6076,
    2.4660,
    3.0155,
    3.1103,
    0.5630,
    -0.4912,
    -1.0573,
    0.2167,
    -0.7543,
    -1.2589,
    -0.3065,
    0.8387,
    1.1098,
    0.0806,
)
