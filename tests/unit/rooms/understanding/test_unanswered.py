"""The sorts are tried in their order, and only those that are asked for."""

from companion.rooms.understanding.unanswered import EARLY, LATE, Unanswered, unanswered


def test_issue_15_only_the_sorts_that_are_asked_for_are_found() -> None:
    text = "Did you promise to feed the hens?"
    assert unanswered(text, LATE) is Unanswered.DEED
    assert unanswered("you promised to feed the hens", LATE) is None
    assert unanswered("you promised to feed the hens", EARLY) is Unanswered.PROMISE


def test_a_call_or_a_message_to_somebody_is_beyond_it() -> None:
    """Issue 11: the answer was that it heard what was asked."""
    for text in ("ring my brother please", "父に電話かけて", "兄に遅れるって送って"):
        assert unanswered(text, LATE) is Unanswered.OUTSIDE
    for text in ("call it a day", "call me Sam", "母に電話したら喜んだ"):
        assert unanswered(text, LATE) is not Unanswered.OUTSIDE
