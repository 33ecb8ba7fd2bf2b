"""Runtime Blackboard: what matters now, and what of it survives a restart."""

import pytest

from companion.service.blackboard import Blackboard
from companion.words.device import DeviceState
from companion.words.ids import DeviceId, IntentId
from companion.words.observation import Certainty
from tests.unit.store.samples import START, SetClock, observation


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


def test_it_holds_tasks_attention_observations_and_intents(clock: SetClock) -> None:
    """B-031."""
    board = Blackboard(clock)
    board.seen(observation())
    board.intend(IntentId(2), "light the hall")
    board.intend(IntentId(1), "say welcome")
    with board.running("someone came home"):
        assert board.tasks() == ("someone came home",)
    assert board.tasks() == ()
    assert board.latest() == (observation(),)
    assert board.attention_targets() == ("person",)
    assert board.intents() == ("say welcome", "light the hall")
    board.let_go(IntentId(1))
    assert board.intents() == ("light the hall",)


def test_a_task_ends_also_when_it_fails(clock: SetClock) -> None:
    board = Blackboard(clock)
    with pytest.raises(RuntimeError), board.running("doomed"):
        raise RuntimeError
    assert board.tasks() == ()


def test_the_newest_observation_of_a_place_is_the_one_held(clock: SetClock) -> None:
    board = Blackboard(clock)
    board.seen(observation())
    gone = observation(Certainty.FACT, "absent")
    board.seen(gone)
    assert board.latest() == (gone,)


def test_attention_is_momentary(clock: SetClock) -> None:
    """T-38: seconds to minutes; lasting interest lives in state."""
    board = Blackboard(clock)
    board.attend("person")
    clock.pass_time(seconds=90)
    board.attend("weather")
    assert board.attention_targets() == ("weather", "person")
    clock.pass_time(seconds=60)
    assert board.attention_targets() == ("weather",)


def test_the_latest_report_of_each_device_is_held(clock: SetClock) -> None:
    board = Blackboard(clock)
    for value in ("off", "on"):
        board.reported(DeviceState(device_id=DeviceId("light.hall"), value=value, at=START))
    assert board.devices()["light.hall"].value == "on"


def test_a_snapshot_brings_it_back_after_a_restart(clock: SetClock) -> None:
    """B-032, B-097: what ran was cut off, and is named as such."""
    board = Blackboard(clock)
    board.seen(observation())
    board.attend("weather")
    board.count("dropped", 3)
    with board.running("lighting the hall"):
        snapshot = board.snapshot()
    again = Blackboard(clock)
    again.restore(snapshot)
    assert again.latest() == (observation(),)
    assert set(again.attention_targets()) == {"person", "weather"}
    assert again.counters() == {"dropped": 3}
    assert again.tasks() == ()
    assert again.interrupted == ("lighting the hall",)
