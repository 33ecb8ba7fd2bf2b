"""Told: how a person's statement becomes rows of state, and what it ends.

One row for each telling, so that each can be taken back alone. A second value of the same thing
ends the first row and keeps both, with the times between which each held. Of two people who differ
each keeps their own: both rows stay open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.ports.state import StateReader
from companion.rooms.consolidation.statements.reading import read
from companion.rooms.consolidation.statements.statement import (
    LIKES,
    ME,
    NOTE,
    SEVERAL,
    US,
    Statement,
    plain_value,
)
from companion.words.areas import PreferenceValue, Standing, ToldFactValue
from companion.words.event import Event
from companion.words.facts import Restated, SaidFacts, fact_of, payload_of
from companion.words.told import Told, ToldKind, told_of
from companion.words.trust import Authority, authority_of
from companion.words.writeplan import StateChange, StateRow

SURE = 0.9
"""Confidence in a plain statement of a person of the house."""
_TASTES = frozenset({LIKES, "prefers"})


@dataclass(frozen=True, slots=True)
class Telling:
    """One statement of a known event."""

    statement: Statement
    event: Event
    key: str
    told_by: str

    @property
    def whose(self) -> str:
        """By name; "" is the household, and a speaker whom nobody knows."""
        if self.statement.whose == ME:
            return self.told_by
        return "" if self.statement.whose == US else self.statement.whose

    @property
    def kind(self) -> ToldKind:
        """A taste of the speaker is a preference; somebody else's is a fact about them."""
        own = self.statement.whose in (ME, US) and not self.statement.subject
        return ToldKind.PREFERENCE if own and self.statement.predicate in _TASTES else ToldKind.FACT


def tellings(event: Event) -> list[Telling]:
    """The statements of an event. Only what a person of the house said holds any: no guest's word,
    no text that was read or sensed, nothing invented."""
    said = fact_of(event, SaidFacts) or fact_of(event, Restated)
    if said is None or event.erased or event.origin != "home":
        return []
    if authority_of(event.trust) is not Authority.USER:
        return []
    return [
        Telling(one, event, f"{event.id}.{n}" if n else f"{event.id}", said.speaker)
        for n, one in enumerate(read(event.user_text))
    ]


async def changes_of(event: Event, kind: ToldKind, state: StateReader) -> Sequence[StateChange]:
    """Rows of one kind that an event changes."""
    new = [one for one in tellings(event) if one.kind is kind]
    if not new:
        return ()
    rows = await state.rows(kind)
    held = [(row, told) for row in rows if (told := told_of(row)) is not None]
    ended = {row.key: row for one in new for row, told in held if _ends(one, told)}
    return [
        *(_closed(row, event) for row in ended.values()),
        *(_opened(one) for one in new),
    ]


def _ends(new: Telling, old: Told) -> bool:
    """Whether the new statement says something else of the same thing, and is told by the same
    person or by the person whose it is."""
    one = new.statement
    if old.valid_until is not None or old.valid_from > new.event.at:
        return False
    if old.slot != (new.whose.casefold(), one.subject.casefold(), one.predicate):
        return False
    if new.told_by not in (old.told_by, old.whose):
        return False
    same = plain_value(old.value) == plain_value(one.value)
    if one.predicate in SEVERAL:
        return same and old.negated != one.negated
    return not same or old.negated != one.negated


def _closed(row: StateRow, by: Event) -> StateChange:
    return StateChange(
        kind=row.kind,
        key=row.key,
        value={**row.value, "valid_until": by.at.isoformat(), "ended_by": by.id},
        confidence=row.confidence,
        trust=row.trust,
        observed_at=row.observed_at,
        evidence_event_ids=row.evidence_event_ids,
    )


def kept_for(purpose: Event, begun: Event, words: str) -> StateChange:
    """The note of a task of the plan. `purpose`: the owner's sentence or press behind it; `begun`:
    the beginning of the task, which names the row."""
    said = fact_of(purpose, SaidFacts)
    note = Statement(whose=ME, predicate=NOTE, value=words, text=words, asked=True)
    told = Telling(note, purpose, f"{begun.id}", "" if said is None else said.speaker)
    return replace(_opened(told), observed_at=begun.at, evidence_event_ids=(begun.id, purpose.id))


def _opened(one: Telling) -> StateChange:
    statement, event = one.statement, one.event
    cls = PreferenceValue if one.kind is ToldKind.PREFERENCE else ToldFactValue
    # A taste said in passing is a candidate; the person who wants it kept says so.
    sure = one.kind is not ToldKind.PREFERENCE or statement.asked
    value = cls(
        whose=one.whose,
        subject=statement.subject,
        predicate=statement.predicate,
        value=statement.value,
        negated=statement.negated,
        text=statement.text,
        told_by=one.told_by,
        status=Standing.CONFIRMED if sure else Standing.CANDIDATE,
        valid_from=event.at,
    )
    return StateChange(
        kind=one.kind,
        key=one.key,
        value=payload_of(value),
        confidence=SURE,
        trust=event.trust,
        observed_at=event.at,
        evidence_event_ids=(event.id,),
    )
