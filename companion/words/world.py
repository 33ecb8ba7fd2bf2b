"""World model 世界モデル: entity, relation, location, affordance, confidence, freshness (B-043)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.words.ids import EventId
from companion.words.observation import Certainty
from companion.words.trust import TrustLabel


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldItem:
    """世界の項目: one entity and what is held about it, from `state` (B-043, B-044)."""

    entity: str
    """`person`, `light.hall`, `weather` ..."""
    location: str
    value: str | None
    """None is unknown (B-048)."""
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
