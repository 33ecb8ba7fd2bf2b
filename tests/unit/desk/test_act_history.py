"""History of acts: which act "undo that", "why?" and "never again" mean."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.desk.act_history import UNDONE_WITHIN, ActHistory
from companion.store.sqlite import Store
from companion.words.capability import ActionCall
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel
from tests.twins.home import DEVICE_CONTROL, CapabilityTwin, CatalogueTwin, decision
from tests.unit.store import samples
from tests.unit.store.samples import START, SetClock

LAMP = {"device_id": "light.hall"}


class Lived:
    """A record with some acts in it."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.history = ActHistory(
            record=self.store.record,
            catalogue=CatalogueTwin(CapabilityTwin(DEVICE_CONTROL)),
            clock=self.clock,
        )

    async def add(self, source: EventSource, kind: str, **more: Any) -> Event:
        evidence, payload = more.pop("evidence", ()), more.pop("payload", {})
        draft = EventDraft(
            source=source,
            kind=kind,
            at=self.clock.now(),
            trust=TrustLabel.OWNER,
            evidence_event_ids=evidence,
            payload=payload,
        )
        return await self.store.events.append(draft, **more)

    async def acted(
        self,
        operation: str = "light_turn_on",
        *,
        capability: str = "device_control",
        decided_by: str = "reflex",
        back: str = "light_turn_off",
        evidence: tuple[EventId, ...] = (),
        payload: dict[str, Any] | None = None,
    ) -> EventId:
        made = replace(decision(decided_by=decided_by), evidence_event_ids=evidence)
        decided = await self.add(EventSource.DELIBERATION_DECISION, "do_action", decision=made)
        way = ActionCall(operation=back, payload=LAMP, decision_event_id=decided.id)
        result = ActionResult(
            capability=capability,
            operation=operation,
            status=ResultStatus.SUCCESS,
            summary_text="",
            observed_at=START,
            result_payload=payload or LAMP,
            inverse=way if back else None,
            decision_event_id=decided.id,
        )
        event = await self.add(
            EventSource.ACTION_RESULT, f"{capability}.{operation}", result=result
        )
        return event.id

    async def undo(self) -> EventId | None:
        found = await self.history.last_undoable()
        return None if found is None else found[0].id


async def test_the_newest_act_that_has_a_way_back_is_meant() -> None:
    lived = Lived()
    first = await lived.acted()
    await lived.acted("scene_turn_on", back="")
    assert await lived.undo() == first
    second = await lived.acted()
    assert await lived.undo() == second


async def test_an_act_is_taken_back_once_and_taking_back_is_not_taken_back() -> None:
    lived = Lived()
    first, second = await lived.acted(), await lived.acted()
    wish = await lived.add(
        EventSource.USER_INPUT,
        "requested",
        payload={"action_type": "device_control.light_turn_off", "undo_of": second, **LAMP},
    )
    await lived.acted("light_turn_off", back="light_turn_on", evidence=(wish.id,))
    assert await lived.undo() == first


async def test_an_act_of_long_ago_is_not_meant() -> None:
    lived = Lived()
    await lived.acted()
    lived.clock.at += UNDONE_WITHIN + timedelta(seconds=1)
    assert await lived.undo() is None
    assert await lived.history.last_for_good() is None


async def test_an_act_of_its_own_is_one_that_it_thought_of() -> None:
    lived = Lived()
    assert await lived.history.last_of_my_own() is None
    await lived.acted(decided_by="llm")
    await lived.acted(decided_by="reflex")
    found = await lived.history.last_of_my_own()
    assert found is not None
    assert found[1].decided_by == "llm"


async def test_a_scene_stands_in_the_way_of_what_was_done_before_it() -> None:
    lived = Lived()
    await lived.acted("scene_turn_on", back="", payload={"device_id": "scene.movie"})
    assert await lived.history.last_for_good() == "scene.movie"
    await lived.acted()
    assert await lived.history.last_for_good() is None


CHIME = replace(DEVICE_CONTROL, name="garden_bell", acts=False)
"""Of a capability that the core does not know by name."""


async def _acted(store: Store, clock: SetClock, capability: str) -> None:
    decided = await store.events.append(
        EventDraft(
            source=EventSource.DELIBERATION_DECISION,
            kind="do_action",
            at=clock.now(),
            trust=TrustLabel.SELF,
        ),
        decision=decision(),
    )
    done = replace(samples.result(decided.id), capability=capability)
    await store.events.append(
        EventDraft(
            source=EventSource.ACTION_RESULT,
            kind=f"{capability}.{done.operation}",
            at=clock.now(),
            trust=TrustLabel.SELF,
        ),
        result=done,
    )


@pytest.mark.parametrize(
    ("catalogue", "acts"),
    [
        (CatalogueTwin(CapabilityTwin(DEVICE_CONTROL), CapabilityTwin(CHIME)), ["device_control"]),
        # What is no longer configured was an act when it was done.
        (CatalogueTwin(CapabilityTwin(DEVICE_CONTROL)), ["garden_bell", "device_control"]),
    ],
)
async def test_what_only_tells_is_no_act(catalogue: CatalogueTwin, acts: list[str]) -> None:
    clock = SetClock()
    store = Store.in_memory(clock)
    await _acted(store, clock, "device_control")
    await _acted(store, clock, "garden_bell")
    history = ActHistory(record=store.record, catalogue=catalogue, clock=clock)
    assert [one.capability for _, one in await history.acts()] == acts
