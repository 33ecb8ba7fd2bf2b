"""Why and undo, everywhere: spoken, answered by code in the whole house (issue 4, item 8)."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.app import Companion
from companion.desk.ask_and_wait import Asking
from companion.home.taught import TAUGHT, Lesson
from companion.service.supervision import until
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.said import Said
from companion.words.schedule import EntryKind
from tests.story.whole_house import awake, settings_for

pytestmark = pytest.mark.real("broker", "detector")

LIGHT = DeviceId("light.hall")


@pytest.fixture(params=list(Language))
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Companion]:
    settings = settings_for("evening_arrival", tmp_path)
    async with awake(settings.model_copy(update={"language": request.param})) as built:
        assert built.foundations.dollhouse is not None
        await built.work.model.ready()
        await built.foundations.dollhouse.clock.start()
        yield built


SAY = {
    Language.EN: ("turn on the hall light", "why did you turn it on?", "undo that", "why?"),
    Language.JA: ("玄関の電気をつけて", "なぜつけたの？", "元に戻して", "どうして？"),
}
NEVER = {Language.EN: "never do that again", Language.JA: "もう二度としないで"}
NEVER_TOLD = {
    Language.EN: "I will not do that by myself any more: turn o",
    Language.JA: "自分からはもうしません",
}
NOTHING = {Language.EN: "I find nothing", Language.JA: "見つかりません"}


def _light(house: Companion) -> str | None:
    state = house.home.house.state(LIGHT)
    return state.value if state is not None else None


async def test_asked_why_and_taken_back_without_a_model(house: Companion) -> None:
    """The person's own words are quoted as the cause; what is undone is looked at like any other
    act; no request goes to the model, and an answer takes less than a second."""
    asking = Asking(desk=house.desk.reception, stream=house.foundations.hub)
    turn_on, why, undo, why_that = SAY[house.foundations.language]
    calls = house.mind.llm.counts().calls
    assert NOTHING[house.foundations.language] in (await asking.ask(Said(why, "web")) or "")
    await asking.ask(Said(turn_on, "web"))
    assert _light(house) == "on"
    began = time.perf_counter()
    because = await asking.ask(Said(why, "web")) or ""
    took_s = time.perf_counter() - began
    assert turn_on in because
    assert took_s < 1.0
    await asking.ask(Said(undo, "web"))
    await until(lambda: _light(house) == "off")
    assert NOTHING[house.foundations.language] not in (
        await asking.ask(Said(why_that, "web")) or ""
    )
    assert (
        "見つかりません" in (again := await asking.ask(Said(undo, "web")) or "")
        or "nothing" in again
    )
    assert _light(house) == "off", "an undo is not undone by asking twice"
    assert house.mind.llm.counts().calls == calls


async def test_what_it_did_by_itself_is_explained_by_what_it_saw(house: Companion) -> None:
    """The scripted resident comes home; the light goes on; why names what was seen."""
    assert house.foundations.dollhouse is not None
    living = asyncio.create_task(house.foundations.dollhouse.run())
    try:
        async with asyncio.timeout(40):
            while not await house.storage.record.recent(sources=(EventSource.ACTION_RESULT,)):
                await asyncio.sleep(0.05)
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
    asking = Asking(desk=house.desk.reception, stream=house.foundations.hub)
    told = await asking.ask(Said(NEVER[house.foundations.language], "web")) or ""
    assert NEVER_TOLD[house.foundations.language] in told
    taught = await house.storage.store.state.rows(TAUGHT)
    assert [row.value["value"] for row in taught] == [Lesson.NEVER]
    because = await asking.ask(Said(SAY[house.foundations.language][1], "web")) or ""
    seen = "見えた" if house.foundations.language is Language.JA else "I saw"
    assert seen in because


async def test_a_wake_up_and_a_curtain_are_both_answered(house: Companion) -> None:
    """Issue 4, purpose: one sentence, two entries of the schedule, and both are told."""
    said = {
        Language.EN: "wake me up at seven tomorrow and open the curtains halfway",
        Language.JA: "明日7時に起こして、カーテンも半分開けて",
    }[house.foundations.language]
    told = (
        await Asking(desk=house.desk.reception, stream=house.foundations.hub).ask(Said(said, "web"))
        or ""
    )
    assert told.count("7:00") == 2
    kinds = [each.entry.kind for each in house.alarms.clock.entries()]
    assert sorted(kinds) == [EntryKind.ALARM, EntryKind.ROUTINE]
