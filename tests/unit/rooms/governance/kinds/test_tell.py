"""Tests of the task kind `tell`."""

from companion.rooms.governance.kinds import DONE, tell
from companion.words.result import ResultStatus
from companion.words.telling import TELL_OWN
from tests.unit.rooms.governance.samples import goal, home, result, seen, task


def test_c_068_it_is_done_when_the_words_were_given_out_and_not_before() -> None:
    """T-29: the observed result ends the task, not the call."""
    one = task("tell", ja="寝る時間です", en="bedtime")
    assert tell.ended(seen(one)) is None
    assert tell.ended(seen(one, result())) == DONE
    end = tell.ended(seen(one, result(ResultStatus.FAILED, "bad_arguments")))
    assert end is not None
    assert end.cause is not None


def test_its_request_and_its_name_hold_both_languages() -> None:
    """Japanese and English are equals."""
    one = task("tell", ja="寝る時間です", en="bedtime")
    (request,) = tell.requests(one, goal(one), home()[1])
    assert (request.action_type, dict(request.payload)) == (
        TELL_OWN,
        {"ja": "寝る時間です", "en": "bedtime"},
    )
    assert "bedtime" in tell.named(one.slots, home()[1]).en
    assert tell.objection({"ja": "x", "en": " "}, home()[1]) is not None
