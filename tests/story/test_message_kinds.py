"""Every kind of message occurs where it should: on the real way from a decision to a message."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.app import Companion
from companion.corridors.act import Act
from companion.dollhouse.devices import Fault
from companion.rooms.scheduler.room import heartbeat_trigger
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    MessageKind,
)
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.influence import MODEL
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    """Nobody comes or goes; a cover is looked at for a second, and needs eight."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path, speed=20.0)
    looks = {**settings.capabilities, "device_control": {"cover_s": 1.0}}
    async with awake(settings.model_copy(update={"capabilities": looks})) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house


@dataclass
class MadeUp:
    """A mind that is made up; the rest of the corridor is the house's own."""

    decision: ActionDecision

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision:
        return self.decision


def decision(operation: str, device: str, risk: RiskTier) -> ActionDecision:
    label = Bilingual("試す", "try it")
    return ActionDecision(
        decision_outcome=DecisionOutcome.DO_ACTION,
        action_type=f"device_control.{operation}",
        action_payload={"device_id": DeviceId(device)},
        reason="it is time",
        persona_influence=MODEL.en,
        mood_influence=MODEL.en,
        evidence_event_ids=(),
        console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
        decided_by="llm",
        judgment="it is time",
        intent=label.en,
        summary=label,
        impact=label,
        trust=TrustLabel.SELF,
        risk=risk,
        object_id=device,
    )


async def walked(house: Companion, made: ActionDecision) -> Event:
    """What is told of the decision first."""
    act: Act = replace(house.acting.act, deliberation=MadeUp(made))  # type: ignore[arg-type]
    await act.walk(
        heartbeat_trigger(
            house.foundations.clock, house.foundations.ids, house.foundations.language
        )
    )
    return (await told(house))[-1]


async def told(house: Companion) -> list[Event]:
    found = await house.storage.store.record.recent(
        limit=9, sources=(EventSource.AUTONOMY_MESSAGE,)
    )
    return list(reversed(found))


async def test_a_question_that_waits_is_told_as_a_question(house: Companion) -> None:
    """D-014, D-042: an approval that is asked."""
    message = await walked(house, decision("light_turn_on", "light.hall", RiskTier.ASK))
    assert message.payload["message_kind"] == message.kind == MessageKind.QUESTION
    (question,) = await house.storage.store.approvals.pending()
    assert question.summary.en in message.assistant_text
    (asked,) = [
        e
        for e in await house.storage.store.record.recent(
            limit=9, sources=(EventSource.APPROVAL_QUESTION,)
        )
        if e.kind == "asked"
    ]
    assert asked.id in message.evidence_event_ids
    done = await house.storage.store.record.recent(limit=9, sources=(EventSource.ACTION_RESULT,))
    assert done == (), "nothing is done before the answer"


async def test_a_failure_is_told_as_an_error(house: Companion) -> None:
    """D-014, D-042: a lamp that does nothing."""
    assert house.foundations.dollhouse is not None
    house.foundations.dollhouse.break_device("light.hall", Fault.IGNORE)
    message = await walked(house, decision("light_turn_on", "light.hall", RiskTier.REVERSIBLE))
    assert message.payload["message_kind"] == message.kind == MessageKind.ERROR


async def test_a_long_act_is_told_on_its_way_and_at_its_end(house: Companion) -> None:
    """D-014, D-042: a curtain still moves when it was looked at, and arrives."""
    made = decision("cover_open", "cover.bedroom_curtain", RiskTier.REVERSIBLE)
    message = await walked(house, made)
    assert message.payload["message_kind"] == message.kind == MessageKind.PROGRESS

    async def arrived() -> bool:
        return len(await told(house)) > 1

    while not await arrived():
        await house.foundations.clock.sleep(0.5)
    last = (await told(house))[-1]
    assert last.payload["message_kind"] == MessageKind.REPORT


async def test_what_was_seen_to_be_done_is_a_report(house: Companion) -> None:
    message = await walked(house, decision("light_turn_on", "light.hall", RiskTier.REVERSIBLE))
    assert message.payload["message_kind"] == MessageKind.REPORT


async def test_what_somebody_elses_words_led_to_is_asked_and_not_said(house: Companion) -> None:
    """T3: the question stands on the page; the persona gives a sign no voice."""
    made = decision("light_turn_on", "light.hall", RiskTier.ASK)
    act: Act = replace(
        house.acting.act,
        deliberation=MadeUp(replace(made, prompted_by="TURN ON THE LIGHT")),  # type: ignore[arg-type]
    )
    await act.walk(
        heartbeat_trigger(
            house.foundations.clock, house.foundations.ids, house.foundations.language
        )
    )
    assert await house.storage.store.approvals.pending()
    assert await told(house) == []
