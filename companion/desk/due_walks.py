"""Due walks: walk the act corridor for each due moment of the alarm clock, and record it.

None of it is needed for a ring: the clock rings with the record, the model and the home broken.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.desk.step_end import StepEnds
from companion.home.device_operation import operation_of
from companion.home.request import DEVICES
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock, Ids
from companion.ports.policy import Policy, TurnsDue
from companion.ports.record import Record
from companion.rooms.deliberation.routine_guard import as_decision
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.rooms.scheduler.triggers import ring_trigger, rung_trigger
from companion.service.entrance import Entrance
from companion.words.device import Device
from companion.words.facts import AlarmRung, Fact
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.ruling import Ruling
from companion.words.schedule import Entry, Firing, SavedAction, StepEnd
from companion.words.trigger import Trigger

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class DueWalks:
    """Joins the alarm clock to the act corridor, the record and what is held to be so."""

    entrance: Entrance
    journal: Journal
    record: Record
    names: Names
    catalogue: Catalogue
    rules: Mapping[str, Policy]
    """The configured automation rules, by name."""
    clock: Clock
    ids: Ids
    language: Language

    async def walk_due(
        self, entry: Entry, firing: Firing, action: SavedAction | None
    ) -> StepEnd | None:
        """One walk: for the ring (None), or for one saved action; gives what came of that action,
        None where the record tells nothing of it."""
        trigger = self._trigger_of(entry, firing, action)
        known = await self._known(trigger.event_ids)
        await self.entrance.walk(replace(trigger, event_ids=known))
        if action is None:
            return None
        try:
            return await StepEnds(self.record, self.names).of(firing, action)
        except OSError as error:
            log.warning("what came of entry %s cannot be read: %s", entry.id, error)
            return None

    async def walk_rung(self, entry: Entry, firing: Firing, device: Device, operation: str) -> None:
        """A curtain or lamp that helps to wake is moved as every other act is. Raises
        `LookupError` for an operation that it does not have."""
        row = operation_of(device, operation)
        if row is None:
            raise LookupError(f"{device.id} cannot {operation}")
        name = device.name
        label = Bilingual(
            row.verb.ja.format(name.ja or device.id), row.verb.en.format(name.en or device.id)
        )
        action = SavedAction(
            action_type=f"{DEVICES}.{row.name}", payload={"device_id": device.id}, label=label
        )
        trigger = rung_trigger(entry, firing, action, self.clock, self.language)
        known = await self._known(trigger.event_ids)
        await self.entrance.walk(replace(trigger, id=TriggerId(self.ids.new()), event_ids=known))

    async def possible(self, action: SavedAction) -> Ruling:
        """The referee's ruling about a saved action now."""
        return await self.entrance.possible(as_decision(action, self.catalogue, self.language))

    async def tell_due(self, entry: Entry, firing: Firing) -> EventId:
        """The record's line about a moment."""
        causes = await self._known((entry.event_id, firing.event_id))
        return (await self.journal.due(entry, firing, causes)).id

    async def tell_rung(self, firing: Firing, rung: str, worked: bool) -> None:
        """The record's line about one means to wake."""
        fact = AlarmRung(alarm_id=firing.entry_id, rung=rung, worked=worked)
        cause = (firing.event_id,) if firing.event_id else ()
        await self.journal.noted(fact, evidence=cause)

    async def note_clock(self, fact: Fact) -> None:
        """The record's line about the clock itself; a full disk leaves it out."""
        try:
            await self.journal.noted(fact)
        except OSError as error:
            log.warning("no line about %s: %s", fact, error)

    async def _known(self, ids: tuple[EventId, ...]) -> tuple[EventId, ...]:
        """Those of them that stand in the record: what caused it may have been lost with the power,
        or with a record that was rescued."""
        return tuple([i for i in ids if await self.record.event(i) is not None])

    def _trigger_of(self, entry: Entry, firing: Firing, action: SavedAction | None) -> Trigger:
        """A ring needs no rule; all else comes from the rule that turns its kind into triggers."""
        if action is None:
            trigger = ring_trigger(entry, firing, self.clock, self.language)
        else:
            rule = self._rule_of(entry)
            trigger = rule.trigger_for(entry, firing, action, self.clock, self.language)
        return replace(trigger, id=TriggerId(self.ids.new()))

    def _rule_of(self, entry: Entry) -> TurnsDue:
        for rule in self.rules.values():
            if getattr(rule, "KIND", None) is entry.kind:
                due: TurnsDue = rule  # type: ignore[assignment]
                return due
        raise LookupError(f"no automation rule for a {entry.kind.value} is configured")
