"""The live corridor over a record in memory: ticks, events, history, episodes, restarts, leaks."""

import asyncio
import re
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from companion.corridors import garden_stories
from companion.corridors.garden_stories import LivingStories
from companion.corridors.live import Live
from companion.home.scene_xml import parse, render
from companion.phrases.calendar import day_said
from companion.ports.garden import MiniEpisodeGenerator, TalkWriter
from companion.rooms.consolidation.kinds.mood import affect_of_garden
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.garden import room
from companion.rooms.garden.being import restored
from companion.rooms.garden.body import BLADDER
from companion.rooms.garden.episodes import StubEpisodes
from companion.rooms.garden.past_days import NO_PAGE
from companion.rooms.garden.replay import lived_day
from companion.rooms.garden.room import Garden
from companion.rooms.garden.talk_words import FormTalks
from companion.rooms.garden.world import World
from companion.rooms.journal.room import Journal
from companion.rooms.sifting.choice import grants
from companion.service.draws import SeededDraws
from companion.service.watched_tasks import WatchedTasks
from companion.store.sqlite import Store
from companion.words.activity import StreamKind
from companion.words.areas import MoodValue, VadValue
from companion.words.episode import episode_of
from companion.words.event import Event, EventDraft, EventSource
from companion.words.facts import (
    GardenActed,
    GardenDayEnded,
    GardenDiary,
    GardenEpisode,
    GardenInjected,
    GardenMet,
    GardenTalked,
    GardenWorded,
    fact_of,
    payload_of,
)
from companion.words.garden import (
    Cause,
    CharacterNow,
    Facility,
    GardenAction,
    Inhabitant,
    MiniEpisodeResult,
    Stat,
    Stats,
    Weather,
    clock_of,
    day_of,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.mood import MOOD, MOOD_KEY, mood_of
from companion.words.said import Said
from companion.words.story import StoryFact
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM
from companion.words.writeplan import StateChange, WritePlan
from tests.unit.rooms.garden.lives import town
from tests.unit.store.samples import HeardStream, SetClock

ZONE = ZoneInfo("Asia/Tokyo")
MARKER = "しろうさぎ"
"""Planted in an episode of the garden."""


class _Clock(SetClock):
    def __init__(self, at: datetime) -> None:
        super().__init__()
        self.at = at


class _Sky:
    async def now(self) -> Weather:
        return Weather.CLEAR


class _Ids:
    def new(self) -> str:
        return "t"


class _Episodes:
    """Always gives one, once it may."""

    def __init__(self) -> None:
        self.asked: list[tuple[GardenAction, Facility | None]] = []
        self.may = asyncio.Event()

    async def generate(
        self, character: CharacterNow, action_id: GardenAction, facility: Facility | None
    ) -> MiniEpisodeResult | None:
        self.asked.append((action_id, facility))
        await self.may.wait()
        return MiniEpisodeResult(episode=f"{MARKER}を見た", stat_changes={Stat.MOOD: 5.0})


class _Talks:
    """Words the first turn alone, once it may."""

    def __init__(self) -> None:
        self.asked: list[tuple[GardenTalked, Mapping[str, str]]] = []
        self.may = asyncio.Event()

    async def word(
        self, talk: GardenTalked, sheets: Mapping[str, Inhabitant], feels: Mapping[str, str]
    ) -> tuple[str, ...]:
        assert {talk.who, talk.other} <= sheets.keys()
        self.asked.append((talk, feels))
        await self.may.wait()
        return (f"{MARKER}の話です。", *[""] * (len(talk.turns) - 1))


class _Llm:
    def __init__(self, *, ready: bool = False) -> None:
        self.asked: list[LlmRequest] = []
        self._ready = ready

    async def complete(self, request: LlmRequest) -> LlmReply:
        self.asked.append(request)
        return LlmReply(
            text="2",
            prompt_tokens=1,
            reused_tokens=0,
            output_tokens=1,
            took_s=0,
            model="m",
        )

    def ready(self) -> bool:
        return self._ready

    def model_name(self) -> str:
        return "m"


async def _nothing() -> None:
    return None


class _House:
    """The corridor over one record."""

    def __init__(
        self,
        store: Store,
        clock: SetClock,
        *,
        episodes: MiniEpisodeGenerator | None = None,
        talks: TalkWriter | None = None,
        llm: _Llm | None = None,
        time_scale: float = 1.0,
    ) -> None:
        self.store, self.clock = store, clock
        self.stream, self.tasks = HeardStream(), WatchedTasks()
        self.journal = Journal(store.events, self.stream, clock)
        self.llm = llm or _Llm()
        self.garden = Garden(
            town(),
            store.garden,
            store.record,
            SeededDraws,
            new_seed=lambda: 7,
            language=Language.JA,
        )

        def begin(work: Awaitable[object], name: str) -> None:
            self.tasks.begin(work, name)

        self.live = Live(
            garden=self.garden,
            book=store.garden,
            journal=self.journal,
            record=store.record,
            stream=self.stream,
            stories=LivingStories(),
            weather=_Sky(),
            episodes=episodes or StubEpisodes(),
            talks=talks or FormTalks(),
            llm=self.llm,
            llm_idle=lambda: True,
            may_ask=lambda: True,
            begin=begin,
            clock=clock,
            ids=_Ids(),
            language=Language.JA,
            writable=_nothing,
            time_scale=time_scale,
        )

    async def pass_time(self, minutes: int, step: int = 5) -> None:
        for _ in range(0, minutes, step):
            self.clock.pass_time(minutes=step)
            await self.live.tick()
            for _ in range(5):
                await asyncio.sleep(0)  # What was begun beside it gets its turn.

    async def events(self) -> list[Event]:
        return list(reversed(await self.store.record.recent(limit=1000)))


def _house(**given: object) -> _House:
    clock = _Clock(datetime(2026, 5, 4, 7, 0, tzinfo=ZONE))
    return _House(Store.in_memory(clock), clock, **given)  # type: ignore[arg-type]


async def test_t_11_t_21_a_life_becomes_events_of_the_garden() -> None:
    """A-001, T-11, T-21, T-26: decisions and facts, all of origin garden."""
    house = _house()
    await house.live.tick()
    await house.pass_time(24 * 60)
    events = await house.events()
    assert {event.origin for event in events} == {"garden"}
    decisions = [e for e in events if e.source is EventSource.DELIBERATION_DECISION]
    acts = [(e, fact) for e in events if (fact := fact_of(e, GardenActed)) is not None]
    assert len(decisions) > 5
    assert len(acts) > 10
    by_id = {event.id for event in decisions}
    for event, act in acts:
        chosen = act.cause is Cause.DECISION
        assert (act.decision in by_id) is chosen
        assert event.evidence_event_ids == ((act.decision,) if chosen else ())
    decided = await house.store.record.decision(decisions[0].id)
    assert decided is not None
    assert decided.action_type.startswith("garden.")
    await house.store.close()


async def test_t_26_what_the_body_and_the_town_begin_is_garden_system() -> None:
    """T-26: recorded as `garden.system`, with no ActionDecision of its own; each other act of the
    companion is decided, and its decision is of type `garden.<action>`."""
    house = _house()
    await house.live.tick()
    await house.pass_time(20 * 60, step=20)
    house.garden.world.feel({Stat.BLADDER: -95.0})
    await house.pass_time(20 * 60, step=20)
    kinds: set[Cause] = set()
    for event in await house.events():
        act = fact_of(event, GardenActed)
        if act is None:
            continue
        kinds.add(act.cause)
        by_rule = act.cause in (Cause.INTERRUPT, Cause.AUTO_MOVE)
        assert act.action_type == ("garden.system" if by_rule else "")
        decided = await house.store.record.decision(act.decision)
        assert (decided is None) is by_rule
        assert by_rule or (decided and decided.action_type == f"garden.{act.action.value}")
    assert kinds == {Cause.INTERRUPT, Cause.AUTO_MOVE, Cause.DECISION}
    await house.store.close()


async def test_t_34_experiences_are_searchable_and_nothing_else_is() -> None:
    """T-34: of two days each event that is recalled has words, no other has any; the section of the
    day is read from the history and holds what no search would find."""
    episodes = _Episodes()
    episodes.may.set()
    house = _house(episodes=episodes)
    await house.live.tick()
    await house.pass_time(38 * 60, step=20)
    await house.tasks.settled()
    away = {one.id for one in house.garden.world.town.facilities.values() if not one.info.owner}
    recalled = set()
    for event in await house.events():
        act = fact_of(event, GardenActed)
        is_one = act is not None and not act.cut_short and _is_experience(act, away)
        is_one = is_one or event.kind in ("garden_talked", "garden_episode")
        assert event.searchable is is_one, (event.kind, act)
        decision = event.source is EventSource.DELIBERATION_DECISION
        assert decision or bool(event.user_text) is is_one
        recalled |= {event.kind} if is_one else set()
    assert recalled == {"garden_acted", "garden_talked", "garden_episode"}
    assert {"move", "toilet"} & {one.action.value for one in house.garden.today}
    await house.store.close()


def _is_experience(act: GardenActed, away: set[str]) -> bool:
    if act.action is GardenAction.TALK:
        return bool(act.partner)
    return act.facility in away and act.action in (
        *(GardenAction.EAT, GardenAction.SLEEP, GardenAction.BATHE),
    )


async def test_t_34_an_experience_is_recalled_with_its_day() -> None:
    """T-34, A-001: days later, by the person or by the place; the newest one."""
    house = _house()
    await house.live.tick()
    await house.pass_time(24 * 60, step=20)
    talks = [t for e in await house.events() if (t := fact_of(e, GardenTalked)) is not None]
    await house.pass_time(4 * 24 * 60, step=60)
    me, names = house.garden.data.self_id, house.garden.names()
    met = names[talks[0].other if talks[0].who == me else talks[0].who]
    found = await house.garden.remembered(met)
    assert found is not None
    assert met.ja in found.words.ja
    assert f"with {met.en}" in found.words.en
    event = await house.store.record.event(found.events[0])
    assert event is not None
    assert event.searchable
    assert await house.garden.remembered(Bilingual("誰でもない", "Nobody There")) is None
    await house.store.close()


async def test_t_34_an_episode_is_recalled_in_the_language_it_was_written_in() -> None:
    """T-34: the model writes it in the household's own."""
    episodes = _Episodes()
    episodes.may.set()
    house = _house(episodes=episodes)
    await house.live.tick()
    await house.pass_time(6 * 60, step=20)
    await house.tasks.settled()
    found = await house.garden.remembered(Bilingual(MARKER, "Nobody There"))
    assert found is not None
    assert found.words.ja.endswith(f"{MARKER}を見た。")
    await house.store.close()


async def test_a_001_t_34_a_memory_of_years_ago_is_recalled_and_no_year_is_read_for_it() -> None:
    """A-001, T-34: however much was lived since, and somebody waits for the answer."""
    house = _house()
    await house.live.tick()
    await house.pass_time(24 * 60, step=60)
    talk = next(t for e in await house.events() if (t := fact_of(e, GardenTalked)) is not None)
    me, names = house.garden.data.self_id, house.garden.names()
    met = names[talk.other if talk.who == me else talk.who]
    act = next(a for e in await house.events() if (a := fact_of(e, GardenActed)) is not None)
    for _ in range(2500):  # more than a month of a life
        await house.journal.lived(act)
    await house.store.flush()
    read: list[EventId] = []

    class _Counted:
        async def event(self, event_id: EventId) -> Event | None:
            read.append(event_id)
            return await house.store.record.event(event_id)

    record: Any = _Counted()
    garden = Garden(
        *(town(), house.store.garden, record, SeededDraws),
        new_seed=lambda: 7,
        language=Language.JA,
    )
    garden._world = house.garden.world
    found = await garden.remembered(met)
    assert found is not None
    assert f"with {met.en}" in found.words.en
    assert len(read) < 20
    read.clear()
    assert await garden.remembered(Bilingual("誰でもない", "Nobody There")) is None
    assert not read
    await house.store.close()


@pytest.mark.parametrize(("newest", "is_found"), [(30, True), (300, False)])
async def test_t_34_no_whole_life_is_read_for_letters_in_longer_words(
    newest: int, is_found: bool
) -> None:
    """T-34: "An" is in "Anna": a memory behind a few of those is found, and none of years is read
    for it."""
    house = _house()
    await house.live.tick()
    await house.pass_time(24 * 60, step=60)
    talk = next(t for e in await house.events() if (t := fact_of(e, GardenTalked)) is not None)
    await house.journal.lived(talk, recalled_by="アンさんと話した\nI talked with An")
    for _ in range(newest):
        await house.journal.lived(talk, recalled_by="アンナさんと話した\nI talked with Anna")
    await house.store.flush()
    looks: list[EventId | None] = []

    class _Counted:
        async def recalled(
            self, words: Sequence[str], before: EventId | None
        ) -> tuple[EventId, ...]:
            looks.append(before)
            return await house.store.garden.recalled(words, before)

    house.garden._book = _Counted()  # type: ignore[assignment]
    found = await house.garden.remembered(Bilingual("アン", "An"))
    assert (found is not None) is is_found
    assert 1 < len(looks) < 10
    await house.store.close()


async def test_a_095_a_day_that_is_over_is_told_from_its_own_page() -> None:
    """A-095: yesterday from yesterday's page and no other, a week by a sentence of each part of it
    with its day, a question of a topic by sentences about it; each with its events."""
    house = _house()
    await house.live.tick()
    await house.pass_time(6 * 24 * 60, step=60)
    pages = {p.day: p for e in await _every(house) if (p := fact_of(e, GardenDiary)) is not None}
    assert len(pages) >= 5
    today = day_of(house.garden.world.now)
    before = today - timedelta(days=3)
    told = await house.garden.days_told(before, before)
    assert told is not None
    page = pages[before.isoformat()]
    assert all(one.words.ja in told.words.ja for one in page.sentences)
    assert day_said(before, today).ja in told.words.ja
    assert set(told.events) == {event for one in page.sentences for event in one.events}
    week = await house.garden.days_told(today - timedelta(days=6), today - timedelta(days=1))
    assert week is not None
    of_days = [
        [one.words.en for one in page.sentences if one.words.en in week.words.en]
        for page in pages.values()
    ]
    assert sum(bool(one) for one in of_days) == 3
    met = await house.garden.days_told(today - timedelta(days=6), today, "talked")
    assert met is not None
    every = [await house.store.record.event(one) for one in met.events]
    assert any(e is not None and e.kind == "garden_talked" for e in every)
    assert not any(e is not None and fact_of(e, GardenMet) for e in every)
    none = await house.garden.days_told(date(2020, 1, 1), date(2020, 1, 31))
    assert none is not None
    assert none.words == NO_PAGE
    await house.store.close()


async def test_a_095_before_it_has_slept_the_day_before_is_told_from_what_was_done() -> None:
    """A-095: sleep ends a day; at one in the night there is no page of it yet."""
    house = _house()
    await house.live.tick()
    await house.pass_time(12 * 60, step=20)
    running = date.fromisoformat(house.garden._day_key)
    house.garden.world.state.now += 12 * 60
    told = await house.garden.days_told(running, running)
    assert told is not None
    assert "昨日は" in told.words.ja
    assert "yesterday I" in told.words.en
    await house.store.close()


async def _every(house: _House) -> list[Event]:
    return list(await house.store.record.recent(limit=100_000))


async def test_a_001_each_completed_action_is_in_the_record_and_can_be_read_back() -> None:
    """A-001: the same life lived beside it has no act of the companion that the record lacks, and
    each is a line of the history; there is nothing to win."""
    house = _house()
    await house.live.tick()
    began = house.garden.world.now
    world = World.begin(town(), SeededDraws(7), now=began, seed=7)
    world.weather = Weather.CLEAR
    await house.pass_time(16 * 60)
    told = [one for one in world.advance(house.garden.world.now) if isinstance(one, GardenActed)]
    lived = [one for one in told if one.who == town().self_id and not one.leg]
    recorded = [fact for e in await house.events() if (fact := fact_of(e, GardenActed)) is not None]
    assert [(one.action, one.began, one.ended) for one in recorded] == [
        (one.action, one.began, one.ended) for one in lived
    ]
    assert [line.action for line in house.garden.today] == [one.action for one in lived]
    view = house.garden.view()
    assert view is not None
    assert not {"score", "level", "won", "points"} & {field.name for field in fields(view)}
    await house.store.close()


async def test_a_006_the_mood_of_the_garden_is_in_the_prompt_of_a_conversation() -> None:
    """A-006: in words, beside the newest actions."""
    house = _house()
    await house.live.tick()
    assert house.garden.section(Language.JA) == "", "where it has done nothing yet"
    await house.pass_time(60)
    for mood, word in ((5.0, "沈みがち"), (50.0, "ふつう"), (95.0, "よい")):
        now = house.garden.world.self_being.needs_at(house.garden.world.now)[-1]
        house.garden.world.feel({Stat.MOOD: mood - now})
        assert house.garden.section(Language.JA).endswith(f"今の気分: {word}")
        assert "my mood now" in house.garden.section(Language.EN)
    await house.store.close()


async def test_the_view_tells_who_was_met_and_what_was_promised() -> None:
    """Issue 17, point 8: what answers need; a promise is told by its weekday, for "tomorrow" would
    be wrong a day later."""
    house = _house()
    await house.live.tick()
    await house.pass_time(3 * 24 * 60, step=30)
    view = house.garden.view()
    assert view is not None
    names = {one.name for one in view.people}
    assert view.met_today
    assert set(view.met_today) <= names
    assert {name for name, _ in view.talks_today} <= names
    talked = [one for one in view.today if one.action is GardenAction.TALK]
    assert len(view.talks_today) >= len(talked)
    promises = [one for person in view.people for one in person.promises]
    assert promises
    days = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
    for one in promises:
        assert re.search(rf"on ({days}) at \d\d:00$", one.en)
        assert "曜" in one.ja
    await house.store.close()


async def test_a_085_the_history_and_the_diary() -> None:
    """A-085, A-095: `【今日の行動】` begins anew when the day is divided."""
    house = _house()
    await house.live.tick()
    await house.pass_time(16 * 60)
    before = house.garden.today
    assert len(before) > 10
    assert "【今日の行動】" in house.garden.section(Language.JA)
    await house.pass_time(10 * 60)
    assert len(house.garden.pages) == 1
    assert len(house.garden.today) < len(before)
    events = {event.id: event for event in await house.events()}
    page = next(e for e in events.values() if fact_of(e, GardenDiary) is not None)
    written = fact_of(page, GardenDiary)
    assert written is not None
    assert written.day == "2026-05-04"
    for sentence in written.sentences:
        assert all(events[event].origin == "garden" for event in sentence.events)
    acts = {key: act for key, e in events.items() if (act := fact_of(e, GardenActed)) is not None}
    for line in await house.store.garden.history("2026-05-04"):
        act = acts[EventId(line.event_id)]
        assert (line.started, line.action, line.reason) == (act.began, act.action, act.reason)
        assert line.minutes == act.ended - act.began > 0
        assert line.target.ja
    await house.store.close()


async def test_a_075_a_076_a_082_an_episode_comes_later_and_delays_nothing() -> None:
    """A-075, A-076, A-077, A-081, A-082, A-084, A-087."""
    episodes = _Episodes()
    house = _house(episodes=episodes)
    async with asyncio.timeout(60):  # no episode is told before `may` is set
        await house.live.tick()
        await house.pass_time(120)
    await asyncio.sleep(0)
    assert episodes.asked
    lines = house.garden.today
    assert len(lines) >= 2
    assert all(line.episode is None for line in lines)
    kinds = [m.data.get("kind") for m in house.stream.of(StreamKind.ACTIVITY)]
    assert "garden_acted" in kinds
    assert "garden_episode" not in kinds
    episodes.may.set()
    await house.tasks.settled()
    told = [line for line in house.garden.today if line.episode]
    assert len(told) == len(episodes.asked)
    stored = await house.store.garden.history(house.garden._day_key)
    assert [line.episode for line in stored] == [line.episode for line in house.garden.today]
    shown = [
        m.data["line"]
        for m in house.stream.of(StreamKind.ACTIVITY)
        if m.data.get("kind") == "garden_episode"
    ]
    assert len(shown) == len(told)
    assert all(f"✨ {MARKER}を見た (mood+5)" in line for line in shown)
    facts = [f for e in await house.events() if (f := fact_of(e, GardenEpisode)) is not None]
    assert len(facts) == len(told)
    assert MARKER in house.garden.section(Language.JA)
    used = {facility.id for _, facility in episodes.asked if facility is not None}
    assert used
    await house.store.close()


async def test_a_074_a_talk_has_no_episode() -> None:
    """A-074."""
    episodes = _Episodes()
    episodes.may.set()
    house = _house(episodes=episodes)
    await house.live.tick()
    await house.pass_time(26 * 60)
    await house.tasks.settled()
    assert any(e for e in await house.events() if _is_talk(e))
    assert GardenAction.TALK not in {action for action, _ in episodes.asked}
    await house.store.close()


def _is_talk(event: Event) -> bool:
    act = fact_of(event, GardenActed)
    return act is not None and act.action is GardenAction.TALK


async def test_a_restart_goes_on_where_it_was() -> None:
    """T-21: state, day, history and pages are there again."""
    house = _house()
    await house.live.tick()
    await house.pass_time(27 * 60)
    again = _House(house.store, house.clock)
    await again.live.tick()
    assert again.garden.today == house.garden.today
    assert again.garden.pages == house.garden.pages
    assert again.garden._day == house.garden._day
    assert again.garden.world.now == house.garden.world.now
    assert again.garden.saved() == house.garden.saved()
    await house.store.close()


async def test_t_45_a_time_off_is_lived_with_a_cap() -> None:
    """T-45: eight hours of three days, and its clock goes with the wall again."""
    house = _house()
    await house.live.tick()
    await house.pass_time(60)
    acts = len(await house.events())
    house.clock.pass_time(days=3)
    again = _House(house.store, house.clock)
    await again.live.tick()
    lived = [
        fact
        for event in (await again.events())[acts:]
        if (fact := fact_of(event, GardenActed)) is not None
    ]
    assert 2 < len(lived) < 30
    now = again.garden.minute_of(house.clock.now())
    assert again.garden.world.now == now
    assert all(now - fact.ended <= 480 for fact in lived)
    assert clock_of(now) == f"{house.clock.now():%H:%M}"
    await house.store.close()


async def test_t_45_garden_minutes_are_real_minutes_times_the_scale() -> None:
    """T-45."""
    house = _house(time_scale=3.0)
    await house.live.tick()
    began = house.garden.world.now
    await house.pass_time(60)
    assert house.garden.world.now == began + 180
    await house.store.close()


async def test_t_24_a_conversation_at_home_is_a_talk() -> None:
    """T-24, T-25: shown as 💬; once per conversation; a guest's word is none."""
    house = _house()
    await house.live.tick()
    await house.journal.heard(Said("こんにちは", "voice"), TrustLabel.GUEST)
    await house.pass_time(1, 1)
    me = house.garden.data.self_id
    running = house.garden.world.self_being.state.running
    assert running is None or running.intention.cause is not Cause.PERSON
    await house.journal.heard(Said("ただいま", "voice"), TrustLabel.HOUSEHOLD)
    await house.pass_time(1, 1)
    assert house.garden.emoji(me) == "💬"
    await house.pass_time(3, 1)
    await house.journal.heard(Said("元気だった？", "voice"), TrustLabel.HOUSEHOLD)
    await house.pass_time(3, 1)
    assert house.garden.emoji(me) == "💬"
    await house.pass_time(20, 1)
    talks = [
        fact
        for event in await house.events()
        if (fact := fact_of(event, GardenActed)) is not None and fact.cause is Cause.PERSON
    ]
    assert len(talks) == 1
    assert house.garden.today
    await house.store.close()


async def test_a_045_the_sign_of_thinking_and_the_vote() -> None:
    """A-045, A-064, T-41: the model is asked while it is idle, with the lowest priority."""
    llm = _Llm(ready=True)
    house = _house(llm=llm)
    await house.live.tick()
    await house.pass_time(5, 1)
    me = house.garden.data.self_id
    house.garden.thinking = True
    assert house.garden.emoji(me) == "🤔"
    house.garden.thinking = False
    assert house.garden.emoji(me) != "🤔"
    await house.tasks.settled()
    assert llm.asked
    assert {one.priority for one in llm.asked} == {Priority.GARDEN}
    assert {one.purpose for one in llm.asked} == {LlmRequestPurpose.ASYNC_GARDEN_DECISION}
    asked = llm.asked[0].messages[-1].content.split("\n")[0]
    assert parse(asked).location == "自宅", "E-006, T-20: its scene stands at the head"
    await house.pass_time(180)
    await house.tasks.settled()
    decided = [
        await house.store.record.decision(event.id)
        for event in await house.events()
        if event.source is EventSource.DELIBERATION_DECISION
    ]
    assert any(one is not None and one.model == "vote" for one in decided)
    await house.store.close()


async def test_t_23_the_garden_never_becomes_a_memory_of_the_house() -> None:
    """T-23, T-19: every event of a day, walked through the remember corridor, changes the mood and
    nothing else; none is an episode of conversation memory."""
    episodes = _Episodes()
    episodes.may.set()
    house = _house(episodes=episodes)
    await house.live.tick()
    await house.pass_time(26 * 60)
    await house.tasks.settled()
    consolidation = Consolidation(
        house.store.state, house.store.state_writer, record=house.store.record
    )
    kinds: set[str] = set()
    for event in await house.events():
        assert episode_of(event) is None
        plan = await consolidation.generate(event)
        kinds |= {change.kind for change in plan.changes}
        assert MARKER not in str(plan)
        await consolidation.apply(plan)
    assert kinds == {"mood"}
    await house.store.close()


@pytest.mark.parametrize(
    ("mood", "energy", "affect"),
    [(100, 100, (0.3, 0.3)), (50, 50, (0.0, 0.0)), (0, 25, (-0.3, -0.15)), (75, 0, (0.15, -0.3))],
)
def test_t_22_the_affect_of_a_garden_act(
    mood: float, energy: float, affect: tuple[float, float]
) -> None:
    """T-22: V from (mood-50)/50, A from (energy-50)/50, each times 0.3, D 0."""
    stats = Stats(satiety=0, energy=energy, hygiene=0, mood=mood, bladder=0, money=0)
    left = affect_of_garden(stats)
    assert (left.v, left.a, left.d) == (*map(pytest.approx, affect), 0.0)


async def test_t_22_the_mood_of_the_companion_does_not_reach_the_garden() -> None:
    """T-22: it colours one way. Two lives of one seed, one under a mood as low as it can be, are
    the same; the garden's mood is shown as itself."""
    lives = []
    for value in (-1.0, 1.0):
        house = _house()
        vad = VadValue(v=value, a=value, d=value)
        low = MoodValue(long_mood_state=vad, recent_vad_average=vad, recent=(vad,))
        said = await house.journal.heard(Said("ふう", "voice"), TrustLabel.GUEST)
        change = StateChange(
            kind=MOOD,
            key=MOOD_KEY,
            value=payload_of(low),
            confidence=1.0,
            trust=TrustLabel.SELF,
            observed_at=house.clock.now(),
            evidence_event_ids=(said.id,),
        )
        await house.store.state_writer.apply(WritePlan(event_id=said.id, changes=(change,)))
        assert mood_of(await house.store.state.row(MOOD, MOOD_KEY)).long_mood_state.v == value
        await house.live.tick()
        await house.pass_time(12 * 60, step=20)
        acts = [a for e in await house.events() if (a := fact_of(e, GardenActed)) is not None]
        lives.append([(a.action, a.began, a.place, a.after) for a in acts])
        view = house.garden.view()
        assert view is not None
        assert view.stats.mood == house.garden.world.self_being.needs_at(house.garden.world.now)[-1]
        await house.store.close()
    assert lives[0] == lives[1]


async def test_t_22_garden_life_colours_the_mood() -> None:
    """T-22: V from its mood, A from its energy, D not at all."""
    house = _house()
    await house.live.tick()
    await house.pass_time(12 * 60)
    consolidation = Consolidation(
        house.store.state, house.store.state_writer, record=house.store.record
    )
    for event in await house.events():
        await consolidation.apply(await consolidation.generate(event))
    mood = mood_of(await house.store.state.row(MOOD, MOOD_KEY))
    assert 0 < mood.long_mood_state.v <= 0.3
    assert mood.long_mood_state.d == 0
    await house.store.close()


async def test_t_25_a_need_that_waits_is_in_the_prompt_of_the_talk() -> None:
    """T-25: while somebody at home talks with the companion it is left for later."""
    house = _house()
    await house.live.tick()
    await house.pass_time(60)
    assert "待っていること" not in house.garden.section(Language.JA)
    await house.journal.heard(Said("ただいま", "voice"), TrustLabel.HOUSEHOLD)
    await house.pass_time(1, 1)
    now = house.garden.world.self_being.needs_at(house.garden.world.now)[BLADDER]
    house.garden.world.feel({Stat.BLADDER: 4.0 - now})
    said = house.garden.section(Language.JA)
    assert said.endswith("- 話のあとに待っていること: 急にトイレに行きたくなった")
    brief = house.garden.brief()
    assert brief is not None
    assert brief.waits is not None
    await house.pass_time(60)
    assert "待っていること" not in house.garden.section(Language.JA)
    await house.store.close()


def _scene(house: _House) -> str:
    found = house.garden.scene(Language.JA)
    return "" if found is None else render(found)


async def test_e_048_the_game_master_of_the_garden_goes_by_the_open_stories(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """E-048, T-19, issue 17, point 7: of what could be brought up, it is what an open story waits
    for, wherever one waits for any of it."""
    monkeypatch.setattr(room, "INJECTED", 1.0)
    monkeypatch.setattr(garden_stories, "AGAIN", timedelta(0))
    house = _house()
    choose = house.live.stories.chosen
    waited_for: list[bool] = []

    def watched(found: Sequence[StoryFact]) -> int | None:
        taken = choose(found)
        wishes = [one.wish for one in house.live.stories.threads()]
        granted = [any(grants(wish, one) for wish in wishes) for one in found]
        if taken is not None and any(granted):
            waited_for.append(granted[taken])
        return taken

    monkeypatch.setattr(house.live.stories, "chosen", watched)
    await house.live.tick()
    await house.pass_time(6 * 24 * 60, step=30)
    assert len(waited_for) > 30
    assert all(waited_for)
    await house.store.close()


async def test_t_25_nothing_is_brought_up_while_somebody_at_home_talks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T-25: the game master waits until the talk is over."""
    monkeypatch.setattr(room, "INJECTED", 1.0)
    house = _house()
    await house.live.tick()
    await house.journal.heard(Said("ただいま", "voice"), TrustLabel.HOUSEHOLD)
    for _ in range(30):
        await house.journal.heard(Said("それでね", "voice"), TrustLabel.HOUSEHOLD)
        await house.pass_time(2, 1)
        assert house.garden.world.talks_with_household(house.garden.world.self_being)
    assert not any(e.source is EventSource.GM_INJECTION for e in await house.events())
    await house.pass_time(3 * 60)
    assert any(e.source is EventSource.GM_INJECTION for e in await house.events())
    await house.store.close()


async def test_s_12_something_is_brought_up_after_one_act_in_twenty() -> None:
    """S-12: probability 0.05 for each own act, at least 30 minutes apart."""
    house = _house()
    await house.live.tick()
    act = GardenActed(
        who=house.garden.data.self_id,
        action=GardenAction.REST,
        cause=Cause.DECISION,
        map_id="home",
        began=0,
        ended=0,
        planned_minutes=20,
        reason=Bilingual("", ""),
        before=house.garden.world.self_being.stats_at(house.garden.world.now),
        after=house.garden.world.self_being.stats_at(house.garden.world.now),
        place=Bilingual("", ""),
    )
    drawn = [
        house.garden.may_inject(structs.replace(act, ended=minute)) for minute in range(0, 60000, 3)
    ]
    assert sum(drawn) / len(drawn) == pytest.approx(0.05, abs=0.005)
    assert not house.garden.may_inject(structs.replace(act, ended=0, cut_short=True))
    await house.store.close()


async def test_t_19_what_was_brought_up_stands_in_the_scene_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T-19, E-048: as an `<event>` of the garden's scene."""
    monkeypatch.setattr(room, "INJECTED", 1.0)
    house = _house()
    await house.live.tick()
    while "<event>" not in _scene(house):
        await house.pass_time(20, 20)
    monkeypatch.setattr(room, "INJECTED", 0.0)
    await house.pass_time(room.BROUGHT_LATELY + 20, 20)
    assert "<event>" not in _scene(house)
    await house.store.close()


async def _decided_at(house: _House) -> list[str]:
    return [
        f"{event.at:%d %H:%M} {event.user_text}"
        for event in await house.events()
        if event.source is EventSource.DELIBERATION_DECISION
    ]


async def test_a_crash_records_no_minute_twice() -> None:
    """A-001: the state is saved once an hour; what was lived since is lived again, and what stands
    in the record already is not written again."""
    house = _house()
    await house.live.tick()
    await house.pass_time(9 * 60)
    before = await house.events()
    acts = [fact.ended for e in before if (fact := fact_of(e, GardenActed)) is not None]
    saved = await house.store.garden.state()
    assert saved is not None
    other = _House(house.store, house.clock)
    await other.live.tick()
    await other.pass_time(5 * 60)
    after = await other.events()
    ended = [fact.ended for e in after if (fact := fact_of(e, GardenActed)) is not None]
    assert ended[: len(acts)] == acts
    assert ended == sorted(set(ended))
    assert len(ended) > len(acts)
    decided = await _decided_at(other)
    assert len(decided) == len(set(decided))
    await house.store.close()


async def test_it_saves_itself_when_it_stops() -> None:
    """A restart in good order loses no minute."""
    house = _house()
    await house.live.tick()
    await house.pass_time(100)
    await house.live.close()
    kept = await house.store.garden.state()
    assert kept is not None
    state = restored(kept)
    assert state is not None
    assert state.now == house.garden.world.now
    await house.store.close()


async def test_a_002_who_is_met_again_on_a_day_is_no_news() -> None:
    """A-094: the first time in passing and the first time at one place are; the rest would fill the
    record."""
    house = _house()
    await house.live.tick()
    await house.pass_time(14 * 60)
    met = [fact for e in await house.events() if (fact := fact_of(e, GardenMet)) is not None]
    assert len(met) >= 3
    for other in {one.other for one in met}:
        days = [one for one in met if one.other == other]
        assert len(days) <= 2, [(one.at, one.facility) for one in days]
    await house.store.close()


async def test_a_day_leaves_few_events_and_little_text() -> None:
    """A quiet home's record keeps its size over a year with the garden in it."""
    house = _house()
    await house.live.tick()
    await house.pass_time(2 * 24 * 60, step=30)
    events = await house.events()
    assert len(events) <= 2 * 130
    kept = [await house.store.record.decision(e.id) for e in events]
    decisions = [one for one in kept if one is not None]
    assert 20 < len(decisions) <= 2 * 40
    assert sum(len(one.scores) for one in decisions) <= 3 * len(decisions)
    jobs = len([1 for e in events if fact_of(e, GardenActed) is not None])
    felt = await house.store.jobs.backlog()
    assert 0 < felt < jobs
    await house.store.close()


async def test_t_45_a_faster_garden_goes_on_after_a_restart() -> None:
    """Its clock is ahead of the wall, and does not wait for it."""
    house = _house(time_scale=60.0)
    await house.live.tick()
    await house.pass_time(30)
    await house.live.close()
    was = house.garden.world.now
    other = _House(house.store, house.clock, time_scale=60.0)
    await other.live.tick()
    assert other.garden.world.now == was
    await other.pass_time(5)
    assert other.garden.world.now == was + 300
    await house.store.close()


async def test_t_19_the_game_master_brings_events_up_in_the_garden_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T-19, S-12: of a source of their own and of origin garden, half an hour apart, in the
    diary with its event, and the stories that it began and ended are on the page."""
    monkeypatch.setattr(room, "INJECTED", 1.0)
    house = _house()
    await house.live.tick()
    await house.pass_time(3 * 24 * 60, step=20)
    events = await house.events()
    brought = [(e, fact) for e in events if (fact := fact_of(e, GardenInjected)) is not None]
    assert len(brought) > 20
    assert {(e.origin, e.source) for e, _ in brought} == {("garden", EventSource.GM_INJECTION)}
    others = {e.source for e in events if fact_of(e, GardenInjected) is None}
    assert others == {EventSource.SYSTEM, EventSource.DELIBERATION_DECISION}
    minutes = [fact.at for _, fact in brought]
    assert all(b - a >= 30 for a, b in pairwise(minutes))
    cited = {
        event
        for e in events
        if (page := fact_of(e, GardenDiary)) is not None
        for one in page.sentences
        for event in one.events
    }
    assert cited & {e.id for e, _ in brought}
    view = house.garden.view()
    assert view is not None
    assert view.open_stories
    assert all(one.waits_for is not None and one.waits_for.en for one in view.open_stories)
    assert not any(one.words.en == "same place a year ago" for one in view.open_stories)
    assert view.told_stories
    assert any("私" in one.words.ja for one in view.told_stories)
    assert not any("コト" in one.words.ja for one in view.told_stories)
    assert all(0 <= view.stats.need(stat) <= 100 for stat in Stat)
    other = _House(house.store, house.clock)
    await other.live.tick()
    again = other.garden.view()
    assert again is not None
    assert again.told_stories == view.told_stories
    await house.store.close()


async def test_t_19_what_was_brought_up_before_it_had_a_source_of_its_own_is_still_read() -> None:
    """T-19: an earlier record has it under `system`; its story goes on."""
    house = _house()
    lost = GardenInjected(
        who=house.garden.data.self_id,
        at=1,
        map_id="park",
        verb="lost",
        about=Bilingual("鍵", "a key"),
        words=Bilingual("鍵をなくした", "I lost a key"),
    )
    draft = EventDraft(
        source=EventSource.SYSTEM,
        kind="garden_injected",
        at=house.clock.now(),
        trust=TrustLabel.SELF,
        payload=payload_of(lost),
        origin="garden",
    )
    await house.store.events.append(draft)
    await house.live.tick()
    assert any(one.wish.verb == "found" for one in house.live.stories.threads())
    await house.store.close()


async def test_t_20_the_garden_is_a_world_of_its_own() -> None:
    """T-20: the garden's maps never become the world model of the home, and what the page shows of
    the garden is a view of the world as it is, kept nowhere."""
    house = _house()
    await house.live.tick()
    await house.pass_time(8 * 60)
    consolidation = Consolidation(
        house.store.state, house.store.state_writer, record=house.store.record
    )
    for event in await house.events():
        await consolidation.apply(await consolidation.generate(event))
    assert await house.store.state.rows(WORLD_ITEM) == ()
    before, places = house.garden.view(), {one.id for one in town().maps}
    await house.pass_time(60)
    after = house.garden.view()
    assert before is not None
    assert after is not None
    assert (before.clock, after.clock) == ("15:00", "16:00")
    assert {one.place for one in after.people} <= places
    await house.store.close()


async def test_it_lives_as_a_resident_until_it_is_stopped() -> None:
    """T-45: it stops cleanly."""
    house = _house()
    resident = house.live.residents()[0]
    task = asyncio.ensure_future(resident.run())
    while len(house.clock.slept) < 3:
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert house.garden.begun
    assert house.clock.slept[:2] == [60.0, 60.0]
    assert timedelta(seconds=60) * 2 <= house.clock.now() - datetime(2026, 5, 4, 7, tzinfo=ZONE)
    await house.store.close()


async def test_a_talk_is_recorded_at_once_and_its_words_when_they_come() -> None:
    """A-022, T-11: the talk stands in forms; the words of a model are an event of their own that
    cites it, and a day is read with them."""
    talks = _Talks()
    house = _house(talks=talks)
    await house.live.tick()
    await house.pass_time(24 * 60)
    told = {e.id: t for e in await house.events() if (t := fact_of(e, GardenTalked)) is not None}
    assert len(told) > 2
    assert [talk for talk, _ in talks.asked] == list(told.values())
    assert all({t.who, t.other} == feels.keys() for t, feels in talks.asked)
    assert not any(event.kind == "garden_worded" for event in await house.events())
    talks.may.set()
    await house.tasks.settled()
    worded = [(e, w) for e in await house.events() if (w := fact_of(e, GardenWorded)) is not None]
    assert [words.talk for _, words in worded] == list(told)
    assert all(event.evidence_event_ids == (words.talk,) for event, words in worded)
    assert all((event.origin, event.searchable) == ("garden", False) for event, _ in worded)
    day = await lived_day("2026-05-04", house.store.garden, house.store.record)
    assert day is not None
    read = [one for one in day.facts if isinstance(one, GardenTalked)]
    assert len(read) == len(told)
    for talk in read:
        form = next(one for one in told.values() if (one.at, one.who) == (talk.at, talk.who))
        assert talk.turns[0].words == Bilingual(f"{MARKER}の話です。", form.turns[0].words.en)
        assert talk.turns[1:] == form.turns[1:]
    await house.store.close()


async def test_words_that_come_after_the_page_of_their_day_are_read_with_that_day() -> None:
    """A-022: the model may be free only when the day is over."""
    talks = _Talks()
    house = _house(talks=talks)
    await house.live.tick()
    while not house.garden.pages:
        await house.pass_time(60, step=20)
    talks.may.set()
    await house.tasks.settled()
    await house.pass_time(2 * 24 * 60, step=60)
    day = await lived_day("2026-05-04", house.store.garden, house.store.record)
    assert day is not None
    read = [one for one in day.facts if isinstance(one, GardenTalked)]
    assert len(read) > 2
    assert {one.turns[0].words.ja for one in read} == {f"{MARKER}の話です。"}
    assert sum(isinstance(one, GardenDayEnded) for one in day.facts) == 1
    await house.store.close()
