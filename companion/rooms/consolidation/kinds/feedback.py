"""Feedback: the household's signs about acts, one row for each act at each occasion."""

from collections.abc import Sequence

from companion.home.device_operation import operation_of
from companion.home.feedback import evidence_in, feedback_key, tallied
from companion.home.operation_said import plain_deed
from companion.ports.house import device_of
from companion.rooms.consolidation.kinds import Known
from companion.rooms.consolidation.signs import SignReader
from companion.words.areas import FeedbackValue, value_in
from companion.words.event import Event
from companion.words.facts import payload_of
from companion.words.feedback import FEEDBACK, FeedbackSign
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange

ORDER = 5
"""Before the world model: what a device was in until now is read from there."""
MOST_EVIDENCE = 24
"""Newest events that a row rests on."""


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The rows with the signs of this event."""
    if known.record is None or known.house is None:
        return ()
    reader = SignReader(known.record, known.house, known.state)
    found = await reader.signs(event)
    return [change for sign in found if (change := await _change(sign, event, known)) is not None]


async def _change(sign: FeedbackSign, event: Event, known: Known) -> StateChange | None:
    key = feedback_key(sign.act, sign.occasion)
    row = await known.state.row(FEEDBACK, key)
    held = (None if row is None else value_in(row, FeedbackValue)) or _new(sign, known)
    if held is None:
        return None
    value = tallied(held, sign.kind, sign.person, event.id, event.at, sign.minute)
    return StateChange(
        kind=FEEDBACK,
        key=key,
        value=payload_of(value),
        confidence=1.0,
        trust=TrustLabel.SELF,
        observed_at=event.at if row is None else max(event.at, row.observed_at),
        evidence_event_ids=evidence_in(value.tallies)[-MOST_EVIDENCE:],
    )


def _new(sign: FeedbackSign, known: Known) -> FeedbackValue | None:
    label = _label(sign.act, known)
    if label is None:
        return None
    return FeedbackValue(
        act=sign.act,
        ja=label.ja,
        en=label.en,
        cause=sign.occasion.cause,
        place=sign.occasion.place,
        band=sign.occasion.band,
    )


def _label(act: str, known: Known) -> Bilingual | None:
    does, _, device_id = act.partition(" ")
    device = None if known.house is None else device_of(known.house, device_id)
    row = None if device is None else operation_of(device, does)
    return None if device is None or row is None else plain_deed(row, device.name)
