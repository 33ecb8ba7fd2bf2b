"""A typed sentence through the whole house without a model (issue 4, item 3; T-28, T-57).

What a device truly is comes from the simulator's ground truth.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.app import Companion
from companion.service.supervision import until
from companion.words.event import Event, EventSource
from companion.words.facts import Replied, fact_of
from companion.words.ids import EventId
from companion.words.said import Said
from companion.words.schedule import EntryKind
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    """Nobody comes or goes; time runs."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house


def truth(house: Companion, device_id: str) -> str:
    assert house.foundations.dollhouse is not None
    return house.foundations.dollhouse.device(device_id).value()


async def answer_to(house: Companion, said: EventId) -> Event:
    while True:
        sources = (EventSource.CONVERSATION_REPLY,)
        for event in await house.storage.store.record.recent(limit=20, sources=sources):
            if said in event.evidence_event_ids:
                return event
        await asyncio.sleep(0.02)


async def say(house: Companion, text: str, place: str = "") -> str:
    """The one answer, which comes after everything was done and looked at."""
    answer = await answer_to(house, await house.desk.reception.say(Said(text, "web", place=place)))
    await until(house.desk.reception.tasks.idle)
    return answer.assistant_text


async def test_t_57_sentences_act_and_are_answered_without_a_model(house: Companion) -> None:
    """T-28, T-57, B-057: done, seen and told; the model was asked nothing."""
    await (
        house.work.model.ready()
    )  # the prompts are read ahead; from here on every call is a question
    before = house.mind.llm.counts().calls
    japanese = await say(house, "玄関の明かりをつけて")
    assert truth(house, "light.hall") == "on"
    english = await say(house, "turn off the hall light and open the living room curtain")
    assert not japanese.isascii(), "answered in the language of the sentence"
    assert english.isascii()
    assert truth(house, "light.hall") == "off"
    assert truth(house, "cover.living_curtain") == "open"
    await say(house, "寝室と台所の明かりつけて")
    assert (truth(house, "light.bedroom"), truth(house, "light.kitchen")) == ("on", "on")
    assert "台所の明かり" in await say(house, "台所の明かりついてる？")
    assert "kitchen light is on" in await say(house, "is the kitchen light on?")
    assert truth(house, "light.kitchen") == "on", "a question switches nothing"
    assert house.mind.llm.counts().calls == before, "no model was asked"


async def test_an_ask_back_is_answered_by_the_next_sentence(house: Companion) -> None:
    """Issue 4.3: ambiguous leads to one question; nothing is done until it is answered."""
    question = await say(house, "エアコンを26度にして")
    assert "？" in question or "?" in question
    (reply,) = await house.storage.store.record.recent(
        limit=1, sources=(EventSource.CONVERSATION_REPLY,)
    )
    told = fact_of(reply, Replied)
    assert told is not None
    assert told.asks, "the record says that an answer is waited for"
    assert truth(house, "climate.living") == truth(house, "climate.bedroom") == "off"
    said = await house.desk.reception.say(Said("寝室の", "web"))
    await answer_to(house, said)
    chain = await house.storage.record.chain(said)
    decided = [e.source for e in chain.events]
    assert EventSource.DELIBERATION_DECISION in decided, "the answer completed the wish"


@pytest.mark.parametrize(
    ("first", "second", "adds"),
    [
        ("turn on the light", "turn on the light in the bedroom", True),
        ("turn on the light", "no, the bedroom", False),
        ("電気つけて", "違う、寝室の", False),
    ],
)
async def test_a_sentence_said_anew_takes_back_what_was_done(
    house: Companion, first: str, second: str, adds: bool
) -> None:
    """Issue 13, points 2 and 3: a tail that came after the act, and a correction."""
    said = await house.desk.reception.say(Said(first, "web", place="kitchen"))
    await answer_to(house, said)
    assert truth(house, "light.kitchen") == "on"
    again = Said(second, "web", place="kitchen", adds_to=said if adds else None)
    answer = await answer_to(house, await house.desk.reception.say(again))
    await until(house.desk.reception.tasks.idle)
    assert (truth(house, "light.kitchen"), truth(house, "light.bedroom")) == ("off", "on")
    assert "寝室" in answer.assistant_text or "bedroom" in answer.assistant_text


async def test_what_is_wished_for_later_is_kept_and_not_done(house: Companion) -> None:
    """T-50: a command with a time never acts now; it stands in the schedule."""
    await say(house, "turn on the study light in 2 hours")
    assert truth(house, "light.study") == "off"
    (routine,) = house.alarms.clock.entries((EntryKind.ROUTINE,))
    assert routine.entry.actions[0].payload == {"device_id": "light.study"}
    await say(house, "明日7時に起こして")
    (alarm,) = house.alarms.clock.entries((EntryKind.ALARM,))
    assert alarm.due is not None
    await say(house, "アラームをキャンセルして")
    assert house.alarms.clock.entries((EntryKind.ALARM,)) == ()
    assert "会議" not in [e.entry.label for e in house.alarms.clock.entries()]
    await say(house, "会議の後で台所の明かりをつけて")
    assert truth(house, "light.kitchen") == "off"
    assert len(house.alarms.clock.entries()) == 1, "what cannot be waited for is not saved"


async def test_t_09_a_guest_is_not_obeyed(house: Companion) -> None:
    """C-035, T-09: the same words from a guest do nothing."""
    await house.desk.reception.say(Said("玄関の明かりをつけて", "somewhere"))
    await until(house.desk.reception.tasks.idle)
    assert truth(house, "light.hall") == "off"


async def test_rooms_and_floors_are_those_that_are_meant(house: Companion) -> None:
    """Issue 4.3: areas and floors, and the speaker's room as default: what is said at the
    kitchen's tablet means the kitchen."""
    await say(house, "台所と寝室の明かりつけて")
    await say(house, "電気消して", "kitchen")
    assert (truth(house, "light.kitchen"), truth(house, "light.bedroom")) == ("off", "on")
    asked = await say(house, "電気消して")
    assert "？" in asked, "from nowhere in particular it could be any"
    assert truth(house, "light.bedroom") == "on"
    (said,) = [
        e
        for e in await house.storage.store.record.recent(limit=30)
        if e.payload.get("place") == "kitchen" and e.user_text
    ]
    assert said.user_text == "電気消して", "kept, so that it means the same after a restart"
    # Floors are known by height: 二階 and upstairs are the same floor of a configured home.
    await say(house, "家中の明かりつけて")
    await say(house, "二階の電気を全部消して")
    lit = {d: truth(house, f"light.{d}") for d in ("bedroom", "study", "living", "kitchen")}
    assert lit == {"bedroom": "off", "study": "off", "living": "on", "kitchen": "on"}
    await say(house, "turn off everything downstairs")
    assert (truth(house, "light.living"), truth(house, "light.kitchen")) == ("off", "off")
