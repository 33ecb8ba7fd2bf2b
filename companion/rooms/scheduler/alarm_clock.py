"""The alarm clock claims each due entry, then does it: none twice, none lost.

One heap, and both clocks watched: a wall clock that is set is noticed within `WATCH_S` at the
latest. It looks at no page and no model. A moment that is due walks the house like any other
trigger; should that walk be broken (no record, no decision), the bell is rung all the same
`LAST_RESORT_S` later. `limits.md` 2.7 and ADR 0022 tell why not apscheduler.
"""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from companion.ports.bell import Bell
from companion.ports.clock import Clock
from companion.ports.schedule import EntryUnknown, NothingRings, TimingNeverComes
from companion.ports.schedule_book import NEVER_US, ScheduleBook
from companion.rooms.scheduler.agenda import Agenda
from companion.rooms.scheduler.calendar import Calendar, SunUnknown
from companion.rooms.scheduler.firings import Deeds, Firings
from companion.rooms.scheduler.lazy_entries import LazyEntries
from companion.rooms.scheduler.write_buffer import WriteBuffer
from companion.words.facts import ClockSet
from companion.words.ids import EventId
from companion.words.schedule import (
    FRESH_S,
    SNOOZE_S,
    Entry,
    EntryId,
    EntryKind,
    EntryState,
    Firing,
    FiringId,
    FiringState,
    MissedPolicy,
    Upcoming,
)
from companion.words.timing import PAUSE, After, Movement, OnFact, OnMovement

log = logging.getLogger(__name__)

WATCH_S = 1.0
"""How often the two clocks are compared where nothing tells that one was set."""
STEP_S = 0.5
"""A wall clock that moves by more than this against the monotonic one was set; NTP slews by at
most 0.5 ms a second."""
RETRY_S = 1.0
"""How often the disk is tried again while rows wait for it: written within 5 s of space."""
PUNCTUAL_S = 60.0
"""Up to here a moment counts as kept, where what is missed shall be left."""
_TICK = timedelta(microseconds=1)
_A_DAY = timedelta(days=1, seconds=1)
"""Within this after its eve a day's moment lies; a later one is of another day."""
_Key = EntryId | tuple[FiringId]
"""An entry's next moment, or a snoozed firing's."""


