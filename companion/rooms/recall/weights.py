"""Weights of the second ranking, in the order of `rerank.Features`; made by
`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark."""

WEIGHTS: tuple[float, ...] = (
    4.0978,
    17.8946,
    2.6519,
    3.2011,
    -1.2859,
    0.6962,
    -0.5994,
    -1.2916,
    0.0775,
    -0.7279,
    -0.9845,
    -0.8049,
    0.6998,
)
