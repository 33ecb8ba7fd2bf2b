"""Which day a statement speaks of, from the day on which it was made."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from companion.rooms.recall.ahead import day_named, is_about
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

ZONE = ZoneInfo("Asia/Tokyo")
TOLD = datetime(2026, 3, 4, 8, tzinfo=ZONE)
"""A Wednesday."""


def _told(text: str) -> Episode:
    return Episode(id=EventId(1), at=TOLD, voice=Voice.PERSON, text=text, trust=TrustLabel.OWNER)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the chimney sweep comes tomorrow", "2026-03-05"),
        ("choir practice is on Friday", "2026-03-06"),
        ("choir practice is every Friday", "2026-03-20"),
        ("the MOT is next Tuesday", "2026-03-10"),
        ("Nan's party is on the twelfth", "2026-03-12"),
        ("the sweep comes at half past two", "2026-03-04"),
        ("ピアノの発表会は日曜", "2026-03-08"),
        ("来週の月曜は休みをとった", "2026-03-09"),
        ("あさって健診がある", "2026-03-06"),
        ("夕方五時に荷物が届く", "2026-03-04"),
    ],
)
def test_issue_15_a_statement_names_its_day(text: str, day: str) -> None:
    assert is_about(_told(text), date.fromisoformat(day), ZONE)
    assert not is_about(_told(text), date.fromisoformat("2026-03-07"), ZONE)


@pytest.mark.parametrize("text", ["I am worn out today", "last Friday was choir", "昨日は雨だった"])
def test_what_is_over_and_how_somebody_is_are_no_plan(text: str) -> None:
    assert not any(is_about(_told(text), date(2026, 3, day), ZONE) for day in range(4, 12))


def test_a_question_names_its_day() -> None:
    assert day_named("anything on Saturday", TOLD) == date(2026, 3, 7)
    assert day_named("あさって何かある", TOLD) == date(2026, 3, 6)
    assert day_named("what is new", TOLD) is None
