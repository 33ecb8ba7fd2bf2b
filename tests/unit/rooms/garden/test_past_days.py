"""Days of the garden that are over, told from the pages of its diary."""

from datetime import date, timedelta
from typing import Any

import pytest

from companion.rooms.garden.past_days import MOST, NO_PAGE, is_about, pages_between, pages_told
from companion.words.event import Event, EventSource
from companion.words.facts import GardenActed, GardenBond, GardenTalked, payload_of
from companion.words.facts.garden import DiarySentence, GardenDiary
from companion.words.garden import Cause, GardenAction, Stats
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from tests.unit.store.samples import START

TODAY = date(2027, 6, 10)
DAYS = 500
MISSED = 40
"""Days on which it was switched off."""


class _Book:
    """Five hundred pages, and some days without one."""

    def __init__(self) -> None:
        days = [TODAY - timedelta(days=n) for n in range(DAYS, 0, -1)]
        self.days = [one for n, one in enumerate(days) if not 300 <= n < 300 + MISSED]
        self.read = 0

    async def events(self, day: str) -> tuple[EventId, ...]:
        assert day == "diary"
        return tuple(EventId(n) for n in range(1, len(self.days) + 1))

    async def event(self, event_id: EventId) -> Event | None:
        self.read += 1
        return Event(
            id=event_id,
            source=EventSource.SYSTEM,
            kind="garden_diary",
            at=START,
            trust=TrustLabel.SELF,
            origin="garden",
            payload=payload_of(_page(self.days[event_id - 1], int(event_id))),
        )


def _page(day: date, event: int, events: int = 1) -> GardenDiary:
    words = Bilingual(f"{day.isoformat()}のこと。", f"Of {day.isoformat()}.")
    own = tuple(EventId(event * 100 + n) for n in range(events))
    sentence = DiarySentence(words=words, events=own)
    return GardenDiary(who="me", day=day.isoformat(), sentences=(sentence,))


async def _between(first: date, last: date) -> tuple[list[str], int]:
    book: Any = _Book()
    pages = await pages_between(book, book, first, last, TODAY)
    return [one.day for one in pages], book.read


@pytest.mark.parametrize("ago", [1, 30, 31, 200, 365, 499])
async def test_a_001_a_day_however_long_ago_has_its_own_page(ago: int) -> None:
    """A-001, A-095: also behind days without a page, and without reading what came after it."""
    day = TODAY - timedelta(days=ago)
    found, read = await _between(day, day)
    missed = {(TODAY - timedelta(days=DAYS - n)) for n in range(300, 300 + MISSED)}
    assert found == ([] if day in missed else [day.isoformat()])
    assert read <= MISSED + 3


async def test_a_long_time_is_told_from_some_pages_all_over_it() -> None:
    first, last = TODAY - timedelta(days=400), TODAY - timedelta(days=36)
    found, read = await _between(first, last)
    assert MOST / 2 <= len(found) <= read <= 2 * MOST
    assert found[0] <= (first + timedelta(days=60)).isoformat()
    assert found[-1] >= (last - timedelta(days=30)).isoformat()
    assert all(first.isoformat() <= one <= last.isoformat() for one in found)


def test_a_095_one_page_is_read_whole_and_of_more_the_best_of_each_part() -> None:
    """A-095: what goes back the furthest goes first; each with its day and its events."""
    pages = [_page(date(2027, 5, n), n, events=3 if n == 12 else 1) for n in range(1, 31)]
    one = pages_told(pages[:1], TODAY)
    assert one.words.ja == "私の庭の日記の、5月1日（土）のページでは、2027-05-01のこと。"
    assert one.words.en == "From my garden diary, on Saturday, 1 May: Of 2027-05-01."
    assert one.events == (EventId(100),)
    more = pages_told(pages, TODAY)
    assert "On Wednesday, 12 May: Of 2027-05-12." in more.words.en
    assert more.words.en.count(": ") == 3
    assert more.events == (*(EventId(n) for n in (100, 1200, 1201, 1202, 2100)),)
    assert pages_told([], TODAY).words == NO_PAGE


def test_a_question_of_a_topic_asks_for_facts_of_it() -> None:
    stats = Stats(bladder=50, energy=50, satiety=50, hygiene=50, mood=50, money=50)
    words = Bilingual("話", "a talk")
    act = GardenActed(
        who="me",
        action=GardenAction.EAT,
        cause=Cause.DECISION,
        map_id="town",
        began=0,
        ended=30,
        planned_minutes=30,
        reason=words,
        before=stats,
        after=stats,
        place=words,
    )
    bond = GardenBond(turn="quarrelled", who="me", other="mio", at=5, map_id="town", about=words)
    talk = GardenTalked(
        who="me",
        other="mio",
        at=5,
        map_id="town",
        topic="food",
        turns=(),
        affinity_before=50.0,
        affinity_after=51.0,
        about=words,
    )
    topics = ("ate", "worked", "went", "met", "talked", "quarrel", "plans", "day")
    assert [one for one in topics if is_about(one, act)] == ["ate"]
    assert [one for one in topics if is_about(one, bond)] == ["met", "quarrel"]
    assert [one for one in topics if is_about(one, talk)] == ["met", "talked"]
