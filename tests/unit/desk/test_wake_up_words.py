"""Wake-up words: a good morning after the ring (issue 13, point 6; S-22)."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from companion.desk.wake_up_words import WakeUpWords
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.schedule import Entry, EntryId, EntryKind, Firing, FiringState, Upcoming
from tests.unit.rooms.scheduler.alarms import SEVEN, alarm
from tests.unit.store.samples import SetClock

WOKEN = datetime.fromisoformat("2026-11-23T07:05:00+09:00")


@dataclass
class Plans:
    """A schedule with these entries."""

    coming: list[Upcoming] = field(default_factory=list)

    def entries(self, kinds: Any) -> tuple[Upcoming, ...]:
        return tuple(c for c in self.coming if c.entry.kind in kinds)


class Bedroom:
    """A house in which an alarm may be stopped."""

    def __init__(self, language: Language, greeting: str = "") -> None:
        self.clock = SetClock()
        self.clock.at = WOKEN
        self.store, self.hub, self.plans = Store.in_memory(self.clock), Hub(self.clock.now), Plans()
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.spoken: list[Event] = []
        self.words = WakeUpWords(
            stream=self.hub,
            record=self.store.record,
            journal=self.journal,
            schedule=cast(Any, self.plans),
            clock=self.clock,
            language=language,
            speaker_name="コト",
            greeting=lambda _: greeting,
            speak=lambda event, cause: self.spoken.append(event),
        )

    def plan(self, label: str, hours: float, kind: EntryKind = EntryKind.REMINDER) -> None:
        entry = replace(alarm(label=label), kind=kind)
        self.plans.coming.append(Upcoming(entry, WOKEN + timedelta(hours=hours)))

    async def closed(self, outcome: str, kind: EntryKind = EntryKind.ALARM) -> Event:
        entry: Entry = replace(alarm(label="gym"), id=EntryId(1), kind=kind)
        firing = Firing(
            entry_id=EntryId(1),
            due=SEVEN,
            claimed_at=SEVEN,
            state=FiringState.CLOSED,
            outcome=outcome,
        )
        return await self.journal.due(entry, firing)


@pytest.mark.parametrize(
    ("language", "greeting", "words"),
    [
        (
            Language.JA,
            "",
            "おはようございます。11月23日、月曜日、07:05です。"
            "今日は、08:05に「ゴミ出し」、09:35に「歯医者」があります。",
        ),
        (
            Language.EN,
            "Rise and shine!",
            "Rise and shine! It is Monday, November 23, 07:05."
            " Today there is “ゴミ出し” at 08:05 and “歯医者” at 09:35.",
        ),
    ],
)
async def test_it_tells_the_day_and_the_first_named_plans(
    language: Language, greeting: str, words: str
) -> None:
    bedroom = Bedroom(language, greeting)
    bedroom.plan("", 0.5, EntryKind.ROUTINE)
    bedroom.plan("ゴミ出し", 1)
    bedroom.plan("歯医者", 2.5)
    bedroom.plan("買い物", 5)
    bedroom.plan("明日のこと", 25)
    stopped = await bedroom.closed("stopped")
    await bedroom.words.greet(stopped)
    (said,) = bedroom.spoken
    assert said.assistant_text == words
    assert (said.source, said.evidence_event_ids) == (EventSource.AUTONOMY_MESSAGE, (stopped.id,))
    await bedroom.store.close()


async def test_only_an_alarm_that_was_stopped_is_followed_by_words() -> None:
    """A missed alarm woke nobody, and a timer wakes nobody."""
    bedroom = Bedroom(Language.EN)
    follows = asyncio.ensure_future(bedroom.words.follow())
    await asyncio.sleep(0)
    for outcome, kind in (
        ("missed", EntryKind.ALARM),
        ("removed", EntryKind.ALARM),
        ("", EntryKind.ALARM),
        ("stopped", EntryKind.TIMER),
        ("stopped", EntryKind.ALARM),
    ):
        last = await bedroom.closed(outcome, kind)
    async with asyncio.timeout(20):
        while not bedroom.spoken:
            await asyncio.sleep(0.005)
    follows.cancel()
    await asyncio.gather(follows, return_exceptions=True)
    (said,) = bedroom.spoken
    assert said.evidence_event_ids == (EventId(last.id),)
    await bedroom.store.close()


@pytest.mark.parametrize(
    ("at", "begins"),
    [
        ("04:30", "Rise!"),
        ("10:59", "Rise!"),
        ("15:00", "Good afternoon."),
        ("23:40", "Good evening."),
    ],
)
def test_after_a_nap_nobody_is_wished_a_good_morning(at: str, begins: str) -> None:
    hour, minute = map(int, at.split(":"))
    words = Bedroom(Language.EN, "Rise!").words.words(WOKEN.replace(hour=hour, minute=minute))
    assert words.startswith(begins)
