"""Exports: keep `logs/state.json` and `logs/events.jsonl` in step with the record.

The record is the truth; the files follow each committed change. At the start they are read and
checked: a missing one is made again, a damaged or unreadable one is moved aside and told. From
then on, and where they cannot be written, the plan and all acts of the companion's own halt until
the owner says to go on; alarms, stops and commands of people do not ask this file for anything.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from companion.phrases.health import exports as told
from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.ports.stream import Stream
from companion.rooms.governance.exported import EMPTY, Exported, Line, Recorded, step
from companion.rooms.governance.plan_state import plan_of
from companion.store.export_files import Cursor, ExportDamaged, ExportFiles, as_bytes
from companion.words.activity import StreamMessage
from companion.words.event import Event, EventSource
from companion.words.finding import Finding
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.trigger import OWN_IDEAS, Priority, Trigger

log = logging.getLogger(__name__)

SOURCES = (
    EventSource.USER_INPUT,
    EventSource.DELIBERATION_DECISION,
    EventSource.APPROVAL_QUESTION,
    EventSource.APPROVAL_ANSWER,
    EventSource.ACTION_RESULT,
    EventSource.CONVERSATION_REPLY,
    EventSource.SYSTEM,
)
"""Events of which the files tell."""
AT_ONCE = 500
"""Ids that are read from the record together."""
LOOKED_BACK = 300
"""Newest events from which the state elements are made again at a start."""
_ABOUT_A_DECISION = (EventSource.APPROVAL_QUESTION, EventSource.APPROVAL_ANSWER)


@dataclass(kw_only=True)
class Exports:
    """The two files and the record they follow. `record` must be the one on the disk: what is not
    committed is not exported."""

    files: ExportFiles
    record: Record
    state: StateReader
    stream: Stream
    clock: Clock
    language: Language
    _now: Exported = EMPTY
    _cursor: Cursor = field(default_factory=Cursor)
    _seen: EventId = EventId(0)
    """Up to here no erasure is left that the files do not follow."""
    _damage: str = ""
    """The damage that was found, until the owner says to go on."""
    _unwritten: str = ""
    """Why the files cannot be written now."""
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the files were read and checked."""

    def shown(self) -> Mapping[str, Any]:
        """The five state elements, as last written."""
        return self._now.as_json(self.language)

    def fail(self) -> bool:
        """Whether a file was found damaged, or cannot be written."""
        return bool(self._damage or self._unwritten)

    def go_on(self) -> None:
        """The owner has seen what was damaged."""
        self._damage = ""

    def holds_back(self, trigger: Trigger) -> bool:
        """Whether a trigger is the companion's own idea, and those halt now."""
        return trigger.priority in (*OWN_IDEAS, Priority.PLAN) and self.fail()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task that writes."""
        return (ResidentSpec("exports", self.run, Stage.JOURNAL),)

    async def findings(self) -> Mapping[str, Finding]:
        """Whether the files are whole and can be written."""
        return {"exports": told(self._damage, self._unwritten)}

    async def run(self) -> None:
        """Resident: check the files, then follow the record."""
        messages = self.stream.bursts()
        await self.start()
        async for some in messages:
            if any(_tells_of_more(message) for message in some):
                await self.follow()

    async def start(self) -> None:
        """Read and check both files, and bring them up to date."""
        async with self._turn:
            try:
                with self.clock.hold():
                    await self._check()
                    await self._follow()
            except OSError as error:
                self._unwritten = f"{error}"
                log.error("the exports cannot be written: %s", error)
            finally:
                self.begun.set()

    async def follow(self) -> None:
        """Write all that was committed since; a failure is told, and tried again with the next
        event. After an erasure nothing of what was erased is left in the files."""
        async with self._turn:
            with self.clock.hold():
                await self._follow()

    async def _follow(self) -> None:
        try:
            if await self._write() or self._unwritten:
                await self._write_state()
            self._unwritten = ""
        except OSError as error:
            if not self._unwritten:
                log.error("the exports cannot be written: %s", error)
            self._unwritten = f"{error}"

    async def _write(self) -> bool:
        """Append the lines of all events that were committed since; False where there are none."""
        if await self._erased():
            # What was erased must not stand on in a file beside the record.
            await asyncio.to_thread(self.files.forget)
            self._now, self._cursor = EMPTY, Cursor()
        some = False
        async for part in self._parts(self._cursor.event):
            some = True
            now, lines = await self._project(self._now, part)
            await self._append(now, as_bytes(lines), part[-1].id)
        return some

    async def _append(self, now: Exported, data: bytes, event: EventId) -> None:
        size = self._cursor.size
        if data:
            size = await asyncio.to_thread(self.files.append, data)
        self._now, self._cursor, self._seen = now, Cursor(event, size), event
        await asyncio.to_thread(self.files.keep_cursor, self._cursor)

    async def _erased(self) -> bool:
        """Whether something was erased since the files were last written."""
        found = False
        async for part in self._parts(self._seen):
            found = found or any(event.kind == "erased" for event in part)
        return found

    async def _write_state(self) -> None:
        self._now = replace(self._now, plan=await plan_of(self.state))
        state = self._now.as_json(self.language)
        await asyncio.to_thread(self.files.write_state, state)

    async def _project(
        self, now: Exported, events: Sequence[Event]
    ) -> tuple[Exported, tuple[Line, ...]]:
        lines: list[Line] = []
        for event in events:
            if event.origin != "home" and event.source is not EventSource.CONVERSATION_REPLY:
                # The life in the garden is no thought and no act here; to tell of it is one.
                continue
            now, more = step(now, await self._recorded(event), self.language)
            lines += more
        return now, tuple(lines)

    async def _recorded(self, event: Event) -> Recorded:
        about = event.id
        if event.source in (*_ABOUT_A_DECISION, EventSource.ACTION_RESULT):
            about = next(iter(event.evidence_event_ids), event.id)
        elif event.source is not EventSource.DELIBERATION_DECISION:
            return Recorded(event)
        result = None
        if event.source is EventSource.ACTION_RESULT:
            result = await self.record.result(event.id)
        return Recorded(event, await self.record.decision(about), result)

    async def _parts(self, after: EventId) -> AsyncGenerator[tuple[Event, ...], None]:
        """Committed events after one, oldest first; a part at a time, since a record of years does
        not fit in memory."""
        newest = await self.record.recent(limit=1)
        last = newest[0].id if newest else after
        for low in range(after, last, AT_ONCE):
            part = await self.record.recent(
                limit=AT_ONCE,
                after=EventId(low),
                before=EventId(min(low + AT_ONCE, last) + 1),
                sources=SOURCES,
            )
            if part:
                yield part[::-1]

    # At the start

    async def _check(self) -> None:
        """Missing files are made again, damaged ones are moved aside."""
        files, cursor = self.files, await asyncio.to_thread(self.files.cursor)
        await asyncio.to_thread(files.begin)
        held = await self._look(files.state, files.state_file)
        size = None if cursor is None else cursor.size
        length = await self._look(lambda: files.check_lines(size), files.events_file)
        self._seen = EventId(0) if cursor is None else cursor.event
        if cursor is None or not cursor.size or not length or length < cursor.size:
            if cursor is not None and length is not None and cursor.size:
                log.warning("events.jsonl is missing or shorter than it was: it is made again")
            cursor, length = Cursor(), 0
            await asyncio.to_thread(files.begin_events_anew)
        self._cursor = cursor
        await self._take_up(held, length)

    async def _take_up(self, held: dict[str, Any] | None, length: int) -> None:
        """Go on from the record; where a file says otherwise, the record wins."""
        until = EventId(self._cursor.event + 1)
        own, said = self.record.recent, (EventSource.CONVERSATION_REPLY,)
        back = {
            event.id: event
            for event in (
                *await own(limit=LOOKED_BACK, before=until, sources=SOURCES, origin="home"),
                *await own(limit=1, before=until, sources=said, origin="garden"),
            )
        }
        self._now, _ = await self._project(EMPTY, tuple(back[i] for i in sorted(back)))
        self._now = replace(self._now, plan=await plan_of(self.state))
        async with aclosing(self._parts(self._cursor.event)) as parts:
            first = await anext(parts, None) or ()
        if held is not None and not first and held != self._now.as_json(self.language):
            log.warning("state.json was not what the record says: it is written anew")
        if length > self._cursor.size:
            await self._join(first)
        await self._write()
        await self._write_state()

    async def _join(self, events: Sequence[Event]) -> None:
        """A crash came between lines and the note that they were written: they are kept where the
        record says the same, else all of them are made again."""
        now, lines = await self._project(self._now, events)
        data, tail = as_bytes(lines), await asyncio.to_thread(self.files.tail, self._cursor.size)
        if events and data.startswith(tail):
            self._cursor = replace(self._cursor, size=self._cursor.size + len(tail))
            await self._append(now, data[len(tail) :], events[-1].id)
            return
        log.warning("events.jsonl was not what the record says: it is made again")
        await asyncio.to_thread(self.files.begin_events_anew)
        self._now, self._cursor = EMPTY, Cursor()

    async def _look(self, read: Callable[[], Any], path: Any) -> Any:
        """The content of a file; None where it is missing or was moved aside."""
        try:
            return await asyncio.to_thread(read)
        except (ExportDamaged, OSError) as error:
            aside = await asyncio.to_thread(self.files.move_aside, path, self.clock.now())
            self._damage = f"{error}"
            log.error("%s; it was moved to %s", error, aside)
            return None


def _tells_of_more(message: StreamMessage) -> bool:
    return message.data.get("source") in SOURCES or bool(message.data.get("resync"))
