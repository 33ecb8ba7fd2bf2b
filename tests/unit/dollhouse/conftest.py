"""Small houses for the tests of the simulator."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time

import pytest

from companion.dollhouse.appliances import KINDS
from companion.dollhouse.chronicle import Chronicle
from companion.dollhouse.clock import SimClock
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.home import HomePlan, load_home
from companion.dollhouse.world import Sky, Whereabouts, World

EVENING = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
NIGHT_SKY = Sky(rises=time(6, 30), sets=time(16, 30), weather="clear", outside_c=9.0)


@dataclass
class Small:
    """A whole world without a broker."""

    clock: SimClock
    plan: HomePlan
    chronicle: Chronicle
    devices: dict[str, SimDevice]
    world: World
    reported: list[str] = field(default_factory=list)


def small_world(clock: SimClock, sky: Sky = NIGHT_SKY) -> Small:
    """Every device of the plan, one resident away from home."""
    plan, chronicle = load_home(), Chronicle(clock)
    devices: dict[str, SimDevice] = {
        d.id: KINDS[d.domain.value](d, clock, chronicle, d.place) for d in plan.devices
    }
    world = World(plan, clock, chronicle, devices, sky)
    world.people["resident"] = Whereabouts(look="woman_grey")
    for device in devices.values():
        device.begin()
    return Small(clock, plan, chronicle, devices, world)


@pytest.fixture
async def clock() -> AsyncIterator[SimClock]:
    """A fast clock that runs."""
    async with SimClock(EVENING, speed=1000, settle_s=0.0005) as sim:
        yield sim


@pytest.fixture
def small(clock: SimClock) -> Small:
    """A world on that clock."""
    return small_world(clock)
