"""Weights of the second ranking, in the order of `rerank.Features`; made by
`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark."""

ALONE: tuple[float, ...] = (
    4.0771,
    18.0410,
    2.6722,
    3.1256,
    2.9844,
    0.7065,
    -0.6070,
    -1.3116,
    0.0915,
    -0.7401,
    -0.9754,
    -0.7646,
    0.6541,
    0.0,
    0.0,
)

WEIGHTS: tuple[float, ...] = (
    4.0771,
    18.0410,
    2.6722,
    3.1256,
    2.9844,
    0.7065,
    -0.6070,
    -1.3116,
    0.0915,
    -0.7401,
    -0.9754,
    -0.7646,
    0.6541,
    0.0,
    0.0,
)
