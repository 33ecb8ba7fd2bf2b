"""Words at hand are read: each sort of trigger is read by its own reader."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.ports.ranker import Question
from companion.rooms.context.farewell import APPEARED
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
    why: Trigger,
    read: Mapping[Question, Mapping[str, float]] = ALL,
    gone: str = "",
    *,
    words: str = "She has mumps.",
    since: Sequence[tuple[int, Mapping[str, Any]]] = (),
) -> Told:
    home = Home()
    said = {"user_text": words, "trust": TrustLabel.HOUSEHOLD}
    await home.event(EventSource.USER_INPUT, **said)
    for minutes, event in since:
        at = EVENING + timedelta(minutes=minutes)
        await home.event(**{"trust": TrustLabel.HOUSEHOLD, **event, "at": at})
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


DONE = {Question.HOLDS_BACK: {"done": 0.97}}
AWAY = {Question.HOLDS_BACK: {"away": 0.97}}


def due(text: str, after_h: float = 0) -> Trigger:
    return replace(DUE, about=replace(DUE.about, text=text), at=EVENING + timedelta(hours=after_h))


@pytest.mark.parametrize("why", ["done", "leave"])
@pytest.mark.parametrize(
    ("said", "routine", "held"),
    [
        ("I've fed the goldfish already.", "Feed the goldfish at six", True),
        ("The toast is made, we ate early.", "Feed the goldfish at six", False),
        ("加湿器はもう回した", "六時に加湿器を回す", True),
        ("加湿器はもう回した", "六時に音楽を流す", False),
        ("I switched the lamps on myself.", "Light on in the hall at dusk", True),
    ],
)
async def test_what_is_done_or_left_holds_back_the_routine_of_that_thing_alone(
    why: str, said: str, routine: str, held: bool
) -> None:
    read = {Question.HOLDS_BACK: {why: 0.97}}
    assert await told(due(routine), read, words=said) == Told(against=(said,) if held else ())


@pytest.mark.parametrize(
    "routine",
    [
        "Lock the hall door at ten",
        "Close the shutters at dusk",
        "Radiator off at eleven",
        "二十二時に戸締まりをする",
        "寝る前にストーブを消す",
        "Remind Ann to take her tablets",
    ],
)
@pytest.mark.parametrize("read", [DONE, AWAY, ALL])
async def test_locks_heat_and_reminders_are_never_held_back(
    routine: str, read: Mapping[Question, Mapping[str, float]]
) -> None:
    said = "Everything is locked, the shutters and the radiator too."
    assert await told(due(routine), read, words=said) == Told()


SPOKE = {"source": EventSource.USER_INPUT, "user_text": "Anybody in?", "channel": "voice"}
TYPED = {**SPOKE, "channel": "web"}
CAME = {"source": EventSource.OBSERVATION, "kind": APPEARED}


@pytest.mark.parametrize(
    ("since", "held"),
    [
        ([(10, CAME)], True),
        ([(90, TYPED)], True),
        ([(90, CAME)], False),
        ([(90, SPOKE)], False),
    ],
)
async def test_an_absence_ends_when_somebody_is_seen_or_heard_at_home(
    since: Sequence[tuple[int, Mapping[str, Any]]], held: bool
) -> None:
    said = "She has mumps."
    found = await told(due("Music in the hall at eight", 3), AWAY, since=since)
    assert (said in found.against) is held


async def test_without_the_ranker_the_lists_read_alone() -> None:
    assert await told(DUE, gone="no embedder") == Told()
    cold = trigger(TrustLabel.OWNER, Priority.USER, text="It is cold in here.")
    assert (await told(cold, gone="no embedder")).needs == {Need.COLD}
