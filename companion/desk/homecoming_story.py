"""The homecoming story tells who came home and is free one story of the companion's own garden.

At most one for each coming home, and only one that has to do with it: it became whole while nobody
was there, or it is about a promise of that day. No story is told twice: the messages in the record
say which were told. It waits until nobody speaks; with a guest, to who sleeps or watches, or with
nothing fitting to tell, it keeps silent. Code writes every word.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from companion.home.kinds import kind_of
from companion.home.occasion import Occasion
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
from companion.words.facts import Moved, fact_of
from companion.words.garden_view import TellableStory
from companion.words.homecoming import Homecoming
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Observation
from companion.words.trust import Authority, authority_of
from companion.words.utterance import Claim, Utterance

SETTLED_S = 120.0
"""Seconds after coming home before anything is told: first there are shoes and bags."""
LOOK_S = 30.0
"""Seconds between two looks at whether who came is free."""
WITHIN = timedelta(minutes=15)
"""After that the coming home is over, and with it the story."""
STILL = timedelta(minutes=1)
"""So long nobody has spoken, the companion neither."""
BEFORE, TODAY = timedelta(minutes=30), timedelta(hours=24)
"""How long before the coming home a ring at the door tells of a guest, and how old the story of a
promise may be."""
READ = 100
"""Newest events that are looked through."""
_AWAY = Bilingual(
    "留守のあいだ、わたしの庭でこんなことがありました。{}",
    "While you were out, this happened in my own garden: {}",
)
_PROMISE = Bilingual(
    "わたしの庭で、約束のことがありました。{}",
    "About a promise, in my own garden: {}",
)
_BUSY, _OVER = "busy", "over"


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
    _last: Homecoming | None = field(default=None, init=False)
    _came: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("homecoming story", self.follow, Stage.ACT),)

    def came(self, homecoming: Homecoming) -> None:
        """Begin to look for a moment: a person of the household came home."""
        self._last = homecoming
        self._came.set()

    async def follow(self) -> None:
        """Wait for a moment after each coming home, until cancelled."""
        while True:
            await self._came.wait()
            self._came.clear()
            await self.clock.sleep(SETTLED_S)
            while not self._came.is_set() and self._last is not None:
                if await self.look() is not None:
                    break
                await self.clock.sleep(LOOK_S)

    async def look(self) -> str | None:
        """Tell a story now if this is the moment for it. Gives what came of it: `told`, a reason
        for silence, or None where it may yet come."""
        came = self._last
        if came is None:
            return _OVER
        why_not = await self._why_not(came)
        if why_not == _BUSY:
            return None
        self._last = None
        story = None if why_not else await self._untold(came)
        if story is None:
            return why_not or "nothing to tell"
        await self._tell(story, came)
        return "told"

    async def _why_not(self, came: Homecoming) -> str:
        """Reason for which nothing is told: `busy` passes, the others do not."""
        now = self.clock.now()
        if now - came.at > WITHIN or self.quiet():
            return _OVER
        events = await self.record.recent(limit=READ, origin="home")
        since = [one for one in events if one.at >= came.at - BEFORE]
        if any(_tells_of_a_guest(one) for one in since):
            return "guest"
        if any(_tells_of_sleep(one) for one in since if one.at >= came.at):
            return "asleep"
        here = [place for place, held in (await self.people()).items() if held == "present"]
        if len(here) > 1:
            return "guest"
        spoken = (
            EventSource.USER_INPUT,
            EventSource.CONVERSATION_REPLY,
            EventSource.APPROVAL_QUESTION,
        )
        lately = any(one.source in spoken and now - one.at < STILL for one in since)
        moment = Moment(
            somebody=bool(here),
            beside=False,
            quiet=False,
            closeness=self.purse.closeness(),
            asked=False,
        )
        if lately or not here or self._plays():
            return _BUSY
        verdict = weigh(STORY, moment)
        return "" if verdict.spoken else verdict.reason

    def _plays(self) -> bool:
        """Whether a television or a player runs: who watches is not free."""
        return any(
            kind_of(device).running and state is not None and state.value == "playing"
            for device in self.house.devices()
            for state in (self.house.state(device.id),)
        )

    async def _untold(self, came: Homecoming) -> TellableStory | None:
        """The story that is worth most of those that have to do with this coming home."""
        told = await self._told()
        fitting: list[tuple[float, TellableStory]] = []
        for story in self.stories():
            last = await self.record.event(story.events[-1])
            if last is None or told.intersection(story.events):
                continue
            away = came.since is not None and last.at >= came.since
            if away or (story.of_promise and came.at - last.at <= TODAY):
                fitting.append((story.weight + away, story))
        return max(fitting, key=lambda one: one[0], default=(0.0, None))[1]

    async def _told(self) -> frozenset[EventId]:
        """Events of the stories that were told."""
        messages = await self.record.recent(
            limit=READ, sources=(EventSource.AUTONOMY_MESSAGE,), origin="garden"
        )
        return frozenset(one for message in messages for one in message.evidence_event_ids)

    async def _tell(self, story: TellableStory, came: Homecoming) -> None:
        last = await self.record.event(story.events[-1])
        away = came.since is not None and last is not None and last.at >= came.since
        form = _AWAY if away else _PROMISE
        words = Bilingual(form.ja.format(story.words.ja), form.en.format(story.words.en))
        message = await self.journal.said(
            Utterance(
                text=self.manner.fact(words).get(self.language),
                language=self.language,
                delivery=ConsoleDelivery(DeliveryKind.CHAT, MessageKind.REPORT),
                speaker_name=self.speaker_name,
                claims=tuple(Claim(event_id=one, kind="garden") for one in story.events),
                decision_event_id=came.event_id,
            ),
            garden=True,
        )
        self.purse.spent()
        self.speak(message, came.event_id)


def _tells_of_a_guest(event: Event) -> bool:
    """Whether an event says that somebody else is or may be there."""
    if event.source is EventSource.USER_INPUT and event.kind == "said":
        return authority_of(event.trust) is not Authority.USER
    seen = fact_of(event, Observation)
    if seen is None:
        return False
    return seen.subject == Occasion.DOORBELL or (seen.subject == "person" and (seen.count or 0) > 1)


def _tells_of_sleep(event: Event) -> bool:
    seen, moved = fact_of(event, Observation), fact_of(event, Moved)
    left = moved is not None and not moved.arrived
    return left or (seen is not None and seen.subject in (Occasion.BEDTIME, Occasion.AWAY))
