"""Signs by day, and the occasion they belong to."""

from datetime import datetime, timedelta

import pytest

from companion.home.feedback import (
    AGAINST_KEPT_DAYS,
    KEPT_DAYS,
    MOST_EVENTS,
    band_of,
    end_of,
    evidence_in,
    feedback_key,
    tallied,
)
from companion.words.areas import FeedbackValue
from companion.words.feedback import DayBand, FeedbackKind, FeedbackOccasion
from companion.words.ids import EventId
from tests.twins.home import device

AT = datetime.fromisoformat("2026-11-20T19:00:00+09:00")
EMPTY = FeedbackValue(
    act="turn_on light.hall",
    ja="玄関の明かりをつける",
    en="turn on hall light",
    cause="person_appeared",
    place="hall",
    band=DayBand.EVENING,
)


@pytest.mark.parametrize(
    ("hour", "band"),
    [
        (4, DayBand.NIGHT),
        (5, DayBand.MORNING),
        (10, DayBand.DAY),
        (21, DayBand.EVENING),
        (22, DayBand.NIGHT),
    ],
)
def test_the_part_of_the_day_is_that_of_the_households_clock(hour: int, band: DayBand) -> None:
    assert band_of(AT.replace(hour=hour)) is band


def test_signs_of_one_day_are_one_tally_with_its_newest_events() -> None:
    value = EMPTY
    for number in range(1, 8):
        value = tallied(value, FeedbackKind.SWITCHED_BACK, "", EventId(number), AT)
    (tally,) = value.tallies
    assert (tally.times, len(tally.events)) == (7, MOST_EVENTS)
    assert tally.events[-1] == 7
    value = tallied(value, FeedbackKind.SWITCHED_BACK, "mika", EventId(9), AT)
    assert len(value.tallies) == 2, "each person's signs stand apart"
    assert evidence_in(value.tallies) == (4, 5, 6, 7, 9)


def test_days_of_long_ago_are_left_out() -> None:
    for kind, kept in (
        (FeedbackKind.BY_HAND, KEPT_DAYS),
        (FeedbackKind.SWITCHED_BACK, AGAINST_KEPT_DAYS),
    ):
        value = tallied(EMPTY, kind, "", EventId(1), AT)
        later = AT + timedelta(days=kept)
        value = tallied(value, kind, "", EventId(2), later)
        value = tallied(value, kind, "", EventId(3), later + timedelta(days=1))
        assert [tally.events for tally in value.tallies] == [(2,), (3,)]


def test_a_state_is_the_end_of_an_operation_that_needs_no_yes() -> None:
    lamp = device("light.hall", "hall", "玄関", "hall", "turn_on", "turn_off", "set_brightness")
    found = end_of(lamp, "on")
    assert found is not None
    assert found.does == "turn_on"
    lock = device("lock.front", "hall", "鍵", "lock", "lock", "unlock")
    assert end_of(lock, "unlocked") is None
    assert end_of(lamp, "21.5") is None


def test_the_key_names_act_and_occasion() -> None:
    occasion = FeedbackOccasion("person_appeared", "hall", DayBand.EVENING)
    assert feedback_key("turn_on light.hall", occasion) == (
        "turn_on light.hall@person_appeared|hall|evening"
    )
