"""Builds the answerers that tell from the record, and those that say that nothing is known."""

from dataclasses import dataclass

from companion.app.alarms import Alarms
from companion.app.ground import Ground
from companion.desk.act_causes import ActCauses
from companion.desk.act_history import ActHistory
from companion.desk.answerers.day_ahead import DayAhead
from companion.desk.answerers.not_known import NotKnown, NotSaid
from companion.desk.answerers.strange_thing import StrangeThing
from companion.desk.answerers.what_happened import WhatHappened
from companion.desk.answerers.why import Why
from companion.desk.device_changes import DeviceChanges
from companion.ports.answerer import Answerer


@dataclass(frozen=True, kw_only=True)
class RecordAnswers:
    """Where they stand among the answerers."""

    early: tuple[Answerer, ...]
    """Before commands and questions about how things are now."""
    late: Answerer
    """Behind all others."""


def build_record_answers(ground: Ground, alarms: Alarms, history: ActHistory) -> RecordAnswers:
    """They read; none of them does anything."""
    record, clock, places = (
        ground.storage.record,
        ground.foundations.clock,
        ground.foundations.places,
    )
    names = alarms.names
    causes = ActCauses(record, names, clock)
    changes = DeviceChanges(record, names.house)
    return RecordAnswers(
        early=(
            DayAhead(
                entries=alarms.clock.entries,
                next_after=alarms.calendar_facts.calendar.next_after,
                record=record,
                clock=clock,
            ),
            WhatHappened(changes=changes, causes=causes, places=places, clock=clock),
            Why(history=history, causes=causes, places=places),
            NotSaid(record=record, clock=clock, house=names.house, places=places),
            StrangeThing(house=names.house, places=places),
        ),
        late=NotKnown(record=record, clock=clock, places=places, changes=changes),
    )
