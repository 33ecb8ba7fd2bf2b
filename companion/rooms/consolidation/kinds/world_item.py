"""World model: what an observation, a device report or a result says about the home.

One observation is a fact only from a source that is certain (a device's own report;
perception, where it has confirmed what it saw); otherwise two agreeing observations within
`FRESH` are. An unknown leaves a missing value and never a guess.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.home.condition import WORDS, is_state
from companion.home.evidence import Evidence
from companion.home.occasion import MOMENTARY
from companion.ports.house import House
from companion.rooms.consolidation.kinds import Known
from companion.words.device import Device, DeviceState
from companion.words.event import Event
from companion.words.facts import Acted, fact_of, facts_in
from companion.words.ids import DeviceId, EventId
from companion.words.observation import TEXT, Certainty, Observation
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM, WorldItem, world_item_of, world_key
from companion.words.writeplan import StateChange

ORDER = 10
FRESH = timedelta(minutes=5)
"""Freshness window: two estimates further apart do not confirm each other."""
DOUBTED = 0.5
"""Confidence in a device's word that another sensor speaks against (ADR 0014)."""
LAST_KNOWN, CANDIDATE = "last_known", "candidate"


@dataclass(frozen=True, slots=True)
class Sighting:
    """One event's word on one entity, before it is weighed against what is held."""

    entity: str
    location: str
    value: str | None
    certainty: Certainty
    confidence: float
    at: datetime
    trust: TrustLabel
    event_id: EventId
    attributes: Mapping[str, Any]
    affordance: tuple[str, ...] = ()
    partial: bool = False
    """Says nothing of attributes it does not name: those held before stay."""

    @property
    def key(self) -> str:
        """Key of its `state` row."""
        return world_key(self.entity, self.location)


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The rows of the world model that this event changes."""
    # Invented garden life never becomes a fact about the house.
    if event.origin != "home":
        return ()
    return [await _weighed(sighting, known) for sighting in sightings(event, known.house)]


async def _weighed(sighting: Sighting, known: Known) -> StateChange:
    row = await known.state.row(WORLD_ITEM, sighting.key)
    return weigh(sighting, None if row is None else world_item_of(row))


def sightings(event: Event, house: House | None) -> Iterator[Sighting]:
    """One sighting for each thing that an event is about."""
    if (seen := fact_of(event, Observation)) is not None:
        # What a sign says is somebody's word, no state of the home; what happened
        # and is over is none either.
        if seen.subject not in (TEXT, *MOMENTARY):
            yield sighting_of_observation(event, seen)
    elif (state := fact_of(event, DeviceState)) is not None:
        yield sighting_of_device(event, state, _device(house, state.device_id))
    elif (acted := fact_of(event, Acted)) is not None:
        # The result of an act on several devices says something of each.
        parts = [facts_in(one, Acted, open=True) for one in acted.parts] or [acted]
        for part in parts:
            if part is None:
                continue
            found = sighting_of_result(event, part, _device(house, part.device_id))
            if found is not None:
                yield found


def _device(house: House | None, device_id: str) -> Device | None:
    return None if house is None else house.device(DeviceId(device_id))


def sighting_of_observation(event: Event, seen: Observation) -> Sighting:
    """The sighting of a perception event; `count` is part of it."""
    return Sighting(
        entity=seen.subject,
        location=seen.place,
        value=seen.value if seen.certainty is not Certainty.UNKNOWN else None,
        certainty=seen.certainty,
        confidence=seen.confidence,
        at=event.at,
        trust=event.trust,
        event_id=event.id,
        attributes={
            "source": seen.source,
            **({} if seen.count is None else {"count": seen.count}),
        },
    )


def sighting_of_device(event: Event, state: DeviceState, device: Device | None) -> Sighting:
    """The sighting of a device's own report; offline or silent is unknown, never `off`."""
    value = state.value if state.available else None
    if value is not None and not is_state(value):
        value = WORDS
    return Sighting(
        entity=state.device_id,
        location="" if device is None else device.area,
        value=value,
        certainty=Certainty.UNKNOWN if value is None else Certainty.FACT,
        confidence=0.0 if value is None else 1.0,
        at=event.at,
        trust=event.trust,
        event_id=event.id,
        attributes={**state.attributes, "available": state.available},
        affordance=() if device is None else device.operations,
    )


def sighting_of_result(event: Event, acted: Acted, device: Device | None) -> Sighting | None:
    """The post-state an action was judged by; None where it names no device state."""
    after = acted.after
    value = after.get("value") if isinstance(after, Mapping) else after
    if not acted.device_id or not isinstance(value, str):
        return None
    if acted.observed is False:
        return None  # nobody looked or nothing was heard: what was held is no fresher than before
    doubted = acted.evidence == Evidence.CONTRADICTED
    return Sighting(
        entity=acted.device_id,
        location="" if device is None else device.area,
        value=value,
        certainty=Certainty.ESTIMATE if doubted else Certainty.FACT,
        confidence=DOUBTED if doubted else 1.0,
        at=event.at,
        trust=event.trust,
        event_id=event.id,
        attributes=_figures(after),
        affordance=() if device is None else device.operations,
        partial=True,
    )


