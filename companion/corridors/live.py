"""The live corridor is the way of the companion's own life in its garden.

tick -> the world lives on to now -> each decision and each fact becomes an event of origin `garden`
-> history, diary, state -> what an episode adds, later. It answers nobody and moves nothing in the
home; everybody else goes before it, and what cannot be had (the model, the weather) is left out.
"""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from companion.corridors.garden_stories import LivingStories, line_of, offered
from companion.ports.clock import Clock, Ids
from companion.ports.garden import (
    GardenBook,
    MiniEpisodeGenerator,
    TalkWriter,
    WeatherOutside,
)
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.stream import Stream
from companion.rooms.garden.decision import (
    decision_of,
    read_vote,
    vote_grammar,
    vote_prompt,
)
from companion.rooms.garden.diary import Story
from companion.rooms.garden.room import Garden
from companion.rooms.garden.today import episode_line
from companion.rooms.garden.world import Chosen, Told
from companion.rooms.journal.room import Journal
from companion.rooms.sifting.patterns import OF_PROMISES
from companion.rooms.sifting.wishes import wish_told
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import EventSource
from companion.words.facts import (
    Fact,
    GardenActed,
    GardenDayEnded,
    GardenTalked,
    GardenWorded,
)
from companion.words.garden import ActionHistoryEntry, CharacterNow, moment_of
from companion.words.garden_view import StoryLine, TellableStory
from companion.words.ids import EventId, TriggerId
from companion.words.language import Language
from companion.words.llm import LlmRequest, LlmRequestPurpose
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import Authority, TrustLabel, authority_of

log = logging.getLogger(__name__)

TICK_S = 60.0
"""Seconds of the household's clock between two ticks."""
SAVED_EVERY = 60
"""Garden minutes after which the state is saved, at the next own act: it is up to 18 kilobytes,
and a memory card wears out. After a crash the minutes since are lived again, and come out the
same."""
SHOWN, OF_KIND, BEGUN = 12, 2, 0.5
"""Stories that the page lists at most, open ones of one kind, and how far these must be."""
TELLABLE = 20
"""Newest stories that somebody may be told of."""
VOTE_TOKENS = 4
VOTE_AHEAD = 3
"""Minutes that an action must still last for a vote on the next one to be asked for."""


