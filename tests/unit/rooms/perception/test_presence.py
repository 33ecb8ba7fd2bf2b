"""Presence: fact, estimate, unknown; held by the track, ended by misses only (B.8, F13, S-18)."""

from datetime import timedelta

import pytest

from companion.rooms.perception.presence import Presence
from companion.words.frame import Detection
from companion.words.observation import Certainty, Change, Observation
from tests.twins.clock import EVENING
from tests.twins.sight import person

SIZE = (640, 360)
STANDING = (200, 60, 80, 250)


class Watched:
    """A presence with a clock to walk along."""

    def __init__(self) -> None:
        self.presence = Presence("cam", "hall")

    def look(self, t_s: float, *seen: Detection, stirred: bool = True) -> Observation | None:
        at = EVENING + timedelta(seconds=t_s)
        told = self.presence.saw(seen, SIZE, t_s, at, stirred=stirred)
        return told[0] if told else None


def one(score: float) -> Detection:
    return person(score, STANDING)


@pytest.fixture
def hall() -> Watched:
    return Watched()


def told(observation: Observation | None) -> tuple[Certainty, Change]:
    assert observation is not None
    return observation.certainty, observation.change


def test_one_certain_look_is_a_fact_with_its_confidence(hall: Watched) -> None:
    """S-18, B-044: a sure score is a source configured as certain."""
    seen = hall.look(0.0, one(0.9))
    assert told(seen) == (Certainty.FACT, Change.APPEARED)
    assert seen is not None
    assert (seen.confidence, seen.count, seen.value) == (0.9, 1, "present")


def test_a_likely_score_is_an_estimate_until_a_second_look_agrees(hall: Watched) -> None:
    """S-18, B-045, B-047."""
    first = hall.look(0.0, one(0.55))
    assert told(first) == (Certainty.ESTIMATE, Change.APPEARED)
    assert first is not None
    assert first.confidence == 0.55
    assert hall.presence.standing().settling
    assert told(hall.look(0.4, one(0.55))) == (Certainty.FACT, Change.APPEARED)


def test_two_likely_looks_too_far_apart_do_not_agree(hall: Watched) -> None:
    hall.look(0.0, one(0.55))
    assert told(hall.look(2.0, one(0.55)))[0] is Certainty.ESTIMATE


def test_a_faint_score_never_becomes_a_fact(hall: Watched) -> None:
    """B-045: what observation cannot settle is not promoted."""
    kinds = {told(hall.look(i * 0.4, one(0.45)))[0] for i in range(10)}
    assert kinds == {Certainty.ESTIMATE}


def test_standing_still_never_ends_a_presence(hall: Watched) -> None:
    """Held by the track: lack of motion is nothing."""
    hall.look(0.0, one(0.9))
    for i in range(1, 30):
        again = hall.look(i * 2.0, one(0.9), stirred=False)
        assert told(again) == (Certainty.FACT, Change.STATE)
    assert hall.presence.standing().held


def test_one_miss_does_not_end_it_and_two_agreeing_do(hall: Watched) -> None:
    hall.look(0.0, one(0.9))
    assert hall.look(0.6) is None
    assert hall.presence.standing().settling
    gone = hall.look(1.2)
    assert told(gone) == (Certainty.FACT, Change.GONE)
    assert gone is not None
    assert (gone.value, gone.count) == ("absent", 0)
    assert gone.confidence > 0.9


def test_nobody_leaves_without_moving(hall: Watched) -> None:
    """Misses in a still picture need longer: the detector is the likelier to be wrong."""
    hall.look(0.0, one(0.9), stirred=False)
    assert hall.look(0.6, stirred=False) is None
    assert hall.look(1.2, stirred=False) is None
    assert told(hall.look(2.6, stirred=False)) == (Certainty.FACT, Change.GONE)


def test_a_faint_box_in_the_same_place_holds_and_elsewhere_does_not(hall: Watched) -> None:
    hall.look(0.0, one(0.9))
    assert told(hall.look(0.6, one(0.4)))[1] is Change.STATE
    elsewhere = person(0.4, (500, 60, 80, 250))
    assert hall.look(1.2, elsewhere) is None
    assert told(hall.look(1.8, elsewhere))[1] is Change.GONE


def test_a_count_is_a_fact_only_when_two_looks_agree(hall: Watched) -> None:
    two = (one(0.9), person(0.8, (400, 60, 80, 250)))
    hall.look(0.0, one(0.9))
    assert told(hall.look(0.6, *two))[1] is Change.STATE
    counted = hall.look(1.2, *two)
    assert told(counted) == (Certainty.FACT, Change.COUNT)
    assert counted is not None
    assert counted.count == 2
    assert told(hall.look(1.8, one(0.9)))[1] is Change.STATE


@pytest.mark.parametrize(
    ("box", "arm"),
    [
        pytest.param((-5, 6, 363, 191), True, id="reaches in from the left, wide"),
        pytest.param((300, 0, 340, 150), True, id="reaches in over the top and right"),
        pytest.param((200, 200, 300, 160), False, id="cut by the bottom like a sitting person"),
        pytest.param((150, 150, 300, 120), False, id="lying in full view"),
        pytest.param((0, 60, 80, 250), False, id="upright at the edge"),
    ],
)
def test_a_wide_box_reaching_in_is_an_estimate_at_most(
    hall: Watched, box: tuple[int, int, int, int], arm: bool
) -> None:
    seen = hall.look(0.0, person(0.69, box))
    assert told(seen)[0] is (Certainty.ESTIMATE if arm else Certainty.FACT)


def test_absence_from_the_start_takes_two_looks(hall: Watched) -> None:
    """S-18 holds for `nobody` too."""
    assert hall.look(0.0) is None
    seen = hall.look(1.0)
    assert told(seen) == (Certainty.FACT, Change.STATE)
    assert seen is not None
    assert seen.value == "absent"
    assert not hall.presence.standing().settling


def test_lost_sight_is_unknown_once_and_never_nobody(hall: Watched) -> None:
    """F13, B-048."""
    hall.look(0.0, one(0.9))
    (unknown,) = hall.presence.lost_sight(EVENING)
    assert told(unknown) == (Certainty.UNKNOWN, Change.UNKNOWN)
    assert (unknown.value, unknown.count, unknown.confidence) == (None, None, 0.0)
    assert hall.presence.lost_sight(EVENING) == ()
    assert told(hall.look(9.0, one(0.9)))[1] is Change.APPEARED


def test_a_look_too_old_is_stale_and_pace_stretches_it(hall: Watched) -> None:
    """S-06: slower looking must not make everything unknown."""
    assert not hall.presence.stale(100.0)
    hall.look(0.0, one(0.9))
    assert not hall.presence.stale(7.0)
    assert hall.presence.stale(8.0)
    assert not hall.presence.stale(8.0, pace=2.0)


def test_an_estimate_that_fades_is_taken_back(hall: Watched) -> None:
    """An estimate left standing in the world model would be a guess."""
    hall.look(0.0)
    hall.look(1.0)
    hall.look(2.0, one(0.4))
    assert hall.look(2.6) is None
    faded = hall.look(3.4)
    assert told(faded) == (Certainty.FACT, Change.STATE)


def test_other_things_are_not_people(hall: Watched) -> None:
    hall.look(0.0, Detection("dog", 0.99, STANDING))
    assert not hall.presence.standing().held


def test_looks_that_agree_on_nobody_settle(hall: Watched) -> None:
    """What is settled is looked at less often."""
    settling = []
    for i in range(4):
        settling.append(hall.presence.standing().settling)
        hall.look(i * 0.4)
    assert settling == [True, True, False, False]
