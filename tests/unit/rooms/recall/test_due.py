"""A question of one day, or of the next time, is not answered by what was of another."""

from datetime import UTC, date, datetime

import pytest

from companion.rooms.recall.due import asks_of_one_day, dates_in, is_of_that_day, lies_behind
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

AT = datetime(2026, 5, 10, 9, tzinfo=UTC)


def said(text: str, at: datetime = AT) -> Episode:
    return Episode(id=EventId(1), at=at, voice=Voice.PERSON, text=text, trust=TrustLabel.HOUSEHOLD)


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("The vet is on the twelfth", [date(2026, 5, 12)]),
        ("It is the twenty-third of June, not 1 May", [date(2026, 6, 23), date(2026, 5, 1)]),
        ("From June 3rd", [date(2026, 6, 3)]),
        ("Back on the 2nd", [date(2026, 6, 2)]),
        ("次は七日の二時", [date(2026, 6, 7)]),
        ("九月五日の土曜", [date(2026, 9, 5)]),
        ("三日間休む", []),
        ("Two of them, first thing", []),
    ],
)
def test_a_day_of_the_month_is_the_next_one(text: str, dates: list[date]) -> None:
    assert [one.date() for one in dates_in(said(text), UTC)] == dates


def test_what_lies_behind() -> None:
    asked = datetime(2026, 5, 20, tzinfo=UTC)
    assert lies_behind(said("The vet is on the twelfth"), asked)
    assert not lies_behind(said("The vet is on the 25th"), asked)
    assert not lies_behind(said("The vet is every Friday"), asked)


@pytest.mark.parametrize(
    ("question", "of_one_day"),
    [
        ("What was her sugar this morning?", True),
        ("昨日の血圧はいくつだった?", True),
        ("When did he come yesterday?", False),
        ("Is it today or tomorrow?", False),
        ("What was her sugar?", False),
    ],
)
def test_which_questions_are_of_one_day(question: str, of_one_day: bool) -> None:
    assert asks_of_one_day(question) is of_one_day


def test_a_statement_of_an_earlier_day_is_none_of_this_morning() -> None:
    asked = datetime(2026, 5, 20, 12, tzinfo=UTC)
    question = "What was her sugar this morning?"
    assert not is_of_that_day(question, said("My sugar was nine this morning"), asked)
    assert is_of_that_day(question, said("Nine point two", asked.replace(hour=8)), asked)
    assert is_of_that_day(question, said("On the 20th it was nine"), asked)
