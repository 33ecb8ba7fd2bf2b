"""Wake-up words: wish a good morning when somebody has just stopped the alarm.

Written by code alone, so no model keeps it waiting: the greeting, the day and the time, and what
the schedule has for today. The ring knows nothing of it: it follows the record's line that an alarm
was stopped, so it neither delays nor replaces a ring, and a missed alarm has no such line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.phrases.calendar import WEEKDAYS_JA
from companion.phrases.greetings import greeting
from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.schedule import Schedule
from companion.ports.stream import Stream
from companion.rooms.expression.claims import ALARM
from companion.rooms.journal.room import Journal
from companion.words.activity import StreamKind
from companion.words.decision import ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.schedule import EntryKind
from companion.words.utterance import Claim, Utterance

STOPPED = f"{EntryKind.ALARM.value}_stopped"
TOLD = 2
"""Plans of the day that are told: who has just woken up remembers no more."""
PLANS = (EntryKind.REMINDER, EntryKind.ALARM, EntryKind.ROUTINE)
MORNING = range(3, 11)
"""Hours in which who is woken is wished a good morning."""


@dataclass(frozen=True, kw_only=True)
class WakeUpWords:
    """Says good morning, once for each alarm that somebody stopped."""

    stream: Stream
    record: Record
    journal: Journal
    schedule: Schedule
    clock: Clock
    language: Language
    """Of the household: an alarm is stopped without a word in any language."""
    speaker_name: str
    greeting: Callable[[Language], str]
    """The persona's own words for a morning; "" for the usual ones."""
    speak: Callable[[Event, EventId], None]

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("wake-up words", self.follow, Stage.ACT),)

    async def follow(self) -> None:
        """Greet who stops an alarm, until cancelled."""
        async for message in self.stream.watch():
            if message.kind is not StreamKind.EVENT or message.event_id is None:
                continue
            if message.data.get("source") != EventSource.SCHEDULE:
                continue
            stopped = await self.record.event(message.event_id)
            if stopped is not None and stopped.kind == STOPPED:
                await self.greet(stopped)

    async def greet(self, stopped: Event) -> None:
        """Record the words, then have them spoken."""
        now = self.clock.now()
        words = Utterance(
            text=self.words(now),
            language=self.language,
            delivery=ConsoleDelivery(DeliveryKind.CHAT, MessageKind.REPORT),
            speaker_name=self.speaker_name,
            claims=(Claim(event_id=stopped.id, kind=ALARM),),
            decision_event_id=stopped.id,
        )
        self.speak(await self.journal.said(words), stopped.id)

    def words(self, now: datetime) -> str:
        """Greeting, day and time, and the next plans of the day."""
        greeting = self._greeting(now.hour)
        plans = list(self._plans(now))[:TOLD]
        if self.language is Language.JA:
            weekday = WEEKDAYS_JA[now.weekday()]
            day = f"{now.month}月{now.day}日、{weekday}曜日、{now:%H:%M}です。"
            coming = "、".join(f"{at:%H:%M}に「{label}」" for at, label in plans)
            return f"{_ended(greeting, '。')}{day}" + (
                f"今日は、{coming}があります。" if plans else ""
            )
        day = f"It is {now:%A, %B} {now.day}, {now:%H:%M}."
        coming = " and ".join(f"“{label}” at {at:%H:%M}" for at, label in plans)
        return f"{_ended(greeting, '.')} {day}" + (f" Today there is {coming}." if plans else "")

    def _greeting(self, hour: int) -> str:
        if hour not in MORNING:
            return greeting(hour).get(self.language)
        return self.greeting(self.language) or greeting(MORNING[-1]).get(self.language)

    def _plans(self, now: datetime) -> Iterator[tuple[datetime, str]]:
        """Plans of today that have a name and are still to come, soonest first."""
        for coming in self.schedule.entries(PLANS):
            if coming.due is None or not coming.entry.label:
                continue
            at = coming.due.astimezone(now.tzinfo)
            if at > now and at.date() == now.date():
                yield at, coming.entry.label


def _ended(sentence: str, mark: str) -> str:
    return sentence if sentence.endswith(tuple("。！？.!?")) else sentence + mark
