"""Screens: only a television that says so shows something."""

import pytest

from companion.rooms.perception.screens import screen_on
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse


def house_with(kind: str, value: str | None, area: str = "living") -> MemoryHouse:
    house = MemoryHouse(JumpClock())
    thing = Device(
        id=DeviceId("media_player.one"),
        domain=Domain.MEDIA_PLAYER,
        name=Bilingual("テレビ", "TV"),
        area=area,
        operations=(),
        attributes={"device_class": kind},
    )
    house.add(MemoryDevice(thing, value, {}))
    return house


@pytest.mark.parametrize(
    ("kind", "value", "shows"),
    [
        ("tv", "playing", True),
        ("tv", "on", True),
        ("tv", "idle", False),
        ("tv", "off", False),
        ("tv", None, False),
        ("speaker", "playing", False),
    ],
)
def test_a_television_that_plays_shows_something(kind: str, value: str | None, shows: bool) -> None:
    assert screen_on(house_with(kind, value), "living") is shows


def test_the_television_of_another_room_does_not_count() -> None:
    assert not screen_on(house_with("tv", "playing", "bedroom"), "living")
