"""Tests of the task kind `watch`."""

from dataclasses import replace
from datetime import timedelta

from companion.rooms.governance.kinds import DONE, End, watch
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from tests.unit.rooms.governance.samples import NOW, goal, home, seen, task

UNTIL = (NOW + timedelta(hours=1)).isoformat()
SLOTS = {"device": "light.bedroom", "is": "off", "until": UNTIL}
ONE = replace(task("watch"), slots=SLOTS)


def test_it_is_done_when_the_state_was_seen_in_time() -> None:
    """By the device's own report; an unknown state is never so."""
    house, by = home()
    assert watch.ended(seen(ONE, by=by)) is None
    house.set("light.bedroom", None)
    assert watch.ended(seen(ONE, by=by)) is None
    house.set("light.bedroom", "off")
    assert watch.ended(seen(ONE, by=by)) == DONE
    assert watch.requests(ONE, goal(ONE), by) == ()


def test_it_fails_at_its_end() -> None:
    """By the clock."""
    end = watch.ended(seen(ONE, after=timedelta(hours=1)))
    assert end is not None
    assert end.cause == watch.NOT_IN_TIME


def test_its_slots_must_fit() -> None:
    """A device, a state, a moment."""
    by = home()[1]
    assert watch.objection(ONE.slots, by) is None
    for wrong in ({"device": "x"}, {"is": "drop all tables"}, {"until": "soon"}):
        assert watch.objection({**ONE.slots, **wrong}, by) is not None
    assert "is off" in watch.named(ONE.slots, by).en


GUARD = {"device": "binary_sensor.front_door", "is": "on", "until": UNTIL, "guard": True}


def test_a_guard_tells_at_once_and_is_done_in_peace() -> None:
    """C-003: a door that opens is told; a time over without it is no failure."""
    house, by = home()
    one = replace(task("watch"), slots=GUARD)
    assert watch.ended(seen(one, by=by)) is None
    assert watch.ended(seen(one, by=by, after=timedelta(hours=1))) == DONE
    house.set("binary_sensor.front_door", "on")
    end = watch.ended(seen(one, by=by))
    assert end is not None
    assert end.cause is None
    assert end.told is not None
    assert "is open" in end.told.en
    assert "開く" in end.told.ja


def test_a_guard_of_a_measure() -> None:
    """Below a limit; a sensor without a number is not below it."""
    house, by = home()
    slots = {"device": "sensor.living_temperature", "below": 8, "until": UNTIL, "guard": True}
    one = replace(task("watch"), slots=slots)
    assert watch.objection(slots, by) is None
    for value in ("21", None, "unknown"):
        house.set("sensor.living_temperature", value)
        assert watch.ended(seen(one, by=by)) is None
    house.set("sensor.living_temperature", "7.5")
    assert watch.ended(seen(one, by=by)) is not None
    assert "8" in watch.named(slots, by).ja


def test_a_guard_of_several_tells_which_one_it_was() -> None:
    """Any of them counts."""
    house, by = home()
    slots = {**GUARD, "device": "lock.front_door", "is": "unlocked", "also": ["lock.back_door"]}
    one = replace(task("watch"), slots=slots)
    house.set("lock.front_door", "locked")
    house.set("lock.back_door", "locked")
    assert watch.ended(seen(one, by=by)) is None
    house.set("lock.back_door", "unlocked")
    end = watch.ended(seen(one, by=by))
    assert end is not None
    assert end.told is not None
    assert "back door" in end.told.en
    assert "front door" not in end.told.en
    assert watch.objection({**slots, "also": ["lock.nowhere"]}, by) is not None


def test_a_guard_that_hopes_tells_of_what_did_not_happen() -> None:
    """C-003: seen in time it is done without a word."""
    house, by = home()
    slots = {**GUARD, "device": "binary_sensor.bedroom_motion", "hopes": True}
    one = replace(task("watch"), slots=slots)
    assert watch.ended(seen(one, by=by)) is None
    late = watch.ended(seen(one, by=by, after=timedelta(hours=1)))
    assert late is not None
    assert late.told is not None
    house.set("binary_sensor.bedroom_motion", "on")
    assert watch.ended(seen(one, by=by)) == DONE


