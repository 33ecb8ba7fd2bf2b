"""Farewells: who said that they go, is seen no more and did not come back, has left."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.context.collect import Collected
from companion.rooms.context.farewell import have_left, nobody_is_in
from companion.words.event import EventSource
from companion.words.trigger import Priority, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home, quiet

EMPTY = {"hall": "absent", "kitchen": "absent"}


async def collected(*said: str, then: str = "") -> Collected:
    home = Home()
    for text in said:
        await home.event(EventSource.USER_INPUT, user_text=text, trust=TrustLabel.HOUSEHOLD)
    if then:
        await home.event(EventSource.OBSERVATION, kind=then, trust=TrustLabel.OBSERVED)
    return await home.room.now.collector.collect(EVENING - timedelta(days=3))


@pytest.mark.parametrize(
    "text", ["Goodbye, house!", "We're off to the cinema.", "じゃあ出かけるね"]
)
async def test_at_a_quiet_moment_they_have_left(text: str) -> None:
    gone = await collected(text, then="person_gone")
    assert have_left(quiet(), gone, EMPTY)
    assert not have_left(quiet(), gone, {**EMPTY, "kitchen": "present"})
    assert not have_left(quiet(), gone, {**EMPTY, "kitchen": None})
    late = replace(quiet(), at=EVENING + timedelta(hours=4))
    assert not have_left(late, gone, EMPTY)


async def test_who_came_back_or_goes_for_a_moment_has_not_left() -> None:
    assert not have_left(quiet(), await collected("Bye!", then="person_appeared"), EMPTY)
    assert not have_left(quiet(), await collected("行ってくる", "すぐ戻るよ"), EMPTY)
    assert not have_left(quiet(), await collected("What a day."), EMPTY)


async def test_the_last_sight_of_somebody_tells_it_and_a_report_does_not() -> None:
    gone = await collected("Bye!", then="person_gone")
    sight = next(event.id for event in gone.events if event.kind == "person_gone")
    seen = replace(trigger(place="hall"), event_ids=(sight,))
    assert seen.kind is TriggerKind.EVENT
    assert have_left(seen, gone, EMPTY)
    assert not have_left(replace(seen, event_ids=()), gone, EMPTY)
    assert not have_left(replace(seen, priority=Priority.USER), gone, EMPTY)


def test_a_home_without_eyes_is_not_known_to_be_empty() -> None:
    assert nobody_is_in(EMPTY)
    assert not nobody_is_in({})