class AlarmClock:
    """The port `Schedule`, and the resident that keeps it."""

    def __init__(
        self,
        *,
        book: ScheduleBook,
        calendar: Calendar,
        clock: Clock,
        bell: Bell,
        deeds: Deeds,
        buffer: WriteBuffer | None = None,
        watch_s: float = WATCH_S,
    ) -> None:
        self._book = book
        self._calendar = calendar
        self._clock = clock
        self._bell = bell
        self._deeds = deeds
        self._watch_s = watch_s
        self.buffer = buffer or WriteBuffer(book)
        self._entries = LazyEntries(book.read, self._settle)
        self._seen_to: Mapping[EntryId, datetime] = {}
        """Up to when each was seen to before this start, which was at:"""
        self._loaded_at = datetime.min.replace(tzinfo=UTC)
        self._settled: dict[EntryId, datetime] = {}
        """Up to when each entry has been seen to."""
        self._agenda: Agenda[_Key] = Agenda()
        self._firings = Firings(self.buffer, bell, deeds, clock, self._closed)
        self._going: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self._base_s = 0.0
        self._facts: dict[str, str] = {}
        """Facts as they were last told, for entries that wait for one."""
        self._came: dict[EntryId, datetime] = {}
        """When each such entry was due last."""
        self._loaded = False

    # -- the resident

    async def run(self) -> None:
        """Keep the time until cancelled; what is under way then goes on after the next start."""
        try:
            await self.load()
            while True:
                await self._look()
                await self._rest()
        finally:
            for task in tuple(self._going):
                task.cancel()
            await asyncio.gather(*self._going, return_exceptions=True)

    async def load(self) -> None:
        """Take up the rows and what was cut off; once. Raises `RecordUnreadable`."""
        if self._loaded:
            return
        now = self._now()
        rows, cut_off = await self._book.rows(), await self._book.open()
        self._seen_to, self._loaded_at = await self._book.latest(now), now
        self._base_s = self._base()
        self._entries.lay(rows)
        now_us = now.timestamp() * 1e6
        # What has one moment that no rule can change, and it is to come: armed as it lies there.
        self._agenda.fill([(i, us) for i, us, _ in rows if us is not None and us > now_us])
        for row in rows:
            if row.due_us is None or NEVER_US < row.due_us <= now_us:
                self._plan_if_there(row.id)
        self._loaded = True
        for firing in cut_off:
            self._resume(firing, now)

    def _plan_if_there(self, entry_id: EntryId) -> None:
        if (entry := self._entries.get(entry_id)) is not None:
            self._plan(entry)

    def _settle(self, entry: Entry) -> None:
        """Up to when an entry from the record was seen to. A clock that was ahead when it was
        saved must not silence it for years."""
        since = entry.settled_until or entry.created_at
        seen_to = max(since, self._seen_to.get(entry.id, since))
        self._settled[entry.id] = min(self._loaded_at, seen_to)

    def wake(self) -> None:
        """Something told that the wall clock was set: look now."""
        self._news.set()

    async def _look(self) -> None:
        step_s = self._base() - self._base_s
        if abs(step_s) >= STEP_S:
            self._base_s += step_s
            await self._stepped(step_s)
        else:
            self._base_s += step_s
        if self.buffer.held():
            await self.buffer.write_held()
        for key, due in self._agenda.take(self._now()):
            if isinstance(key, tuple):
                self._again(key[0])
            elif (entry := self._entries.get(key)) is not None:
                self._due(entry, due)

    async def _rest(self) -> None:
        coming = self._agenda.next()
        wait_s = min(self._watch_s, RETRY_S) if self.buffer.held() else self._watch_s
        if coming is not None:
            wait_s = min(wait_s, max(0.0, (coming - self._now()).total_seconds()))
        try:
            await self._clock.wait_for(self._news.wait(), wait_s)
        except TimeoutError:
            return
        self._news.clear()

    async def _stepped(self, step_s: float) -> None:
        """The wall clock was set. An entry that counts in seconds goes along with it; an entry of
        the wall clock is planned anew; one moment rings once, whatever the clock shows."""
        log.warning("the wall clock was set by %+.1f s", step_s)
        now, step = self._now(), timedelta(seconds=step_s)
        before = now - step
        for key in self._firings.shift(step):
            self._agenda.put((key.id,), key.again_at)
        for entry in self._entries.all():
            if isinstance(entry.timing, After) and entry.created_at <= before:
                entry = replace(entry, created_at=entry.created_at + step)
                self._entries.put(entry)
                if entry.state is EntryState.WAITING:
                    await self.buffer.change(entry)
            self._settled[entry.id] = min(self._settled[entry.id], now)
            self._plan(entry)
        await self._deeds.note(ClockSet(step_s=round(step_s, 3)))

    # -- what is due

    def _due(self, entry: Entry, due: datetime) -> None:
        """One moment has come, or is past; of several that are past only the last counts."""
        now = self._now()
        last = self._calendar.last_until(entry, due - _TICK, now) or due
        self._settled[entry.id] = last
        self._plan(entry)
        self._go(self._act_on(entry, last, self._fate(entry, last, now)))

    def _fate(self, entry: Entry, due: datetime, now: datetime) -> str:
        """Why nothing is done at this moment; "" where it is."""
        if entry.skip == due:
            return "skipped"
        late_s = (now - due).total_seconds()
        limit_s = {
            MissedPolicy.RUN: float("inf"),
            MissedPolicy.IF_FRESH: FRESH_S,
            MissedPolicy.SKIP: PUNCTUAL_S,
        }[entry.missed_policy]
        return "missed" if late_s > limit_s else ""

    async def _act_on(self, entry: Entry, due: datetime, fate: str) -> None:
        now = self._now()
        firing = Firing(
            entry_id=entry.id,
            due=due,
            claimed_at=now,
            state=FiringState.CLOSED if fate else FiringState.CLAIMED,
            outcome=fate,
            closed_at=now if fate else None,
        )
        kept = await self.buffer.claim(firing)
        if kept is None:
            return
        if fate:
            await self._deeds.tell(entry, kept)
            if fate == "skipped":
                await self._changed_by_clock(replace(entry, skip=None))
            return
        await self._firings.carry_out(entry, kept)

    def _again(self, firing_id: FiringId) -> None:
        """A snooze is over."""
        firing = self._firings.get(firing_id)
        if firing is not None and firing.again_at is not None:
            self._take_up(firing, firing.again_at)

    def _resume(self, firing: Firing, now: datetime) -> None:
        """A restart goes on with what was cut off: the same moment, not a new one."""
        # Its line may have been lost with the power: it is told anew that this rings on.
        firing = replace(firing, event_id=EventId(0))
        self._firings.adopt(firing)
        if firing.state is FiringState.SNOOZED and firing.again_at is not None:
            self._agenda.put((firing.id,), firing.again_at)
        else:
            since = max(firing.due, firing.claimed_at)
            self._take_up(firing, max(since, firing.again_at) if firing.again_at else since)

    def _take_up(self, firing: Firing, since: datetime) -> None:
        entry = self._entries.get(firing.entry_id)
        if entry is None or self._fate(replace(entry, skip=None), since, self._now()):
            self._go(self._firings.close(entry, firing, "cut_off"))
        else:
            self._go(self._firings.carry_out(entry, firing))

    def _closed(self, entry: Entry | None, firing: Firing) -> None:
        """Mark an entry for one moment as done."""
        self._agenda.put((firing.id,), None)
        if entry is None or self._entries.get(entry.id) is None or self._comes_again(entry):
            return
        self._go(self._changed_by_clock(replace(entry, state=EntryState.DONE)))

    def _comes_again(self, entry: Entry) -> bool:
        if isinstance(entry.timing, OnMovement | OnFact):
            return isinstance(entry.timing, OnFact) and not entry.timing.once
        return self._next(entry, self._settled[entry.id]) is not None

    async def _changed_by_clock(self, entry: Entry) -> None:
        if self._entries.get(entry.id) is not None:
            self._entries.put(entry)
            self._plan(entry)
            await self.buffer.change(entry)

    # -- the port

    async def add(self, entry: Entry) -> Upcoming:
        """Save it. Raises `TimingNeverComes`, `RecordNotWritable`."""
        self._must_come(entry, self._now())
        kept = await self._book.add(self._as_it_is(entry))
        self._entries.put(kept)
        self._settled[kept.id] = min(kept.created_at, self._now())
        return self._news_of(kept)

    async def change(self, entry: Entry) -> Upcoming:
        """Replace it, from now on. Raises `EntryUnknown`, `TimingNeverComes`."""
        self.get(entry.id)
        now = self._now()
        if entry.enabled:
            self._must_come(entry, now)
        entry = replace(entry, settled_until=now)
        await self._book.change(entry)
        self._entries.put(entry)
        self._settled[entry.id] = now
        return self._news_of(entry)

    async def remove(self, entry_id: EntryId) -> Entry:
        """Take it out, and silence it. Raises `EntryUnknown`."""
        entry = self.get(entry_id).entry
        await self._book.remove(entry_id)
        for firing in self._firings.open(entry_id):
            await self._firings.close(entry, firing, "removed")
        self._entries.remove(entry_id)
        self._agenda.put(entry_id, None)
        return entry

    async def skip(
        self, entry_id: EntryId, skipping: bool = True, after: datetime | None = None
    ) -> Upcoming:
        """Pass over its next moment, or do not after all. Raises `EntryUnknown`,
        `TimingNeverComes`."""
        entry, now = self.get(entry_id).entry, self._now()
        coming = self._next(entry, max(self._settled[entry_id], now, after or now))
        late = coming is not None and after is not None and coming - after > _A_DAY
        if skipping and (coming is None or late):
            raise TimingNeverComes(f"{entry.kind.value} {entry_id} does not come any more")
        entry = replace(entry, skip=coming if skipping else None)
        await self._book.change(entry)
        self._entries.put(entry)
        return self._news_of(entry)

    async def hush(self) -> None:
        """Silence whatever rings; nothing where nothing does."""
        with contextlib.suppress(NothingRings):
            await self.stop()

    async def stop(self, entry_id: EntryId | None = None) -> tuple[EntryId, ...]:
        """Silence what rings or snoozes. Raises `NothingRings`."""
        return await self._each(entry_id, self._stop_one)

    async def _stop_one(self, entry: Entry | None, firing: Firing) -> None:
        await self._firings.close(entry, firing, "stopped")

    async def snooze(
        self, entry_id: EntryId | None = None, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        """Silence what rings and let it ring again. Raises `NothingRings`."""
        again_at = self._now() + timedelta(seconds=snooze_s)

        async def later(entry: Entry | None, firing: Firing) -> None:
            await self._firings.snooze(firing, again_at)
            self._agenda.put((firing.id,), again_at)
            self._news.set()

        return await self._each(entry_id, later)

    async def _each(self, entry_id: EntryId | None, do: Any) -> tuple[EntryId, ...]:
        rings = [
            f
            for f in self._firings.open(entry_id)
            if (entry := self._entries.get(f.entry_id)) is None or entry.rings
        ]
        if not rings:
            raise NothingRings("nothing rings")
        for firing in rings:
            await do(self._entries.get(firing.entry_id), firing)
        return tuple(dict.fromkeys(f.entry_id for f in rings))

    async def sound(self, entry_id: EntryId) -> bool:
        """Let what is due of it sound. Raises `NothingRings`."""
        due = [f for f in self._firings.open(entry_id) if f.state is not FiringState.SNOOZED]
        entry = self._entries.get(entry_id)
        if not due or entry is None:
            raise NothingRings(f"nothing of {entry_id} is due")
        return await self._bell.ring(entry, due[-1])

    def get(self, entry_id: EntryId) -> Upcoming:
        """One. Raises `EntryUnknown`."""
        entry = self._entries.get(entry_id)
        if entry is None:
            raise EntryUnknown(entry_id)
        firings = self._firings.open(entry_id)
        firing = firings[-1] if firings else None
        due = self._agenda.due_of(entry_id)
        if firing is not None:
            due = firing.again_at if firing.state is FiringState.SNOOZED else firing.due
        elif due is not None and due == entry.skip:
            due = self._next(entry, due)
        return Upcoming(entry, due, firing)

    def coming(self, entry: Entry, count: int) -> tuple[datetime, ...]:
        """Its next moments, saved or not; those that are skipped are left out."""
        found, now = list[datetime](), self._now()
        at = max(self._settled.get(entry.id, now), now)
        while entry.enabled and len(found) < count:
            due = self._next(entry, at)
            if due is None:
                break
            at = due
            if due != entry.skip:
                found.append(due)
        return tuple(found)

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        """All of these kinds, what comes first standing first."""
        wanted = [e.id for e in self._entries.all() if not kinds or e.kind in kinds]
        never = datetime.max.replace(tzinfo=UTC)
        found = (self.get(entry_id) for entry_id in wanted)
        return tuple(sorted(found, key=lambda u: (u.due or never, u.entry.id)))

    def rings_by(self, until: datetime, most: int, looked_at: int) -> tuple[Upcoming, ...]:
        """Entries that ring, snooze or will ring up to then, soonest first; no more are read."""
        soon = (key for key in self._agenda.until(until) if not isinstance(key, tuple))
        ids = dict.fromkeys([*(f.entry_id for f in self._firings.open()), *soon])
        entries = (self._entries.get(entry_id) for entry_id in islice(ids, looked_at))
        rings = (entry.id for entry in entries if entry is not None and entry.rings)
        return tuple(self.get(entry_id) for entry_id in islice(rings, most))

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Outcomes of one entry."""
        return await self._book.history(entry_id, limit=limit)

    async def moved(self, person: str, movement: Movement, place: str) -> None:
        """Make due the entries that waited for this arrival or leaving."""
        for entry in self._entries.opened():
            timing = entry.timing
            if not (entry.enabled and entry.state is EntryState.WAITING):
                continue
            if isinstance(timing, OnMovement) and timing.means(person, movement, place):
                self._go(self._act_on(entry, self._now().astimezone(UTC), ""))

    async def became(self, thing: str, value: str) -> None:
        """Make due the entries that waited for this fact, where it was known to be otherwise. An
        entry that waits once is also due if the first report after a start is so: the fact came
        while nobody listened."""
        before = self._facts.get(thing)
        self._facts[thing] = value
        if before == value:
            return
        now = self._now()
        for entry in self._entries.opened():
            timing = entry.timing
            if not isinstance(timing, OnFact) or timing.thing != thing:
                continue
            missed = timing.once and not timing.so_already
            news = missed if before is None else not timing.means(before)
            if news and timing.means(value) and self._waits_at(entry, timing, now):
                self._came[entry.id] = now
                self._go(self._act_on(entry, now.astimezone(UTC), ""))

    def _as_it_is(self, entry: Entry) -> Entry:
        """The entry with a note if the fact that it waits for is so now: the washing machine that
        has not begun is not done after a restart."""
        timing = entry.timing
        if not isinstance(timing, OnFact) or not timing.once:
            return entry
        now = self._facts.get(timing.thing)
        so_already = now is None or timing.means(now)
        return replace(entry, timing=replace(timing, so_already=so_already))

    def _waits_at(self, entry: Entry, timing: OnFact, now: datetime) -> bool:
        last = self._came.get(entry.id)
        paused = last is not None and now - last < PAUSE
        waits = entry.enabled and entry.state is EntryState.WAITING
        return waits and not paused and timing.holds_at(now.time())

    # -- how

    def _news_of(self, entry: Entry) -> Upcoming:
        self._plan(entry)
        self._news.set()
        return self.get(entry.id)

    def _must_come(self, entry: Entry, now: datetime) -> None:
        if isinstance(entry.timing, OnMovement | OnFact):
            return
        try:
            counts = isinstance(entry.timing, After)
            coming = self._calendar.next_after(entry, entry.created_at if counts else now)
        except SunUnknown as error:
            raise TimingNeverComes(str(error)) from error
        if coming is None:
            raise TimingNeverComes("this moment is past, or will never come")

    def _plan(self, entry: Entry) -> None:
        waits = entry.enabled and entry.state is EntryState.WAITING
        self._agenda.put(entry.id, self._next(entry, self._settled[entry.id]) if waits else None)

    def _next(self, entry: Entry, after: datetime) -> datetime | None:
        try:
            return self._calendar.next_after(entry, after)
        except SunUnknown:
            return None

    def _now(self) -> datetime:
        return self._clock.now()

    def _base(self) -> float:
        return self._clock.now().timestamp() - self._clock.monotonic()

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="due")
        self._going.add(task)
        task.add_done_callback(self._gone)

    def _gone(self, task: asyncio.Task[None]) -> None:
        self._going.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a due moment was not carried out to its end", exc_info=error)
