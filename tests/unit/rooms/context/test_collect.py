"""Collector: what is gathered for a decision, and what is left in the record."""

from dataclasses import replace
from datetime import timedelta

from companion.rooms.context.collect import TALK_READ, Collector
from companion.service.blackboard import Blackboard
from companion.store.sqlite import Store
from companion.words.capability import Availability
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel
from companion.words.writeplan import WITHDRAWN, StateChange, WritePlan
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import CapabilityTwin, HouseTwin, decision, full_catalogue

SAID = EventDraft(
    source=EventSource.USER_INPUT,
    kind="said",
    at=EVENING,
    trust=TrustLabel.OWNER,
    user_text="hello",
)
SEEN = replace(SAID, source=EventSource.OBSERVATION, kind="person_appeared", user_text="")


class Desk:
    """A collector over twins."""

    def __init__(self) -> None:
        clock = JumpClock()
        self.store = Store.in_memory(clock)
        self.house = HouseTwin()
        self.catalogue = full_catalogue(self.house)
        self.collector = Collector(
            record=self.store.record,
            state=self.store.state,
            house=self.house,
            catalogue=self.catalogue,
            blackboard=Blackboard(clock),
        )

    async def add(self, draft: EventDraft) -> Event:
        return await self.store.events.append(draft)

    async def events(self, since_minutes: float = 30) -> list[EventId]:
        found = await self.collector.collect(EVENING - timedelta(minutes=since_minutes))
        return [event.id for event in found.events]


async def test_talk_does_not_push_out_what_happened() -> None:
    desk = Desk()
    seen = await desk.add(SEEN)
    for _ in range(100):
        await desk.add(SAID)
    assert seen.id in await desk.events()


async def test_talk_of_long_ago_is_left_in_the_record() -> None:
    desk = Desk()
    await desk.add(replace(SAID, at=EVENING - timedelta(hours=1)))
    new = await desk.add(SAID)
    assert await desk.events() == [new.id]


async def test_much_talk_is_read_up_to_a_limit() -> None:
    desk = Desk()
    for _ in range(TALK_READ + 50):
        await desk.add(SAID)
    assert len(await desk.events()) == TALK_READ


async def test_what_was_withdrawn_is_not_gathered() -> None:
    desk = Desk()
    first, second = await desk.add(SEEN), await desk.add(SEEN)
    change = StateChange(
        kind=WITHDRAWN,
        key=f"{first.id}",
        value={"by": second.id},
        confidence=1.0,
        trust=TrustLabel.OWNER,
        observed_at=EVENING,
        evidence_event_ids=(second.id,),
    )
    await desk.store.state_writer.apply(WritePlan(event_id=second.id, changes=(change,)))
    assert await desk.events() == [second.id]


async def test_an_attempt_joins_a_result_to_its_decision() -> None:
    desk = Desk()
    decided = await desk.store.events.append(
        replace(SEEN, source=EventSource.DELIBERATION_DECISION), decision=decision()
    )
    result = ActionResult(
        capability="device_control",
        operation="light_turn_on",
        status=ResultStatus.NO_EFFECT,
        summary_text="",
        observed_at=EVENING,
        decision_event_id=decided.id,
    )
    await desk.store.events.append(replace(SEEN, source=EventSource.ACTION_RESULT), result=result)
    (attempt,) = (await desk.collector.collect(EVENING)).attempts
    assert attempt.decision.action_type == "device_control.light_turn_on"
    assert attempt.result.status is ResultStatus.NO_EFFECT


async def test_a_capability_that_cannot_be_used_offers_nothing() -> None:
    desk = Desk()
    assert {o.capability.SPEC.name for o in (await desk.collector.at_hand()).offers} == {
        "device_control",
        "vision_perception",
    }
    eyes = desk.catalogue.get("vision_perception")
    assert isinstance(eyes, CapabilityTwin)
    eyes.available = Availability(available=False)
    offers = (await desk.collector.at_hand()).offers
    assert {o.action_type.partition(".")[0] for o in offers} == {"device_control"}


async def test_what_is_at_hand_leaves_the_past_in_the_record() -> None:
    desk = Desk()
    await desk.add(SAID)
    found = await desk.collector.at_hand()
    assert (found.events, found.attempts) == ((), ())
    assert {seen.device.id for seen in found.devices} == {d.id for d in desk.house.devices()}
