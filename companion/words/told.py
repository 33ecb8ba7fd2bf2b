"""Told 聞いたこと: a fact or a preference that a person told, with whose it is and when it held."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.words.areas import PreferenceValue, Standing, ToldFactValue, ToldValue, value_in
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateRow


class ToldKind(StrEnum):
    """聞いたことの種類: also the area of `state` that holds it."""

    FACT = "told_fact"
    """About a person or a thing of the household."""
    PREFERENCE = "preference"
    """How a person likes things to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """聞いたこと: one thing that was told once. The same thing told twice is two of these."""

    id: str
    """Key of its row: the number of the event that told it, and which of its facts it is."""
    kind: ToldKind
    whose: str
    """Person whose it is, by name; "" is the household, and a speaker whom nobody knows."""
    subject: str
    """Thing or relative of that person (`mother`, `cat`, `spare key`); "" is the person."""
    predicate: str
    """`allergic_to`, `birthday`, `likes` ...; see `phrases/told.py`."""
    value: str
    """In the words of who told it."""
    negated: bool
    """True if it is told not to be so (any more)."""
    text: str
    """The clause as it was said."""
    told_by: str
    """Name of the speaker; "" where nobody knows."""
    status: Standing
    valid_from: datetime
    valid_until: datetime | None
    """When something else was told of the same; None while it holds."""
    confidence: float
    trust: TrustLabel
    evidence_event_ids: tuple[EventId, ...]

    @property
    def slot(self) -> tuple[str, str, str]:
        """The thing of which two different values contradict each other."""
        return self.whose.casefold(), self.subject.casefold(), self.predicate


def told_json(one: Told, evidence: Sequence[object]) -> dict[str, Any]:
    """Plain values for programs. `evidence`: the events, as they are named there."""
    return {
        "id": one.id,
        "kind": one.kind.value,
        "whose": one.whose,
        "subject": one.subject,
        "predicate": one.predicate,
        "value": one.value,
        "negated": one.negated,
        "text": one.text,
        "told_by": one.told_by,
        "status": one.status.value,
        "from": one.valid_from.isoformat(),
        "until": one.valid_until.isoformat() if one.valid_until is not None else None,
        "confidence": one.confidence,
        "label": one.trust.value,
        "evidence": list(evidence),
    }


def told_of(row: StateRow) -> Told | None:
    """The told thing that a row holds; None where it holds none that this version can read."""
    value: ToldValue | None = value_in(row, ToldFactValue) or value_in(row, PreferenceValue)
    if value is None:
        return None
    return Told(
        id=row.key,
        kind=ToldKind(row.kind),
        whose=value.whose,
        subject=value.subject,
        predicate=value.predicate,
        value=value.value,
        negated=value.negated,
        text=value.text,
        told_by=value.told_by,
        status=value.status,
        valid_from=value.valid_from,
        valid_until=value.valid_until,
        confidence=row.confidence,
        trust=row.trust,
        evidence_event_ids=row.evidence_event_ids,
    )
