"""The clockwork: alarm clock, ladder and what the house does for them, joined.

The clock stands below the rooms: it rings with all of them broken. What it wants of the
house it asks of whatever stands above by the time anything is due.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.app.ground import Ground
from companion.app.step_end import StepEnds
from companion.corridors.act import Act
from companion.desk.channels import Channels
from companion.desk.reception import Reception
from companion.desk.schedule_requests import Arranging
from companion.home.device_operation import operation_of
from companion.home.request import DEVICES
from companion.ports.body import Buzzer, Speaker
from companion.ports.event_log import RecordNotWritable
from companion.ports.policy import Policy, TurnsDue
from companion.ports.schedule import NothingRings
from companion.rooms.deliberation.routine_guard import as_decision
from companion.rooms.expression.claims import Names
from companion.rooms.scheduler.alarm_backup import AHEAD, LOOKED_AT, MOST, settle, slip_of
from companion.rooms.scheduler.alarm_clock import WATCH_S, AlarmClock
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.rooms.scheduler.firings import Deeds
from companion.rooms.scheduler.ladder import Ladder, Moves, rungs_for
from companion.rooms.scheduler.ledger import Ledger
from companion.rooms.scheduler.told_book import ToldBook
from companion.rooms.scheduler.triggers import ring_trigger, rung_trigger
from companion.rooms.scheduler.whereabouts import of_zone
from companion.service import plugins
from companion.service.clock import SystemClock, hear_settings
from companion.store.alarm_backup import forget_rung, read_rung, write_slip
from companion.words.areas import WorldValue, value_in
from companion.words.device import Device
from companion.words.facts import AlarmRung, Fact, RangInRecovery
from companion.words.ids import DeviceId, EventId, TriggerId
from companion.words.language import Bilingual
from companion.words.number import real_number
from companion.words.ruling import Ruling
from companion.words.schedule import (
    Comparison,
    Entry,
    FactCondition,
    Firing,
    SavedAction,
    StepEnd,
)
from companion.words.trigger import Trigger

log = logging.getLogger(__name__)

"""The capability that moves curtains and lamps."""
STEADY_WATCH_S = 3600.0
"""How often the clocks are compared where the wall clock cannot be set: a simulated one."""


SLIP_LOOK_S, SLIP_RETRY_S = 3600.0, 30.0
"""How often the slip is made anew though nothing was changed, and after a disk that refused it."""


class Clockwork(Ground):
    """Alarms, timers, reminders and routines."""

    act: Act
    policies: dict[str, Policy]
    catalogue: plugins.Shelf
    desk: Reception
    channels: Channels
    _names: Callable[[], Names]

    def _clockwork(self, has: dict[str, Any]) -> None:
        """Ladder and clock; `has` gets what capabilities ask for by name."""
        driver = self.settings.buzzer
        # A simulated buzzer sounds in the doll's house alone; elsewhere it would only claim to.
        sounds = self.dollhouse is not None or driver.driver != "simulated"
        name, own = (driver.driver, driver.own()) if sounds else ("absent", {})
        buzzer: Buzzer = self._built("buzzer", "buzzer", name, own, has) or plugins.build(
            plugins.FAMILIES["buzzer"], "absent", {}, has
        )
        self.buzzer = buzzer
        speaker: Speaker = has["speaker"]
        moves = Moves(walk=self._walk_rung, busy=lambda: self.act.execution.busy())
        self.stack.push_async_callback(moves.close)
        audible = speaker if self.can_be_heard() else None
        self.ladder = Ladder(
            rungs_for(self.house, audible, buzzer, self.clock, moves),
            speaker=speaker,
            buzzer=buzzer,
            clock=self.clock,
            tell=self._tell_rung,
        )
        self.stack.push_async_callback(self.ladder.close)
        deeds = Deeds(
            walk=self._walk_due, is_so=self._is_so, tell=self._tell_due, note=self._note_clock
        )
        self.slip_news = asyncio.Event()
        self.book = ToldBook(self.store.schedule, self.slip_news.set)
        self.calendar = Calendar(self.whereabouts())
        self.alarms = AlarmClock(
            book=self.book,
            calendar=self.calendar,
            clock=self.clock,
            bell=self.ladder,
            deeds=deeds,
            ledger=Ledger(self.book, lambda: self.held.on_trouble()),
            watch_s=self._watch_s(),
        )
        has |= {"buzzer": buzzer, "schedule": self.alarms}

    def can_be_heard(self) -> bool:
        """Whether the speaker makes a sound; the simulated one does in the doll's house alone."""
        simulated = self.settings.speaker.driver == "simulated" or "speaker" in self.broken
        return self.dollhouse is not None or not simulated

    def _watch_s(self) -> float:
        return WATCH_S if isinstance(self.clock, SystemClock) else STEADY_WATCH_S

    def whereabouts(self) -> Whereabouts:
        """Where the home stands: as configured, else its time zone's own city."""
        zone, own = self.settings.time_zone, self.settings.location
        found = of_zone(zone)
        if own is None:
            return found
        country = own.country or found.country
        return Whereabouts(zone, own.latitude, own.longitude, country)

    async def keep_time(self) -> None:
        """The alarm clock, from what rang without the house on (ADR 0025)."""
        try:
            await self._settle_rung()
        except OSError as error:  # a ring never waits for a disk
            log.warning("what rang without the house is not in the record yet: %s", error)
        await self.alarms.load()
        self.slip_news.set()
        await self.alarms.run()

    async def _settle_rung(self) -> None:
        rung = await asyncio.to_thread(read_rung, self.state_dir)
        if not rung:
            return
        comes_again = self.calendar.next_after
        await settle(
            self.book, rung, self.clock.now(), lambda e, due: comes_again(e, due) is not None
        )
        for rang in rung.values():
            fact = RangInRecovery(alarm_id=rang.entry_id, due=rang.due, stopped=rang.stopped)
            await self.journal.noted(fact, durable=True)
        await asyncio.to_thread(forget_rung, self.state_dir)

    async def keep_slip(self) -> None:
        """What is to ring, beside the record, for the day the house cannot start."""
        written, refused = None, False
        while True:
            with contextlib.suppress(TimeoutError):
                wait_s = SLIP_RETRY_S if refused else SLIP_LOOK_S
                await self.clock.wait_for(self.slip_news.wait(), wait_s)
            self.slip_news.clear()
            now, zone = self.clock.now(), self.settings.time_zone
            upcoming = self.alarms.rings_by(now + AHEAD, MOST, LOOKED_AT)
            slip = slip_of(upcoming, self.alarms.coming, now, zone)
            if slip == written:
                continue
            try:
                await asyncio.to_thread(write_slip, self.state_dir, slip)
                written, refused = slip, False
            except OSError as error:
                log.warning("the slip of alarms cannot be written: %s", error)
                refused = True

    async def hush_alarms(self) -> None:
        """Stop means stop, for what rings too."""
        with contextlib.suppress(NothingRings):
            await self.alarms.stop()

    async def _hear_the_clock(self) -> None:
        """The kernel tells when the wall clock is set, where it can; else the clock looks itself
        every second."""
        if isinstance(self.clock, SystemClock):
            await hear_settings(self.alarms.wake)

    def _arranging(self) -> None:
        """What people ask of the clock."""
        self.arranging = Arranging(
            schedule=self.alarms,
            journal=self.journal,
            record=self.record,
            catalogue=self.catalogue,
            clock=self.clock,
            ids=self.ids,
            language=self.language,
            walk=self.act.walk,
            heard_as=self.channels.trust_of,
            possible=self._possible,
            is_so=self._is_so,
            coming=self.alarms.coming,
            house=self.house,
        )

    async def _possible(self, action: SavedAction) -> Ruling:
        """What the referee would say of it now."""
        decision = as_decision(action, self.catalogue, self.language)
        return self.act.referee.rule(decision, await self.act.context.scene())

    # -- what the house does for the clock

    async def _walk_due(
        self, entry: Entry, firing: Firing, action: SavedAction | None
    ) -> StepEnd | None:
        trigger = self._trigger_of(entry, firing, action)
        await self.act.walk(replace(trigger, event_ids=await self._known(trigger.event_ids)))
        if action is None:
            return None
        try:
            return await StepEnds(self.record, self._names()).of(firing, action)
        except OSError as error:
            log.warning("what came of entry %s cannot be read: %s", entry.id, error)
            return None

    async def _walk_rung(
        self, entry: Entry, firing: Firing, device: Device, operation: str
    ) -> None:
        """A curtain or lamp that helps to wake is moved as every other act is."""
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
        await self.act.walk(replace(trigger, id=TriggerId(self.ids.new()), event_ids=known))

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
        for rule in self.policies.values():
            if getattr(rule, "KIND", None) is entry.kind:
                due: TurnsDue = rule  # type: ignore[assignment]
                return due
        raise LookupError(f"no automation rule for a {entry.kind.value} is configured")

    async def _is_so(self, condition: FactCondition) -> bool:
        """Whether a fact is so now; what is unknown never is."""
        state = self.house.state(DeviceId(condition.thing))
        if state is not None:
            return state.available and holds(condition, state.value)
        row = await self.store.state.row("world_item", condition.thing)
        known = None if row is None else value_in(row, WorldValue)
        return known is not None and holds(condition, known.value)

    async def _tell_due(self, entry: Entry, firing: Firing) -> EventId:
        causes = await self._known((entry.event_id, firing.event_id))
        return (await self.journal.due(entry, firing, causes)).id

    async def _tell_rung(self, firing: Firing, rung: str, worked: bool) -> None:
        fact = AlarmRung(alarm_id=firing.entry_id, rung=rung, worked=worked)
        cause = (firing.event_id,) if firing.event_id else ()
        await self.journal.noted(fact, evidence=cause)

    async def _note_clock(self, fact: Fact) -> None:
        try:
            await self.journal.noted(fact)
        except RecordNotWritable as error:
            log.warning("no line about %s: %s", fact, error)


def holds(condition: FactCondition, value: object) -> bool:
    """Compare a fact with what was asked for; numbers as numbers."""
    if value is None:
        return False
    text = str(value)
    if condition.comparison is Comparison.IS:
        return text == condition.value
    if condition.comparison is Comparison.IS_NOT:
        return text != condition.value
    number, limit = real_number(text), real_number(condition.value)
    if number is None or limit is None:
        return False
    return number > limit if condition.comparison is Comparison.ABOVE else number < limit
