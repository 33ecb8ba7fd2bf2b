"""The term of the household: bounded, fading, and of days."""

from datetime import date, timedelta

import pytest

from companion.rooms.feedback.room import (
    HALF_LIFE_DAYS,
    MOST_AGAINST,
    MOST_FOR,
    OFTEN,
    WEIGHTS,
    weight_of,
)
from companion.words.areas import FeedbackTally
from companion.words.feedback import FeedbackKind
from companion.words.ids import EventId

TODAY = date(2026, 11, 20)


def days(kind: FeedbackKind, count: int, *, ago: int = 0, times: int = 1) -> list[FeedbackTally]:
    return [
        FeedbackTally(
            day=(TODAY - timedelta(days=ago + back)).isoformat(),
            kind=kind,
            times=times,
            events=(EventId(100 * ago + back + 1),),
        )
        for back in range(count)
    ]


def test_every_kind_of_sign_has_a_weight() -> None:
    assert set(WEIGHTS) == set(FeedbackKind)


@pytest.mark.parametrize("kind", [FeedbackKind.UNDONE, FeedbackKind.SWITCHED_BACK])
def test_three_evenings_outweigh_a_sensible_act_and_one_does_not(kind: FeedbackKind) -> None:
    assert weight_of(days(kind, 1), TODAY).value > -0.4
    assert weight_of(days(kind, 3), TODAY).value < -0.9


@pytest.mark.parametrize("kind", list(FeedbackKind))
def test_the_term_is_bounded_whatever_was_shown(kind: FeedbackKind) -> None:
    assert -MOST_AGAINST <= weight_of(days(kind, 40), TODAY).value <= MOST_FOR


def test_a_sign_fades() -> None:
    fresh = weight_of(days(FeedbackKind.UNDONE, 1), TODAY).value
    old = weight_of(days(FeedbackKind.UNDONE, 1, ago=int(HALF_LIFE_DAYS)), TODAY).value
    assert old == pytest.approx(fresh / 2)


def test_what_was_taken_back_again_and_again_fades_slower() -> None:
    """Three evenings of three weeks ago still stop what seems sensible; one evening does not."""
    thrice = days(FeedbackKind.SWITCHED_BACK, 3, ago=21)
    assert weight_of(thrice, TODAY).value < -0.6
    once = weight_of(days(FeedbackKind.SWITCHED_BACK, 1, ago=21), TODAY).value
    assert once == pytest.approx(-0.35 * 0.5 ** (21 / HALF_LIFE_DAYS))


def test_later_days_outweigh_earlier_ones_of_the_other_side() -> None:
    """A habit of weeks that ended is given up after two evenings on which it was set back, and what
    is done by hand again is learnt again."""
    habit = days(FeedbackKind.BY_HAND, 14, ago=2)
    assert weight_of(habit, TODAY).value == MOST_FOR
    ended = [*habit, *days(FeedbackKind.SWITCHED_BACK, 2)]
    assert weight_of(ended, TODAY).value < -0.3
    wanted = [*days(FeedbackKind.SWITCHED_BACK, 3, ago=4), *days(FeedbackKind.BY_HAND, 4)]
    assert weight_of(wanted, TODAY).value > 0.3


def test_many_times_on_one_evening_are_one_evening() -> None:
    once = weight_of(days(FeedbackKind.SWITCHED_BACK, 1), TODAY).value
    assert weight_of(days(FeedbackKind.SWITCHED_BACK, 1, times=9), TODAY).value == once


def test_what_is_done_by_hand_only_now_and_then_speaks_for_nothing() -> None:
    by_hand = days(FeedbackKind.BY_HAND, 4)
    often = weight_of([*by_hand, *days(FeedbackKind.LEFT, 4)], TODAY)
    assert often.value > OFTEN * MOST_FOR
    assert weight_of([*by_hand, *days(FeedbackKind.LEFT, 4, times=3)], TODAY).value == 0.0


def test_the_words_come_from_the_side_that_won() -> None:
    found = weight_of([*days(FeedbackKind.UNDONE, 3), *days(FeedbackKind.THANKED, 1)], TODAY)
    assert {tally.kind for tally in found.tallies} == {FeedbackKind.UNDONE}
