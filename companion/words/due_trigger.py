"""Due trigger 予定のきっかけ: what every moment of the clock has in common as a trigger."""

from datetime import datetime

from companion.words.ids import TriggerId
from companion.words.schedule import Entry, Firing
from companion.words.text import LabelledText
from companion.words.trigger import Deadline, Priority, RequestedAction, Trigger, TriggerKind
from companion.words.trust import TrustLabel

UNNAMED = TriggerId("")
"""Filled in by whoever walks it."""


def due_trigger(
    entry: Entry,
    firing: Firing,
    now: datetime,
    about: str,
    requested: RequestedAction,
    deadline: Deadline,
) -> Trigger:
    """One act of one moment that is due; time itself asks, in the household's own name."""
    return Trigger(
        id=UNNAMED,
        kind=TriggerKind.TIME,
        priority=Priority.ROUTINE,
        at=now,
        about=LabelledText(about, TrustLabel.SELF),
        event_ids=tuple(i for i in (firing.event_id, entry.event_id) if i),
        place=entry.place,
        requested=requested,
        deadline=deadline,
    )
