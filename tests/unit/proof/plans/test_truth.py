"""The judge of a week knows what truly was, whatever the house was told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.dollhouse.devices import Fault
from companion.words.plan import Task, TaskStatus
from tests.proof.plans.house import PlanHouse, standing
from tests.proof.plans.truth import JUDGED, Truth

DOOR = "binary_sensor.front_door"
LAMP = "light.living"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[PlanHouse]:
    async with standing(tmp_path) as found, found.live():
        yield found


async def ended(house: PlanHouse) -> Task:
    """The first task that the judge judges, once it has ended."""
    while True:
        await house.clock.sleep(60)
        tasks = [task for goal in house.cycle.plan.goals for task in goal.tasks]
        if over := [one for one in tasks if one.kind in JUDGED and not one.open]:
            return over[0]


@pytest.mark.parametrize(
    ("opens", "told", "objection"),
    [(True, True, ""), (False, True, ""), (True, False, "it was seen by nobody")],
    ids=["seen", "quiet", "blind"],
)
async def test_a_guard_that_was_blind_is_a_false_done(
    house: PlanHouse, opens: bool, told: bool, objection: str
) -> None:
    """A door that is opened and shut at once; a sensor whose word is lost is no excuse."""
    truth = Truth()
    truth.follow(house)
    await house.desk.planning.requests.set_purpose("tell me if the front door opens", "cli")
    await house.clock.sleep(7200)
    if not told:
        house.devices[DOOR].on_report = lambda: None
    for value in ("on", "off") if opens else ():
        house.devices[DOOR].happens(value)
    guard = await ended(house)
    assert guard.status is TaskStatus.DONE
    assert await truth.objection(guard) == objection


@pytest.mark.parametrize(("fault", "objection"), [(Fault.NONE, ""), (Fault.LIE, "it was not so")])
async def test_a_lamp_that_only_says_so_is_a_false_done(
    house: PlanHouse, fault: Fault, objection: str
) -> None:
    truth = Truth()
    truth.follow(house)
    house.devices[LAMP].set_fault(fault)
    await house.desk.planning.requests.set_purpose("turn the living room light on", "cli")
    lamp = await ended(house)
    assert lamp.status is TaskStatus.DONE
    assert await truth.objection(lamp) == objection