@dataclass(kw_only=True)
class Live:
    """The corridor. One task walks it; nothing else touches the world."""

    garden: Garden
    book: GardenBook
    journal: Journal
    record: Record
    stream: Stream
    stories: LivingStories
    weather: WeatherOutside
    episodes: MiniEpisodeGenerator
    talks: TalkWriter
    llm: Llm
    llm_idle: Callable[[], bool]
    """Whether nobody asks the model for anything."""
    may_ask: Callable[[], bool]
    """Takes one of the garden's few calls of this hour; False where none is left."""
    begin: Callable[[Awaitable[object], str], None]
    """Begins work beside the corridor, watched."""
    clock: Clock
    ids: Ids
    language: Language
    writable: Callable[[], Awaitable[None]]
    """Waits until the disk takes what it is given."""
    time_scale: float = 1.0
    """Garden minutes for each real minute."""
    catch_up_minutes: int = 480
    """Garden minutes that are lived after a time off, at most."""
    _anchor: tuple[datetime, int] | None = None
    _heard: EventId | None = None
    _voted_for: int = field(default=-1)
    _asking: bool = False
    _saved: int = -SAVED_EVERY
    """Garden minute of the newest saved state."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("garden", self.run, Stage.INTAKE),)

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            await self.tick()
            await self.clock.sleep(TICK_S)

    async def tick(self) -> None:
        """Live on to now, and write down what happened."""
        await self.writable()
        if not self.garden.begun:
            await self.garden.wake(self.clock.now())
            await self.stories.read(self.record)
            self.garden.stories = self._shown_stories
        world, now = self.garden.world, self.clock.now()
        late = self._minute(now) - world.now
        if late > self.catch_up_minutes:
            # Nobody lived through the rest: it leaves no trace.
            world.skip(late - self.catch_up_minutes)
        world.weather = await self.weather.now()
        told = world.advance(max(world.now, self._minute(now)))
        told += await self._listen()
        await self._write(told)
        self._consider_next()

    def _minute(self, now: datetime) -> int:
        """The garden minute that belongs to a real moment. At a scale of 1 the garden's clock is
        the one on the wall."""
        if self._anchor is None:
            # A garden whose time runs faster is ahead of the wall, and goes on from where it is.
            ahead = 0 if self.time_scale == 1.0 else self.garden.world.now
            self._anchor = (now, max(self.garden.minute_of(now), ahead))
        began, minute = self._anchor
        if self.time_scale == 1.0:
            return self.garden.minute_of(now)
        passed = (now - began).total_seconds() / 60
        return minute + int(passed * self.time_scale)

    # What the household does

    async def _listen(self) -> list[Told]:
        """Whether somebody of the household has spoken since: then the companion talks."""
        newest = await self.record.recent(limit=1, sources=(EventSource.USER_INPUT,))
        said = newest[0] if newest else None
        last = EventId(0) if said is None else said.id
        known, self._heard = self._heard, last
        if said is None or known is None or last <= known:
            return []
        if said.kind != "said" or authority_of(said.trust) is not Authority.USER:
            return []
        told = self.garden.world.spoken_to()
        self.garden.world.keep_talking()
        return told

    # What happened

    async def _write(self, told: list[Told]) -> None:
        tokens: dict[int, EventId] = {}
        for one in told:
            if isinstance(one, Chosen):
                if self.garden.is_new(one.at):
                    tokens[one.token] = await self._decided(one)
            elif self.garden.is_recorded(one):
                await self._lived(one, tokens)
                if isinstance(one, GardenActed) and self.garden.may_inject(one):
                    await self._inject()
        self.garden.world.recorded(tokens)
        own = self.garden.data.self_id
        cut = any(isinstance(o, GardenActed) and o.cut_short and o.who == own for o in told)
        if cut or (tokens and self.garden.world.now - self._saved >= SAVED_EVERY):
            await self._save()

    async def _inject(self) -> None:
        """The game master brings up what carries an open story on the furthest."""
        offers = self.garden.offers(self.stories.threads())
        now = self.garden.world.now
        facts = [offered(o.verb.value, o.who, o.other, o.about, now) for o in offers]
        chosen = self.stories.chosen(facts)
        if chosen is not None:
            await self._lived(self.garden.inject(offers[chosen]), {})

    def _shown_stories(self) -> tuple[Sequence[StoryLine], Sequence[StoryLine]]:
        """Whole and open stories for the page."""
        found, names = self.stories.all(), self.garden.names() | self.stories.things
        own, now = self.garden.data.self_id, moment_of(self.garden.world.now).replace(tzinfo=UTC)
        told = tuple(
            StoryLine(day=one.when.date().isoformat(), words=line_of(one, names, own))
            for one in found.told[: -SHOWN - 1 : -1]
        )
        people = {one.id for one in self.garden.data.inhabitants}
        mine = [o for o in found.open if own in o.roles.values() and o.since <= now]
        mine.sort(key=lambda one: (one.progress, one.weight, one.event_ids[-1]), reverse=True)
        of_kind: Counter[str] = Counter()
        begun: list[StoryLine] = []
        for one in mine:
            of_kind[one.pattern] += 1
            if one.progress >= BEGUN and of_kind[one.pattern] <= OF_KIND and len(begun) < SHOWN:
                who = tuple(names[o] for o in dict.fromkeys(one.roles.values()) if o in people)
                waits = wish_told(one.wish, names)
                begun.append(StoryLine(day="", words=one.label, people=who, waits_for=waits))
        return told, begun

    def tellable(self) -> tuple[TellableStory, ...]:
        """The newest whole stories, the latest first."""
        if not self.garden.begun:
            return ()
        names = self.garden.names() | self.stories.things
        return tuple(
            TellableStory(
                words=line_of(one, names, self.garden.data.self_id),
                events=one.event_ids,
                weight=one.weight,
                of_promise=one.pattern in OF_PROMISES,
            )
            for one in self.stories.all().told[: -TELLABLE - 1 : -1]
        )

    async def _save(self) -> None:
        self._saved = self.garden.world.now
        await self.book.save(self.garden.saved())

    async def close(self) -> None:
        """Save the garden as it is, once nothing ticks any more. On a full disk what it lived since
        the last save is told from the record at the next start."""
        if not self.garden.begun:
            return
        try:
            await self._save()
        except OSError as error:
            log.warning("the garden is not saved: %s", error)

    async def _decided(self, chosen: Chosen) -> EventId:
        evidence = self.garden.last_events()
        decision = decision_of(chosen, self.garden.world.town, self.language, evidence)
        trigger = Trigger(
            id=TriggerId(self.ids.new()),
            kind=TriggerKind.EVENT,
            priority=Priority.GARDEN,
            at=self.clock.now(),
            about=LabelledText(chosen.reason.get(self.language), TrustLabel.SELF),
        )
        return (await self.journal.chose(decision, trigger)).id

    async def _lived(self, fact: Fact, tokens: dict[int, EventId]) -> None:
        evidence: tuple[EventId, ...] = ()
        if isinstance(fact, GardenActed):
            decision = tokens.get(fact.decision, max(fact.decision, EventId(0)))
            fact = msgspec.structs.replace(fact, decision=decision)
            evidence = (decision,) if decision else ()
        felt = self.garden.leaves_affect(fact)
        event = await self.journal.lived(
            fact, evidence=evidence, remembered=felt, recalled_by=self.garden.recalled_by(fact)
        )
        await self._keep(event.id, fact)
        self.stories.take(event.id, fact)
        if isinstance(fact, GardenDayEnded):
            names = self.garden.names() | self.stories.things
            whole = [
                Story(line_of(one, names, fact.who), one.event_ids, one.weight)
                for one in self.stories.of_ended_day()
            ]
            page = self.garden.end_day(fact, whole)
            written = await self.journal.lived(
                page, evidence=(e for one in page.sentences for e in one.events)
            )
            await self.garden.keep_page(written.id)

    async def _keep(self, event: EventId, fact: Fact) -> None:
        """The record is complete before anybody thinks of an episode or of words."""
        entry = await self.garden.keep(event, fact)
        if isinstance(fact, GardenTalked):
            self.begin(self._word(event, fact, self.garden.feels(fact)), "garden talk")
        if entry is None:
            return
        self._publish(event, {"kind": "garden_acted", "line": self.garden.line(entry)})
        assert isinstance(fact, GardenActed)
        if not fact.cut_short and self.garden.may_have_episode(fact):
            # Captured now: the next action has begun when the episode comes.
            character = CharacterNow(sheet=self.garden.world.self_being.sheet, stats=fact.after)
            self.begin(self._episode(entry, fact, character), "garden episode")

    def _publish(self, event: EventId, data: dict[str, object]) -> None:
        self.stream.publish(
            StreamMessage(kind=StreamKind.ACTIVITY, at=self.clock.now(), event_id=event, data=data)
        )

    # What the model adds

    async def _episode(
        self, entry: ActionHistoryEntry, fact: GardenActed, character: CharacterNow
    ) -> None:
        """Ask for an episode of an action that is over, and add it where one comes."""
        facility = self.garden.world.town.facilities.get(fact.facility)
        found = await self.episodes.generate(character, fact.action, facility)
        if found is None:
            return
        event_id = EventId(entry.event_id)
        lived = self.garden.world.episode(event_id, found, fact.map_id)
        words = self.garden.recalled_by(lived)
        event = await self.journal.lived(lived, evidence=(event_id,), recalled_by=words)
        await self.book.add_episode(event_id, found)
        await self.garden.keep(event.id, lived)
        name = character.sheet.name.get(self.language)
        line = episode_line(self.garden.with_episode(entry, found), name, lived.at)
        self._publish(event.id, {"kind": "garden_episode", "line": line})

    async def _word(self, talk: EventId, fact: GardenTalked, feels: Mapping[str, str]) -> None:
        """Ask for the words of a talk, and record them beside it where they come."""
        sheets = {one.id: one for one in self.garden.data.inhabitants}
        turns = await self.talks.word(fact, sheets, feels)
        if turns:
            worded = GardenWorded(
                who=fact.who, at=fact.at, talk=talk, language=self.language, turns=turns
            )
            await self.journal.lived(worded, evidence=(talk,))

    def _consider_next(self) -> None:
        """While the model is idle and an action lasts, ask it for its vote on the next one."""
        running = self.garden.world.self_being.state.running
        if running is None or self._asking or running.began == self._voted_for:
            return
        if running.until - self.garden.world.now < VOTE_AHEAD:
            return
        if not (self.llm.ready() and self.llm_idle() and self.may_ask()):
            return
        self._voted_for, self._asking = running.began, True
        self.begin(self._vote(running.began), "garden vote")

    async def _vote(self, began: int) -> None:
        world = self.garden.world
        menu = world.foreseen()
        request = LlmRequest(
            purpose=LlmRequestPurpose.ASYNC_GARDEN_DECISION,
            messages=vote_prompt(
                world, menu, self.garden.today, self.language, self.garden.scene(self.language)
            ),
            max_tokens=VOTE_TOKENS,
            grammar=vote_grammar(len(menu)),
            priority=Priority.GARDEN,
        )
        self.garden.thinking = True
        try:
            answer = await self.llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
            return
        finally:
            self.garden.thinking = self._asking = False
        running = world.self_being.state.running
        if running is not None and running.began == began:
            world.vote = read_vote(answer.text, menu)
