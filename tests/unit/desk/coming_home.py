"""A home to which its owner comes back: what the homecoming story needs, over a real store."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

from companion.desk.homecoming_story import SETTLED_S, HomecomingStory
from companion.desk.welcome_words import WelcomeWords
from companion.phrases.manner import Manner
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.service.plugins import CapabilityRegistry
from companion.service.speech_purse import SpeechPurse
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.device import Device, Domain
from companion.words.event import Event, EventSource
from companion.words.facts.garden import GardenDayEnded
from companion.words.garden_view import TellableStory
from companion.words.homecoming import Homecoming
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.store.samples import SetClock, draft

EVENING = datetime.fromisoformat("2026-11-23T18:30:00+09:00")


class Home:
    """A home to which its owner comes back."""

    def __init__(self, language: Language = Language.EN) -> None:
        self.clock = SetClock()
        self.clock.at = EVENING
        self.store, self.hub = Store.in_memory(self.clock), Hub(self.clock.now)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.there: dict[str, str | None] = {"hall": "present"}
        self.known: list[TellableStory] = []
        self.spoken: list[Event] = []
        self.is_quiet = False
        self.tv = MemoryDevice(
            Device(
                id=DeviceId("media_player.tv"),
                domain=Domain.MEDIA_PLAYER,
                name=Bilingual("テレビ", "TV"),
                area="living_room",
                operations=("play", "pause"),
            ),
            value="idle",
        )
        self.house = MemoryHouse(self.clock, [self.tv])
        self.purse = SpeechPurse(self.clock)
        self.story = self.begun(language)

    def begun(self, language: Language = Language.EN) -> HomecomingStory:
        return HomecomingStory(
            record=self.store.record,
            journal=self.journal,
            house=self.house,
            people=self.people,
            stories=lambda: self.known,
            purse=self.purse,
            quiet=lambda: self.is_quiet,
            clock=self.clock,
            language=language,
            manner=Manner(),
            speaker_name="Koto",
            speak=lambda event, cause: self.spoken.append(event),
        )

    def greets(self) -> None:
        """From now on the greeting at the door tells the story of each coming home."""
        self.welcome = WelcomeWords(
            stream=self.hub,
            record=self.store.record,
            journal=self.journal,
            home=cast(Any, self),
            names=Names(house=self.house, catalogue=CapabilityRegistry({}), places={}),
            clock=self.clock,
            language=Language.EN,
            manner=Manner(),
            speaker_name="Koto",
            called={},
            waiting=self.store.approvals.pending,
            speak=lambda event, cause: self.spoken.append(event),
            then=self.story.came,
        )

    async def sees(self, room: str, before: int, now: int) -> None:
        """A camera reports that people came or went."""
        change = Change.GONE if not now else Change.COUNT if before else Change.APPEARED
        await self.welcome.noticed(await self.observed(change, count=now, place=room))

    def plays(self, value: str) -> None:
        self.house.set_state(self.tv.device.id, value)

    async def people(self) -> dict[str, str | None]:
        return self.there

    def later(self, seconds: float) -> None:
        self.clock.at = self.clock.at + timedelta(seconds=seconds)

    async def lives(self, words: str, *, of_promise: bool = False) -> None:
        """A story becomes whole in the garden."""
        ended = GardenDayEnded(who="self", began=0, at=1, done=0, missed=0, changed=0)
        event = await self.journal.lived(ended)
        both = Bilingual(words, words)
        story = TellableStory(words=both, events=(event.id,), weight=0.5, of_promise=of_promise)
        self.known.insert(0, story)

    async def comes(self, *, away_h: float | None = 3.0) -> None:
        """The owner comes home and has put the bags down."""
        since = None if away_h is None else self.clock.at - timedelta(hours=away_h)
        event = await self.observed(Change.APPEARED)
        self.story.came(Homecoming(event_id=event.id, at=event.at, since=since))
        self.later(SETTLED_S)

    async def observed(
        self,
        change: Change,
        subject: str = "person",
        count: int | None = None,
        place: str = "hall",
    ) -> Event:
        return await self.journal.observed(
            Observation(
                subject=subject,
                place=place,
                change=change,
                certainty=Certainty.FACT,
                confidence=1.0,
                at=self.clock.now(),
                source="camera.hall",
                count=count,
            )
        )

    async def speaks(self, trust: TrustLabel = TrustLabel.HOUSEHOLD) -> None:
        said = draft(EventSource.USER_INPUT, "said", text="hello", searchable=True)
        await self.store.events.append(
            replace(said, trust=trust, payload={}, at=self.clock.now()), durable=True
        )

    def told(self) -> list[str]:
        return [event.assistant_text for event in self.spoken]
