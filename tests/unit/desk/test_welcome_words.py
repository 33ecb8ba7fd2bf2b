"""Welcome words: a greeting on coming home, by name where it is known (issue 15, point 8)."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from companion.desk.welcome_words import AWAY, ONCE, WelcomeWords
from companion.phrases.manner import Manner
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.service.plugins import CapabilityRegistry
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.event import Event, EventSource
from companion.words.facts import MessageSaid, fact_of
from companion.words.homecoming import Homecoming
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import PhraseForms, Saying
from companion.words.result import ResultStatus
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP
from tests.unit.store.samples import SetClock, decision, result, trigger

EVENING = datetime.fromisoformat("2026-11-23T18:30:00+09:00")
MANNER = Manner(
    phrases={
        Language.EN: {Saying.WELCOME: PhraseForms(("Back, are you? Welcome.",))},
        Language.JA: {Saying.WELCOME: PhraseForms(("おう、おかえり。",))},
    }
)


class Home:
    """A home that people leave and come back to."""

    def __init__(self, language: Language = Language.EN) -> None:
        self.clock = SetClock()
        self.clock.at = EVENING
        self.store, self.hub = Store.in_memory(self.clock), Hub(self.clock.now)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.there: dict[str, str | None] = {"hall": "present"}
        self.questions: list[Any] = []
        self.spoken: list[Event] = []
        self.came: list[Homecoming] = []
        house = MemoryHouse(self.clock, [MemoryDevice(LAMP, value="off")])
        self.words = WelcomeWords(
            stream=self.hub,
            record=self.store.record,
            journal=self.journal,
            home=cast(Any, self),
            names=Names(house=house, catalogue=CapabilityRegistry({}), places={}),
            clock=self.clock,
            language=language,
            manner=MANNER,
            speaker_name="Gen",
            called={"aki": Bilingual("アキ", "Aki")},
            waiting=self.waiting,
            speak=lambda event, cause: self.spoken.append(event),
            then=self.came.append,
        )

    async def people(self) -> dict[str, str | None]:
        return self.there

    async def waiting(self) -> list[Any]:
        return self.questions

    async def after(self, minutes: float) -> None:
        self.clock.at = self.clock.at + timedelta(minutes=minutes)

    async def seen(self, change: Change) -> None:
        self.there = {"hall": "present" if change is Change.APPEARED else "absent"}
        event = await self.journal.observed(
            Observation(
                subject="person",
                place="hall",
                change=change,
                certainty=Certainty.FACT,
                confidence=1.0,
                at=self.clock.now(),
                source="camera.hall",
            )
        )
        await self.words.noticed(event)

    async def comes_by_tracker(self) -> None:
        words = Bilingual("アキが家に帰ってきた。", "Aki came home.")
        await self.words.noticed(await self.journal.moved("aki", words, arrived=True))

    async def failed(self) -> None:
        decided = await self.journal.decided(decision(), trigger())
        failed = result(int(decided.id), ResultStatus.FAILED)
        await self.journal.acted(replace(failed, observed_at=self.clock.now()), decision())

    def told(self) -> list[str]:
        return [event.assistant_text for event in self.spoken]


async def test_who_comes_home_is_greeted_once_in_the_words_of_the_sheet() -> None:
    """T-57: after an empty home; who walks from room to room is not."""
    home = Home()
    await home.seen(Change.APPEARED)
    assert home.told() == [], "at the start nobody knows whether it was empty"
    await home.seen(Change.GONE)
    await home.after(1)
    await home.seen(Change.APPEARED)
    assert home.told() == [], "a minute is no absence"
    await home.seen(Change.GONE)
    await home.after(AWAY.total_seconds() / 60 + 1)
    await home.seen(Change.APPEARED)
    assert home.told() == ["Back, are you? Welcome."]
    await home.comes_by_tracker()
    assert len(home.told()) == 1, "the tracker tells of the same person"


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.EN, "Aki! Back, are you? Welcome."), (Language.JA, "アキさん、おう、おかえり。")],
)
async def test_by_name_where_it_is_known(language: Language, words: str) -> None:
    home = Home(language)
    await home.comes_by_tracker()
    assert home.told() == [words]
    said = fact_of(home.spoken[0], MessageSaid)
    assert said is not None
    assert (said.speaker_name, said.claims[0].kind) == ("Gen", "seen")


async def test_it_tells_what_could_not_be_done_and_what_waits() -> None:
    """Only of the time that nobody was there."""
    home = Home()
    await home.failed()
    await home.after(1)
    await home.seen(Change.GONE)
    await home.after(2)
    await home.failed()
    home.questions = [object(), object()]
    await home.after(5)
    await home.seen(Change.APPEARED)
    (text,) = home.told()
    assert text.count("could not") + text.count("did not") == 1, text
    assert text.startswith("Back, are you? Welcome. ")
    assert text.endswith("2 questions wait for an answer on the page.")


async def test_it_follows_the_record() -> None:
    """The same, by way of the stream."""
    home = Home()
    following = asyncio.create_task(home.words.follow())
    try:
        await asyncio.sleep(0)  # it watches from here on
        words = Bilingual("アキが家に帰ってきた。", "Aki came home.")
        await home.journal.moved("aki", words, arrived=True)
        async with asyncio.timeout(10):
            while not home.spoken:
                await asyncio.sleep(0.001)
    finally:
        following.cancel()
        await asyncio.wait([following])
    (event,) = await home.store.record.recent(sources=(EventSource.AUTONOMY_MESSAGE,))
    assert event.assistant_text == home.told()[0] == "Aki! Back, are you? Welcome."


async def test_who_was_greeted_by_tracker_is_not_greeted_again_when_seen() -> None:
    """D-024: the home is not empty from the tracker's word on, however late a camera sees them."""
    home = Home()
    await home.seen(Change.GONE)
    await home.after(60)
    await home.comes_by_tracker()
    await home.after(ONCE.total_seconds() / 60 + 5)
    await home.seen(Change.APPEARED)
    assert len(home.told()) == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.EN, "Welcome home, Aki!"), (Language.JA, "おかえりなさい、アキさん！")],
)
async def test_a_form_that_addresses_somebody_has_the_name_once(
    language: Language, words: str
) -> None:
    """T-57: not アキさん、おかえりなさい、ご主人さん."""
    home = Home(language)
    forms = {
        Language.EN: {Saying.WELCOME: PhraseForms(("Welcome home, {label}!",))},
        Language.JA: {Saying.WELCOME: PhraseForms(("おかえりなさい、{label}！",))},
    }
    labels = {Language.EN: "dear", Language.JA: "ご主人さん"}
    home.words.manner = Manner(phrases=forms, labels=labels)
    await home.comes_by_tracker()
    assert home.told() == [words]


async def test_only_a_person_of_the_household_is_told_further() -> None:
    """Where people have names, whoever is only seen may be a guest; the time away is told too."""
    home = Home()
    await home.seen(Change.GONE)
    await home.after(60)
    await home.seen(Change.APPEARED)
    assert (len(home.told()), home.came) == (1, [])
    await home.after(30)
    away = Bilingual("アキが家を出た。", "Aki left home.")
    left = await home.journal.moved("aki", away, arrived=False)
    await home.words.noticed(left)
    await home.after(60)
    await home.comes_by_tracker()
    (came,) = home.came
    assert came.since == left.at


async def test_when_somebody_left_is_known_after_a_restart() -> None:
    """Issue 17: what happened in the garden during an absence is told, though the service began
    anew in the middle of it."""
    home = Home()
    away = Bilingual("アキが出かけた。", "Aki left home.")
    left = await home.journal.moved("aki", away, arrived=False)
    await home.after(90)
    await home.comes_by_tracker()
    assert [one.since for one in home.came] == [left.at]
    await home.after(90)
    await home.comes_by_tracker()
    assert [one.since for one in home.came] == [left.at, None], "nobody had left in between"
