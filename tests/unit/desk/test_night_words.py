"""Night words: what was only shown in the quiet hours is said once when somebody is up."""

from datetime import datetime, timedelta

from companion.desk.night_words import NightWords
from companion.home.occasion import Occasion
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.service.plugins import CapabilityRegistry
from companion.service.speech_purse import SpeechPurse
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.decision import ConsoleDelivery, DeliveryKind
from companion.words.event import Event
from companion.words.language import Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.utterance import Claim, Utterance
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.rooms.perception.test_occasions import thing
from tests.unit.store.samples import SetClock

NIGHT = datetime.fromisoformat("2026-11-23T02:10:00+09:00")
WINDOW = thing("binary_sensor.window", "window")


class Home:
    """A bedroom with a window, quiet hours, and somebody who is up or not."""

    def __init__(self, language: Language = Language.EN) -> None:
        self.clock = SetClock()
        self.clock.at = NIGHT
        self.store, self.hub = Store.in_memory(self.clock), Hub(self.clock.now)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.there: dict[str, str | None] = {"bedroom": "absent"}
        self.still, self.quiet = True, True
        self.spoken: list[Event] = []
        self.purse = SpeechPurse(self.clock)
        self.words = self.built(language)

    def built(self, language: Language = Language.EN) -> NightWords:
        house = MemoryHouse(self.clock, [MemoryDevice(WINDOW, value="on")])
        return NightWords(
            record=self.store.record,
            journal=self.journal,
            people=self.people,
            still=lambda seen: self.still,
            names=Names(house=house, catalogue=CapabilityRegistry({}), places={}),
            purse=self.purse,
            quiet=lambda: self.quiet,
            clock=self.clock,
            language=language,
            speaker_name="Gen",
            speak=lambda event, cause: self.spoken.append(event),
        )

    async def people(self) -> dict[str, str | None]:
        return self.there

    async def shown(self, reason: str = "quiet_hours") -> None:
        """A report that stood on the page alone."""
        seen = await self.journal.observed(
            Observation(
                subject=Occasion.OPEN.value,
                place="bedroom",
                change=Change.APPEARED,
                certainty=Certainty.FACT,
                confidence=1.0,
                at=self.clock.at,
                source=WINDOW.id,
                value="present",
            )
        )
        message = await self.journal.said(
            Utterance(
                text="The window has been left open.",
                language=Language.EN,
                delivery=ConsoleDelivery(DeliveryKind.NOTIFY),
                speaker_name="Gen",
                claims=(Claim(event_id=seen.id, kind="state"),),
                decision_event_id=seen.id,
            )
        )
        await self.journal.kept_silent(message, reason)

    async def morning(self) -> list[str]:
        """The quiet hours end and somebody is up; what was said by then."""
        await self.words.look()
        self.clock.at = NIGHT + timedelta(hours=5)
        self.quiet = False
        await self.words.look()
        self.there = {"bedroom": "present"}
        await self.words.look()
        return [event.assistant_text for event in self.spoken]


async def test_it_is_said_once_when_somebody_is_up() -> None:
    home = Home()
    await home.shown()
    said = await home.morning()
    assert said == ["From the night: The window has been left open."]
    assert home.purse.closeness() < 1.0
    await home.words.look()
    again = home.built()
    await again.look()
    assert len(home.spoken) == 1, "also after a restart"


async def test_japanese() -> None:
    home = Home(Language.JA)
    await home.shown()
    (said,) = await home.morning()
    assert said == "夜のあいだのお知らせです。windowが開いたままになっています。"


async def test_what_is_over_and_what_was_silent_for_another_reason_is_no_news() -> None:
    over = Home()
    over.still = False
    await over.shown()
    assert await over.morning() == []
    empty = Home()
    await empty.shown("nobody_here")
    assert await empty.morning() == [], "who comes home is told at the door"
    assert await Home().morning() == []
