"""Mouth: speaks recorded messages, one after the other.

It is given the event id of a recorded message and nothing else: no text can be spoken that is
not in the record. Speaking goes on beside the next walk; a new message waits its turn. A speaker
that is away or taken is tried again until the message is old news: the page has it anyway.

A person who speaks to it makes it hold: it is silent at once, and goes on later at the clause that
was cut, or drops the message.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.stream import Stream
from companion.service.watched_tasks import WatchedTasks
from companion.voice.quiet import QUIET, Quiet
from companion.words.activity import StreamKind, StreamMessage
from companion.words.capability import ActionCall
from companion.words.event import Event
from companion.words.facts import Replied, fact_of
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.quiet import Channel
from companion.words.result import ResultStatus
from companion.words.telling import ACKNOWLEDGE, PLAY_UTTERANCE, SPEAK, STOP

WAITING_MOST = 4
"""Messages that may wait; older news than that is not worth hearing and is only shown."""
LATE_MOST_S = 60.0
"""A message that is older than this is not spoken any more."""
RETRY_S = 1.0
CHIME_OF = {ResultStatus.SUCCESS: "done", ResultStatus.FAILED: "error"}
"""Sounds in the place of words about an act."""
AWAY = frozenset({"no_speaker", "speaker_hung"})
"""Failures of `speak` that say the speaker is at fault, not what it was given."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    message: Event
    decided: EventId
    since: float


Watcher = Callable[[Event | None], None]
"""Told which message begins to be said, and None when nothing is said any more."""


