"""A day and a month are summed up by what was said then and is believed still."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from companion.rooms.recall.room import Recall
from companion.rooms.recall.summaries import LINES, summed, worth
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.summary import Span, Summary
from companion.words.trust import TrustLabel
from tests.unit.desk.talked_home import Home

AT = datetime(2026, 3, 30, 9, tzinfo=UTC)


def said(number: int, text: str, days: float = 0) -> Episode:
    return Episode(
        id=EventId(number),
        at=AT + timedelta(days=days),
        voice=Voice.PERSON,
        speaker="Nell",
        text=text,
        trust=TrustLabel.HOUSEHOLD,
    )


def texts(summary: Summary) -> list[str]:
    return [one.text for one in summary.lines]


@pytest.mark.parametrize("text", ["Good morning", "When is it?", "おはよう", "市はいつだっけ"])
def test_small_talk_and_questions_tell_nothing(text: str) -> None:
    assert worth(said(1, text), ()) == 0


def test_facts_come_before_changes_and_those_before_figures() -> None:
    fact = said(1, "My cousin keeps bees")
    change = said(2, "The fair has moved to the meadow behind the mill")
    figure = said(3, "The ferry takes forty people across the lake")
    assert worth(fact, {fact.id}) > worth(change, ()) > worth(figure, ()) > 0


def test_days_and_months_are_kept_apart() -> None:
    every = [
        said(1, "The fair begins at nine on the meadow", 0),
        said(2, "The ferry takes forty people across", 1),
        said(3, "The roof man comes on Monday with two helpers", 2),
    ]
    days = summed(Span.DAY, every, (), UTC)
    assert [one.begins for one in days] == [date(2026, 4, 1), date(2026, 3, 31), date(2026, 3, 30)]
    april, march = summed(Span.MONTH, every, (), UTC)
    assert (april.begins, march.begins) == (date(2026, 4, 1), date(2026, 3, 1))
    assert texts(march) == [every[0].text, every[1].text]
    assert march.said == 2


def test_a_summary_is_bounded() -> None:
    every = [said(n, f"The barrow took {n + 20} sacks to the mill") for n in range(1, 40)]
    (day,) = summed(Span.DAY, every, (), UTC)
    assert len(day.lines) == LINES[Span.DAY]
    assert day.said == len(every)


async def test_what_is_believed_no_more_leaves_its_place_to_another(tmp_path: Path) -> None:
    """B-069: made anew without a forgotten sentence, and with the corrected one."""
    home = Home(tmp_path)
    recall = Recall(home.store.record, home.store.state)
    await home.say("My mother is allergic to walnuts", "Nell")
    await home.say("The roof man comes on Monday with two helpers", "Nell")
    (day,) = await recall.summaries(Span.DAY, UTC, limit=5)
    assert "My mother is allergic to walnuts" in texts(day)
    await home.say("it's almonds, not walnuts", "Nell")
    (day,) = await recall.summaries(Span.DAY, UTC, limit=5)
    assert "My mother is allergic to almonds" in texts(day)
    assert not any("walnuts" in text for text in texts(day))
    await home.say("forget what I said about the roof man", "Nell")
    (day,) = await recall.summaries(Span.DAY, UTC, limit=5)
    assert texts(day) == ["My mother is allergic to almonds"]


async def test_a_guest_and_a_sign_stand_in_no_summary(tmp_path: Path) -> None:
    """T-21: only people of the house."""
    home = Home(tmp_path)
    recall = Recall(home.store.record, home.store.state)
    await home.say("The roof man comes on Monday with two helpers", "", "doorbell")
    assert await recall.summaries(Span.DAY, UTC, limit=5) == ()
