"""The five needs: decay, effects, clamps, quality, urgency."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rooms.garden.body import (
    BLADDER,
    ENERGY,
    HYGIENE,
    MOOD,
    SATIETY,
    URGENT_BELOW,
    Needs,
    after,
    changed,
    lowest_urgent,
    minutes_until_urgent,
    quality_factor,
    rates_of,
)
from companion.words.garden import STATS, GardenAction, Stat
from tests.unit.rooms.garden.lives import town

need = st.floats(0, 100, allow_nan=False)
needs = st.tuples(need, need, need, need, need)
variable = st.sampled_from(
    [action for action, timing in town().config.actions.items() if not timing.fixed]
)
CONFIG = town().config


def test_a_008_five_needs_and_no_more() -> None:
    """A-008."""
    assert {stat.value for stat in STATS} == {"satiety", "energy", "hygiene", "mood", "bladder"}


@given(needs, variable, st.integers(0, 100), st.integers(0, 3000))
@settings(deadline=None)
def test_a_009_needs_stay_between_0_and_100(
    now: Needs, action: GardenAction, quality: int, minutes: int
) -> None:
    """A-009."""
    rates = rates_of(CONFIG.decay, CONFIG.actions[action], quality)
    assert all(0 <= value <= 100 for value in after(now, rates, minutes))


def test_a_010_natural_decay() -> None:
    """A-010."""
    rates = rates_of(CONFIG.decay, None)
    assert dict(zip(STATS, rates, strict=True)) == {
        Stat.ENERGY: -0.05,
        Stat.MOOD: -0.02,
        Stat.SATIETY: -0.1,
        Stat.HYGIENE: -0.03,
        Stat.BLADDER: -0.15,
    }


def test_a_011_bladder_falls_with_time_and_the_toilet_raises_it() -> None:
    """A-011, T-42: 100 is comfortable."""
    assert rates_of(CONFIG.decay, None)[BLADDER] < 0
    assert rates_of(CONFIG.decay, CONFIG.actions[GardenAction.TOILET])[BLADDER] == 20


@given(needs, variable, st.integers(1, 480))
@settings(deadline=None)
def test_a_070_one_step_is_as_many_steps_of_a_minute(
    now: Needs, action: GardenAction, minutes: int
) -> None:
    """A-070, A-067: looking at it every minute changes nothing."""
    rates = rates_of(CONFIG.decay, CONFIG.actions[action])
    step = now
    for _ in range(minutes):
        step = after(step, rates, 1)
    assert after(now, rates, minutes) == pytest.approx(step, abs=1e-6)


@given(variable)
def test_a_068_decay_is_replaced_and_never_added(action: GardenAction) -> None:
    """A-068."""
    timing = CONFIG.actions[action]
    for stat, rate in zip(STATS, rates_of(CONFIG.decay, timing), strict=True):
        assert rate == timing.per_minute.get(stat, -CONFIG.decay[stat])


def test_a_071_the_worked_example() -> None:
    """A-071."""
    asleep = rates_of(CONFIG.decay, CONFIG.actions[GardenAction.SLEEP])
    assert (asleep[ENERGY], asleep[MOOD]) == (0.208, 0.042)
    assert (asleep[SATIETY], asleep[HYGIENE], asleep[BLADDER]) == (-0.1, -0.03, -0.15)
    at_work = rates_of(CONFIG.decay, CONFIG.actions[GardenAction.WORK])
    assert (at_work[ENERGY], at_work[MOOD]) == (-0.33, -0.08)
    assert (at_work[SATIETY], at_work[HYGIENE], at_work[BLADDER]) == (-0.1, -0.03, -0.15)


@given(st.integers(0, 100))
def test_a_032_quality_changes_good_effects_alone(quality: int) -> None:
    """A-032, S-03: times 0.5 + quality / 100; a loss stays as it is."""
    factor = 0.5 + quality / 100
    assert quality_factor(quality) == factor
    asleep = rates_of(CONFIG.decay, CONFIG.actions[GardenAction.SLEEP], quality)
    assert asleep[ENERGY] == pytest.approx(0.208 * factor)
    at_work = rates_of(CONFIG.decay, CONFIG.actions[GardenAction.WORK], quality)
    assert at_work[ENERGY] == -0.33


def test_s_03_unknown_quality_is_usual() -> None:
    """S-03."""
    assert quality_factor(None) == 1.0


def test_a_069_a_fixed_action_has_no_rates() -> None:
    """A-069: its effect comes once, at the end; until then all decay."""
    assert rates_of(CONFIG.decay, CONFIG.actions[GardenAction.TALK]) == rates_of(CONFIG.decay, None)
    assert changed((50.0,) * 5, {Stat.MOOD: 20})[MOOD] == 70
    assert changed((95.0,) * 5, {Stat.MOOD: 20})[MOOD] == 100


def test_s_02_the_lowest_need_first_and_ties_in_order() -> None:
    """S-02."""
    assert lowest_urgent((50, 50, 50, 50, 50)) is None
    assert lowest_urgent((10, 50, 50, 50, 50)) is None
    assert lowest_urgent((9, 8, 50, 50, 50)) is Stat.ENERGY
    assert lowest_urgent((5, 5, 5, 5, 5)) is Stat.BLADDER
    assert lowest_urgent((50, 5, 5, 5, 5)) is Stat.ENERGY
    assert lowest_urgent((50, 50, 5, 5, 5)) is Stat.SATIETY
    assert lowest_urgent((50, 50, 50, 5, 5)) is Stat.HYGIENE


@given(need, st.floats(-5, -0.001))
def test_the_minute_at_which_a_need_is_urgent(value: float, rate: float) -> None:
    minutes = minutes_until_urgent(value, rate)
    assert minutes is not None
    assert value + rate * minutes < URGENT_BELOW + 1e-9
    if value >= URGENT_BELOW:
        assert value + rate * (minutes - 1) >= URGENT_BELOW - 1e-9
    assert minutes_until_urgent(50, 0.1) is None
