"""Act -> Observe -> Update -> Replan (B.9): the curtain sticks, so the lamp is lit instead."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import Companion
from companion.dollhouse.devices import Fault
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import Said
from companion.words.world import WORLD_ITEM
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(300)]
CURTAIN, LAMP = DeviceId("cover.living_curtain"), DeviceId("light.living")
WISH = "リビングが暗くて本が読めない"
CHOICES = ("open_living_curtain", "turn_on_living_light")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    """A gloomy room by day, a model that would open the curtain, and time that runs."""
    day = (SCENARIOS / "nobody.yaml").read_text("utf-8").replace("T18:30", "T14:30")
    (tmp_path / "by_day.yaml").write_text(day, "utf-8")
    settings = settings_for(str(tmp_path / "by_day.yaml"), tmp_path)
    llm = settings.llm.model_copy(update={"settings": {"choose": CHOICES}})
    async with awake(settings.model_copy(update={"llm": llm})) as house:
        assert house.foundations.dollhouse is not None
        now = house.acting.act.context.now
        now.persona = replace(now.persona, grit=0.9)
        house.foundations.dollhouse.play()
        await house.foundations.dollhouse.clock.start()
        yield house


async def _decided(house: Companion, count: int) -> list[tuple[Event, ActionDecision]]:
    """The first decisions about the home, once there are so many."""
    record = house.storage.store.record
    while True:
        found = await record.recent(limit=40, sources=(EventSource.DELIBERATION_DECISION,))
        events = [event for event in found if event.origin == "home"]
        if len(events) >= count:
            kept = [(e, await record.decision(e.id)) for e in reversed(events)]
            return [(e, d) for e, d in kept if d is not None]
        await asyncio.sleep(0.02)


async def _results(house: Companion, count: int) -> list[tuple[Event, ActionResult]]:
    record = house.storage.store.record
    while True:
        events = await record.recent(limit=20, sources=(EventSource.ACTION_RESULT,))
        if len(events) >= count:
            kept = [(e, await record.result(e.id)) for e in reversed(events)]
            return [(e, r) for e, r in kept if r is not None]
        await asyncio.sleep(0.02)


async def _told(house: Companion, source: EventSource) -> list[Event]:
    """What was told in this way, once there is something."""
    while True:
        found = await house.storage.store.record.recent(limit=20, sources=(source,))
        if found:
            return list(reversed(found))
        await asyncio.sleep(0.02)


async def test_the_curtain_sticks_and_the_lamp_is_lit_instead(house: Companion) -> None:
    """B-049..B-051, B-057, B-058, T-03, T-06: another means, with the failure as its cause."""
    assert house.foundations.dollhouse is not None
    house.foundations.dollhouse.break_device(CURTAIN, Fault.HALF)
    await house.desk.reception.say(Said(WISH, "web"))
    (first, stuck), (second, lit) = (await _results(house, 2))[:2]
    assert (stuck.status, stuck.operation) == (ResultStatus.PARTIAL, "cover_open")
    assert stuck.result_payload["after"]["position"] == 50
    assert (lit.status, lit.operation) == (ResultStatus.SUCCESS, "light_turn_on")
    assert house.foundations.dollhouse.device(LAMP).value() == "on"
    (opening, _), (lighting, again) = (await _decided(house, 2))[:2]
    assert again.object_id == LAMP
    assert lighting.evidence_event_ids[0] == first.id, "the failure made it think again"
    assert "open_living_curtain" not in again.menu, "T-03: the same is not tried again"
    trigger = lighting.payload["trigger"]
    assert trigger["place"] == "living"
    assert "途中まで" in trigger["about"] or "part of the way" in trigger["about"]
    (answer,) = await _told(house, EventSource.CONVERSATION_REPLY)
    assert "途中まで" in answer.assistant_text, "who spoke is answered by what came of it"
    (message, *_) = await _told(house, EventSource.AUTONOMY_MESSAGE)
    kind = message.payload["claims"][0]["kind"]
    assert kind == "done", "the lamp is witnessed by the light meter"
    world = {row.key: row.value for row in await house.storage.store.state.rows(WORLD_ITEM)}
    assert world[str(CURTAIN)]["attributes"]["position"] == 50, "Update: half open is held"
    await _the_page_shows_the_whole_chain(house, lighting, (opening, first, lighting, second))


async def _the_page_shows_the_whole_chain(
    house: Companion, shown: Event, expected: tuple[Event, ...]
) -> None:
    address = await house.page.server.address
    facts = await asyncio.to_thread(_get, f"{address.rstrip('/')}/api/why/{shown.id}")
    drawn = {step["line"]["id"] for step in facts["steps"] if step["line"]}
    assert {e.id for e in expected} <= drawn


def _get(url: str) -> Mapping[str, Any]:
    with urllib.request.urlopen(url, timeout=120) as answer:
        found = json.load(answer)
    assert isinstance(found, dict)
    return found


async def test_it_gives_up_after_the_means_its_grit_allows(house: Companion) -> None:
    """T-03, C-067: bounded; nothing is tried twice and nothing goes round."""
    assert house.foundations.dollhouse is not None
    for device in (CURTAIN, LAMP):
        house.foundations.dollhouse.break_device(device, Fault.IGNORE)
    await house.desk.reception.say(Said(WISH, "web"))
    results = await _results(house, 2)
    await house.foundations.dollhouse.clock.sleep(300)
    results = await _results(house, 2)
    deeds = [r.operation for _, r in results if r.capability == "device_control"]
    assert deeds == ["cover_open", "light_turn_on"]
    commanded = [h for h in house.foundations.dollhouse.chronicle.all() if h.kind == "commanded"]
    assert len(commanded) == 2


async def test_who_has_no_grit_lets_it_be(house: Companion) -> None:
    """T-03: low Grit gives up at once."""
    assert house.foundations.dollhouse is not None
    now = house.acting.act.context.now
    now.persona = replace(now.persona, grit=0.1)
    house.foundations.dollhouse.break_device(CURTAIN, Fault.HALF)
    await house.desk.reception.say(Said(WISH, "web"))
    await _results(house, 1)
    await house.foundations.dollhouse.clock.sleep(150)
    assert len(await _results(house, 1)) == 1
