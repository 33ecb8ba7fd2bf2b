"""The sorts are tried in their order, and only those that are asked for."""

from companion.rooms.understanding.unanswered import EARLY, LATE, Unanswered, unanswered


def test_issue_15_only_the_sorts_that_are_asked_for_are_found() -> None:
    text = "Did you promise to feed the hens?"
    assert unanswered(text, LATE) is Unanswered.DEED
    assert unanswered("you promised to feed the hens", LATE) is None
    assert unanswered("you promised to feed the hens", EARLY) is Unanswered.PROMISE
