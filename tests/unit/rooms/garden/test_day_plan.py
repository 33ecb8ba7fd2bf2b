"""The plan of a day."""

from dataclasses import replace

import pytest

from companion.rooms.garden.being import Promise
from companion.rooms.garden.day_plan import (
    RAIN_STARTS,
    begun,
    given_up,
    item_now,
    make_plan,
    rained_off,
)
from companion.rooms.garden.options import PLAN_WINDOW
from companion.rooms.garden.world import World
from companion.service.draws import SeededDraws
from companion.words.facts import GardenPlanItem, GardenPlanned
from companion.words.garden import DAY_MINUTES, GardenAction, Weather
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import BEGINS, town

WORLD = World.begin(town(), SeededDraws(1), now=BEGINS, seed=1)
WHY = Bilingual("雨", "rain")


class FixedDraws:
    """Draws of one value."""

    def __init__(self, value: float) -> None:
        self._value = value

    def at(self, *key: str | int) -> float:
        return self._value


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


def test_a_093_rain_that_begins_puts_an_outing_off() -> None:
    """A-091, A-093: near its time, with the reason; a rest at home takes its place. What was done,
    work, meals and promises stay, and so does everything in dry weather."""
    sheet = WORLD.beings[town().self_id].sheet
    sunday = BEGINS + 3 * DAY_MINUTES
    due = sunday + 5 * 60
    promise = Promise(number=1, who="x", other=sheet.id, map_id="park", about=WHY, due=due)
    plan = _plan(sheet.id, sunday, Weather.CLEAR, promise)
    outing = next(one for one in plan if one.action is GardenAction.MOVE and one.why is not WHY)
    near = outing.start - 60

    def seen(now: int, weather: Weather, draw: float = 0.0) -> list[GardenPlanItem]:
        found, because = rained_off(plan, now, weather, sheet, FixedDraws(draw))
        assert (because is None) is (found == plan)
        return list(found)

    assert seen(near, Weather.CLEAR) == seen(near, Weather.UNKNOWN) == list(plan)
    assert seen(near, Weather.RAIN, draw=0.71) == list(plan), "some go all the same"
    assert seen(outing.start - 10 * 60, Weather.RAIN) == list(plan), "it may be over by then"
    wet = seen(near, Weather.RAIN)
    (off,) = [one for one in wet if one.changed is not None]
    assert (off.start, off.place, off.done) == (outing.start, outing.place, False)
    assert off.changed == Bilingual("雨が降ってきた", "it began to rain")
    (rest,) = [one for one in wet if one not in plan and one is not off]
    assert (rest.action, rest.place, rest.start) == (GardenAction.REST, sheet.home, outing.start)
    assert [one.start for one in wet] == sorted(one.start for one in wet)
    assert any(one.why is WHY and one.changed is None for one in wet), "a promise is kept"
    again, because = rained_off(tuple(wet), near + 5, Weather.RAIN, sheet, FixedDraws(0.0))
    assert (list(again), because) == (wet, None), "it is put off once"


def test_a_093_a_wet_afternoon_changes_the_day_of_the_companion() -> None:
    """A-091, A-093: planned in the morning under a clear sky; in the rain it goes out less, and the
    change is recorded with its reason."""
    changes = {Weather.CLEAR: 0, Weather.RAIN: 0}
    for weather in changes:
        for day in range(12):
            now = BEGINS + day * DAY_MINUTES
            world = World.begin(town(), SeededDraws(day), now=now, seed=day)
            world.weather = Weather.CLEAR
            world.advance(now + 4 * 60)
            world.weather = weather
            told = world.advance(now + 16 * 60)
            reasons = [one.because for one in told if isinstance(one, GardenPlanned)]
            changes[weather] += RAIN_STARTS[Weather.RAIN] in reasons
    assert changes[Weather.CLEAR] == 0
    assert changes[Weather.RAIN] >= 3


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
