"""The household's signs in words, in both languages."""

import pytest

from companion.phrases.feedback import occasion_said, signs_said
from companion.words.areas import FeedbackTally
from companion.words.feedback import DayBand, FeedbackKind, FeedbackOccasion
from companion.words.ids import EventId
from companion.words.language import Bilingual


def tallies(kind: FeedbackKind, count: int) -> list[FeedbackTally]:
    return [
        FeedbackTally(day=f"2026-11-{day:02}", kind=kind, times=1, events=(EventId(day),))
        for day in range(1, count + 1)
    ]


@pytest.mark.parametrize("kind", list(FeedbackKind))
def test_every_sign_is_told_with_its_days(kind: FeedbackKind) -> None:
    one, many = (signs_said(tallies(kind, n), DayBand.EVENING) for n in (1, 12))
    assert one.en.endswith("on one evening")
    assert many.en.endswith("on 12 evenings")
    assert "1回の晩に" in one.ja
    assert "12回の晩に" in many.ja


def test_the_most_frequent_signs_come_first() -> None:
    told = signs_said(
        [*tallies(FeedbackKind.UNDONE, 1), *tallies(FeedbackKind.SWITCHED_BACK, 3)],
        DayBand.NIGHT,
    )
    assert told.en == "it was switched back on three nights and it was undone on one night"


def test_an_occasion_is_told_with_its_place_and_time() -> None:
    place = Bilingual("玄関", "the hall")
    occasion = FeedbackOccasion("person_appeared", "hall", DayBand.EVENING)
    assert occasion_said(occasion, place) == Bilingual(
        "夕方から晩、玄関に人が来たとき", "in the evening, when somebody comes into the hall"
    )
    other = occasion_said(FeedbackOccasion("thing_seen", "hall", DayBand.DAY), place)
    assert other.ja
    assert other.en
