"""Benchmark of what leaks between the garden and the home, over a year of both.

Everything that the garden's model would write holds a made-up word, and so does everything private
that the household says, each said once. Talk, questions, what cameras see, purposes, corrections
and the garden's own days go through the rooms that a house runs: record, consolidation, recall, the
answerers. Then each made-up word is looked for on the side where it must not be, and the evidence
of each row and of each event of the garden with it.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.app.memory import Memories, build_memory
from companion.desk.answerers.garden_asked import GardenAsked
from companion.rooms.recall.answer import CANDIDATES, answered
from companion.rooms.recall.room import Recall
from companion.store.sqlite import Store, record_path
from companion.words.event import Event, EventSource
from companion.words.garden import CharacterNow, Facility, GardenAction, MiniEpisodeResult, Stat
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.observation import Certainty, Change, Observation
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, Sense
from tests.proof.bench.garden_lived import GardenLived
from tests.proof.bench.told_life import SPEAKERS, words
from tests.twins.clock import EVENING, JumpClock
from tests.unit.desk.talked_home import Home

IDS = ("A-leaks",)
DAYS = {Effort.SHORT: 12, Effort.LONG: 365}
TICK_S = 1800.0
EVERY = 2000
"""Events that are read at once."""
PRIVATE = (
    "My bank password is {}",
    "My mother is allergic to {}",
    "Our neighbour is called {}",
    "母は{}アレルギーなんだ",
    "合い鍵は{}の下に置いてある",
    "来週の手術は{}病院だよ",
)
WANTED = ("I prefer {} in the evening", "夜は{}がいいな", "Let's make a plan to buy {} this week")
ASKED = (
    "what did you do in your garden today?",
    "who is your best friend there?",
    "what happened in your garden yesterday?",
)
OF_HOME = ("who came home today?", "今日は誰が来た？", "what did we promise?", "何を買うんだっけ？")
AREAS = ("world_item", "preference", "told_fact", "persona_interest_state")


class Marked:
    """Episodes of a model, each with a made-up word of its own."""

    def __init__(self, word: Iterator[str]) -> None:
        self.word = word
        self.planted: list[str] = []

    async def generate(
        self, character: CharacterNow, action_id: GardenAction, facility: Facility | None
    ) -> MiniEpisodeResult | None:
        """Always one."""
        del character, action_id, facility
        self.planted.append(word := next(self.word))
        return MiniEpisodeResult(episode=f"{word}が空を横切った", stat_changes={Stat.MOOD: 1.0})


class Voter:
    """A model that votes for the first of the menu, and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        """One digit."""
        self.shown += (one.content for one in request.messages)
        return LlmReply(
            text="1", prompt_tokens=1, reused_tokens=0, output_tokens=1, took_s=0.0, model="m"
        )

    def ready(self) -> bool:
        """Always."""
        return True

    def model_name(self) -> str:
        """Of a stand-in."""
        return "m"


