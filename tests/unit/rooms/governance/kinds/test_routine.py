"""Tests of the task kind `routine`."""

from companion.rooms.governance.kinds import DONE, routine
from tests.unit.rooms.governance.samples import goal, home, result, seen, task

ONE = task("routine", device="light.living", operation="turn_off", at="23:45")


def test_t_50_a_routine_is_proposed_by_a_request_that_asks() -> None:
    """T-50: only people make routines; the request to the schedule is what asks them."""
    by = home()[1]
    (request,) = routine.requests(ONE, goal(ONE), by)
    assert request.action_type == "schedule_alarm.set_routine"
    (act,) = request.payload["actions"]
    assert act["action_type"] == "device_control.light_turn_off"
    assert act["payload"] == {"device_id": "light.living"}
    assert routine.ended(seen(ONE)) is None
    assert routine.ended(seen(ONE, result())) == DONE


def test_nothing_above_tier_one_is_proposed() -> None:
    """A lock or the heating is no routine of the companion's own idea."""
    by = home()[1]
    assert routine.objection(ONE.slots, by) is None
    lock = {"device": "lock.front_door", "operation": "lock", "at": "22:00"}
    assert routine.objection(lock, by) is not None
    assert routine.objection({**ONE.slots, "at": "late"}, by) is not None
    assert "23:45" in routine.named(ONE.slots, by).ja


def test_people_may_be_reminded_by_a_routine() -> None:
    """The same words on every day, for what no device can do."""
    by = home()[1]
    words = task("routine", ja="机に向かう時間です", en="Time for your desk", at="19:00")
    assert routine.objection(words.slots, by) is None
    assert routine.objection({"ja": "", "en": "", "at": "19:00"}, by) is not None
    (request,) = routine.requests(words, goal(words), by)
    (act,) = request.payload["actions"]
    assert act["action_type"] == "notice.tell"
    assert "19:00" in routine.named(words.slots, by).en
