"""Trail 課題の跡: reads what the acts of a task came to, and what memory keeps of it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.words.approval import ApprovalStatus
from companion.words.device import DeviceState
from companion.words.event import Event, EventSource
from companion.words.facts import ActDropped, Ruled, fact_of
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.told import Told, ToldKind, told_of

PAGE = 200
"""Reports that are read at a time."""
ALREADY_SO = "already_so"
"""The GM's reason where what was wanted is so: the state itself tells the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """課題の跡: from the decision of the task's last act on."""

    decided: EventId | None = None
    """None: nothing was decided yet; the act may be walked."""
    action_type: str = ""
    results: tuple[ActionResult, ...] = ()
    """Oldest first."""
    result_event: EventId = EventId(0)
    refused: Bilingual | None = None
    """Why the GM or the rules of approval do not allow it."""
    waits: bool = False
    """A question waits for the owner's answer."""
    denied: bool = False
    """The owner answered no."""
    put_off: bool = False
    """Another question waits, so that this one was not asked."""
    dropped: bool = False
    """It was let go after a restart."""
    told: Told | None = None
    """Fact that memory keeps since the task began."""
    reported: tuple[DeviceState, ...] = ()
    """Reports of devices, of a task for which that counts."""

    @property
    def silent(self) -> bool:
        """True if something was decided and nothing is known of it."""
        told = self.results or self.refused or self.waits or self.denied or self.put_off
        return self.decided is not None and not told


async def trail_of(record: Record, state: StateReader, begun: EventId) -> Trail:
    """The trail from the beginning `begun` of a task on."""
    kept = await state.row(ToldKind.FACT, f"{begun}")
    told = None if kept is None else told_of(kept)
    chain = await record.chain(begun)
    decision = chain.decision
    if decision is None or chain.decided is None:
        return Trail(told=told)
    events = [event for event in chain.events if event.id > chain.decided]
    approval = [e.kind for e in events if e.source in _APPROVAL]
    last = approval[-1] if approval else ""
    acted = [e for e in events if e.source is EventSource.ACTION_RESULT]
    found = [await record.result(event.id) for event in acted]
    results = tuple(result for result in found if result is not None)
    return Trail(
        decided=chain.decided,
        action_type=decision.action_type,
        results=results,
        result_event=acted[-1].id if acted else EventId(0),
        refused=_refusal(events),
        waits=not results and last in _WAITS,
        denied=ApprovalStatus.DENIED in approval,
        put_off=last == ApprovalStatus.PUT_OFF,
        dropped=any(fact_of(event, ActDropped) is not None for event in events),
        told=told,
    )


async def reports_since(
    record: Record, devices: Collection[DeviceId], since: datetime, after: EventId
) -> tuple[tuple[DeviceState, ...], EventId]:
    """All reports of these devices from this moment on, in the events after this one, and the last
    event that was read. What other devices report is read too, and not held."""
    found: list[DeviceState] = []
    last, before = after, None
    while True:
        page = await record.recent(
            limit=PAGE, before=before, after=after, sources=(EventSource.DEVICE_STATE,)
        )
        states = (fact_of(event, DeviceState) for event in page if event.at >= since)
        found += (one for one in states if one is not None and one.device_id in devices)
        last = max(last, *(event.id for event in page), after)
        if len(page) < PAGE or page[-1].at < since:
            return tuple(found), last
        before = page[-1].id


_APPROVAL = (EventSource.APPROVAL_QUESTION, EventSource.APPROVAL_ANSWER)
_WAITS = (ApprovalStatus.PENDING, "asked")
_FORBIDDEN = Bilingual("してはいけないことです", "it is not allowed")


def _refusal(events: list[Event]) -> Bilingual | None:
    for event in events:
        ruled = fact_of(event, Ruled)
        if ruled is not None and not ruled.allowed and ruled.reason_code != ALREADY_SO:
            return ruled.reason
        if event.kind == ApprovalStatus.FORBIDDEN and event.source in _APPROVAL:
            return _FORBIDDEN
    return None