@dataclass
class Year:
    """Both lives over one record, and what was planted in them."""

    folder: Path
    private: list[str] = field(default_factory=list)
    """Made-up words of the household."""
    replies: list[str] = field(default_factory=list)
    """Answers to questions about the garden."""
    leaked: list[str] = field(default_factory=list)
    """What of the garden came up in an answer about the home."""
    asked: int = 0
    said: set[str] = field(default_factory=set)
    """Planted words that somebody at home asked for: they are words of the home from then on."""
    changes: set[str] = field(default_factory=set)
    """Kinds of state that events of the garden changed."""

    async def begin(self) -> None:
        """Open the record, and have both lives begin."""
        dice = random.Random(31)
        self.word = words(Language.EN, dice)
        self.clock = JumpClock(EVENING.replace(hour=7))
        self.store = await Store.open(record_path(self.folder), self.clock)
        self.episodes, self.voter = Marked(words(Language.JA, dice)), Voter()
        self.garden = GardenLived(
            self.store,
            self.clock,
            llm=self.voter,
            llm_idle=lambda: True,
            may_ask=lambda: True,
            episodes=self.episodes,
        )
        await self.garden.tick()
        about = GardenAsked(garden=self.garden.garden)
        self.home = Home(self.folder, self.clock, self.store, then=(about,))
        self.memory: Memories = build_memory(record_path(self.folder), None, "")
        self.recall = Recall(self.store.record, self.store.state, self.memory.search, self.clock)
        self._read: Event | None = None

    async def day(self, number: int) -> None:
        """A day of both: what is said, seen, wanted and asked, and what the garden lives."""
        who = SPEAKERS[Language.EN][number % len(SPEAKERS[Language.EN])]
        await self._hours(4)
        await self.home.say(self._planted(PRIVATE, number), who)
        await self._hours(4)
        await self._seen(number)
        await self.home.say(self._planted(WANTED, number), who)
        await self._hours(8)
        self.replies.append(await self.home.say(ASKED[number % len(ASKED)], who))
        await self._remember()
        if number % 7 == 6:
            await self._ask_of_home()
        await self._hours(8)

    def _planted(self, forms: Sequence[str], number: int) -> str:
        self.private.append(word := next(self.word))
        return forms[number % len(forms)].format(word)

    async def _hours(self, hours: int) -> None:
        for _ in range(int(hours * 3600 / TICK_S)):
            await self.clock.sleep(TICK_S)
            await self.garden.tick()

    async def _seen(self, number: int) -> None:
        await self.garden.journal.observed(
            Observation(
                subject="person",
                place=("hall", "kitchen", "living_room")[number % 3],
                change=Change.APPEARED,
                certainty=Certainty.FACT,
                confidence=1.0,
                at=self.clock.now(),
                source="camera.hall",
            )
        )

    async def _remember(self) -> None:
        """Each new event through consolidation, as the remember corridor does."""
        for event in await self.events(after=self._read):
            self._read = event
            plan = await self.home.consolidation.generate(event)
            if event.origin == "garden":
                self.changes |= {change.kind for change in plan.changes}
            await self.home.consolidation.apply(plan)

    async def events(self, after: Event | None = None) -> list[Event]:
        """The record, the oldest first."""
        found, before = list[Event](), None
        since = None if after is None else after.id
        while page := await self.store.record.recent(limit=EVERY, before=before, after=since):
            found += page
            before = page[-1].id
        return found[::-1]

    async def _ask_of_home(self) -> None:
        """Questions about the home, and about each word that the garden planted this week."""
        await self.store.flush()
        await self.memory.index.catch_up()
        names = [one.name for one in self.garden.garden.data.inhabitants]
        people = [getattr(one, of) for one in names for of in ("ja", "en")]
        for question in (*OF_HOME, *people, *self.episodes.planted[-10:]):
            await self.ask(question)

    async def ask(self, question: str) -> None:
        """Ask the home, and see whether anything of the garden comes up."""
        self.asked += 1
        self.said.add(question)
        now = self.clock.now()
        about = await self.garden.journal.heard(Said(question, "voice"), TrustLabel.HOUSEHOLD)
        await self.clock.sleep(60.0)
        mind = await self.recall.recall(about)
        found = await self.memory.search.find(question, now, limit=CANDIDATES, without=set())
        beside = await self.memory.search.beside(found, now, set())
        text = answered(question, found, beside, Language.EN, now).text
        ids = {one.episode.id for one in (*mind.before, *found)}
        ids |= {one.text.event_id for one in mind.turns if one.text.event_id is not None}
        for event in [await self.store.record.event(one) for one in ids]:
            if event is not None and event.origin == "garden":
                self.leaked.append(f"{question}: event {event.id}")
        told = "\n".join((text, *(one.text.text for one in mind.turns)))
        planted = (one for one in self.episodes.planted if one in told and one not in self.said)
        self.leaked += (f"{question}: {one}" for one in planted)

    async def close(self) -> None:
        """Everything."""
        await self.garden.close()
        await self.memory.index.close()
        await self.store.close()


async def measure(effort: Effort) -> Sequence[Figure]:
    """A year of both lives."""
    with tempfile.TemporaryDirectory(prefix="garden-leaks-") as name:
        year = Year(Path(name))
        await year.begin()
        try:
            for number in range(DAYS[effort]):
                await year.day(number)
            return await leaks(year, DAYS[effort])
        finally:
            await year.close()


async def leaks(year: Year, days: int) -> list[Figure]:
    """Figures of all that is on the side where it must not be."""
    events = await year.events()
    garden = {one.id: one for one in events if one.origin == "garden"}
    rows = [row for area in AREAS for row in await year.store.state.rows(area)]
    in_state = [
        f"{row.key}"
        for row in rows
        if set(row.evidence_event_ids) & garden.keys()
        or any(one in f"{row.key} {row.value}" for one in year.episodes.planted)
    ]
    seen = [
        one.id
        for one in events
        if one.source is EventSource.OBSERVATION and (one.origin == "garden" or _is_of(one, year))
    ]
    prose = [_prose(one) for one in garden.values()] + year.voter.shown
    private = [word for word in year.private if any(word in text for text in prose)]
    foreign = [
        one.id
        for one in garden.values()
        if one.source is EventSource.SYSTEM and not garden.keys() >= set(one.evidence_event_ids)
    ]
    shown = sum(any(one in text for text in year.replies) for one in year.episodes.planted)
    what = f"in {days} days, {len(year.episodes.planted)} planted there"
    return [
        _none(
            f"garden in answers and recollections about the home {what}",
            year.leaked,
            questions=year.asked,
            told_when_asked=shown,
            replies=year.replies[-4:],
        ),
        _none(
            f"garden in world, preferences, told things and interests {what}",
            in_state,
            rows=len(rows),
            changed_by_the_garden=sorted(year.changes),
        ),
        _none(
            "kinds of state but the mood that events of the garden changed",
            sorted(year.changes - {"mood"}),
        ),
        _none(f"observations that hold something of the garden {what}", seen),
        _none(
            f"private words in the garden's record and prompts in {days} days, "
            f"{len(year.private)} planted",
            private,
            events=len(garden),
            prompts=len(year.voter.shown),
        ),
        _none("events of the garden that cite one of the home", foreign),
    ]


def _is_of(event: Event, year: Year) -> bool:
    return any(one in _prose(event) for one in year.episodes.planted)


def _prose(event: Event) -> str:
    payload = msgspec.json.encode(event.payload).decode()
    return f"{event.user_text} {event.assistant_text} {payload}"


def _none(what: str, found: Sequence[object], **detail: object) -> Figure:
    return Figure(
        id="A-leaks",
        what=what,
        value=len(found),
        limit=0,
        sense=Sense.AT_MOST,
        unit="",
        detail={"which": [str(one) for one in found[:10]], **detail},
    )
