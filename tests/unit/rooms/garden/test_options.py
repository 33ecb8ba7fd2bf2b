"""The sum over what is possible."""

from dataclasses import replace

import pytest

from companion.rooms.garden.options import in_bed_hours, minutes_until_up
from companion.words.garden import DAY_MINUTES, GardenAction, Weather, moment_of
from companion.words.score import TermName
from tests.unit.rooms.garden.lives import weeks


def test_each_option_is_the_sum_of_named_terms() -> None:
    """T-11: needs, schedule, personality, mood and place are terms of their own."""
    seen: set[TermName] = set()
    for chosen in weeks().chosen[:300]:
        first = chosen.options[0]
        assert first.total == sum(first.terms.values())
        assert all(first.total >= other.total for other in chosen.options)
        seen |= {name for one in chosen.options for name in one.terms}
    assert seen == {
        TermName.BODY,
        TermName.SCHEDULE,
        TermName.DESIRE,
        TermName.MOOD,
        TermName.PLACE,
        TermName.CHANCE,
    }


def test_a_041_fee_quality_and_distance_count() -> None:
    """A-041."""
    world = weeks().world
    being = world.self_being
    situation = replace(world.situation(being), money=3000, weather=Weather.CLEAR)
    being.state.visited.clear()
    town = world.town.facilities
    place = world.options._place
    cafe, tearoom = town["town/カフェ ドルチェ"], town["town/喫茶 つばめ"]
    assert place(situation, cafe, 0) > place(situation, cafe, 2)
    dear = replace(cafe, info=replace(cafe.info, cost=2500))
    assert place(situation, cafe, 0) > place(situation, dear, 0)
    poor = replace(cafe, info=replace(cafe.info, quality=10))
    assert place(situation, cafe, 0) > place(situation, poor, 0)
    wet = replace(situation, weather=Weather.STORM)
    assert place(situation, tearoom, 1) > place(wet, tearoom, 1)


def test_a_053_work_is_wanted_as_money_runs_short_and_less_on_a_free_day() -> None:
    """A-053: no fixed working week: how much work is worth follows from money and the sheet's own
    free days, and it stays one term beside the needs."""
    world = weeks().world
    situation = replace(world.situation(world.self_being), needs=(90, 90, 90, 90, 90), whole=True)
    thursday = situation.now // DAY_MINUTES * DAY_MINUTES + 10 * 60
    while moment_of(thursday).weekday() != 3:
        thursday += DAY_MINUTES

    def worth(days: int, money: float) -> float:
        then = replace(situation, now=thursday + days * DAY_MINUTES, money=money)
        works = (one for one in world.options.all(then) if one.action is GardenAction.WORK)
        return next(works).terms[TermName.BODY]

    poor, middling, rich = (worth(0, money) for money in (500, 6000, 90_000))
    assert 1 > poor > middling > rich > 0
    assert poor - worth(3, 500) == pytest.approx(0.5)


def test_the_vote_is_one_term_and_not_the_choice() -> None:
    """A-090: the model adds; it does not decide."""
    world = weeks().world
    situation = world.situation(world.self_being)
    plain = world.options.all(situation)
    worst, second = plain[-1], plain[1]
    voted = world.options.all(replace(situation, vote=second.name))
    assert TermName.VOTE in next(one for one in voted if one.name == second.name).terms
    assert world.options.all(replace(situation, vote=worst.name))[0].name == plain[0].name


def test_bed_hours_may_lie_over_midnight() -> None:
    sheet = next(one for one in weeks().data.inhabitants if one.id == "npc_haru")
    assert (sheet.goes_to_bed, sheet.wakes) == (21, 4)
    assert in_bed_hours(sheet, 22 * 60)
    assert in_bed_hours(sheet, 3 * 60)
    assert not in_bed_hours(sheet, 12 * 60)
    late = replace(sheet, goes_to_bed=2, wakes=10)
    assert in_bed_hours(late, 5 * 60)
    assert not in_bed_hours(late, 23 * 60)
    assert minutes_until_up(sheet, 23 * 60) == 300


def test_the_same_rules_give_others_fewer_options() -> None:
    """NPCs live by the same rules at lower cost."""
    world = weeks().world
    being = world.self_being
    whole = replace(world.situation(being), whole=True)
    few = world.options.all(replace(whole, whole=False))
    every = world.options.all(whole)
    assert len(few) <= len(every)
    assert {one.action for one in few} <= set(GardenAction)
