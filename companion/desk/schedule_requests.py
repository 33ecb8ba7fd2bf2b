"""Schedule requests: set, change and list entries for people, from page, command line, voice or
hub.

Saving and changing is a wish like any other and walks the act corridor; it is awaited, so that who
asked is told what the schedule then says. Stopping and snoozing go to the bell first and into the
record afterwards: they work with the record, the home and the model broken.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion.home.device_operation import row_for
from companion.home.request import SCHEDULE, recorded_facts, said_trigger, schedule_request
from companion.ports.capability import Catalogue, operation_in
from companion.ports.clock import Clock, Ids
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.schedule import EntryUnknown, Schedule
from companion.ports.schedule_requests import (
    Preview,
    ScheduleRequestForbidden,
    ScheduleRequestRefused,
    Step,
)
from companion.rooms.journal.room import Journal
from companion.words.capability import RiskTier
from companion.words.device import Device, devices_in
from companion.words.facts import AlarmSnoozed, AlarmStopped, Fact, acted_of
from companion.words.ids import DeviceId, EventId, TriggerId
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
from companion.words.trigger import Trigger
from companion.words.trust import Authority, TrustLabel, authority_of

log = logging.getLogger(__name__)

_ONLY_PEOPLE = Bilingual(
    "予定を入れられるのは、家の人だけです", "only people of the house can set this"
)
_UNKNOWN = Bilingual("「{}」という操作はありません", "there is no operation {}")
_NEVER = Bilingual(
    "「{}」は予定に入れられません。その場で頼んで、確認に答えてください",
    "“{}” cannot be scheduled; ask for it at the time, and answer the question",
)
_ONLY_OWNER = Bilingual(
    "「{}」を予定に入れられるのは持ち主だけです", "only the owner can schedule “{}”"
)
_NO_DEVICE = Bilingual(
    "{} という機器はありません。使える機器: {}", "there is no device {}; there are: {}"
)
_TAKES = Bilingual("{} にその操作はありません。できる操作: {}", "{} cannot do that; it takes: {}")
ANSWER_WITHIN_S = 10.0
"""Real seconds a person at the page waits for a saved alarm; one on a free machine takes 20 ms."""


@dataclass
class ScheduleRequestDesk:
    """Implements `ports.schedule_requests.ScheduleRequests`."""

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
    house: House

    async def request(
        self, operation: str, payload: Mapping[str, Any], channel: str
    ) -> ActionResult:
        """One wish, walked and awaited. Raises `ScheduleRequestForbidden` and
        `ScheduleRequestRefused`."""
        trust = self.heard_as(channel)
        self._judge(operation, payload, trust)
        spec = self._label(operation)
        wish = schedule_request(operation, payload, spec)
        facts = recorded_facts(wish)
        event = await self.journal.requested(spec.get(self.language), facts, trust, channel)
        trigger = said_trigger(event, wish, self.clock.now(), self.language)
        async with asyncio.timeout(ANSWER_WITHIN_S):
            await self.walk(replace(trigger, id=TriggerId(self.ids.new())))
        return await self._result(event.id)

    async def _result(self, asked: EventId) -> ActionResult:
        chain = await self.record.chain(asked)
        results = [r for r in chain.results if r.capability == SCHEDULE]
        if not results:
            raise ScheduleRequestRefused("it was not done; the log tells why, or asks")
        if results[-1].status is not ResultStatus.SUCCESS and not results[-1].was_so:
            raise ScheduleRequestRefused(acted_of(results[-1]).why or "it was not done")
        return results[-1]

    def _judge(self, operation: str, payload: Mapping[str, Any], trust: TrustLabel) -> None:
        """Saving is approving: who may not do a thing may not save it for later."""
        if authority_of(trust) is not Authority.USER:
            raise ScheduleRequestForbidden(_ONLY_PEOPLE.get(self.language))
        for action in payload.get("actions") or ():
            act = str(action.get("action_type", ""))
            spec = operation_in(self.catalogue, act)
            label = spec.label.get(self.language) if spec is not None else act
            if spec is None:
                raise ScheduleRequestForbidden(_UNKNOWN.get(self.language).format(label))
            if spec.risk >= RiskTier.NEVER_BY_ITSELF:
                raise ScheduleRequestForbidden(_NEVER.get(self.language).format(label))
            if spec.risk >= RiskTier.ASK and trust is not TrustLabel.OWNER:
                raise ScheduleRequestForbidden(_ONLY_OWNER.get(self.language).format(label))
            wanted = dict(action.get("payload") or {})
            if (act, wanted) not in self._saved(payload):
                self._can_run(spec.name, wanted)

    def _saved(self, payload: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """The acts it has already: a change of its time is not refused for a lamp that went."""
        number = payload.get("alarm_id")
        if not isinstance(number, int):
            return []
        try:
            entry = self.schedule.get(EntryId(number)).entry
        except EntryUnknown:
            return []
        return [(action.action_type, dict(action.payload)) for action in entry.actions]

    def _can_run(self, operation: str, payload: Mapping[str, Any]) -> None:
        """Raises `ScheduleRequestRefused`, with the remedy, where no device of the home would
        ever do it."""
        for device_id in devices_in(payload):
            device = self.house.device(device_id)
            if device is None:
                there = [d.id for d in self.house.devices() if _alike(d, device_id, operation)]
                names = ", ".join(sorted(there)) or "-"
                raise ScheduleRequestRefused(_NO_DEVICE.get(self.language).format(device_id, names))
            if row_for(operation, device) is None:
                takes = ", ".join(device.operations) or "-"
                raise ScheduleRequestRefused(_TAKES.get(self.language).format(device_id, takes))

    def _label(self, operation: str) -> Bilingual:
        spec = operation_in(self.catalogue, f"{SCHEDULE}.{operation}")
        return spec.label if spec is not None else Bilingual(operation, operation)

    async def stop(self, entry_id: EntryId | None, channel: str) -> tuple[EntryId, ...]:
        """Silence first; the line comes after. Raises `NothingRings` and
        `ScheduleRequestForbidden`."""
        self._only_people(channel)
        stopped = await self.schedule.stop(entry_id)
        await self._line(AlarmStopped(alarm_ids=stopped, channel=channel))
        return stopped

    async def snooze(
        self, entry_id: EntryId | None, channel: str, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        """The same for a while. Raises `NothingRings`, `ScheduleRequestForbidden`."""
        self._only_people(channel)
        snoozed = await self.schedule.snooze(entry_id, snooze_s)
        await self._line(AlarmSnoozed(alarm_ids=snoozed, channel=channel, snooze_s=snooze_s))
        return snoozed

    def _only_people(self, channel: str) -> None:
        if authority_of(self.heard_as(channel)) is not Authority.USER:
            raise ScheduleRequestForbidden("only people of the house stop an alarm")

    async def _line(self, fact: Fact) -> None:
        try:
            await self.journal.noted(fact)
        except OSError as error:
            log.warning("no line about %s: %s", fact, error)

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        """Saved entries, soonest first."""
        return self.schedule.entries(kinds)

    def get(self, entry_id: EntryId) -> Upcoming:
        """One. Raises `EntryUnknown`."""
        return self.schedule.get(entry_id)

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Outcomes of one entry, newest first."""
        return await self.schedule.history(entry_id, limit=limit)

    async def preview(self, entry_id: EntryId) -> Preview:
        """Preview of an entry as if it were due now; nothing is done. Raises `EntryUnknown`."""
        return await self._preview(self.schedule.get(entry_id).entry)

    async def sketch(self, kind: EntryKind, form: Mapping[str, Any]) -> Preview:
        """The same of one that is not saved. Raises `ScheduleRequestRefused`."""
        try:
            entry = entry_from_form(form, kind, self.clock.now())
        except FormWrong as error:
            raise ScheduleRequestRefused(str(error)) from error
        return await self._preview(entry)

    async def _preview(self, entry: Entry) -> Preview:
        so = None if entry.condition is None else await self.is_so(entry.condition)
        steps = []
        for action in entry.actions:
            ruling = await self.possible(action)
            spec = operation_in(self.catalogue, action.action_type)
            label = action.label or (spec.label if spec else None)
            told = label or Bilingual(action.action_type, action.action_type)
            steps.append(Step(told, ruling.allowed, ruling.reason))
        return Preview(tuple(self.coming(entry, 3)), so, tuple(steps))


def _alike(device: Device, wanted: DeviceId, operation: str) -> bool:
    """Whether it is of the same kind and takes the operation: a remedy worth naming."""
    same = device.id.partition(".")[0] == wanted.partition(".")[0]
    return same and row_for(operation, device) is not None
