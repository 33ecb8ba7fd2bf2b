"""Why-chain: walks evidence both ways from any event, without a model."""

from collections import deque
from collections.abc import Callable, Iterable

from companion.words.event import Event, EventSource
from companion.words.ids import EventId

CHAIN_MAX = 200
"""Most events in one chain; a page shows no more, and no cycle of causes runs away."""

Lookup = Callable[[EventId], Event | None]
Citing = Callable[[EventId], Iterable[EventId]]


def walk(start: EventId, event: Lookup, citing: Citing) -> tuple[tuple[Event, ...], Event | None]:
    """The events around `start`, oldest first, and the decision they turn on.

    Around a decision: all that led to it, and what followed up to (not into) the next
    decision. Any other event is explained through the decision it followed from, else
    through the first decision that cites it.
    """
    first = event(start)
    if first is None:
        return (), None
    decision = _decision_behind(first, event) or _decision_after(first, event, citing)
    anchor = decision or first
    found = {anchor.id: anchor, first.id: first}
    _collect(found, anchor, event, lambda e: e.evidence_event_ids, lambda e: True)
    _collect(
        found,
        anchor,
        event,
        lambda e: citing(e.id),
        lambda e: e.source is not EventSource.DELIBERATION_DECISION,
    )
    return tuple(found[i] for i in sorted(found)), decision


def _collect(
    found: dict[EventId, Event],
    anchor: Event,
    event: Lookup,
    neighbours: Callable[[Event], Iterable[EventId]],
    wanted: Callable[[Event], bool],
) -> None:
    waiting, seen = deque([anchor]), {anchor.id}
    while waiting and len(found) < CHAIN_MAX:
        for neighbour_id in neighbours(waiting.popleft()):
            neighbour = event(neighbour_id)
            if neighbour is None or neighbour_id in seen or not wanted(neighbour):
                continue
            seen.add(neighbour_id)
            found[neighbour_id] = neighbour
            waiting.append(neighbour)


def _decision_behind(first: Event, event: Lookup) -> Event | None:
    """The nearest decision among the causes, the event itself included."""
    waiting, seen = deque([first]), {first.id}
    while waiting and len(seen) < CHAIN_MAX:
        here = waiting.popleft()
        if here.source is EventSource.DELIBERATION_DECISION:
            return here
        for cause_id in here.evidence_event_ids:
            cause = event(cause_id)
            if cause is not None and cause_id not in seen:
                seen.add(cause_id)
                waiting.append(cause)
    return None


def _decision_after(first: Event, event: Lookup, citing: Citing) -> Event | None:
    found = (event(i) for i in citing(first.id))
    return next(
        (e for e in found if e is not None and e.source is EventSource.DELIBERATION_DECISION), None
    )
