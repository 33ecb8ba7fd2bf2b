"""World model 世界モデル: entity, relation, location, affordance, confidence, freshness."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.words.areas import WorldValue, value_in
from companion.words.facts import payload_of
from companion.words.ids import EventId
from companion.words.observation import Certainty
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateRow

WORLD_ITEM = "world_item"
"""Kind of the `state` rows that hold the world model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldItem:
    """世界の項目: one entity and what is held about it, from `state`."""

    entity: str
    """`person`, `light.hall`, `weather` ..."""
    location: str
    value: str | None
    """None is unknown."""
    certainty: Certainty
    confidence: float
    observed_at: datetime
    """Freshness: when it was last seen to be so."""
    since: datetime
    """When it became so."""
    trust: TrustLabel
    relation: str = ""
    affordance: tuple[str, ...] = ()
    evidence_event_ids: tuple[EventId, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict)

    def as_value(self) -> dict[str, Any]:
        """The part of an item for `StateChange.value`; its row has columns for the rest."""
        return payload_of(
            WorldValue(
                entity=self.entity,
                relation=self.relation,
                location=self.location,
                affordance=self.affordance,
                value=self.value,
                certainty=self.certainty,
                attributes=dict(self.attributes),
            )
        )


def world_key(entity: str, location: str) -> str:
    """Key of an item: a device is one thing wherever it stands, a person is one per room."""
    return entity if "." in entity else f"{entity}@{location}"


def world_item_of(row: StateRow) -> WorldItem:
    """The item a `world_item` row holds. Raises `ValueError` where it holds none."""
    value = value_in(row, WorldValue)
    if value is None:
        raise ValueError(f"the row {row.kind} {row.key} is no world item")
    return WorldItem(
        entity=value.entity,
        relation=value.relation,
        location=value.location,
        affordance=value.affordance,
        value=value.value,
        certainty=value.certainty,
        attributes=value.attributes,
        confidence=row.confidence,
        observed_at=row.observed_at,
        since=row.since,
        trust=row.trust,
        evidence_event_ids=row.evidence_event_ids,
    )
