"""The homecoming story tells who came home and is free one story of the companion's own garden.

At most one for each coming home, and only one that has to do with it: it became whole while nobody
was there, or it is about a promise of that day. Talk, a player, a guest, quiet hours and an empty
purse keep it back until the next good moment of the day, over a restart too; bedtime and the end of
the day end it. No story is told twice: the messages in the record say which were told. Code writes
every word.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from companion.home.kinds import kind_of
from companion.home.occasion import SHOWING, Occasion, is_television
from companion.phrases.manner import Manner
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.rooms.attention.room import STORY, Moment, weigh
from companion.rooms.journal.room import Journal
from companion.service.speech_purse import SpeechPurse
from companion.words.decision import ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.event import Event, EventSource
from companion.words.facts import Moved, StoryKeptBack, fact_of
from companion.words.garden_view import TellableStory
from companion.words.homecoming import Homecoming
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Change, Observation
from companion.words.trust import Authority, authority_of
from companion.words.utterance import Claim, Utterance

SETTLED_S = 120.0
"""Seconds after coming home before anything is told: first there are shoes and bags."""
LOOK_S = 30.0
"""Seconds between two looks at whether who came is free."""
STILL = timedelta(minutes=1)
"""So long nobody has spoken, the companion neither."""
BEFORE, TODAY = timedelta(minutes=30), timedelta(hours=24)
"""How long before the coming home a ring at the door tells of a guest, and how old the story of a
promise may be."""
PASSING, GUEST_STAYS = timedelta(minutes=3), timedelta(hours=3)
"""Two rooms in use for longer than one person takes from one to the other tell of a guest, and so
long after its last sign a guest may still be there."""
READ = 100
"""Events that are read at once."""
_AWAY = Bilingual(
    "留守のあいだ、わたしの庭でこんなことがありました。{}",
    "While you were out, this happened in my own garden: {}",
)
_PROMISE = Bilingual(
    "わたしの庭で、約束のことがありました。{}",
    "About a promise, in my own garden: {}",
)
_OVER = "over"
_SPOKEN = (
    EventSource.USER_INPUT,
    EventSource.CONVERSATION_REPLY,
    EventSource.APPROVAL_QUESTION,
)


@dataclass(kw_only=True)
class HomecomingStory:
    """Told of each greeting at the door; speaks later, once, or not at all."""

    record: Record
    journal: Journal
    house: House
    people: Callable[[], Awaitable[Mapping[str, str | None]]]
    """Place -> `present`, `absent` or None (unknown)."""
    stories: Callable[[], Sequence[TellableStory]]
    """Whole stories of the garden, the latest first."""
    purse: SpeechPurse
    quiet: Callable[[], bool]
    """Whether quiet hours hold now, or a person asked for quiet."""
    clock: Clock
    language: Language
    manner: Manner
    speaker_name: str
    speak: Callable[[Event, EventId], None]
    _waiting: list[Homecoming] = field(default_factory=list, init=False)
    """Comings home of this day for which nothing has been told yet, the latest last."""
    _noted: set[EventId] = field(default_factory=set, init=False)
    """Comings home of which the record says that a story is kept back."""
    _told_of: set[EventId] = field(default_factory=set, init=False)
    """Events of the stories that were told."""
    _said: list[str] = field(default_factory=list, init=False)
    _told_to: EventId | None = field(default=None, init=False)
    """Newest message that `_told_of` and `_said` hold."""
    _signs: "_Signs" = field(default_factory=lambda: _Signs(), init=False)
    _came: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("homecoming story", self.follow, Stage.ACT),)

    def came(self, homecoming: Homecoming) -> None:
        """Begin to look for a moment: a person of the household came home."""
        of_today = [one for one in self._waiting if _one_day(one.at, homecoming.at)]
        self._waiting = [*of_today, homecoming]
        self._signs = _Signs(guest_at=self._signs.guest_at)
        self._came.set()

    async def follow(self) -> None:
        """Wait for a moment after each coming home, until cancelled."""
        await self.remember()
        while True:
            await self._came.wait()
            self._came.clear()
            await self.clock.sleep(SETTLED_S)
            while not self._came.is_set() and self._waiting:
                await self.look()
                await self.clock.sleep(LOOK_S)

    async def remember(self) -> None:
        """Restore after a restart the comings home for which a story of this day is kept back."""
        now = self.clock.now()
        told = await self.record.recent(
            limit=1, sources=(EventSource.AUTONOMY_MESSAGE,), origin="garden"
        )
        found = list[Homecoming]()
        for event in await self._system_events_of(now):
            kept = fact_of(event, StoryKeptBack)
            came = None if kept is None else await self.record.event(kept.coming)
            if kept is not None and came is not None and not (told and told[0].at >= event.at):
                found.append(Homecoming(event_id=came.id, at=came.at, since=kept.since))
        self._noted |= {one.event_id for one in found}
        self._waiting = [*found, *self._waiting]
        if found:
            self._came.set()

    async def _system_events_of(self, now: datetime) -> list[Event]:
        """Notes of the companion about itself of this day, the oldest first."""
        found, before = list[Event](), None
        while page := await self.record.recent(
            limit=READ, before=before, sources=(EventSource.SYSTEM,), origin="home"
        ):
            found += (one for one in page if _one_day(one.at, now))
            before = page[-1].id
            if not _one_day(page[-1].at, now):
                break
        return found[::-1]

    async def look(self) -> str | None:
        """Tell a story now if this is the moment for it. Gives what came of it: `told`, a reason
        for which none will be, or None where the moment may yet come."""
        if not self._waiting:
            return _OVER
        now, signs = self.clock.now(), await self._read_on(self._waiting[-1])
        if signs.asleep or not _one_day(self._waiting[-1].at, now):
            self._waiting = []
            return _OVER
        if await self._keeps_back(signs, now):
            await self._note_kept(now)
            return None
        comings, self._waiting = self._waiting, []
        story = await self._untold(comings, now)
        if story is None:
            return "nothing to tell"
        await self._tell(*story, cause=comings[-1].event_id)
        return "told"

    async def _note_kept(self, now: datetime) -> None:
        """Have the record know once of each coming home that a story is kept back."""
        new = [one for one in self._waiting if one.event_id not in self._noted]
        if not new or await self._untold(self._waiting, now) is None:
            return
        for one in new:
            self._noted.add(one.event_id)
            kept = StoryKeptBack(coming=one.event_id, since=one.since)
            await self.journal.noted(kept, evidence=(one.event_id,))

    async def _read_on(self, came: Homecoming) -> "_Signs":
        """Take in what the record holds since the last look."""
        signs, before, new = self._signs, None, list[Event]()
        since = self._waiting[0].at - BEFORE
        while page := await self.record.recent(
            limit=READ, before=before, after=signs.read_to, origin="home"
        ):
            new += (one for one in page if one.at >= since)
            before = page[-1].id
            if page[-1].at < since:
                break
        for event in reversed(new):
            signs.take(event, came)
        return signs

    async def _keeps_back(self, signs: "_Signs", now: datetime) -> bool:
        """Whether something speaks against telling anything just now."""
        here = [place for place, held in (await self.people()).items() if held == "present"]
        if signs.tell_of_guest(len(here), now) or signs.left or len(here) != 1:
            return True
        spoken = signs.spoken_at is not None and now - signs.spoken_at < STILL
        moment = Moment(
            somebody=True,
            beside=False,
            quiet=self.quiet(),
            closeness=self.purse.closeness(),
            asked=False,
        )
        return spoken or self._plays() or not weigh(STORY, moment).spoken

    def _plays(self) -> bool:
        """Whether a television shows a picture or a player runs: who watches is not free."""
        return any(
            state.value == "playing" or (is_television(device) and state.value in SHOWING)
            for device in self.house.devices()
            if kind_of(device).running and (state := self.house.state(device.id)) is not None
        )

    async def _untold(
        self, comings: Sequence[Homecoming], now: datetime
    ) -> tuple[TellableStory, Bilingual] | None:
        """The story that is worth most of those that have to do with a coming home of the day, and
        how it begins."""
        await self._read_told()
        fitting: list[tuple[float, TellableStory, Bilingual]] = []
        for story in self.stories():
            last = await self.record.event(story.events[-1])
            if last is None or self._was_told(story):
                continue
            if any(one.since is not None and one.since <= last.at <= one.at for one in comings):
                fitting.append((story.weight + 1.0, story, _AWAY))
            elif story.of_promise and now - last.at <= TODAY:
                fitting.append((story.weight, story, _PROMISE))
        best = max(fitting, key=lambda one: one[0], default=None)
        return None if best is None else best[1:]

    def _was_told(self, story: TellableStory) -> bool:
        """Whether it was told, or another one in the same words: to who listens it is the same."""
        words = self.manner.fact(story.words).get(self.language)
        return not self._told_of.isdisjoint(story.events) or any(words in one for one in self._said)

    async def _read_told(self) -> None:
        """Take in which stories were told since the last look, from the record's beginning."""
        before, newest = None, self._told_to
        while page := await self.record.recent(
            limit=READ,
            before=before,
            after=self._told_to,
            sources=(EventSource.AUTONOMY_MESSAGE,),
            origin="garden",
        ):
            newest, before = newest if before else page[0].id, page[-1].id
            self._said += (one.assistant_text for one in page)
            self._told_of.update(one for message in page for one in message.evidence_event_ids)
        self._told_to = newest

    async def _tell(self, story: TellableStory, form: Bilingual, *, cause: EventId) -> None:
        words = form.filled(story.words)
        message = await self.journal.said(
            Utterance(
                text=self.manner.fact(words).get(self.language),
                language=self.language,
                delivery=ConsoleDelivery(DeliveryKind.CHAT, MessageKind.REPORT),
                speaker_name=self.speaker_name,
                claims=tuple(Claim(event_id=one, kind="garden") for one in story.events),
                decision_event_id=cause,
            ),
            garden=True,
        )
        self.purse.spent()
        self.speak(message, cause)


