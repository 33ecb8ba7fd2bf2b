"""Tests of the task kind `remember`."""

from dataclasses import replace

from companion.rooms.governance.kinds import DONE, remember
from tests.unit.rooms.governance.samples import goal, home, seen, task

WORDS = "the cooker is paid off in May"


def test_it_is_done_when_memory_holds_the_words() -> None:
    """C-003: other words, and none, leave it open; after a while it has failed."""
    one, by = task("remember", words=WORDS), home()[1]
    assert remember.requests(one, goal(one), by) == ()
    assert remember.ended(seen(one)) is None
    assert remember.ended(replace(seen(one), kept="the cooker is old")) is None
    assert remember.ended(replace(seen(one), kept=WORDS)) == DONE
    late = remember.ended(seen(one, after=remember.PATIENCE))
    assert late is not None
    assert late.cause == remember.NOT_KEPT


def test_there_must_be_words() -> None:
    """An empty fact is none."""
    by = home()[1]
    assert remember.missing(by) is None
    assert remember.objection({"words": " "}, by) is not None
    assert remember.objection({"words": WORDS}, by) is None
    assert WORDS in remember.named({"words": WORDS}, by).en
