"""Purpose: keeps the owner's own words of what to work for."""

from collections.abc import Sequence

from companion.rooms.consolidation.kinds import Known
from companion.words.event import Event
from companion.words.facts import PurposeDropped, PurposeSet, fact_of, payload_of
from companion.words.plan import NOW, PURPOSE, OwnerPurpose
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange

ORDER = 50


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The purpose after this event; an empty text where it was dropped."""
    if (told := fact_of(event, PurposeSet)) is not None:
        purpose = told.purpose
    elif (dropped := fact_of(event, PurposeDropped)) is not None:
        purpose = OwnerPurpose(text="", by=dropped.by, since=event.at)
    else:
        return ()
    return (
        StateChange(
            kind=PURPOSE,
            key=NOW,
            value=payload_of(purpose),
            confidence=1.0,
            trust=TrustLabel.OWNER,
            observed_at=event.at,
            # The owner's own sentence stands behind it: without that it is not kept.
            evidence_event_ids=(event.id, purpose.by),
        ),
    )