class Mouth:
    """Resident that speaks through the capability `speak`. `say` never waits."""

    def __init__(
        self,
        catalogue: Catalogue,
        stream: Stream,
        clock: Clock,
        quiet: Quiet | None = None,
        *,
        chimes: Collection[str] = (),
    ) -> None:
        """`chimes`: names of those that the owner wants to hear."""
        self._catalogue, self._stream, self._clock = catalogue, stream, clock
        self._quiet = quiet
        self._chimes = frozenset(chimes)
        self._tasks = WatchedTasks()
        self._waiting: deque[_Waiting] = deque()
        self._saying: _Waiting | None = None
        self._something = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()
        self._is_cut = False
        """True if the present message was cut by `hold` and is not over."""
        self.watcher: Watcher = lambda _: None
        self.unsaid = 0
        """Messages shown but not spoken: too many waited, quiet hours, or too many this hour."""
        self.stale = 0
        """Messages shown but not spoken because no speaker took them in time."""

    @property
    def is_saying(self) -> bool:
        """Whether a message is being said."""
        return self._saying is not None

    def say(self, message: Event, decided: EventId) -> None:
        """Speak a recorded message after those that wait; in quiet hours it is shown."""
        if self._quiet is not None:
            if why := self._quiet.why_not(Channel.VOICE):
                self.unsaid += 1
                self._tell(message, why, {})
                return
            self._quiet.went_out(Channel.VOICE)
        if len(self._waiting) >= WAITING_MOST:
            self.unsaid += 1
            return
        self._waiting.append(_Waiting(message, decided, self._clock.monotonic()))
        self._something.set()

    def answer(self, reply: Event) -> None:
        """Speak a reply to somebody who spoke: before all that waits, in quiet hours too. The
        rest of a reply comes behind its first sentence."""
        before = [w.message.evidence_event_ids == reply.evidence_event_ids for w in self._waiting]
        place = before.index(True) + 1 if _goes_on(reply) and True in before else 0
        self._waiting.insert(place, _Waiting(reply, reply.id, self._clock.monotonic()))
        self._something.set()

    def greet(self, message: Event, decided: EventId) -> None:
        """Speak to who has just stopped an alarm: before all that waits, and in quiet hours too,
        since the alarm was set for then. Where somebody asked for quiet it is shown."""
        if self._quiet is not None and self._quiet.asked_for():
            self.unsaid += 1
            self._tell(message, QUIET, {})
            return
        self._waiting.appendleft(_Waiting(message, decided, self._clock.monotonic()))
        self._something.set()

    async def acknowledge(self, phrase: str, language: Language) -> None:
        """Say a short phrase of ours that tells no result, at once."""
        if (capability := self._catalogue.get(SPEAK)) is not None:
            payload = {"phrase": phrase, "language": language.value}
            call = ActionCall(operation=ACKNOWLEDGE, payload=payload, decision_event_id=EventId(0))
            await capability.perform(call)

    async def chime(self, name: str) -> None:
        """A short sound for somebody who waits; not while something is being said."""
        capability = self._catalogue.get("speak")
        if capability is None or name not in self._chimes or self._saying is not None:
            return
        call = ActionCall(
            operation="play_chime", payload={"chime": name}, decision_event_id=EventId(0)
        )
        await capability.perform(call)

    def wordless(self, status: ResultStatus) -> None:
        """Tell by a chime how an act ended for which there are no words; not in quiet hours."""
        name = CHIME_OF.get(status)
        if name is None or (self._quiet is not None and self._quiet.why_not(Channel.VOICE)):
            return
        self._tasks.begin(self.chime(name), f"chime: {name}")

    def hold(self) -> Awaitable[None]:
        """Hold from now on; awaited, it is silent. The speech goes on after `go_on`."""
        self._free.clear()
        self._is_cut = self._saying is not None
        return self._silence()

    def go_on(self) -> None:
        """Go on at the beginning of the clause that was cut."""
        self._free.set()

    def skip(self) -> Awaitable[None]:
        """Say no more of this message; awaited, it is silent."""
        self._saying = None
        self._free.set()
        return self._silence()

    async def hush(self) -> None:
        """Stop: silence now, and nothing that waits is spoken any more."""
        self._waiting.clear()
        await self._break_off()

    async def hush_until(self, moment: datetime | None) -> None:
        """Silence now, and until then nothing unasked; None: it may speak unasked again."""
        if self._quiet is not None:
            self._quiet.hush(moment)
        if moment is not None:
            await self.hush()

    async def _break_off(self) -> None:
        await self.skip()

    async def _silence(self) -> None:
        if (capability := self._catalogue.get(SPEAK)) is not None:
            call = ActionCall(operation=STOP, payload={}, decision_event_id=EventId(0))
            await capability.perform(call)

    async def drop(self, event_ids: frozenset[EventId]) -> None:
        """Of these nothing is said any more: their content was erased."""
        self._waiting = deque(w for w in self._waiting if w.message.id not in event_ids)
        if self._saying is not None and self._saying.message.id in event_ids:
            await self._break_off()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("mouth", self.run, Stage.ACT, needed=True),)

    async def run(self) -> None:
        """Speak until cancelled."""
        try:
            while True:
                await self._speak_next()
        finally:
            await self._tasks.close()

    async def _speak_next(self) -> None:
        while not self._waiting:
            self._something.clear()
            await self._something.wait()
        self._saying = waiting = self._waiting.popleft()
        self.watcher(waiting.message)
        try:
            await self._speak(waiting)
        finally:
            self._saying = None
            self._free.set()
            self.watcher(None)

    async def _speak(self, waiting: _Waiting) -> None:
        """Until it was said, hushed, or too late."""
        heard_s = 0.0
        while self._saying is waiting:
            await self._free.wait()
            capability = self._catalogue.get(SPEAK)
            if capability is None or self._saying is not waiting:
                return
            if self._clock.monotonic() - waiting.since > LATE_MOST_S and not heard_s:
                self.stale += 1
                self._tell(waiting.message, "stale", {})
                return
            result = await capability.perform(_call(waiting, heard_s))
            is_cut, self._is_cut = self._is_cut, False
            if is_cut and result.status is not ResultStatus.SUCCESS:
                told = result.result_payload
                heard_s = float(told.get("from_s", 0.0)) + float(told.get("seconds", 0.0))
            elif result.failure_class not in AWAY:
                self._tell(waiting.message, result.status.value, result.result_payload)
                return
            else:
                await self._clock.sleep(RETRY_S)

    def _tell(self, message: Event, status: str, facts: Mapping[str, Any]) -> None:
        """How much of it was heard goes to the activity view; the record has the message."""
        self._stream.publish(
            StreamMessage(
                kind=StreamKind.ACTIVITY,
                at=self._clock.now(),
                event_id=message.id,
                data={"kind": "spoken", "status": status, **facts},
            )
        )


def _goes_on(reply: Event) -> bool:
    replied = fact_of(reply, Replied)
    return replied is not None and replied.goes_on


def _call(waiting: _Waiting, heard_s: float) -> ActionCall:
    """The message from its beginning, or what is left of it after so many seconds."""
    payload: dict[str, Any] = {"utterance_id": int(waiting.message.id)}
    if heard_s:
        payload["from_s"] = round(heard_s, 3)
    return ActionCall(operation=PLAY_UTTERANCE, payload=payload, decision_event_id=waiting.decided)
