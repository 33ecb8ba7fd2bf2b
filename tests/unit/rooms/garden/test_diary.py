"""Pages of the diary."""

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from companion.rooms.garden.diary import DayFact, Diary, Story, grams
from companion.rooms.garden.diary_forms import FEEL
from companion.service.draws import SeededDraws
from companion.words.facts import (
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenDiary,
    GardenEpisode,
    GardenInjected,
    GardenMet,
    GardenTalked,
)
from companion.words.garden import Stats, Weather
from companion.words.ids import EventId
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import weeks


@cache
def _pages() -> tuple[tuple[GardenDiary, ...], dict[int, object]]:
    log, known = weeks(), dict[int, object]()
    names = {one.id: one.name for one in log.data.inhabitants}
    diary = Diary(log.world.town, names, SeededDraws(7))
    pages: list[GardenDiary] = []
    day: list[DayFact] = []
    for number, fact in enumerate(log.facts, 1):
        known[number] = fact
        if isinstance(fact, GardenDayEnded):
            pages.append(diary.page(log.data.self_id, fact.began, day, pages))
            day = []
        else:
            day.append(DayFact(EventId(number), fact))
    return tuple(pages), known


def test_a_095_a_page_a_day_with_its_events() -> None:
    """A-095: every sentence names events, all of this day and of the companion."""
    pages, known = _pages()
    assert len(pages) == 34
    assert all(page.sentences for page in pages)
    own = weeks().data.self_id
    for page in pages:
        for sentence in page.sentences:
            assert sentence.words.ja
            assert sentence.words.en
            for event in sentence.events:
                fact = known[event]
                assert isinstance(fact, GardenActed | GardenBond | GardenMet | GardenTalked)
                assert own in (fact.who, getattr(fact, "other", ""))


def test_a_095_pages_do_not_repeat_themselves() -> None:
    """A-095: no sentence twice, and few of the last month's four words in a row."""
    pages, _ = _pages()
    for language in ("ja", "en"):
        said = Counter(getattr(s.words, language) for page in pages for s in page.sentences)
        assert max(said.values()) == 1
    shares = []
    for n, page in enumerate(pages[30:], 30):
        for language in ("ja", "en"):
            before, own = (
                {
                    gram
                    for one in some
                    for s in one.sentences
                    for gram in grams(getattr(s.words, language))
                }
                for some in (pages[n - 30 : n], (page,))
            )
            shares.append(len(own & before) / len(own))
    assert max(shares) <= 0.2


def test_a_page_says_nothing_twice_in_the_same_form() -> None:
    """ "Pink and warm at the hot spring" stood twice on one page, with other minutes."""
    starts = [Counter(s.words.en[:12] for s in page.sentences) for page in _pages()[0]]
    told = [Counter(s.words.ja.split("。")[0] for s in page.sentences) for page in _pages()[0]]
    assert {n for one in (*starts, *told) for n in one.values()} == {1}


def test_where_the_weather_is_not_known_no_sentence_speaks_of_it() -> None:
    """A home without a weather source has a garden too: its diary said "30 minutes of unknown"."""
    log = weeks()
    diary = Diary(log.world.town, {}, SeededDraws(7))
    day: list[DayFact] = []
    pages: list[GardenDiary] = []
    for number, fact in enumerate(log.facts, 1):
        if isinstance(fact, GardenDayEnded):
            pages.append(diary.page(log.data.self_id, fact.began, day, pages))
            day = []
        elif isinstance(fact, GardenActed):
            day.append(DayFact(EventId(number), replace(fact, weather=Weather.UNKNOWN)))
        if len(pages) == 8:
            break
    said = [one.words for page in pages for one in page.sentences]
    assert said
    assert not [one for one in said if "不明" in one.ja or "unknown" in one.en.lower()]


