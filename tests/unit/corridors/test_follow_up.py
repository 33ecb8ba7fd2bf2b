"""The follow-up corridor: what is open is looked at again, and who asked hears what came of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from companion.corridors.follow_up import FollowUp
from companion.rooms.journal.room import Journal
from companion.service.messages import Done
from companion.service.side_by_side import SideBySide
from companion.store.sqlite import Store
from companion.words.decision import ActionDecision, ConsoleDelivery, DeliveryKind
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus
from companion.words.trigger import Priority, Trigger
from tests.twins.home import decision, trigger
from tests.unit.store.samples import HeardStream, SetClock, result

OF_REMARK = replace(
    decision(), decided_by="sum", console_delivery=ConsoleDelivery(DeliveryKind.SILENT)
)


class House:
    """What stands along the corridor, each part answering as the test says."""

    persona = None

    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, HeardStream(), self.clock)
        self.later: ActionResult | None = None
        self.again: Trigger | None = None
        self.due_trigger: Trigger | None = None
        self.raised: list[Trigger] = []
        self.messages: list[ResultStatus] = []
        self.answers: list[str] = []
        self.corridor = FollowUp(
            execution=cast(Any, self),
            journal=self.journal,
            messages=cast(Any, self),
            home=cast(Any, self),
            replanning=cast(Any, self),
            put_off=cast(Any, self),
            triggers=cast(Any, self),
            late=self._late,
            explain=self._explain,
            ask_back=self._ask_back,
            open=SideBySide(1),
        )

    async def look_again(self, made: ActionDecision, seen: ActionResult) -> ActionResult | None:
        return self.later

    async def trigger_for(self, *seen: object) -> Trigger | None:
        return self.again

    async def due(self) -> Trigger | None:
        return self.due_trigger

    def raise_trigger(self, one: Trigger) -> bool:
        self.raised.append(one)
        return True

    async def tell(self, done: Done) -> None:
        self.messages.append(done.result.status)

    async def _late(self, made: ActionDecision, seen: ActionResult) -> None:
        self.answers.append(seen.status.value)

    async def _explain(self, ruled: Event, causes: Sequence[EventId]) -> None:
        self.answers.append(ruled.kind)

    async def _ask_back(self, made: ActionDecision, causes: Sequence[EventId]) -> None:
        self.answers.append("may i")

    async def done(self, status: ResultStatus = ResultStatus.PARTIAL) -> Done:
        made = decision()
        decided = await self.journal.decided(made, trigger())
        seen = result(decided.id, status)
        return Done(made, seen, await self.journal.acted(seen, made))

    async def moving(self) -> Done:
        """It was still on its way when the look at it ended."""
        done = await self.done()
        payload = {**done.result.result_payload, "after": {"value": "opening"}}
        moving = replace(done, result=replace(done.result, result_payload=payload))
        assert moving.result.unsettled
        return moving

    async def kinds(self, source: EventSource) -> list[str]:
        return [e.kind for e in await self.store.record.recent(limit=9, sources=(source,))]


async def test_a_late_result_corrects_the_first_and_is_told() -> None:
    house = House()
    done = await house.done()
    house.later = replace(done.result, status=ResultStatus.SUCCESS)
    await house.corridor.look_again(done)
    (late, first) = await house.store.record.recent(limit=9, sources=(EventSource.ACTION_RESULT,))
    assert first.id == done.acted.id
    assert late.evidence_event_ids[-1] == first.id
    found = await house.store.record.result(late.id)
    assert found is not None
    assert found.result_payload["corrects"] == first.id
    assert house.messages == [ResultStatus.SUCCESS]


async def test_what_stays_unknown_is_noted_and_nothing_is_told() -> None:
    house = House()
    await house.corridor.look_again(await house.done())
    assert await house.kinds(EventSource.SYSTEM) == ["still_not_known"]
    assert house.messages == []


async def test_another_means_and_what_was_put_off_walk_again() -> None:
    house = House()
    house.again, house.due_trigger = trigger(), trigger(priority=Priority.USER)
    await house.corridor.follow(await house.done(ResultStatus.SUCCESS))
    await house.corridor.take_up()
    assert house.raised == [house.again, house.due_trigger]
    house.due_trigger = None
    await house.corridor.take_up()
    assert len(house.raised) == 2


@pytest.mark.parametrize(
    ("priority", "told"), [(Priority.USER, True), (Priority.OBSERVATION, False)]
)
async def test_only_who_asked_hears_why_nothing_was_done(priority: Priority, told: bool) -> None:
    house = House()
    ruled = (await house.done()).acted
    await house.corridor.refused(ruled, trigger(priority=priority))
    assert house.answers == ([ruled.kind] if told else [])


async def test_who_made_a_remark_hears_what_came_of_it_once() -> None:
    """15.2: done, asked or refused, told as the answer and to nobody who asked for nothing."""
    house = House()
    done = await house.done(ResultStatus.SUCCESS)
    await house.corridor.follow(done)
    assert house.answers == []
    of_remark = replace(done, decision=OF_REMARK)
    await house.corridor.follow(of_remark)
    assert house.answers == ["success"]


@pytest.mark.parametrize(
    ("made", "source", "told"),
    [
        (OF_REMARK, EventSource.APPROVAL_QUESTION, ["may i"]),
        (OF_REMARK, EventSource.APPROVAL_ANSWER, ["do_action"]),
        (decision(), EventSource.APPROVAL_QUESTION, []),
    ],
)
async def test_who_made_a_remark_hears_that_its_act_is_held_up(
    made: ActionDecision, source: EventSource, told: list[str]
) -> None:
    """15.2: the answer is the question or the reason, and only where a remark led to the act."""
    house = House()
    done = await house.done()
    decided = await house.store.record.event(done.result.decision_event_id)
    assert decided is not None
    await house.corridor.held_up(made, replace(decided, source=source), trigger())
    assert house.answers == told


async def test_more_open_outcomes_than_are_watched_are_left_as_they_were_seen(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = House()
    first, second = await house.moving(), await house.moving()
    await house.corridor.follow(first)
    await house.corridor.follow(second)
    assert f"no second look at {second.acted.id}" in caplog.text
    assert house.corridor.open.take() is not None
    assert house.corridor.open.take() is None