@dataclass(slots=True)
class _Signs:
    """Signs of guests, talk and sleep in what was told since shortly before the coming home."""

    guest_at: datetime | None = None
    """When something last told of a guest; it may be before the coming home."""
    read_to: EventId | None = None
    who: str = ""
    """Person whose tracker reported the coming home; empty where none did."""
    spoken_at: datetime | None = None
    counted: dict[str, int] = field(default_factory=dict)
    """People that were counted last, by place."""
    crowded_since: datetime | None = None
    asleep: bool = False
    left: bool = False

    def take(self, event: Event, came: Homecoming) -> None:
        """Take in the next event."""
        self.read_to = event.id
        if event.source in _SPOKEN:
            self.spoken_at = event.at
        seen, moved = fact_of(event, Observation), fact_of(event, Moved)
        if seen is not None and seen.subject == "person":
            known = 0 if seen.change is Change.GONE else self.counted.get(seen.place, 0)
            self.counted[seen.place] = known if seen.count is None else seen.count
        if _tells_of_a_guest(event, seen):
            self.guest_at = event.at
        if event.id == came.event_id:
            self.who = "" if moved is None else moved.person
        elif event.at >= came.at:
            self.asleep |= seen is not None and seen.subject == Occasion.BEDTIME
            self.left |= seen is not None and seen.subject == Occasion.AWAY
            self.left |= moved is not None and not moved.arrived and moved.person == self.who

    def tell_of_guest(self, rooms: int, now: datetime) -> bool:
        """Whether somebody else is or may be there. `rooms`: those in use now."""
        self.crowded_since = (self.crowded_since or now) if rooms > 1 else None
        crowded = self.crowded_since is not None and now - self.crowded_since >= PASSING
        if crowded or any(count > 1 for count in self.counted.values()):
            self.guest_at = now
        return self.guest_at is not None and now - self.guest_at < GUEST_STAYS


def _tells_of_a_guest(event: Event, seen: Observation | None) -> bool:
    """Whether an event is a ring at the door, or of a voice that nobody vouches for."""
    if event.source is EventSource.USER_INPUT and event.kind == "said":
        return authority_of(event.trust) is not Authority.USER
    return seen is not None and seen.subject == Occasion.DOORBELL


def _one_day(one: datetime, other: datetime) -> bool:
    """Whether two moments are of one day on the clock of the second."""
    return one.astimezone(other.tzinfo).date() == other.date()