def _figures(after: object) -> Mapping[str, Any]:
    """The finer state of a result: beside its value, or among its attributes."""
    if not isinstance(after, Mapping):
        return {}
    inner = after.get("attributes")
    if isinstance(inner, Mapping):
        return inner
    return {k: v for k, v in after.items() if k != "value"}


def weigh(sighting: Sighting, old: WorldItem | None) -> StateChange:
    """Give the change that a sighting makes to what is held."""
    if old is not None and sighting.at < old.observed_at:
        return _refresh(old, sighting.key, old.observed_at)
    if sighting.certainty is Certainty.UNKNOWN:
        return _change(_unknown(sighting, old), sighting.key)
    if sighting.certainty is Certainty.ESTIMATE:
        return _estimate(sighting, old)
    new = _item(sighting, old)
    if old is not None and old.as_value() == new.as_value():
        # The same fact: its confidence may jitter, but only freshness moves.
        return _refresh(old, sighting.key, sighting.at)
    return _change(new, sighting.key)


def _estimate(sighting: Sighting, old: WorldItem | None) -> StateChange:
    if old is None or old.certainty is Certainty.UNKNOWN:
        return _change(_item(sighting, old), sighting.key)
    fresh = sighting.at - old.observed_at <= FRESH
    if old.certainty is Certainty.FACT and sighting.value == old.value:
        return _refresh(old, sighting.key, sighting.at)
    if old.certainty is Certainty.ESTIMATE:
        agreed = fresh and sighting.value == old.value
        return _change(_item(_confirmed(sighting, old) if agreed else sighting, old), sighting.key)
    return _doubt(sighting, old)


def _doubt(sighting: Sighting, old: WorldItem) -> StateChange:
    """One estimate against a fact: the fact stays, the estimate waits for a second."""
    waiting = old.attributes.get(CANDIDATE)
    if waiting and waiting["value"] == sighting.value:
        since = datetime.fromisoformat(waiting["at"])
        if sighting.at - since <= FRESH:
            return _change(_item(_confirmed(sighting, old), old), sighting.key)
    candidate = {
        "value": sighting.value,
        "confidence": sighting.confidence,
        "at": sighting.at.isoformat(),
        "event_id": sighting.event_id,
    }
    doubted = replace(old, attributes={**old.attributes, CANDIDATE: candidate})
    return _change(doubted, sighting.key)


def _confirmed(sighting: Sighting, old: WorldItem) -> Sighting:
    """Two that agree are a fact; both stand behind its confidence."""
    waiting = old.attributes.get(CANDIDATE)
    other = waiting["confidence"] if waiting else old.confidence
    both = 1.0 - (1.0 - sighting.confidence) * (1.0 - float(other))
    return replace(sighting, certainty=Certainty.FACT, confidence=round(both, 4))


def _item(sighting: Sighting, old: WorldItem | None) -> WorldItem:
    affordance = sighting.affordance or (() if old is None else old.affordance)
    location = sighting.location or ("" if old is None else old.location)
    kept = old.attributes if old is not None and sighting.partial else {}
    return WorldItem(
        entity=sighting.entity,
        relation="in" if location else "",
        location=location,
        affordance=affordance,
        value=sighting.value,
        certainty=sighting.certainty,
        confidence=sighting.confidence,
        observed_at=sighting.at,
        since=sighting.at,
        trust=sighting.trust,
        evidence_event_ids=(sighting.event_id,),
        attributes={**kept, **sighting.attributes},
    )


def _unknown(sighting: Sighting, old: WorldItem | None) -> WorldItem:
    item = replace(_item(sighting, old), value=None, confidence=0.0)
    if old is None:
        return item
    last = old.attributes.get(LAST_KNOWN)
    if old.value is not None:
        last = {"value": old.value, "at": old.observed_at.isoformat()}
    return replace(item, attributes={**item.attributes, **({LAST_KNOWN: last} if last else {})})


def _change(item: WorldItem, key: str) -> StateChange:
    return StateChange(
        kind=WORLD_ITEM,
        key=key,
        value=item.as_value(),
        confidence=item.confidence,
        trust=item.trust,
        observed_at=item.observed_at,
        evidence_event_ids=item.evidence_event_ids,
    )


def _refresh(item: WorldItem, key: str, at: datetime) -> StateChange:
    return replace(_change(item, key), observed_at=at, refresh_only=True)