def test_of_a_guard_in_pieces_only_the_last_tells_and_by_all_reports() -> None:
    """C-003, C-066: who got up in the time of the first piece is not missed at the end."""
    by = home()[1]
    moves = {**GUARD, "device": "binary_sensor.bedroom_motion", "hopes": True}
    first, last = (
        replace(task("watch"), slots={**moves, **more, "until": UNTIL})
        for more in ({"more": True}, {"since": (NOW - timedelta(hours=1)).isoformat()})
    )
    hour = timedelta(hours=1)
    assert watch.ended(seen(first, by=by, after=hour)) == DONE
    missed = watch.ended(seen(last, by=by, after=hour))
    assert missed is not None
    assert missed.told is not None
    assert watch.reads_of(last) == ((DeviceId("binary_sensor.bedroom_motion"),), NOW - hour)
    report = DeviceState(
        device_id=DeviceId("binary_sensor.bedroom_motion"), value="on", at=NOW - hour / 2
    )
    assert watch.ended(replace(seen(last, by=by), reported=(report,))) == DONE


def test_what_was_so_between_two_looks_is_told() -> None:
    """C-003: a door that was opened and shut again."""
    house, by = home()
    one = replace(task("watch"), slots=GUARD)
    house.set("binary_sensor.front_door", "off")
    report = DeviceState(device_id=DeviceId("binary_sensor.front_door"), value="on", at=NOW)
    end = watch.ended(replace(seen(one, by=by), reported=(report,)))
    assert end is not None
    assert end.told is not None
    assert watch.reads_of(ONE) is None


def test_a_guard_of_what_is_not_off_and_of_what_is_above() -> None:
    """An unknown state is neither."""
    house, by = home()
    runs = replace(task("watch"), slots={"device": "climate.living", "not": "off", "until": UNTIL})
    warm = {"device": "sensor.living_temperature", "above": 30, "until": UNTIL}
    hot = replace(task("watch"), slots=warm)
    assert watch.objection(runs.slots, by) is None
    assert watch.objection(warm, by) is None
    for thing, one, value in (("climate.living", runs, "heat"), (warm["device"], hot, "31")):
        house.set(str(thing), None)
        assert watch.ended(seen(one, by=by)) is None
        house.set(str(thing), value)
        assert watch.ended(seen(one, by=by)) == DONE
    assert "30" in watch.named(warm, by).en
    assert "runs" not in watch.named(runs.slots, by).en


def test_what_must_become_so_is_not_what_it_was_before() -> None:
    """A machine that stands still when the guard begins has not finished."""
    house, by = home()
    slots = {"device": "switch.kettle", "is": "off", "until": UNTIL, "guard": True, "becomes": True}
    one = replace(task("watch"), slots=slots)
    assert watch.ended(seen(one, by=by)) is None
    house.now = NOW + timedelta(minutes=5)
    house.set("switch.kettle", "off")
    end = watch.ended(seen(one, by=by, after=timedelta(minutes=6)))
    assert end is not None
    assert end.told is not None


def test_a_measure_may_have_two_bounds() -> None:
    """Below the lower one or above the upper one."""
    house, by = home()
    slots = {"device": "sensor.living_temperature", "below": 18, "above": 20, "until": UNTIL}
    one = replace(task("watch"), slots={**slots, "guard": True})
    for value, outside in (("17.5", True), ("19", False), ("20.5", True)):
        house.set("sensor.living_temperature", value)
        assert (watch.ended(seen(one, by=by)) is not None) is outside
    assert "between 18 and 20" in watch.named(one.slots, by).en


def test_c_054_a_guard_that_begins_after_its_time_watched_nothing() -> None:
    """C-054, C-068: late, or in a plan that was stopped; nobody is told that nothing was seen."""
    by = home()[1]
    until = {"until": (NOW - timedelta(hours=1)).isoformat()}
    slots = {"device": "binary_sensor.front_door", "is": "open", "guard": True, **until}
    for more in ({}, {"hopes": True}):
        one = replace(task("watch"), slots={**slots, **more})
        assert watch.ended(seen(one, by=by)) == End(watch.NOT_WATCHED)
