"""Weights of the second ranking, in the order of `rerank.Features`; made by
`python -m tests.proof.evaluation.train_recall` from the open halves of the benchmark."""

WEIGHTS: tuple[float, ...] = (
    3.8130,
    2.9532,
    4.0424,
    2.5695,
    2.4841,
    0.7958,
    -0.7682,
    -1.1444,
    0.3242,
    -0.4724,
    -0.2559,
    -0.0163,
    0.6833,
)