def test_what_must_not_be_left_out_stands_in_the_page() -> None:
    """A-092: a broken promise, a quarrel, a making up of one's own is written down."""
    pages, known = _pages()
    own = weeks().data.self_id
    written = {event for page in pages for s in page.sentences for event in s.events}
    turns = [
        number
        for number, fact in known.items()
        if isinstance(fact, GardenBond)
        and own in (fact.who, fact.other)
        and fact.turn in ("broken", "quarrelled", "made_up", "kept")
    ]
    first_day_of_none = [n for n in turns if n <= max(written)]
    assert len(set(first_day_of_none) & written) >= 0.9 * len(first_day_of_none)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("虹を見た", "虹を見た。"),
        ("虹を見た。", "虹を見た。"),
        ("虹を見た！", "虹を見た！"),
        ("I saw a rainbow", "I saw a rainbow."),
        ("I saw a rainbow.", "I saw a rainbow."),
    ],
)
def test_an_episode_gets_its_sentence(written: str, told: str) -> None:
    """A-073: with the stop that a model often leaves out, and no second one."""
    log = weeks()
    stats = Stats(bladder=50, energy=50, satiety=50, hygiene=50, mood=50, money=1)
    fact = GardenEpisode(
        who=log.data.self_id,
        at=log.world.now,
        action=EventId(4),
        map_id="onsen",
        episode=written,
        before=stats,
        after=stats,
    )
    diary = Diary(log.world.town, {}, SeededDraws(1))
    page = diary.page(log.data.self_id, log.world.now, [DayFact(EventId(9), fact)], ())
    (sentence,) = page.sentences
    for words in (sentence.words.ja, sentence.words.en):
        assert told in words
        assert f"{told}。" not in words
        assert f"{told}." not in words
    assert sentence.events == (9,)


def test_what_is_sad_is_told_sadly_on_a_good_day() -> None:
    """ "Kai has a fever. Bright inside." stood on a page: the mood of the day was a high one."""
    log = weeks()
    act = max((one for one in log.own() if not one.cut_short), key=lambda one: one.after.mood)
    for n, verb in enumerate(("fell_ill", "recovered")):
        words = Bilingual("カイさんのこと。", "It was about Kai.")
        fact = GardenInjected(
            who="npc_kai", at=act.ended + n, map_id="town", verb=verb, about=words, words=words
        )
        diary = Diary(log.world.town, {}, SeededDraws(1))
        day = [DayFact(EventId(1), act), DayFact(EventId(2), fact)]
        page = diary.page(log.data.self_id, act.began, day, ())
        told = next(one.words.en for one in page.sentences if "Kai" in one.words.en)
        low, high = (
            any(one.en in told for one in FEEL[band] if one.en) for band in ("low", "high")
        )
        assert (low, high) == (verb == "fell_ill", verb != "fell_ill"), told


def test_a_day_without_anything_has_an_empty_page() -> None:
    diary = Diary(weeks().world.town, {}, SeededDraws(1))
    assert diary.page("x", 0, [], ()).sentences == ()


def test_a_story_stands_in_the_place_of_its_end_and_names_all_its_events() -> None:
    """A-095: no event is told twice on a page."""
    lost, found = (
        GardenInjected(
            who="koto",
            at=100 + n,
            map_id="park",
            verb=verb,
            about=Bilingual("鈴", "bell"),
            words=Bilingual(f"鈴{verb}。", f"The bell: {verb}."),
        )
        for n, verb in enumerate(("lost", "found"))
    )
    diary = Diary(weeks().world.town, {}, SeededDraws(3))
    story = Story(Bilingual("鈴が戻った。", "The bell came back."), (EventId(1), EventId(2)), 0.6)
    day = (DayFact(EventId(1), lost), DayFact(EventId(2), found))
    page = diary.page("koto", 60, day, (), (story,))
    told = [one for one in page.sentences if EventId(2) in one.events]
    assert [one.events for one in told] == [(1, 2)]
    assert "The bell came back." in told[0].words.en
