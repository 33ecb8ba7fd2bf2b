"""A lamp that was switched on, as it stands in the record of a door."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.words.capability import ActionCall
from companion.words.device import Device, Domain
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.said import Said
from companion.words.trigger import RequestedAction
from companion.words.trust import TrustLabel
from tests.unit.desk.door import Door
from tests.unit.store.samples import decision, draft, result

LAMP = Device(
    id=DeviceId("light.hall"),
    domain=Domain.LIGHT,
    name=Bilingual("玄関の明かり", "hall light"),
    area="hall",
    operations=("turn_on", "turn_off"),
)


class Done:
    """Every act is done."""

    async def of(self, said: Event) -> Bilingual:
        return Bilingual("しました。", "Done.")


async def lit(door: Door, asked: str, *, decided_by: str = "reflex") -> Event:
    """The event of an act that somebody's sentence led to, or a mind."""
    said = await door.desk.journal.heard(Said(asked, "web"), TrustLabel.OWNER)
    return await acted(door, said.id, decided_by=decided_by)


async def acted(
    door: Door,
    said: EventId,
    wish: RequestedAction | None = None,
    *,
    decided_by: str = "reflex",
    payload: Mapping[str, Any] | None = None,
) -> Event:
    """The event of an act that a recorded sentence led to; `wish`: as it was asked for."""
    now = door.clock.now()
    chosen = replace(decision(evidence=(said,)), decided_by=decided_by)
    if wish is not None:
        chosen = replace(chosen, action_type=wish.action_type, action_payload=wish.payload)
    decided = await door.store.events.append(
        replace(draft(EventSource.DELIBERATION_DECISION, evidence=(said,)), at=now),
        decision=chosen,
    )
    back = ActionCall(
        operation="light_turn_off",
        payload={"device_id": LAMP.id},
        decision_event_id=decided.id,
    )
    done = replace(result(decided.id), operation="light_turn_on", inverse=back)
    made = replace(draft(EventSource.ACTION_RESULT, evidence=(decided.id,)), at=now)
    if payload is not None:
        done = replace(done, result_payload=payload, operation="cancel_alarm")
        made = replace(made, payload=payload)
    return await door.store.events.append(made, result=done)
