"""Appearance: shows the companion's state to Home Assistant, and takes the presses made there.

A press there comes over the broker, which does not tell who pressed: its word counts as `observed`
unless the owner's broker asks for a name and a password; then it is the household's (ADR 0023).
Stopping, privacy and snoozing are taken from anybody: they only add caution.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook
from companion.ports.body import Drive
from companion.ports.clock import Clock
from companion.ports.desk import Desk
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.schedule import EntryUnknown, NothingRings, Schedule
from companion.ports.state import StateReader
from companion.ports.stream import Stream
from companion.service.blackboard import Blackboard
from companion.words.event import EventSource
from companion.words.language import Bilingual, Language
from companion.words.mood import MOOD, MOOD_KEY, mood_of, mood_word
from companion.words.number import whole_number
from companion.words.own_state import OwnState, Press
from companion.words.schedule import EntryId, EntryKind, FiringState, Upcoming
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.world import WORLD_ITEM, world_item_of

log = logging.getLogger("companion.desk.appearance")

CHANNEL = "home_assistant"
LOOK_S = 2.0
"""Real seconds between two looks at what is shown; a change in the stream is shown at once."""
SETTLE_S = 0.3
"""Real seconds over which changes are gathered into one look (a burst is one look)."""
MOST_KINDS = 64
"""Rules and buttons remembered at once; topics that nobody announced cannot fill the memory."""
MOST_WAITING = 32
"""Presses waiting to be carried out; more are somebody's storm and are let go."""

AGAIN_S, MINUTE_S, MOST_A_MINUTE = 0.5, 60.0, 20
"""Real seconds, and presses. Twenty a minute are a busy hand; more are a storm or an attack. A
press that was dropped shows itself: the switch springs back."""

ASLEEP = Bilingual("目を覚ますところ", "waking up")
IDLE = Bilingual("待っている", "waiting")
THINKING = Bilingual("考えている", "thinking")
ASKING = Bilingual("返事を待っている", "waiting for an answer")
RINGING = Bilingual("鳴らしている", "ringing")


class Shown(Protocol):
    """Where it is shown: `links.own_device.OwnDevice`."""

    def show(self, state: OwnState) -> None:
        """This is how it is now."""

    def listen(self, asked: Callable[[str, str], None]) -> None:
        """Hand on what is pressed."""


