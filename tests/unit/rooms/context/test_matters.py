"""Matters of reports: how sure the reader must be, and what the household knows already."""

from datetime import timedelta

import pytest

from companion.rooms.context.matters import Matter, is_spoken_of, likely_matter
from companion.rooms.context.reported import is_for_people
from companion.words.event import EventSource
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.unit.rooms.context.home import Home
from tests.unit.rooms.context.test_reported import report

LID = "The lid of the sandpit stands open"


def test_issue_15_a_matter_is_likely_enough_alone_or_with_others_that_are_told() -> None:
    assert likely_matter({}) is None
    assert likely_matter({"battery": 0.6, "dark": 0.1}) is Matter.BATTERY
    assert likely_matter({"battery": 0.3, "offline": 0.25}) is Matter.BATTERY
    assert likely_matter({"dark": 0.3, "glare": 0.25}) is None
    assert likely_matter({"battery": 0.3}) is None


@pytest.mark.parametrize(
    ("said", "known"), [("I took the sandpit cover off.", True), ("Supper is nearly ready.", False)]
)
async def test_who_named_the_thing_a_while_ago_knows_of_it(said: str, known: bool) -> None:
    home = Home()
    await home.event(EventSource.USER_INPUT, user_text=said, trust=TrustLabel.HOUSEHOLD)
    collected = await home.room.now.collector.collect(EVENING - timedelta(days=1))
    assert is_spoken_of(report(LID, 30), collected) is known
    assert not is_spoken_of(report(LID, 150), collected)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The cellar drier has finished", "Please turn the cellar lamp on when you have finished."),
        ("The boot room battery is low", "Keep the battery charger away from the kids."),
        ("居間の加湿器の水が空です", "居間の電気をつけて"),
        ("Low battery in the bread maker", "I'll bread the fish myself."),
    ],
)
async def test_rooms_orders_and_common_words_name_no_thing(text: str, said: str) -> None:
    home = Home()
    await home.event(EventSource.USER_INPUT, user_text=said, trust=TrustLabel.HOUSEHOLD)
    collected = await home.room.now.collector.collect(EVENING - timedelta(days=1))
    assert not is_spoken_of(report(text, 20), collected)


async def test_words_of_people_never_silence_what_presses() -> None:
    home = Home()
    for said in ("I've put the shopping into the freezer.", "Leave the freezer open for now."):
        await home.event(EventSource.USER_INPUT, user_text=said, trust=TrustLabel.HOUSEHOLD)
    collected = await home.room.now.collector.collect(EVENING - timedelta(days=1))
    assert is_for_people(report("The pantry freezer is thawing", 20), collected)
    warm = report("Chest freezer at minus two", 20)
    assert is_for_people(warm, collected, Matter.FOOD)
    assert not is_for_people(warm, collected, Matter.DONE)
    told = {"assistant_text": "I dimmed the freezer light.", "trust": TrustLabel.SELF}
    await home.event(EventSource.AUTONOMY_MESSAGE, user_text="", **told)
    collected = await home.room.now.collector.collect(EVENING - timedelta(days=1))
    assert is_for_people(warm, collected, Matter.FOOD)


async def test_what_the_companion_told_itself_is_not_told_again() -> None:
    home = Home()
    told = "物置の除雪機の燃料が少ない"
    await home.event(
        EventSource.AUTONOMY_MESSAGE, assistant_text=told, user_text="", trust=TrustLabel.SELF
    )
    collected = await home.room.now.collector.collect(EVENING - timedelta(days=1))
    assert is_spoken_of(report("除雪機の燃料が残りわずかです", 20), collected)
    assert not is_spoken_of(report("風呂の栓が抜けている", 20), collected)
