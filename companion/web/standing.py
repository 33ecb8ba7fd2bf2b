"""Standing: tells whether the change of an act still stands, so that an undo has a meaning.

An act is superseded where a later act changed the same thing, or where the thing is no longer as
the act left it: somebody switched it by hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.home.device_group import parts_of
from companion.ports.house import House
from companion.ports.record import Record
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import Acted, Requested, acted_of, fact_of
from companion.words.ids import DeviceId
from companion.words.result import ActionResult, ResultStatus

LOOKED_THROUGH = 200
"""Newest results among which a later act is looked for; what is older is not offered."""
_CHANGED = (ResultStatus.SUCCESS.value, ResultStatus.PARTIAL.value)


@dataclass(frozen=True, slots=True)
class Standing:
    """Acts that were taken back, and the newest act on each thing."""

    undone: frozenset[int] = frozenset()
    newest: Mapping[str, int] = field(default_factory=dict)

    def holds(self, event: Event, result: ActionResult, house: House) -> bool:
        """Whether nothing came after this act and its things are as it left them."""
        things = _things(event)
        latest = all(self.newest.get(thing) == event.id for thing in things)
        return latest and event.id not in self.undone and _as_left(result, house)


async def standing(record: Record, listed: Iterable[Event]) -> Standing:
    """How the acts among these events stand now."""
    undone = {undo_of(event) for event in listed}
    if not any(event.source is EventSource.ACTION_RESULT for event in listed):
        return Standing(frozenset(undone))
    newest: dict[str, int] = {}
    results = (EventSource.ACTION_RESULT,)
    for event in await record.recent(limit=LOOKED_THROUGH, sources=results):
        acted = fact_of(event, Acted)
        if acted is not None and acted.status in _CHANGED:
            for thing in _things(event):
                newest.setdefault(thing, event.id)
    return Standing(frozenset(undone), newest)


def undo_of(event: Event) -> int:
    """The result a person's wish takes back; 0 for every other event."""
    wish = fact_of(event, Requested)
    return 0 if wish is None else wish.undo_of


def _things(event: Event) -> tuple[str, ...]:
    """Things that an act changed: devices, an entry of the schedule, else its capability."""
    if found := devices_in(event.payload):
        return tuple(found)
    acted = fact_of(event, Acted)
    capability = event.kind.partition(".")[0]
    return (f"{capability} {acted.alarm_id}" if acted and acted.alarm_id else capability,)


def _as_left(result: ActionResult, house: House) -> bool:
    for one in parts_of(result) or (result,):
        acted = acted_of(one)
        state = house.state(DeviceId(acted.device_id))
        left = acted.after.get("value") if isinstance(acted.after, Mapping) else acted.after
        if state is not None and state.value and isinstance(left, str) and state.value != left:
            return False
    return True
