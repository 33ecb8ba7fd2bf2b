"""The doll's house goes on after a short stop, and begins another evening after a long one."""

import time
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from companion.dollhouse.clock import SimClock
from companion.dollhouse.house import DollHouse
from companion.dollhouse.left_off import FILE, GOES_ON_WITHIN_S, LeftOff, LeftOffFile, resumed
from companion.dollhouse.openings import Cover
from companion.dollhouse.scenario import load_scenario
from companion.service.clock import SystemChance

SPEED = 10.0


async def _house(state_dir: Path, name: str = "first_evening") -> tuple[DollHouse, LeftOffFile]:
    scenario = load_scenario(name)
    clock = SimClock(scenario.starts_at + timedelta(hours=5))
    house = await DollHouse.prepare(scenario, clock, SystemChance(7))
    return house, LeftOffFile(
        scenario=scenario, world=house.world, now=clock.now, state_dir=state_dir
    )


async def test_people_devices_and_time_are_as_they_were(tmp_path: Path) -> None:
    """F1: an alarm of the next morning is still to come after a kill."""
    house, left_off = await _house(tmp_path)
    house.world.people["resident"].room = "bedroom"
    house.world.people["resident"].asleep = True
    house.device("light.bedroom").preset("on")
    house.device("cover.living_curtain").preset("closed")
    left_off.write()
    going_on = resumed(house.scenario, tmp_path, SPEED)
    assert going_on is not None
    assert house.clock.now() <= going_on.starts_at <= house.clock.now() + timedelta(minutes=20)
    again = await DollHouse.prepare(going_on, SimClock(going_on.starts_at), SystemChance(7))
    resident = again.world.people["resident"]
    assert (resident.room, resident.asleep) == ("bedroom", True)
    assert again.device("light.bedroom").value() == "on"
    assert again.device("cover.living_curtain").value() == "closed"
    first = going_on.timeline[0]
    assert first.at is not None
    assert first.at > going_on.starts_at.time(), "what was before is not played again"
    assert going_on.timeline[-1].at_s < 86400


async def test_what_moves_is_kept_as_it_comes_to_rest(tmp_path: Path) -> None:
    house, left_off = await _house(tmp_path)
    curtain = house.device("cover.living_curtain")
    assert isinstance(curtain, Cover)
    curtain.preset("closed")
    curtain.moving = 1
    left_off.write()
    left = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=LeftOff)
    assert left.devices["cover.living_curtain"] == "open"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"rubbish", "no state of a house"),
        (b"", "nothing"),
    ],
)
async def test_a_spoilt_file_begins_another_evening(tmp_path: Path, given: bytes, why: str) -> None:
    (tmp_path / FILE).write_bytes(given)
    assert resumed(load_scenario("first_evening"), tmp_path, SPEED) is None, why


async def test_after_a_long_stop_and_in_a_story_another_evening_begins(tmp_path: Path) -> None:
    house, left_off = await _house(tmp_path)
    left_off.write()
    left = msgspec.json.decode((tmp_path / FILE).read_bytes(), type=LeftOff)
    long_ago = time.time() - GOES_ON_WITHIN_S - 60
    old = msgspec.structs.replace(left, written_at_s=long_ago)
    (tmp_path / FILE).write_bytes(msgspec.json.encode(old))
    assert resumed(house.scenario, tmp_path, SPEED) is None
    _, told = await _house(tmp_path, "evening_arrival")
    told.write()
    assert resumed(load_scenario("evening_arrival"), tmp_path, SPEED) is None
    assert resumed(house.scenario, tmp_path, SPEED) is None, "another scenario left it"
