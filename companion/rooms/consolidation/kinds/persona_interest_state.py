"""Interest: what the companion cares about now, lasting, as `persona_interest_state`.

A first form: attention follows what was seen, spoken to or decided about, and fades as other
things come. Weighting it by the persona is a later step's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rooms.consolidation.kinds import Known
from companion.words.areas import INTEREST, INTEREST_KEY, AttentionTarget, InterestValue, value_in
from companion.words.event import Event, EventSource
from companion.words.facts import Decided, fact_of, payload_of
from companion.words.ids import EventId
from companion.words.observation import Certainty, Observation
from companion.words.trust import TrustLabel, least_trusted
from companion.words.writeplan import StateChange, StateRow

ORDER = 30
FADE, FLOOR, TARGETS_MAX = 0.8, 0.1, 8
"""Each new target takes a fifth of the others' weight; below the floor they are forgotten. What
already draws as strongly as that is no new target: a long chat does not wipe out what was seen."""


@dataclass(frozen=True, slots=True)
class Pull:
    """Draw on the companion's interest: a target and the mode it brings."""

    type: str
    value: str
    weight: float
    mode: str


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The interest row after this event."""
    pull = pull_of(event)
    if pull is None:
        return ()
    return (interest_change(event, pull, await known.state.row(INTEREST, INTEREST_KEY)),)


def pull_of(event: Event) -> Pull | None:
    """The pull of an event on the interest; None where it has none."""
    if event.source is EventSource.USER_INPUT:
        return Pull("person", "owner", 0.9, "support")
    if event.source is EventSource.OBSERVATION:
        seen = fact_of(event, Observation)
        if seen is None or seen.certainty is not Certainty.FACT:
            return None
        type_ = "person" if seen.subject == "person" else "topic"
        return Pull(type_, f"{seen.subject}@{seen.place}", 0.7, "observe")
    if event.source is EventSource.DELIBERATION_DECISION:
        decided = fact_of(event, Decided)
        place = "" if decided is None else decided.trigger.place
        mode = "wait" if event.kind == "defer" else "observe"
        return Pull("place", place, 0.5, mode) if place else None
    return None


def interest_change(event: Event, pull: Pull, old: StateRow | None) -> StateChange:
    """The interest row after one more pull."""
    weights: dict[tuple[str, str], float] = {}
    sources: tuple[EventId, ...] = ()
    was = None if old is None else value_in(old, InterestValue)
    if was is not None:
        weights = {(t.type, t.value): t.weight for t in was.attention_targets}
        sources = was.updated_from_event_ids
    key = (pull.type, pull.value)
    if weights.get(key, 0.0) < pull.weight:
        weights = {target: weight * FADE for target, weight in weights.items()}
    weights[key] = max(weights.get(key, 0.0), pull.weight)
    kept = sorted(weights.items(), key=lambda item: -item[1])[:TARGETS_MAX]
    return StateChange(
        kind=INTEREST,
        key=INTEREST_KEY,
        value=payload_of(
            InterestValue(
                attention_targets=tuple(
                    AttentionTarget(type=t, value=v, weight=round(w, 3))
                    for (t, v), w in kept
                    if w >= FLOOR
                ),
                interaction_mode=pull.mode,
                updated_from_event_ids=(*sources, event.id)[-TARGETS_MAX:],
            )
        ),
        confidence=1.0,
        trust=least_trusted([event.trust, *([old.trust] if old else [TrustLabel.SELF])]),
        observed_at=event.at if old is None else max(event.at, old.observed_at),
        evidence_event_ids=(event.id,),
    )
