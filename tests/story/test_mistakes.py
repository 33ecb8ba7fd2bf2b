"""What goes wrong on a walk is seen: a message that could not be made, a mistake of ours."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app import Companion
from companion.corridors.act import Act
from companion.engines.llm.scripted import ScriptedLlm, Settings
from companion.ports.event_log import RecordNotWritable
from companion.ports.llm import ModelUnavailable
from companion.rooms.deliberation.room import MindIncomplete
from companion.rooms.expression.room import Expression
from companion.rooms.scheduler.room import heartbeat_trigger
from companion.words.activity import StreamKind
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.capability import RiskTier
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
)
from companion.words.event import Event, EventSource
from companion.words.ids import ApprovalId, DeviceId
from companion.words.influence import MODEL
from companion.words.language import Bilingual
from companion.words.llm import LlmRequest
from companion.words.mood import MOOD, MOOD_KEY
from companion.words.result import ResultStatus
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
LIGHT = DeviceId("light.hall")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    """Nobody comes or goes; time runs."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house


def _speechless(house: Companion, llm: ScriptedLlm) -> Act:
    """The corridor with a model that writes no message."""
    mute = Expression(
        llm=llm,
        clock=house.foundations.clock,
        house=house.home.house,
        catalogue=house.skills.catalogue,
        record=house.storage.store.record,
        places={},
        language=house.foundations.language,
    )
    return replace(house.acting.act, messages=replace(house.acting.messages, expression=mute))


async def _decided(house: Companion) -> tuple[ActionDecision, Event]:
    """A decision to turn the light on and to tell of it."""
    label = Bilingual("玄関の明かりをつける", "turn on the hall light")
    decision = ActionDecision(
        decision_outcome=DecisionOutcome.DO_ACTION,
        action_type="device_control.light_turn_on",
        action_payload={"device_id": LIGHT},
        reason="it is dark",
        persona_influence=MODEL.en,
        mood_influence=MODEL.en,
        evidence_event_ids=(),
        console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
        decided_by="llm",
        judgment="it is dark",
        intent=label.en,
        summary=label,
        impact=label,
        trust=TrustLabel.SELF,
        risk=RiskTier.REVERSIBLE,
        object_id=LIGHT,
    )
    decision = house.thought.approval.named(decision)
    trigger = heartbeat_trigger(
        house.foundations.clock, house.foundations.ids, house.foundations.language
    )
    return decision, await house.storage.journal.decided(decision, trigger)


async def test_a_message_that_could_not_be_made_shows_in_the_activity(house: Companion) -> None:
    """D-011, D-024: no message in its place; the failure is seen, not only logged."""
    _, decided = await _decided(house)
    granted = ApprovalQuestion(
        id=ApprovalId(1),
        decision_event_id=decided.id,
        summary=Bilingual("", ""),
        impact=Bilingual("", ""),
        risk=1,
        asked_at=house.foundations.clock.now(),
        status=ApprovalStatus.GRANTED,
    )
    likes = StateChange(
        kind="preference",
        key="warm_light",
        value={"text": "likes warm light"},
        confidence=0.9,
        trust=TrustLabel.OWNER,
        observed_at=house.foundations.clock.now(),
        evidence_event_ids=(decided.id,),
    )
    long, recent = {"v": 0.11, "a": -0.22, "d": 0.33}, {"v": -0.44, "a": 0.55, "d": -0.66}
    feels = replace(
        likes,
        kind=MOOD,
        key=MOOD_KEY,
        value={"long_mood_state": long, "recent_vad_average": recent},
    )
    await house.storage.store.state_writer.apply(
        WritePlan(event_id=decided.id, changes=(likes, feels))
    )
    stream, asked = house.foundations.hub.watch(), list[LlmRequest]()

    def gone(request: LlmRequest) -> str:
        asked.append(request)
        raise ModelUnavailable("gone")

    llm = ScriptedLlm(Settings(), gone)
    await llm.start()
    await _speechless(house, llm).answered(granted)
    told = asked[0].messages[-1].content
    assert "likes warm light" in told, "D-030"
    assert '{"long": [0.11, -0.22, 0.33], "recent": [-0.44, 0.55, -0.66]}' in told, "D-026"
    record = house.storage.store.record
    assert await record.recent(limit=5, sources=(EventSource.AUTONOMY_MESSAGE,)) == ()
    (acted,) = await record.recent(limit=5, sources=(EventSource.ACTION_RESULT,))
    system = await record.recent(limit=5, sources=(EventSource.SYSTEM,))
    (failed,) = [e for e in system if e.kind == "message_failed"]
    assert failed.evidence_event_ids == (acted.id,)
    activities: list[str] = []
    while "message_failed" not in activities:
        heard = await anext(stream)
        activities += [heard.data["kind"]] if heard.kind is StreamKind.ACTIVITY else []
    assert activities == ["acted", "message_failed"]


async def test_a_mistake_on_a_walk_leaves_its_event_and_goes_on_up(house: Companion) -> None:
    """B-069, DESIGN 3: whoever supervises the walk still learns of it."""
    now = house.acting.act.context.now
    now.persona = replace(now.persona, name="")
    with pytest.raises(MindIncomplete):
        await house.acting.act.walk(
            heartbeat_trigger(
                house.foundations.clock, house.foundations.ids, house.foundations.language
            )
        )
    system = await house.storage.store.record.recent(limit=5, sources=(EventSource.SYSTEM,))
    (failed,) = [e for e in system if e.kind == "walk_failed"]
    assert failed.payload["error"] == "MindIncomplete"
    assert house.foundations.blackboard.tasks() == ()


async def test_stop_stops_the_wheels_though_nothing_can_be_written(house: Companion) -> None:
    """T-44: stop goes on when the record does not; it is not waited for first."""
    where, _ = house.body.drive.position()
    room = next(r for r in house.body.drive.rooms() if r != where)
    decision, decided = await _decided(house)
    going = replace(decision, action_type="mobility_move.go_to_room", action_payload={"room": room})
    driving = asyncio.create_task(house.acting.act.execution.perform(going, decided.id))
    while not house.body.drive.position()[1]:
        await asyncio.sleep(0.001)

    def refuse(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA query_only = ON")

    # Another write of the same group is refused, and with it the group; the refusal stays.
    with suppress(RecordNotWritable):
        await house.storage.store._writer.write(refuse)
    stopped = await house.desk.reception.stop("web")
    assert not house.body.drive.position()[1]
    assert (await driving).status is not ResultStatus.SUCCESS
    assert stopped in {event.id for event in house.storage.events.waiting()}
