"""Arranging: what a person asks of the clock, from page, command line, voice or Home Assistant.

Saving and changing is a wish like any other and walks the act corridor; it is awaited, so that who
asked is told what the schedule then says. Stopping and snoozing go to the bell first and into the
record afterwards: they work with the record, the home and the model broken (T-44).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.journal.room import Journal
from companion.ports.arrangements import MayNotArrange, NotArranged, Preview, Step
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock, Ids
from companion.ports.record import Record
from companion.ports.schedule import Schedule
from companion.words.capability import RiskTier
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult, ResultStatus
from companion.words.ruling import Ruling
from companion.words.schedule import (
    SNOOZE_S,
    Entry,
    EntryId,
    EntryKind,
    FactCondition,
    Firing,
    SavedAction,
    Upcoming,
)
from companion.words.schedule_form import FormWrong, entry_from_form
from companion.words.text import LabelledText
from companion.words.trigger import Priority, RequestedAction, Trigger, TriggerKind
from companion.words.trust import Authority, TrustLabel, authority_of

log = logging.getLogger(__name__)

CAPABILITY = "schedule_alarm"
ANSWER_WITHIN_S = 10.0
"""Real seconds a person at the page waits for a saved alarm; one on a free machine takes 20 ms."""
_STOPPED, _SNOOZED = "alarm_stopped", "alarm_snoozed"


@dataclass
class Arranging:
    """Implements `ports.schedule.Arrangements`."""

    schedule: Schedule
    journal: Journal
    record: Record
    catalogue: Catalogue
    clock: Clock
    ids: Ids
    language: Language
    walk: Callable[[Trigger], Awaitable[None]]
    heard_as: Callable[[str], TrustLabel]
    possible: Callable[[SavedAction], Awaitable[Ruling]]
    is_so: Callable[[FactCondition], Awaitable[bool]]
    coming: Callable[[Entry, int], Sequence[datetime]]
    """The next moments of an entry, saved or not."""

    async def arrange(
        self, operation: str, payload: Mapping[str, Any], channel: str
    ) -> ActionResult:
        """One wish, walked and awaited. Raises `MayNotArrange`, `NotArranged`."""
        trust = self.heard_as(channel)
        self._judge(operation, payload, trust)
        spec = self._label(operation)
        facts = {"action_type": f"{CAPABILITY}.{operation}", **payload}
        event = await self.journal.requested(spec.get(self.language), facts, trust, channel)
        now = self.clock.now()
        trigger = Trigger(
            id=TriggerId(self.ids.new()),
            kind=TriggerKind.EVENT,
            priority=Priority.USER,
            at=now,
            about=LabelledText(event.user_text, trust, event.id),
            event_ids=(event.id,),
            requested=RequestedAction(
                action_type=f"{CAPABILITY}.{operation}", payload=payload, label=spec
            ),
        )
        async with asyncio.timeout(ANSWER_WITHIN_S):
            await self.walk(trigger)
        return await self._result(event.id)

    async def _result(self, asked: EventId) -> ActionResult:
        chain = await self.record.chain(asked)
        results = [r for r in chain.results if r.capability == CAPABILITY]
        if not results:
            raise NotArranged("it was not done; the log tells why, or asks")
        if results[-1].status is not ResultStatus.SUCCESS:
            raise NotArranged(str(results[-1].result_payload.get("why", "it was not done")))
        return results[-1]

    def _judge(self, operation: str, payload: Mapping[str, Any], trust: TrustLabel) -> None:
        """Saving is approving: who may not do a thing may not save it for later (T-50, T-01)."""
        if authority_of(trust) is not Authority.USER:
            raise MayNotArrange("only people of the house set alarms")
        for action in payload.get("actions") or ():
            name, _, does = str(action.get("action_type", "")).partition(".")
            known = self.catalogue.get(name)
            spec = known.SPEC.operation(does) if known is not None else None
            if spec is None or spec.risk >= RiskTier.NEVER_BY_ITSELF:
                raise MayNotArrange(f"{action.get('action_type')} cannot be saved for later")
            if spec.risk >= RiskTier.ASK and trust is not TrustLabel.OWNER:
                raise MayNotArrange(f"only the owner saves {action.get('action_type')}")

    def _label(self, operation: str) -> Bilingual:
        known = self.catalogue.get(CAPABILITY)
        spec = known.SPEC.operation(operation) if known is not None else None
        return spec.label if spec is not None else Bilingual(operation, operation)

    async def stop(self, entry_id: EntryId | None, channel: str) -> tuple[EntryId, ...]:
        """Silence first; the line comes after. Raises `NothingRings`, `MayNotArrange`."""
        self._only_people(channel)
        stopped = await self.schedule.stop(entry_id)
        await self._line(_STOPPED, {"alarm_ids": stopped, "channel": channel})
        return stopped

    async def snooze(
        self, entry_id: EntryId | None, channel: str, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        """The same for a while. Raises `NothingRings`, `MayNotArrange`."""
        self._only_people(channel)
        snoozed = await self.schedule.snooze(entry_id, snooze_s)
        facts = {"alarm_ids": snoozed, "channel": channel, "snooze_s": snooze_s}
        await self._line(_SNOOZED, facts)
        return snoozed

    def _only_people(self, channel: str) -> None:
        if authority_of(self.heard_as(channel)) is not Authority.USER:
            raise MayNotArrange("only people of the house stop an alarm")

    async def _line(self, kind: str, facts: Mapping[str, Any]) -> None:
        try:
            await self.journal.noted(kind, facts)
        except OSError as error:
            log.warning("no line about %s: %s", kind, error)

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        """What is set, what comes first standing first."""
        return self.schedule.entries(kinds)

    def get(self, entry_id: EntryId) -> Upcoming:
        """One. Raises `EntryUnknown`."""
        return self.schedule.get(entry_id)

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """What became of one."""
        return await self.schedule.history(entry_id, limit=limit)

    async def preview(self, entry_id: EntryId) -> Preview:
        """What would happen if it were due now; nothing is done. Raises `EntryUnknown`."""
        return await self._preview(self.schedule.get(entry_id).entry)

    async def sketch(self, kind: EntryKind, form: Mapping[str, Any]) -> Preview:
        """The same of one that is not saved. Raises `NotArranged`."""
        try:
            entry = entry_from_form(form, kind, self.clock.now())
        except FormWrong as error:
            raise NotArranged(str(error)) from error
        return await self._preview(entry)

    async def _preview(self, entry: Entry) -> Preview:
        so = None if entry.condition is None else await self.is_so(entry.condition)
        steps = []
        for action in entry.actions:
            ruling = await self.possible(action)
            name, _, does = action.action_type.partition(".")
            known = self.catalogue.get(name)
            spec = known.SPEC.operation(does) if known is not None else None
            label = action.label or (spec.label if spec else None)
            told = label or Bilingual(action.action_type, action.action_type)
            steps.append(Step(told, ruling.allowed, ruling.reason))
        return Preview(tuple(self.coming(entry, 3)), so, tuple(steps))
