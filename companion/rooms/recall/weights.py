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
    3.9071,
    22.3491,
    2.8906,
    3.1085,
    3.1610,
    0.5604,
    -0.4889,
    -1.2030,
    0.1851,
    -0.7345,
    -0.8965,
    0.1026,
    0.6595,
    1.8445,
    0.1122,
)
