"""The garden room: its present life, its day so far, and what it has to tell.

One door to the world: it wakes it from what was saved, keeps the day's facts with their events, and
gives the views that the page, the prompts and the answers draw on. It reads and writes through its
ports alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from companion.phrases.calendar import WEEKDAYS_EN, WEEKDAYS_JA, day_said, sentence_start
from companion.ports.garden import Draws, GardenBook
from companion.ports.record import Record
from companion.rooms.garden.being import Being, Promise, pair_key, restored, saved
from companion.rooms.garden.body import MOOD
from companion.rooms.garden.bonds import feeling, job_title
from companion.rooms.garden.catalogue import DEFINITIONS
from companion.rooms.garden.diary import REMEMBERED_DAYS, DayFact, Diary, Story
from companion.rooms.garden.episodes import NO_EPISODE
from companion.rooms.garden.injections import Offer, mood_change, offers
from companion.rooms.garden.memories import naming, recalled_by
from companion.rooms.garden.past_days import NO_PAGE, asked_for, pages_between, pages_told
from companion.rooms.garden.replay import PAGES, all_steps, lived_day, step_at, unpacked, weather_at
from companion.rooms.garden.scene import brief, garden_scene, waiting
from companion.rooms.garden.telling import TODAY, today_told
from companion.rooms.garden.today import action_line, is_line, mood_line, section
from companion.rooms.garden.world import World
from companion.words.context import GardenBrief
from companion.words.event import Event
from companion.words.facts import (
    Fact,
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenDiary,
    GardenEpisode,
    GardenInjected,
    GardenMet,
    GardenPlanned,
    GardenTalked,
    fact_of,
)
from companion.words.garden import (
    DAY_MINUTES,
    EPOCH,
    ActionHistoryEntry,
    GardenAction,
    GardenData,
    MiniEpisodeResult,
    clock_of,
    day_of,
    moment_of,
)
from companion.words.garden_view import (
    GardenView,
    PersonView,
    PlaceView,
    Remembered,
    ReplayView,
    StoryLine,
    Tie,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.scene import SceneState
from companion.words.story import StoryThread

_FACTS: tuple[type[Fact], ...] = (
    *(GardenActed, GardenBond, GardenMet, GardenTalked, GardenEpisode, GardenInjected),
)
"""Facts that a diary page is made of."""
MOST_LOOKS = 5
"""Looks into the book for a name; each gives the next few events that hold its letters."""
DAWN, DUSK = 6, 18
"""Hours between which the garden is light."""
IN_TALK = 3
"""Lines of the day in the prompt of a conversation: a small device reads each in half a second."""
_EVIDENCE = 3
INJECTED, INJECTED_AGAIN = 0.05, 30
"""Probability that the game master brings something up after an own act, and the minutes in which
it does not do so again."""
BROUGHT_LATELY = 120
"""Minutes in which what was brought up stands in the scene."""
HISTORY_DAYS = 60
"""Days whose lines are kept to look at; the events that they were made from stay for good."""
FELT_FROM = 10.0
"""Change of mood or energy from which on an action leaves an affect."""
_WAITS = Bilingual("- 話のあとに待っていること: {}", "- what waits until we have talked: {}")
_HOUSEHOLD = Bilingual("家の人", "somebody at home")


class Garden:
    """The companion's own life, as far as it is known now."""

    def __init__(
        self,
        data: GardenData,
        book: GardenBook,
        record: Record,
        draws: Callable[[int], Draws],
        *,
        new_seed: Callable[[], int],
        language: Language,
    ) -> None:
        """`draws`: gives the random numbers of a seed. `new_seed`: for a garden that begins."""
        self.data = data
        self._book, self._record = book, record
        self._draws, self._new_seed = draws, new_seed
        self._language = language
        self._world: World | None = None
        self._diary: Diary | None = None
        self._day: list[DayFact] = []
        self._history: list[ActionHistoryEntry] = []
        self._pages: list[GardenDiary] = []
        self._day_key = ""
        """ISO date on which the present day of the garden began."""
        self._recorded_until = 0
        """Garden minute of the newest fact that was recorded before it woke."""
        self._injected = -INJECTED_AGAIN
        """Garden minute of the newest event that was brought up."""
        self.stories: Callable[[], tuple[Sequence[StoryLine], Sequence[StoryLine]]] = _no_stories
        """Gives whole and open stories, for the page."""
        self._felt: tuple[float, float] | None = None
        """Mood and energy of the last action that left an affect."""
        self.thinking = False
        """True while the model considers the next action."""

    @property
    def begun(self) -> bool:
        """Whether the world has been woken."""
        return self._world is not None

    @property
    def world(self) -> World:
        """The world. Raises `RuntimeError` before `wake`."""
        if self._world is None:
            raise RuntimeError("the garden has not begun")
        return self._world

    @property
    def today(self) -> tuple[ActionHistoryEntry, ...]:
        """Lines of the companion's day so far."""
        return tuple(self._history)

    @property
    def pages(self) -> tuple[GardenDiary, ...]:
        """Diary pages of the last month, oldest first."""
        return tuple(self._pages)

    @staticmethod
    def minute_of(now: datetime) -> int:
        """The minute on the garden's clock when it goes with the clock on the wall."""
        wall = now.replace(tzinfo=None)
        return int((wall - EPOCH).total_seconds() // 60)

    async def wake(self, now: datetime) -> None:
        """Go on from what was saved, or begin."""
        found = await self._book.state()
        state = None if found is None else restored(found)
        if state is None:
            seed = self._new_seed()
            world = World.begin(self.data, self._draws(seed), now=self.minute_of(now), seed=seed)
        else:
            world = World(self.data, self._draws(state.seed), state)
        names = {one.id: one.name for one in self.data.inhabitants}
        self._diary = Diary(world.town, names, self._draws(world.state.seed))
        self._world = world
        self._day_key = day = day_of(world.self_being.state.day_began).isoformat()
        self._history = list(await self._book.history(day))
        for event_id in await self._book.events(day):
            event = await self._record.event(event_id)
            for cls in _FACTS if event is not None else ():
                fact = fact_of(event, cls) if event is not None else None
                if fact is not None:
                    self._day.append(DayFact(event_id, fact))
                    self._recorded_until = max(self._recorded_until, minute_of_fact(fact))
        for event_id in (await self._book.events(PAGES))[-REMEMBERED_DAYS:]:
            event = await self._record.event(event_id)
            page = None if event is None else fact_of(event, GardenDiary)
            if page is not None:
                self._pages.append(page)

    def saved(self) -> Mapping[str, Any]:
        """The state for the book."""
        return saved(self.world.state)

    # The day

    def is_recorded(self, fact: Fact) -> bool:
        """Whether a fact becomes an event: all of the companion's own but the ways to its places
        and those whom it meets again on the same day; of others only how they stand with each
        other. A fact that was recorded before a crash is not recorded again when it is lived
        again."""
        own = self.data.self_id
        if not self.is_new(minute_of_fact(fact)):
            return False
        if isinstance(fact, GardenBond):
            return True
        if isinstance(fact, GardenActed):
            return fact.who == own and not fact.leg
        if isinstance(fact, GardenMet):
            return own in (fact.who, fact.other) and not self._met_today(fact)
        if isinstance(fact, GardenTalked):
            return own in (fact.who, fact.other)
        return isinstance(fact, GardenPlanned | GardenDayEnded | GardenEpisode)

    def is_new(self, minute: int) -> bool:
        """Whether nothing of this minute or of a later one was recorded before it woke."""
        return minute > self._recorded_until

    def _day_before(self, days: int) -> str:
        return (date.fromisoformat(self._day_key) - timedelta(days=days)).isoformat()

    def _met_today(self, fact: GardenMet) -> bool:
        """Whether it met this one today already: in passing, or at a place that both used."""
        pair, closely = {fact.who, fact.other}, bool(fact.facility)
        return any(
            isinstance(one.fact, GardenMet)
            and pair == {one.fact.who, one.fact.other}
            and (bool(one.fact.facility) or not closely)
            for one in self._day
        )

    def leaves_affect(self, fact: Fact) -> bool:
        """Whether an action that was completed moved mood or energy enough to leave an affect."""
        if not isinstance(fact, GardenActed) or fact.cut_short:
            return False
        now, last = (fact.after.mood, fact.after.energy), self._felt
        if last is not None and all(abs(a - b) < FELT_FROM for a, b in zip(now, last, strict=True)):
            return False
        self._felt = now
        return True

    async def keep(self, event: EventId, fact: Fact) -> ActionHistoryEntry | None:
        """Note a recorded fact in the day; gives its line of the history, if it is one."""
        if isinstance(fact, _FACTS):
            self._day.append(DayFact(event, fact))
            await self._book.note((event,), self._day_key)
        if not isinstance(fact, GardenActed) or not is_line(fact.action):
            return None
        entry = ActionHistoryEntry(
            event_id=event,
            character=fact.who,
            started=fact.began,
            action=fact.action,
            target=self._target(fact),
            minutes=fact.ended - fact.began,
            reason=fact.reason,
        )
        self._history.append(entry)
        await self._book.add(entry, self._day_key)
        return entry

    def with_episode(
        self, entry: ActionHistoryEntry, episode: MiniEpisodeResult
    ) -> ActionHistoryEntry:
        """Append an episode to its line of the day."""
        told = replace(entry, episode=episode.episode, stat_changes=episode.stat_changes)
        self._history = [told if one.event_id == entry.event_id else one for one in self._history]
        return told

    # As a scene

    def scene(self, language: Language) -> SceneState | None:
        """Where the companion stands, as the scene that it decides on; None before it has begun."""
        if not self.begun:
            return None
        now = self.world.now
        lately = [
            one.fact.words
            for one in self._day
            if isinstance(one.fact, GardenInjected) and now - one.fact.at <= BROUGHT_LATELY
        ]
        return garden_scene(self.world, language, lately)

    def brief(self) -> GardenBrief | None:
        """The garden in a few words; None before it has begun."""
        return brief(self.world) if self.begun else None

    # What the game master may bring up

    def may_inject(self, fact: GardenActed) -> bool:
        """Whether something may be brought up after this act: now and then, and never in a talk
        with the household."""
        at = fact.ended
        if fact.cut_short or at - self._injected < INJECTED_AGAIN:
            return False
        draw = self._draws(self.world.state.seed).at(at, "injection")
        return draw < INJECTED

    def offers(self, threads: Sequence[StoryThread]) -> tuple[Offer, ...]:
        """Events that could be brought up now."""
        world, me = self.world, self.world.self_being
        near = [
            one.id
            for one in world.beings.values()
            if one is not me and one.state.map_id == me.state.map_id and not one.asleep()
        ]
        draws = self._draws(world.state.seed)
        return offers(threads, me.id, near, self.names(), draws, world.now)

    def inject(self, offer: Offer) -> GardenInjected:
        """Bring an event up: it touches the mood."""
        world = self.world
        self._injected = world.now
        world.feel(mood_change(offer))
        return GardenInjected(
            who=offer.who,
            other=offer.other,
            at=world.now,
            map_id=world.self_being.state.map_id,
            verb=offer.verb.value,
            about=offer.about,
            words=offer.words,
        )

    def names(self) -> dict[str, Bilingual]:
        """Names of people and places by their ids."""
        names = {one.id: one.name for one in self.data.inhabitants}
        for there in self.data.maps:
            names[there.id] = there.name
            names |= {one.id: one.label for one in there.facilities}
        return names

    def end_day(self, ended: GardenDayEnded, stories: Sequence[Story] = ()) -> GardenDiary:
        """The page of the day that is over; what was done today begins anew. `stories`: those
        that became whole on it and are worth a line."""
        assert self._diary is not None  # made by `wake`
        page = self._diary.page(ended.who, ended.began, self._day, self._pages, stories)
        self._pages = [*self._pages, page][-REMEMBERED_DAYS:]
        self._day, self._history = [], []
        self._day_key = day_of(ended.at).isoformat()
        return page

    async def keep_page(self, event: EventId) -> None:
        """Note the event of a page; the days before need no notes any more."""
        await self._book.note((event,), PAGES)
        await self._book.forget((self._day_key, PAGES), self._day_before(HISTORY_DAYS))

    def last_events(self) -> tuple[EventId, ...]:
        """Evidence of a decision: the newest facts of the day."""
        return tuple(one.event for one in self._day[-_EVIDENCE:])

    def may_have_episode(self, fact: GardenActed) -> bool:
        """Whether an episode may be written for an action."""
        return fact.action not in NO_EPISODE

    def feels(self, talk: GardenTalked) -> dict[str, str]:
        """How the two of a talk feel now, by id."""
        now, beings = self.world.now, self.world.beings
        return {one: feeling(beings[one], now) for one in (talk.who, talk.other)}

    def line(self, entry: ActionHistoryEntry) -> str:
        """A line of the history in the household's language."""
        return action_line(entry, self._language)

    def emoji(self, who: str) -> str:
        """Sign of what a character does now; "" while it stands and looks."""
        being = self.world.beings[who]
        running = being.state.running
        talks = running is not None and running.action is GardenAction.TALK
        if who == self.data.self_id and self.thinking and not talks:
            return DEFINITIONS[GardenAction.THINKING].emoji
        return "" if running is None else DEFINITIONS[running.action].emoji

    def _target(self, fact: GardenActed) -> Bilingual:
        if fact.action is GardenAction.TALK:
            partner = next((o for o in self.data.inhabitants if o.id == fact.partner), None)
            return _HOUSEHOLD if partner is None else partner.name
        return fact.place

    # Views

    def section(self, language: Language) -> str:
        """The newest actions of the day, the mood and the need that waits while the companion
        talks, for a conversation's prompt; "" where there are none."""
        told = section(self._history, language, IN_TALK)
        if not told:
            return ""
        lines = [told, mood_line(self.world.self_being.needs_at(self.world.now)[MOOD], language)]
        want = waiting(self.world)
        if want is not None and self.world.talks_with_household(self.world.self_being):
            lines.append(_WAITS.filled(want).get(language))
        return "\n".join(lines)

    def today_told(self, called: Bilingual = TODAY) -> Bilingual | None:
        """The day so far, in words."""
        if not self.begun:
            return None
        talks = [
            (self._other(o.fact), o.fact) for o in self._day if isinstance(o.fact, GardenTalked)
        ]
        return today_told(self._history, talks, called)

    def _other(self, fact: GardenMet | GardenTalked) -> Bilingual:
        """Name of the one whom the companion met or talked with."""
        who = fact.other if fact.who == self.data.self_id else fact.who
        return next(one.name for one in self.data.inhabitants if one.id == who)

    async def days_told(
        self, first: date | None, last: date | None, topic: str = ""
    ) -> Remembered | None:
        """The diary of some days, or its newest page; of the day that goes on what was done."""
        if not self.begun:
            return None
        today, running = day_of(self.world.now), date.fromisoformat(self._day_key)
        if first is None or last is None:
            return pages_told(self._pages[-1:], today) if self._pages else None
        pages = await pages_between(self._book, self._record, first, last, today)
        if not pages and self._history and first <= running <= last:
            # Until it has slept the day before is not over.
            return Remembered(words=self.today_told(day_said(running, today)) or NO_PAGE)
        return pages_told(await asked_for(pages, topic, self._record), today)

    def view(self) -> GardenView | None:
        """The garden as the page shows it; None before it has begun."""
        world = self._world
        if world is None:
            return None
        told, begun = self.stories()
        me = world.self_being
        return GardenView(
            clock=clock_of(world.now),
            day=day_of(world.now).isoformat(),
            began_on=self._day_key,
            is_dark=_is_dark(world.now),
            weather=world.weather,
            places=self._places(),
            people=tuple(self._person(being) for being in world.beings.values()),
            stats=me.stats_at(world.now),
            plan=me.state.plan,
            today=self.today,
            diary=self.pages,
            met_today=tuple(
                self._other(o.fact) for o in self._day if isinstance(o.fact, GardenMet)
            ),
            talks_today=tuple(
                (self._other(o.fact), o.fact.about)
                for o in self._day
                if isinstance(o.fact, GardenTalked)
            ),
            told_stories=tuple(told),
            open_stories=tuple(begun),
        )

    def recalled_by(self, fact: Fact) -> str:
        """The words by which a fact is recalled; "" for one that is not."""
        return recalled_by(fact, self.data.self_id, self.world.town.facilities, self.names())

    async def remembered(self, name: Bilingual) -> Remembered | None:
        """The newest memory that names a person or a place; None where there is none among the
        newest that hold its letters: a short name may stand in many a longer word."""
        named = naming(name)
        # What was lived in this moment may not be on the disk yet.
        lately = [o.event for o in self._day if named.search(self.recalled_by(o.fact))]
        words = [one.removeprefix("the ") for one in (name.ja, name.en) if one]
        found = lately[:-2:-1] or await self._book.recalled(words, None)
        for _ in range(MOST_LOOKS):
            for event_id in found:
                event = await self._record.event(event_id)
                if event is not None and named.search(event.user_text):
                    return self._recalled(event)
            found = await self._book.recalled(words, found[-1]) if found else ()
        return None

    def _recalled(self, event: Event) -> Remembered:
        fact = next(fact for cls in _FACTS if (fact := fact_of(event, cls)) is not None)
        day = day_said(day_of(minute_of_fact(fact)), day_of(self.world.now))
        ja, _, en = event.user_text.partition("\n")
        told = Bilingual(ja.removesuffix("。"), (en or ja).removesuffix("."))
        words = Bilingual(f"{day.ja}、{told.ja}。", f"{sentence_start(day.en)} {told.en}.")
        return Remembered(words=words, events=(event.id,))

    async def replay(self, day: str, after_minutes: int) -> ReplayView | None:
        """A day as it was so many minutes after it began; None where that is not known."""
        lived = await lived_day(day, self._book, self._record) if self.begun else None
        if lived is None:
            return None
        world = self.world
        if lived.ended is not None:
            began, until, steps = lived.ended.began, lived.ended.at, unpacked(lived.ended.steps)
        elif day == self._day_key:
            began, until = world.self_being.state.day_began, world.now
            steps = {one.id: one.state.steps for one in world.beings.values()}
        else:
            return None
        steps, is_whole = all_steps(steps, lived.facts, self.data.self_id, began)
        minute = min(began + after_minutes, until)
        found = ((one, step_at(steps.get(one.id, ()), minute)) for one in world.beings.values())
        people = tuple(
            replace(
                self._person(one),
                place=step.map_id,
                action=step.action,
                emoji=DEFINITIONS[step.action].emoji,
            )
            for one, step in found
            if step is not None and step.map_id
        )
        if not people:
            return None
        return ReplayView(
            day=day,
            began=began,
            ended=until,
            at=minute,
            is_dark=_is_dark(minute),
            weather=weather_at(lived.facts, minute),
            places=self._places(),
            people=people,
            entries=lived.entries,
            facts=lived.facts,
            is_whole=is_whole,
        )

    def _promise(self, who: str, promise: Promise) -> Bilingual:
        """A promise as it stands now: with whom, where and when. "Tomorrow", as it was said once,
        would be wrong on the next day."""
        other = promise.other if promise.who == who else promise.who
        name, place = self.names()[other], self.names()[promise.map_id]
        day, clock = _weekday(promise.due), clock_of(promise.due)
        return Bilingual(
            f"{day.ja}{clock}に{place.ja}で{name.ja}さんと会う",
            f"to meet {name.en} in {place.en} on {day.en} at {clock}",
        )

    def _places(self) -> tuple[PlaceView, ...]:
        return tuple(
            PlaceView(
                id=one.id,
                name=one.name,
                leads_to=one.entrances,
                sign=one.sign,
                facilities=tuple(f.label for f in one.facilities if not f.info.owner),
            )
            for one in self.data.maps
        )

    def _person(self, being: Being) -> PersonView:
        world, own = self.world, self.data.self_id
        key = pair_key(own, being.id)
        running = being.state.running
        return PersonView(
            id=being.id,
            name=being.sheet.name,
            place=being.state.map_id,
            emoji=self.emoji(being.id),
            action=GardenAction.IDLE if running is None else running.action,
            job=job_title(world.town, being),
            is_self=being.is_self,
            affinity=None if being.is_self else world.society.affinity(own, being.id),
            quarrelled=key in world.state.bonds.quarrels,
            promises=tuple(
                self._promise(being.id, one)
                for one in world.state.bonds.promises
                if being.id in (one.who, one.other)
            ),
            ties=self._ties(being),
        )

    def _ties(self, being: Being) -> tuple[Tie, ...]:
        """How a character stands with the others but the companion."""
        bonds, found = self.world.state.bonds, []
        for other in self.data.inhabitants:
            key = pair_key(being.id, other.id)
            if other.id not in (being.id, self.data.self_id) and key in bonds.affinity:
                found.append(Tie(other.name, bonds.affinity[key], key in bonds.quarrels))
        return tuple(sorted(found, key=lambda one: -one.affinity))


def _weekday(minute: int) -> Bilingual:
    day = moment_of(minute).weekday()
    return Bilingual(f"{WEEKDAYS_JA[day]}曜", WEEKDAYS_EN[day])


def _is_dark(minute: int) -> bool:
    return not DAWN <= minute % DAY_MINUTES // 60 < DUSK


def _no_stories() -> tuple[Sequence[StoryLine], Sequence[StoryLine]]:
    return (), ()


def minute_of_fact(fact: Fact) -> int:
    """The garden minute at which a fact of the garden became whole."""
    if isinstance(fact, GardenActed):
        return fact.ended
    return int(getattr(fact, "at", 0))
