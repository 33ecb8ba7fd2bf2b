"""The plan of a day."""

from dataclasses import replace

import pytest

from companion.rooms.garden.being import Promise
from companion.rooms.garden.day_plan import begun, given_up, item_now, make_plan
from companion.rooms.garden.options import PLAN_WINDOW
from companion.rooms.garden.world import World
from companion.service.draws import SeededDraws
from companion.words.facts import GardenPlanItem
from companion.words.garden import DAY_MINUTES, GardenAction, Weather
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import BEGINS, town

WORLD = World.begin(town(), SeededDraws(1), now=BEGINS, seed=1)
WHY = Bilingual("雨", "rain")


def _plan(
    who: str, now: int = BEGINS, weather: Weather = Weather.CLEAR, *promises: Promise
) -> tuple[GardenPlanItem, ...]:
    being = WORLD.beings[who]
    return make_plan(being, WORLD.town, now, weather, promises, SeededDraws(1))


def test_a_093_a_working_day_has_meals_work_a_bath_and_bed() -> None:
    """A-053, A-091, A-093: from the sheet and the job, in order of time."""
    plan = _plan(town().self_id)  # A Thursday; Wednesday and Sunday are free.
    actions = [one.action for one in plan]
    assert actions.count(GardenAction.EAT) == 3
    assert actions.count(GardenAction.WORK) >= 1
    assert GardenAction.BATHE in actions
    assert actions[-1] is GardenAction.SLEEP
    assert [one.start for one in plan] == sorted(one.start for one in plan)
    assert all(one.why.ja and one.why.en for one in plan)


@pytest.mark.parametrize("minute", [18 * 60, 23 * 60 + 30])
def test_who_begins_late_plans_what_is_left_of_the_day(minute: int) -> None:
    """A-093: breakfast and work, whose hours went by, stand in no plan, and nothing is piled up."""
    who = town().self_id
    now = BEGINS // DAY_MINUTES * DAY_MINUTES + minute
    whole = {one.start: one.action for one in _plan(who)}
    plan = _plan(who, now)
    assert all(one.start + PLAN_WINDOW > now for one in plan)
    assert [one for one in plan[:-1] if whole.get(one.start) is not one.action] == []
    bed = plan[-1]
    assert (bed.action, bed.start >= now) == (GardenAction.SLEEP, True)


def test_a_free_day_has_no_work_and_who_has_no_job_none() -> None:
    """A-053."""
    sunday = BEGINS + 3 * DAY_MINUTES
    for who, now in ((town().self_id, sunday), ("npc_sora", BEGINS)):
        assert GardenAction.WORK not in {one.action for one in _plan(who, now)}


def test_a_promise_stands_in_the_plan_of_its_day() -> None:
    due = BEGINS + 9 * 60
    promise = Promise(number=1, who="npc_haru", other="x", map_id="park", about=WHY, due=due)
    plan = _plan("npc_haru", BEGINS, Weather.CLEAR, promise)
    assert any(one.place == "park" and one.start == due - 30 for one in plan)
    tomorrow = replace_due(promise, due + DAY_MINUTES)
    plan = _plan("npc_haru", BEGINS, Weather.CLEAR, tomorrow)
    assert not any(one.why is WHY for one in plan)


def replace_due(promise: Promise, due: int) -> Promise:
    return Promise(
        number=promise.number,
        who=promise.who,
        other=promise.other,
        map_id=promise.map_id,
        about=promise.about,
        due=due,
    )


def test_an_item_is_ticked_off_or_given_up_with_its_reason() -> None:
    """A-093."""
    plan = _plan(town().self_id)
    first = plan[0]
    assert item_now(plan, first.start) is first
    done = begun(plan, first.action, first.start)
    assert done[0].done
    assert item_now(done, first.start) is not done[0]
    assert begun(plan, GardenAction.TOILET, first.start) == plan
    late, changed = given_up(done, first.start + 6 * 60, WHY)
    assert changed
    assert late[0].changed is None
    missed = [one for one in late if one.changed is not None]
    assert missed
    assert all(one.changed == WHY and not one.done for one in missed)
    assert given_up(late, first.start + 6 * 60, WHY)[1] is False


def test_two_sheets_make_two_plans() -> None:
    being = WORLD.beings["npc_mio"]
    lively = replace(
        being.sheet, big_five=replace(being.sheet.big_five, extraversion=1.0, openness=1.0)
    )
    quiet = replace(
        being.sheet, big_five=replace(being.sheet.big_five, extraversion=0.0, openness=0.0)
    )

    def outings(sheet: object) -> int:
        being.sheet = sheet  # type: ignore[assignment]
        found = 0
        for day in range(20):
            plan = _plan("npc_mio", BEGINS + day * DAY_MINUTES)
            found += sum(one.action in (GardenAction.TALK, GardenAction.MOVE) for one in plan)
        return found

    try:
        assert outings(lively) > outings(quiet) + 10
    finally:
        being.sheet = lively
