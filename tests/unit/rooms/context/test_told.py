"""Words at hand are read: each sort of trigger is read by its own reader."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.ports.ranker import Question
from companion.rooms.context.matters import Matter
from companion.rooms.context.needs import Need
from companion.rooms.context.told import Listening, Told
from companion.words.event import EventSource
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home

ALL: Mapping[Question, Mapping[str, float]] = {
    Question.NEED: {"cold": 0.9},
    Question.MATTER: {"weather": 0.9},
    Question.HOLDS_BACK: {"rest": 0.7, "away": 0.25},
}
DUE = replace(
    trigger(TrustLabel.SELF, Priority.ROUTINE, text="Music in the hall at eight"),
    kind=TriggerKind.TIME,
)


async def told(
    why: Trigger, read: Mapping[Question, Mapping[str, float]] = ALL, gone: str = ""
) -> Told:
    home = Home()
    said = {"user_text": "She has mumps.", "trust": TrustLabel.HOUSEHOLD}
    await home.event(EventSource.USER_INPUT, **said)
    collected = await home.room.now.collector.collect(EVENING - timedelta(days=2))
    ranker = ScriptedRanker(Settings(read=read, gone=gone))
    return await Listening(ranker, home.clock).to(why, collected)


async def test_issue_15_a_sentence_tells_of_a_need_and_a_report_of_a_matter() -> None:
    spoken = trigger(TrustLabel.OWNER, Priority.USER, text="Look at my fingers, blue.")
    assert await told(spoken) == Told(needs=frozenset({Need.COLD}))
    assert await told(trigger(text="A gale is on its way")) == Told(matter=Matter.WEATHER)
    assert await told(replace(trigger(text="It rains"), occasion="rain")) == Told()


async def test_issue_15_what_was_said_of_rest_holds_a_routine_back_and_is_forgotten() -> None:
    assert await told(DUE) == Told(rest=True)
    assert await told(replace(DUE, at=EVENING + timedelta(hours=20))) == Told()
    away = {Question.HOLDS_BACK: {"away": 0.95}}
    assert await told(DUE, away) == Told(against=("She has mumps.",))
    assert await told(DUE, {Question.HOLDS_BACK: {"away": 0.5}}) == Told()


async def test_without_the_ranker_the_lists_read_alone() -> None:
    assert await told(DUE, gone="no embedder") == Told()
    cold = trigger(TrustLabel.OWNER, Priority.USER, text="It is cold in here.")
    assert (await told(cold, gone="no embedder")).needs == {Need.COLD}
