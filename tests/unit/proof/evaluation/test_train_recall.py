"""Training of the second ranking: what the weights may and may not learn from."""

import numpy as np

from companion.rooms.recall.rerank import Features
from tests.proof.evaluation.train_recall import Asked, fitted


def _asked(seed: int) -> Asked:
    chance = np.random.default_rng(seed)
    telling = chance.permutation(4).astype(float)
    rows = np.column_stack([telling, np.full(4, 0.1), chance.normal(size=4), np.zeros((4, 10))])
    return Asked(
        author="anybody",
        features=[Features(*row) for row in rows.tolist()],
        found=(),
        likeness={},
        carries=(telling == 3).astype(float),
        evidence=1,
    )


def test_a_feature_that_never_varies_has_no_weight_and_spoils_no_other() -> None:
    """A set in which no sign is quoted has such a column; its rounding was divided by 1e-9."""
    weights = fitted([_asked(seed) for seed in range(30)])
    assert abs(weights[1]) < 1e-9
    assert weights[0] > 10 * abs(weights[2])


def test_a_feature_that_varies_with_the_answer_puts_it_first_on_a_question_never_seen() -> None:
    weights = fitted([_asked(seed) for seed in range(30)])
    other = _asked(99)
    assert int(np.argmax(other.rows(None) @ weights)) == int(np.argmax(other.carries))
