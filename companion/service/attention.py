"""Attention: collects what the attention room needs to know before an act is told."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.ports.house import House, area_of
from companion.ports.record import Record
from companion.rooms.attention.room import Moment, Verdict, urge_of, weigh
from companion.rooms.context.home_now import HomeNow
from companion.service.speech_purse import SpeechPurse
from companion.words.decision import ActionDecision, DeliveryKind
from companion.words.event import EventSource
from companion.words.facts import acted_of
from companion.words.ids import DeviceId
from companion.words.result import ActionResult
from companion.words.telling import TELL_SILENTLY


@dataclass(frozen=True, kw_only=True)
class Attention:
    """Asked before each message about an act."""

    home: HomeNow
    house: House
    record: Record
    purse: SpeechPurse
    quiet: Callable[[], bool]
    """Whether quiet hours hold now for what sounds in the home."""
    everything: bool = False
    """Whether the household wants each act told, whoever sees it."""

    async def of(self, decision: ActionDecision, result: ActionResult) -> Verdict:
        """How this act is told."""
        delivery = decision.console_delivery
        if decision.action_type == TELL_SILENTLY:
            reason = str(decision.action_payload["because"])
            return Verdict(kind=DeliveryKind.NOTIFY, spoken=False, reason=reason)
        if delivery is not None and delivery.urgent:
            return Verdict(kind=delivery.kind, spoken=True, urgent=True)
        if self.everything or delivery is None or not decision.is_told:
            kind = DeliveryKind.SILENT if delivery is None else delivery.kind
            return Verdict(kind=kind, spoken=decision.is_told)
        people = await self.home.people()
        held = set(people.values())
        acted = acted_of(result)
        where = acted.room or area_of(self.house, DeviceId(acted.device_id))
        moment = Moment(
            somebody=True if "present" in held else None if None in held or not held else False,
            beside=people.get(where) == "present",
            quiet=self.quiet(),
            closeness=self.purse.closeness(),
            asked=await self._asked(decision),
        )
        return weigh(urge_of(decision, result), moment)

    async def _asked(self, decision: ActionDecision) -> bool:
        for event_id in decision.evidence_event_ids:
            event = await self.record.event(event_id)
            if event is not None and event.source is EventSource.USER_INPUT:
                return True
        return False
