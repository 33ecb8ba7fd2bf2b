"""What the GM refuses is input of one more thought (E-044): the curtain fell silent while the
model thought of it, so it thinks once again, without the curtain and knowing why."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.app import Companion
from companion.dollhouse.devices import Fault
from companion.service.settings import NO_RANKER
from companion.service.supervision import until
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.said import Said
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
CURTAIN, LAMP = DeviceId("cover.living_curtain"), DeviceId("light.living")
WISH = "リビングのカーテンとリビングの明かりを少し見てくれる"
CHOICES = ("open_living_curtain", "turn_on_living_light")
DECIDES = LlmRequestPurpose.ASYNC_DELIBERATION_DECISION


class Mind:
    """The scripted model; while it decides for the nth time, `breaks[n]` falls silent."""

    def __init__(self, house: Companion) -> None:
        self.house = house
        self.prompts: list[str] = []
        self.breaks: list[DeviceId] = []
        self._complete = house.mind.llm.complete
        house.mind.llm.complete = self.complete  # type: ignore[method-assign]

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer as scripted, after the world has moved on."""
        if request.purpose is DECIDES and request.max_tokens > 1:
            self.prompts.append(request.messages[-1].content)
            for device in self.breaks[len(self.prompts) - 1 : len(self.prompts)]:
                self.fall_silent(device)
                await until(lambda d=device: not self._answers(d))  # type: ignore[misc]
        return await self._complete(request)

    def fall_silent(self, device: DeviceId) -> None:
        assert self.house.foundations.dollhouse is not None
        self.house.foundations.dollhouse.break_device(device, Fault.OFFLINE)

    def _answers(self, device: DeviceId) -> bool:
        state = self.house.home.house.state(device)
        return state is not None and state.available


@pytest.fixture
async def mind(tmp_path: Path) -> AsyncIterator[Mind]:
    """A house without the second opinion, in which the model chooses alone."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    llm = settings.llm.model_copy(update={"settings": {"choose": CHOICES}})
    alone = {"llm": llm, "ranker": settings.ranker.model_copy(update={"engine": NO_RANKER})}
    async with awake(settings.model_copy(update=alone)) as house:
        assert house.foundations.dollhouse is not None
        house.foundations.dollhouse.play()
        await house.foundations.dollhouse.clock.start()
        await house.work.model.ready()
        yield Mind(house)


async def decisions(house: Companion, count: int) -> list[tuple[Event, ActionDecision]]:
    while True:
        sources = (EventSource.DELIBERATION_DECISION,)
        all_of = await house.storage.store.record.recent(limit=200, sources=sources)
        events = [event for event in all_of if event.origin == "home"]
        if len(events) >= count:
            kept = [(e, await house.storage.store.record.decision(e.id)) for e in reversed(events)]
            return [(e, d) for e, d in kept if d is not None]
        await asyncio.sleep(0.02)


async def test_e_044_a_refusal_is_input_of_one_more_thought(mind: Mind) -> None:
    """E-044, S-14: the refused entry is gone, the reason is read, and the chain shows both."""
    house = mind.house
    mind.breaks = [CURTAIN]
    await house.desk.reception.say(Said(WISH, "web"))
    (first, curtain), (second, lamp) = (await decisions(house, 2))[:2]
    assert (curtain.object_id, lamp.object_id) == (CURTAIN, LAMP)
    await until(
        lambda: (
            house.foundations.dollhouse is not None
            and house.foundations.dollhouse.device(LAMP).value() == "on"
        )
    )
    refusal = next(
        e
        for e in await house.storage.store.record.recent(
            limit=40, sources=(EventSource.GM_JUDGEMENT,)
        )
        if not e.payload["allowed"]
    )
    assert refusal.evidence_event_ids == (first.id,)
    assert refusal.id in second.evidence_event_ids, "the refusal is among its causes"
    assert "open_living_curtain" not in lamp.menu
    assert "それはできません" in mind.prompts[1] or "not possible" in mind.prompts[1]
    chain = await house.storage.store.record.chain(second.id)
    assert {first.id, refusal.id, second.id} <= {e.id for e in chain.events}


async def test_e_044_a_second_refusal_ends_it_and_is_told(mind: Mind) -> None:
    """E-044: never a third thought; who asked hears why nothing was done."""
    house = mind.house
    mind.breaks = [CURTAIN, LAMP]
    said = await house.desk.reception.say(Said(WISH, "web"))
    await decisions(house, 2)

    async def told() -> list[str]:
        sources = (EventSource.CONVERSATION_REPLY,)
        replies = await house.storage.store.record.recent(limit=20, sources=sources)
        return [e.assistant_text for e in replies if said in e.evidence_event_ids]

    while not any("できませんでした（" in text for text in await told()):
        await asyncio.sleep(0.02)
    assert house.foundations.dollhouse is not None
    await house.foundations.dollhouse.clock.sleep(60)
    decided = await decisions(house, 2)
    asked = [d for e, d in decided if said in e.evidence_event_ids]
    assert [d.decision_outcome for d in asked] == [DecisionOutcome.DO_ACTION] * 2
    assert len(mind.prompts) == len([d for _, d in decided if d.decided_by == "llm"])
