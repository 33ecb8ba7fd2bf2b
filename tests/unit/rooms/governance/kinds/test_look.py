"""Tests of the task kind `look`."""

from companion.rooms.governance.kinds import DONE, look
from companion.words.result import ResultStatus
from tests.unit.rooms.governance.samples import goal, home, result, seen, task


def test_a_device_is_looked_at_by_its_own_report() -> None:
    """No act is needed; silence is no observation."""
    house, by = home()
    one = task("look", thing="sensor.living_temperature")
    assert look.requests(one, goal(one), by) == ()
    assert look.ended(seen(one, by=by)) == DONE
    house.set("sensor.living_temperature", None)
    assert look.ended(seen(one, by=by)) is None
    late = look.ended(seen(one, by=by, after=look.PATIENCE))
    assert late is not None
    assert late.cause == look.NOT_TOLD


def test_a_camera_looks_once_and_its_result_ends_the_task() -> None:
    """The look is an act like any other."""
    by = home()[1]
    one = task("look", thing="living")
    (request,) = look.requests(one, goal(one), by)
    assert request.action_type == "vision_perception.observe_scene"
    assert look.ended(seen(one, by=by)) is None
    assert look.ended(seen(one, result(), by=by)) == DONE
    failed = look.ended(seen(one, result(ResultStatus.FAILED, "camera_gone"), by=by))
    assert failed is not None
    assert failed.cause is not None
    assert look.objection({"thing": "nothing"}, by) is not None
    assert look.named(one.slots, by).ja == "リビングの様子を見る"
