"""The benchmark of answers counts each goal over the questions it is about."""

from collections import Counter

from tests.proof.bench.answers import shares


def test_each_goal_is_a_share_of_its_own_questions() -> None:
    kinds = {
        "unknown": Counter(unknown=3, answer=1),
        "contradiction": Counter(two_versions=1, answer=1),
        "told": Counter(answer=6, unknown=1, two_versions=1),
    }
    assert shares(kinds) == {"R3": 75.0, "R4": 10.0, "R5": 50.0, "R6": 12.5}
