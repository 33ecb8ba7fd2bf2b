"""A press walks the same way as the sentence: what is forgotten or put right stays so (B-012)."""

from pathlib import Path

import pytest

from companion.desk.told_requests import ToldRequestDesk
from companion.desk.unlearning import MayNotUnlearn, Unlearning
from companion.rooms.feedback.room import FeedbackRoom
from companion.words.areas import Standing
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.trust import TrustLabel
from tests.unit.desk.talked_home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def desk_of(home: Home, trust: TrustLabel = TrustLabel.OWNER) -> ToldRequestDesk:
    return ToldRequestDesk(
        unlearning=Unlearning(
            told=home.things,
            journal=home.door.requests.journal,
            record=home.store.record,
            language=Language.EN,
            withdraw=home.consolidation.withdraw,
            remember=home.remember,
            feedback=FeedbackRoom(
                state=home.store.state, record=home.store.record, clock=home.clock
            ),
            drop_feedback=home.consolidation.forget_feedback,
        ),
        settle_it=home.consolidation.settle,
        trust_of=lambda channel: trust,
    )


async def told_in(home: Home) -> EventId:
    return (await home.things.told())[-1].evidence_event_ids[0]


async def test_the_owner_forgets_what_somebody_else_told(home: Home) -> None:
    await home.say("I live in Leeds", "Nell")
    event_id = await told_in(home)
    assert await desk_of(home).forget([event_id], "web") == (event_id,)
    assert await home.values() == []
    assert "Leeds" not in await home.recalled()


async def test_a_press_is_no_memory_and_is_not_forgotten_itself(home: Home) -> None:
    await home.say("I live in Leeds", "Nell")
    await desk_of(home).forget([await told_in(home)], "web")
    events = await home.store.record.recent(limit=9, sources=(EventSource.USER_INPUT,))
    assert [one.user_text for one in events if one.kind == "requested"] == [
        "forget what was learned from log entry 1",
        "take it out of memory",
    ]


@pytest.mark.parametrize(
    ("said", "right", "whole", "now", "value"),
    [
        ("I live in Leeds", "York", False, "I live in York", "York"),
        ("I live in Leeds", "I live in York", False, "I live in York", "York"),
        ("I live in Leeds", "I live in York", True, "I live in York", "York"),
        ("猫の名前はミケ", "タマ", False, "猫の名前はタマ", "タマ"),
        ("猫の名前はミケ", "猫の名前はタマ", False, "猫の名前はタマ", "タマ"),
    ],
)
async def test_a_value_or_a_whole_sentence_is_put_right(
    home: Home, said: str, right: str, whole: bool, now: str, value: str
) -> None:
    await home.say(said, "Nell")
    event = await desk_of(home).correct(await told_in(home), right, "web", whole=whole)
    assert event.user_text == now
    assert await home.values() == [value]


async def test_a_preference_that_was_taken_back_stays_known(home: Home) -> None:
    await home.say("I like green tea", "Nell")
    (taste,) = await home.things.told()
    await desk_of(home).settle(taste.id, Standing.REVOKED, "web")
    assert await home.things.told() == ()
    assert [one.status for one in await home.things.ended()] == [Standing.REVOKED]
    await desk_of(home).settle(taste.id, Standing.CONFIRMED, "web")
    assert [one.status for one in await home.things.told()] == [Standing.CONFIRMED]
    with pytest.raises(KeyError):
        await desk_of(home).settle("99", Standing.REVOKED, "web")


async def test_only_the_owner_may(home: Home) -> None:
    await home.say("I like green tea", "Nell")
    desk, event_id = desk_of(home, TrustLabel.HOUSEHOLD), await told_in(home)
    for asked in (
        desk.forget([event_id], "voice"),
        desk.correct(event_id, "coffee", "voice"),
        desk.settle(f"{event_id}", Standing.CONFIRMED, "voice"),
    ):
        with pytest.raises(MayNotUnlearn):
            await asked
    assert await home.values() == ["green tea"]


async def test_what_is_not_there_changes_nothing(home: Home) -> None:
    for asked in (
        desk_of(home).forget([EventId(99)], "web"),
        desk_of(home).correct(EventId(99), "x", "web"),
    ):
        with pytest.raises(KeyError):
            await asked
    assert await home.store.record.recent(limit=5) == ()
