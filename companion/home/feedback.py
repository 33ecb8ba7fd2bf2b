"""Feedback 手応え: tells the occasion of a thought, reads which operation a state is the end of,
and keeps the signs of each act by day.

The day is the unit: an act that was taken back five times on one evening was taken back on one
evening.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import operations_of
from companion.words.areas import FeedbackTally, FeedbackValue
from companion.words.capability import RiskTier
from companion.words.device import Device
from companion.words.feedback import DayBand, FeedbackKind, FeedbackOccasion
from companion.words.ids import EventId

_BEGINS = (
    (5, DayBand.MORNING),
    (10, DayBand.DAY),
    (17, DayBand.EVENING),
    (22, DayBand.NIGHT),
)
KEPT_DAYS = 42
"""After so many days a sign weighs almost nothing and is left out of its row."""
AGAINST_KEPT_DAYS = 168
"""The same of a sign against an act, which fades slower where it was repeated."""
AGAINST = frozenset(
    {
        FeedbackKind.UNDONE,
        FeedbackKind.SWITCHED_BACK,
        FeedbackKind.COMPLAINED,
        FeedbackKind.REFUSED,
    }
)
"""Signs by which people say that an act was not wanted."""
MOST_EVENTS = 4
"""Events of one day and kind that stand behind its tally."""


def band_of(at: datetime) -> DayBand:
    """Part of the day, by the zone of the moment."""
    begun = [band for hour, band in _BEGINS if at.hour >= hour]
    return begun[-1] if begun else DayBand.NIGHT


def feedback_key(act: str, occasion: FeedbackOccasion) -> str:
    """Key of the row of an act at an occasion."""
    return f"{act}@{occasion.key}"


def end_of(device: Device, value: str) -> DeviceOperation | None:
    """The operation that ends with this value and needs no number or word beside it; None where
    there is none, or where it needs a person's yes in any case."""
    rows = operations_of(device)
    return next(
        (
            row
            for row in rows
            if row.value == value and not row.parameter and row.risk <= RiskTier.REVERSIBLE
        ),
        None,
    )


def tallied(
    value: FeedbackValue,
    kind: FeedbackKind,
    person: str,
    event_id: EventId,
    at: datetime,
    minute: int = -1,
) -> FeedbackValue:
    """The value with one more sign, without days of long ago."""
    day = at.date().isoformat()
    oldest = {
        against: (at - timedelta(days=days)).date().isoformat()
        for against, days in ((False, KEPT_DAYS), (True, AGAINST_KEPT_DAYS))
    }
    kept = [one for one in value.tallies if one.day >= oldest[one.kind in AGAINST]]
    same = next((o for o in kept if (o.day, o.kind, o.person) == (day, kind, person)), None)
    if same is not None:
        kept.remove(same)
        minute = same.minute
    before, events = (same.times, same.events) if same is not None else (0, ())
    kept.append(
        FeedbackTally(
            day=day,
            kind=kind,
            person=person,
            times=before + 1,
            events=(*events, event_id)[-MOST_EVENTS:],
            minute=minute,
        )
    )
    return FeedbackValue(
        act=value.act,
        ja=value.ja,
        en=value.en,
        cause=value.cause,
        place=value.place,
        band=value.band,
        tallies=tuple(kept),
    )


def evidence_in(tallies: Iterable[FeedbackTally]) -> tuple[EventId, ...]:
    """The events behind tallies, each once, oldest first."""
    return tuple(sorted({event_id for one in tallies for event_id in one.events}))
