"""Taught: the keys under which a lesson holds, and the strictest of several lessons."""

from companion.home.taught import Lesson, strictest, taught_keys


def test_a_lesson_holds_for_one_operation_of_each_device() -> None:
    assert taught_keys("device_control.light_turn_on", {"device_id": "light.hall"}) == (
        "turn_on light.hall",
    )
    assert taught_keys("device_control.light_turn_on", {"device_ids": ["light.a", "light.b"]}) == (
        "turn_on light.a",
        "turn_on light.b",
    )


def test_an_act_on_several_devices_counts_as_the_same_act_on_each() -> None:
    alone = taught_keys("device_control.light_turn_off", {"device_id": "light.a"})
    among = taught_keys("device_control.all_turn_off", {"device_ids": ["light.a", "fan.b"]})
    assert alone[0] in among


def test_an_act_without_a_device_has_its_own_name_as_key() -> None:
    assert taught_keys("speak.say", {"text": "hello"}) == ("speak.say",)


def test_never_again_is_stricter_than_wrong() -> None:
    assert strictest(["wrong", "never", "free"]) is Lesson.NEVER
    assert strictest(["free", "wrong"]) is Lesson.WRONG
    assert strictest(["something of a newer version"]) is Lesson.FREE
    assert strictest([]) is Lesson.FREE
