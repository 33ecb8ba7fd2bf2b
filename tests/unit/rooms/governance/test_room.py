"""Tests of the governance room: goals are made by code, and ends are judged by what was seen."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.rooms.governance.draft import Draft, Proposal, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE
from companion.rooms.governance.room import (
    LET_GO,
    NO_PLAN,
    NOT_ASKED,
    NOTHING_CAME,
    REJECTED,
    SILENT_FOR,
    Governance,
    PlannedGoal,
)
from companion.rooms.governance.trail import Trail
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import OwnerPurpose
from tests.proof.plans.home import bare
from tests.unit.rooms.governance.samples import NOW, goal, home, result, task

ENERGY = OwnerPurpose(text="save energy", by=EventId(3), since=NOW)


class Planner:
    """Proposes what it was given."""

    def __init__(self, *drafts: Draft) -> None:
        self._drafts = drafts

    async def propose(self, purpose: str, home: HomeView, now: datetime) -> Proposal | None:
        name = Bilingual("案", "a proposal")
        return Proposal(name=name, judgment=name, drafts=self._drafts, planner="a model")

    async def make_ready(self) -> None: ...


async def test_c_059_ids_and_what_a_goal_serves() -> None:
    """C-059, T-30: the goal's number, its tasks' numbers, and the sentence behind it."""
    made = await Governance(home=home()[1]).goal_for(ENERGY, 4, NOW)
    assert isinstance(made, PlannedGoal)
    assert made.goal.id == "G4"
    assert made.goal.tasks[1].id == "G4-T2"
    assert made.goal.purpose == EventId(3)
    assert made.planner == "rules"


async def test_a_model_chooses_and_code_refuses() -> None:
    """What a model proposes passes the same checks; where too little stands, the rules plan."""
    unlock = Draft(kind="device", slots={"device": "lock.front_door", "operation": "unlock"})
    chosen = Governance(home=home()[1], planner=Planner(unlock, tell("あ", "a")))
    made = await chosen.goal_for(ENERGY, 1, NOW)
    assert isinstance(made, PlannedGoal)
    assert made.planner == "a model"
    assert "lock.front_door" not in str([one.slots for one in made.goal.tasks])


async def test_a_home_that_can_do_nothing_gets_no_plan() -> None:
    """Not even words can be given out."""
    home_without = replace(bare(), usable=lambda capability: False)
    assert await Governance(home=home_without).goal_for(ENERGY, 1, NOW) == NO_PLAN


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("save energy", [1, 2, 9]),
        ("my mother visits on Sunday", []),
        ("help me to sleep tonight", []),
        ("明日の朝は早いので起こして", []),
        ("tidy up every Sunday", [1, 2, 9]),
        ("save energy until Friday", [1, 2]),
        ("金曜まで電気を節約して", [1, 2]),
    ],
)
def test_purposes_without_an_end_go_on(text: str, days: list[int]) -> None:
    """A visit is over, and so is tonight; saving energy is not."""
    room = Governance(home=home()[1])
    purpose = OwnerPurpose(text=text, by=EventId(1), since=NOW.astimezone(UTC))
    later = [day for day in (1, 2, 9) if room.follows_on(purpose, NOW + timedelta(days=day))]
    assert later == days


@pytest.mark.parametrize(
    ("text", "proposes"),
    [("get up early", True), ("get up early tomorrow", False), ("明日の朝寝坊したくない", False)],
)
async def test_a_routine_is_proposed_for_what_goes_on_alone(text: str, proposes: bool) -> None:
    """Who must get up early tomorrow wants nothing on every day."""
    purpose = OwnerPurpose(text=text, by=EventId(1), since=NOW)
    made = await Governance(home=home()[1]).goal_for(purpose, 1, NOW)
    assert isinstance(made, PlannedGoal)
    assert ("routine" in {task.kind for task in made.goal.tasks}) is proposes


def test_the_end_of_a_task_by_its_trail() -> None:
    """T-02, T-29: a no, a refusal, nothing at all; and a state that was seen wins over all."""
    house, by = home()
    room, one = Governance(home=by), task("device", device="light.hall", operation="turn_off")
    decided = EventId(8)

    def end(trail: Trail, after: timedelta = timedelta(0)) -> object:
        found = room.ended(one, goal(one), trail, NOW + after)
        return found if found is None or found.cause is None else found.cause

    why = Bilingual("いません", "not there")
    assert end(Trail(decided=decided, denied=True)) == REJECTED
    assert end(Trail(decided=decided, refused=why)) == why
    assert end(Trail(decided=decided, dropped=True)) == LET_GO
    assert end(Trail(decided=decided, put_off=True)) == NOT_ASKED
    assert end(Trail(decided=decided, waits=True), timedelta(days=9)) is None
    assert end(Trail(decided=decided), timedelta(minutes=1)) is None
    assert end(Trail(decided=decided), SILENT_FOR) == NOTHING_CAME
    assert end(Trail()) is None
    house.set("light.hall", "off")
    assert end(Trail(decided=decided, results=(result(),))) == DONE
