"""Occupancy: the last person seems to have left only where everything speaks for it."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.rooms.perception.occupancy import (
    AT_THE_DOOR,
    LATELY,
    NOBODY_STIRS,
    Household,
)
from companion.rooms.perception.steady import Steady
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from tests.twins.clock import EVENING, JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse


def device(name: str, area: str, kind: str = "") -> Device:
    return Device(
        id=DeviceId(name),
        domain=Domain(name.partition(".")[0]),
        name=Bilingual("もの", "thing"),
        area=area,
        operations=("turn_on", "turn_off") if name.startswith("light") else (),
        attributes={"device_class": kind} if kind else {},
    )


DOOR = device("binary_sensor.front", "hall", "door")
MOTION = device("binary_sensor.motion", "kitchen", "motion")
LAMP = device("light.hall", "hall")
METER = device("sensor.warmth", "hall", "temperature")


class Home:
    """A household over a home in memory."""

    def __init__(self) -> None:
        clock = JumpClock()
        self.house = MemoryHouse(clock)
        for thing, value in ((DOOR, "off"), (MOTION, "off"), (LAMP, "off"), (METER, "21.5")):
            self.house.add(MemoryDevice(thing, value, {}))
        self.steady = Steady()
        self.people = Household(self.house, self.steady, clock)

    def say(self, thing: Device, value: str, at: datetime = EVENING) -> None:
        state = DeviceState(device_id=thing.id, value=value, at=at)
        self.steady.hear(state, at)
        self.people.changed(thing, state, at)

    def person(self, value: str, at: datetime = EVENING, **more: Any) -> None:
        given: dict[str, Any] = {
            "place": "hall",
            "certainty": Certainty.FACT,
            "change": Change.GONE if value == "absent" else Change.APPEARED,
            **more,
        }
        self.people.seen(
            Observation(
                subject="person",
                confidence=0.9,
                at=at,
                source="cam",
                value=value,
                **given,
            )
        )

    def leaves(self) -> None:
        self.person("present")
        self.person("absent")
        self.say(DOOR, "on")


LATER = EVENING + NOBODY_STIRS


@pytest.fixture
def home() -> Home:
    return Home()


def test_the_last_person_leaves_by_the_door_once(home: Home) -> None:
    home.leaves()
    assert home.people.left_by(LATER - timedelta(seconds=1)) is None, "somebody may stir yet"
    assert home.people.left_by(LATER) == DOOR
    assert home.people.left_by(LATER) is None


def test_nobody_leaves_by_a_door_that_opened_at_another_time(home: Home) -> None:
    home.person("absent")
    home.say(DOOR, "on", EVENING - AT_THE_DOOR - timedelta(seconds=1))
    assert home.people.left_by(LATER) is None


def test_nobody_left_where_somebody_is_seen_elsewhere(home: Home) -> None:
    home.leaves()
    home.person("present", EVENING - timedelta(hours=1), place="kitchen")
    assert home.people.left_by(LATER) is None


def test_a_camera_that_lost_sight_takes_back_who_it_saw(home: Home) -> None:
    home.person("present", EVENING - timedelta(hours=1), place="kitchen")
    home.leaves()
    home.person("", place="kitchen", certainty=Certainty.UNKNOWN)
    assert home.people.left_by(LATER) == DOOR


def test_a_motion_anywhere_means_that_somebody_stayed(home: Home) -> None:
    home.leaves()
    home.say(MOTION, "on", EVENING + timedelta(minutes=1))
    assert home.people.left_by(EVENING + timedelta(hours=1)) is None, "it still feels somebody"
    home.say(MOTION, "off", EVENING + timedelta(minutes=2))
    assert home.people.left_by(EVENING + timedelta(hours=1)) == DOOR


def test_an_estimate_says_nothing_of_who_is_where(home: Home) -> None:
    home.person("present", certainty=Certainty.ESTIMATE)
    assert not home.people.somebody_in("hall", EVENING)


def test_who_stirred_lately_is_there_and_what_a_camera_sees_counts_more(home: Home) -> None:
    home.say(MOTION, "on")
    assert home.people.somebody_in("kitchen", EVENING + LATELY)
    assert not home.people.somebody_in("kitchen", EVENING + LATELY + timedelta(seconds=1))
    home.person("absent", place="kitchen")
    assert not home.people.somebody_in("kitchen", EVENING)


def test_only_what_serves_people_is_on_for_somebody(home: Home) -> None:
    home.say(MOTION, "on")
    assert not home.people.something_on("")
    home.say(LAMP, "on")
    assert home.people.something_on("")
    assert not home.people.something_on("hall"), "that room is left out"


def test_the_warmth_of_a_room_is_what_a_thermometer_says(home: Home) -> None:
    assert home.people.warmth(METER) == 21.5
    assert home.people.warmth(LAMP) is None
