"""Alarms: builds the alarm clock, the ladder that wakes people, and the walks of due entries.

The clock stands below the rooms: it rings with all of them broken.
"""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass

from companion.app.body import Body
from companion.app.ground import Ground
from companion.desk.answerers.calendar_facts import CalendarFacts
from companion.desk.due_walks import DueWalks
from companion.ports.policy import Policy
from companion.rooms.expression.claims import Names
from companion.rooms.scheduler.alarm_clock import WATCH_S, AlarmClock
from companion.rooms.scheduler.backup_writer import AlarmKeeping
from companion.rooms.scheduler.conditions import Conditions
from companion.rooms.scheduler.firings import Deeds
from companion.rooms.scheduler.ladder import Ladder, Moves, rungs_for
from companion.rooms.scheduler.observed_book import ObservedBook
from companion.rooms.scheduler.whereabouts import calendar_of
from companion.rooms.scheduler.write_buffer import WriteBuffer
from companion.service.clock import SystemClock, hear_settings
from companion.service.plugins import CapabilityRegistry
from companion.store.alarm_backup import AlarmBackupFiles

STEADY_WATCH_S = 3600.0
"""How often the clocks are compared where the wall clock cannot be set: a simulated one."""


@dataclass(frozen=True, kw_only=True)
class Alarms:
    """Alarms, timers, reminders and routines."""

    clock: AlarmClock
    ladder: Ladder
    book: ObservedBook
    keeping: AlarmKeeping
    conditions: Conditions
    due: DueWalks
    calendar_facts: CalendarFacts
    """Answers questions about time, day and sun, by the calendar of the alarms."""
    names: Names
    """How devices, rooms and operations are called."""
    catalogue: CapabilityRegistry
    """Capabilities by name; there once the skills are built."""
    rules: dict[str, Policy]
    """Policies by name; there once the skills are built."""


def build_alarms(stack: AsyncExitStack, ground: Ground, body: Body) -> Alarms:
    """Build the alarms; none rings before `keeping` runs."""
    on, storage, home = ground.foundations, ground.storage, ground.home
    catalogue, rules = CapabilityRegistry(), dict[str, Policy]()
    names = Names(
        house=home.house,
        catalogue=catalogue,
        places={place.id: place.name for place in on.places},
    )
    due = DueWalks(
        entrance=body.entrance,
        journal=storage.journal,
        record=storage.record,
        names=names,
        catalogue=catalogue,
        rules=rules,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
    )
    moves = Moves(walk=due.walk_rung, busy=body.entrance.busy)
    stack.push_async_callback(moves.close)
    rings_far = any(own.alarms for own in on.settings.links.satellites.values())
    speaker_of = body.house_speaker.of if body.audible or rings_far else None
    ladder = Ladder(
        rungs_for(home.house, speaker_of, body.buzzer, on.clock, moves),
        speaker=body.speaker,
        buzzer=body.buzzer,
        clock=on.clock,
        tell=due.tell_rung,
    )
    stack.push_async_callback(ladder.close)
    conditions = Conditions(home.house, storage.store.state)
    news = asyncio.Event()
    book = ObservedBook(storage.store.schedule, news.set)
    calendar = calendar_of(on.settings.time_zone, on.settings.location)
    set_by_others = isinstance(on.clock, SystemClock)
    clock = AlarmClock(
        book=book,
        calendar=calendar,
        clock=on.clock,
        bell=ladder,
        deeds=Deeds(
            walk=due.walk_due, is_so=conditions.is_so, tell=due.tell_due, note=due.note_clock
        ),
        buffer=WriteBuffer(book, storage.flusher.troubled),
        watch_s=WATCH_S if set_by_others else STEADY_WATCH_S,
    )
    return Alarms(
        clock=clock,
        ladder=ladder,
        book=book,
        keeping=AlarmKeeping(
            alarms=clock,
            book=book,
            calendar=calendar,
            clock=on.clock,
            zone=on.settings.time_zone,
            files=AlarmBackupFiles(on.state_dir),
            note=storage.journal.noted,
            news=news,
            has_backup=on.dollhouse is None,
            hear_settings=hear_settings if set_by_others else None,
        ),
        conditions=conditions,
        due=due,
        calendar_facts=CalendarFacts(clock=on.clock, calendar=calendar),
        names=names,
        catalogue=catalogue,
        rules=rules,
    )