@dataclass(kw_only=True)
class Appearance:
    """Gathers what is shown, and takes what is asked to the front desk."""

    shown: Shown
    desk: Desk
    approvals: ApprovalBook
    clock: Clock
    record: Record
    state: StateReader
    stream: Stream
    blackboard: Blackboard
    schedule: Schedule | None
    language: Language
    rooms: Sequence[str]
    """Rooms it looks into: the ones whose presence is shown."""
    heard_as: Callable[[str], TrustLabel]
    """Whose word comes in on a channel now."""
    awake: Callable[[], bool]
    drive: Drive | None = None
    """The wheeled base; None where there is none."""
    hushed: Callable[[], bool] = lambda: False
    """Whether it says nothing new in Home Assistant now: quiet hours of that channel."""
    _message: str = ""
    _taken: deque[float] = field(default_factory=deque)
    _last: dict[str, float] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _asked: "asyncio.Queue[tuple[str, str]]" = field(
        default_factory=lambda: asyncio.Queue(MOST_WAITING)
    )

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("appearance", self.run, Stage.INTAKE),)

    async def run(self) -> None:
        """Resident: show what changes, and carry out what is asked, until cancelled."""
        self.shown.listen(self._take)
        async with asyncio.TaskGroup() as both:
            both.create_task(self._notice_changes(), name="changes")
            both.create_task(self._show_each(), name="appearance")
            both.create_task(self._obey_each(), name="presses")

    def _take(self, what: str, payload: str) -> None:
        """One a second of a kind, so many a minute of all: each one is a line of the record, and a
        notice is a request to the model. Stopping only keeps to the second."""
        now = time.monotonic()
        while self._taken and now - self._taken[0] >= MINUTE_S:
            self._taken.popleft()
        soon = now - self._last.get(what, -MINUTE_S) < AGAIN_S
        much = len(self._taken) >= MOST_A_MINUTE and what != Press.STOP
        if soon or much or self._asked.full():
            self.blackboard.count("presses_let_go")
            return
        if len(self._last) >= MOST_KINDS:
            self._last.clear()
        self._last[what] = now
        self._taken.append(now)
        self._asked.put_nowait((what, payload))

    async def _notice_changes(self) -> None:
        async for _ in self.stream.bursts():
            self._changed.set()

    async def _show_each(self) -> None:
        """Show changes that the stream does not tell (a thought begun) within `LOOK_S`."""
        while True:
            self.shown.show(await self.look())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._changed.wait()
            await asyncio.sleep(SETTLE_S)
            self._changed.clear()

    async def look(self) -> OwnState:
        """How it is now."""
        mood = mood_of(await self.state.row(MOOD, MOOD_KEY))
        long, recent = mood.long_mood_state, mood.recent_vad_average
        word = mood_word((long.v + recent.v) / 2, (long.a + recent.a) / 2)
        said = await self.record.recent(
            limit=1, sources=(EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY)
        )
        now = self.clock.now()
        pending = [one for one in await self.approvals.pending() if one.is_in_front(now)]
        due = () if self.schedule is None else self.schedule.entries()
        rules = [each for each in due if each.entry.kind is EntryKind.ROUTINE]
        return OwnState(
            mood=word.get(self.language),
            activity=self._activity(bool(pending), due).get(self.language),
            message=self._newest(said[0].assistant_text if said else ""),
            question=pending[-1].summary.get(self.language) if pending else "",
            presence=await self._presence(),
            next_alarm=_first(each for each in due if each.entry.kind is EntryKind.ALARM),
            timers={
                each.entry.label or f"#{each.entry.id}": each.due
                for each in due
                if each.entry.kind is EntryKind.TIMER and each.due is not None
            },
            base_room=self.drive.position()[0] if self.drive is not None else "",
            base_ways=self.drive.rooms() if self.drive is not None else (),
            privacy=self.desk.privacy(),
            rules={_key(each): each.entry.enabled for each in rules},
            rule_names={
                _key(each): Bilingual(each.entry.label, each.entry.label)
                for each in rules
                if each.entry.label
            },
        )

    def _newest(self, message: str) -> str:
        """The last thing it said; what was said in quiet hours is shown when they are over."""
        if not self.hushed():
            self._message = message
        return self._message

    def _activity(self, asking: bool, due: Sequence[Upcoming]) -> Bilingual:
        rings = any(each.firing and each.firing.state is FiringState.RUNNING for each in due)
        if rings:
            return RINGING
        if self.blackboard.tasks():
            return THINKING
        if asking:
            return ASKING
        return IDLE if self.awake() else ASLEEP

    async def _presence(self) -> Mapping[str, bool | None]:
        """Presence of people by place; unknown while the cameras are closed."""
        found: dict[str, bool | None] = dict.fromkeys(self.rooms)
        if self.desk.privacy():
            return found
        for item in map(world_item_of, await self.state.rows(WORLD_ITEM)):
            if item.entity == "person" and item.location in found:
                found[item.location] = {"present": True, "absent": False}.get(item.value or "")
        return found

    async def _obey_each(self) -> None:
        while True:
            what, payload = await self._asked.get()
            try:
                await self._obey(what, payload.strip())
            except (PermissionError, LookupError, ValueError, OSError) as error:
                log.warning("%s pressed in Home Assistant: %s", what, error)

    async def _obey(self, what: str, payload: str) -> None:
        name, _, key = what.partition("/")
        deeds: Mapping[str, Callable[[], Awaitable[object]]] = {
            Press.STOP: lambda: self.desk.stop(CHANNEL),
            Press.APPROVE: lambda: self._answer(True),
            Press.DENY: lambda: self._answer(False),
            Press.SNOOZE: self._snooze,
            "privacy": lambda: self.desk.set_privacy(payload == "ON", CHANNEL),
            "rule": lambda: self._switch(key, payload == "ON"),
            "notify": lambda: self.desk.pass_on(payload, CHANNEL),
            "go": lambda: self.desk.go_to(payload, CHANNEL),
        }
        if (deed := deeds.get(name)) is not None:
            await deed()

    async def _answer(self, yes: bool) -> None:
        """The newest question, as the page shows it; nothing waits: nothing to answer."""
        now = self.clock.now()
        pending = [one for one in await self.approvals.pending() if one.is_in_front(now)]
        for question in pending[-1:]:
            with contextlib.suppress(ApprovalAlreadyAnswered):
                await self.desk.answer(question.id, yes, CHANNEL)

    async def _snooze(self) -> None:
        if self.schedule is not None:
            with contextlib.suppress(NothingRings):
                await self.schedule.snooze()

    async def _switch(self, key: str, on: bool) -> None:
        """Only people switch rules; who cannot be known to be one is not."""
        if authority_of(self.heard_as(CHANNEL)) is not Authority.USER:
            raise PermissionError("rules are switched by people of the house only")
        number = whole_number(key, most=2**62)
        if self.schedule is None or number is None:
            raise EntryUnknown(key)
        entry = self.schedule.get(EntryId(number)).entry
        await self.schedule.change(replace(entry, enabled=on))


def _key(each: Upcoming) -> str:
    return str(each.entry.id)


def _first(upcoming: Iterable[Upcoming]) -> datetime | None:
    return min((each.due for each in upcoming if each.due is not None), default=None)
