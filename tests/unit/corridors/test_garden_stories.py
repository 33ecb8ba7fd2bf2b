"""Stories are found in the recorded log of the garden and in nothing else."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.corridors.garden_stories import PAGE, LivingStories, garden_stories, line_of
from companion.rooms.garden.catalogue import SELECTABLE
from companion.rooms.garden.injections import FORMS
from companion.rooms.garden.reasons import HABIT_NAMES
from companion.rooms.garden.talk_forms import GIFTS
from companion.rooms.journal.room import Journal
from companion.rooms.sifting.garden import story_facts
from companion.rooms.sifting.pattern import Pattern, known_after
from companion.rooms.sifting.patterns import PATTERNS
from companion.service.clock import SystemClock
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.facts.garden import GardenActed, GardenBond, GardenDayEnded
from companion.words.garden import Cause, GardenAction, Stats
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.said import Said
from companion.words.story import StoryMatch
from companion.words.trust import TrustLabel

DAY = 24 * 60


def bond(turn: str, at: int, promise: int = 0) -> GardenBond:
    about = Bilingual("川べりの散歩", "a walk by the river")
    return GardenBond(
        turn=turn, who="haru", other="mio", at=at, map_id="park", about=about, promise=promise
    )


async def test_a_story_is_told_with_the_events_it_rests_on() -> None:
    clock = SystemClock(UTC)
    store = Store.in_memory(clock)
    journal = Journal(store.events, Hub(clock.now), clock)
    await journal.heard(Said("ハルとミオがけんかして仲直りした", "chat"), TrustLabel.OWNER)
    quarrel = await journal.lived(bond("quarrelled", 100))
    await journal.lived(GardenDayEnded(who="haru", at=DAY, began=0, done=1, missed=0, changed=0))
    peace = await journal.lived(bond("made_up", DAY + 200))
    await journal.lived(bond("promised", DAY + 300, promise=7))
    found = await garden_stories(store.record)
    (story,) = found.told
    assert (story.pattern, story.event_ids) == (
        "made_up_after_a_quarrel",
        (quarrel.id, peace.id),
    )
    names = {"haru": "ハル", "mio": "ミオ"}
    assert story.told(Language.JA, names) == "ハルとミオが仲直りした。"
    assert "promise_kept" in {one.pattern for one in found.open}
    assert found.things["a walk by the river"].ja == "川べりの散歩"


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: one.name)
def test_who_tells_a_story_of_its_own_says_i(pattern: Pattern) -> None:
    """A diary in the first person calls its writer by no name; in English I does, and me is done
    to."""
    for role in {"a", "b", "c"} & known_after(pattern.steps, len(pattern.steps)):
        told = line_of(_match(pattern), {"id_of_b": Bilingual("ハル", "Haru")}, f"id_of_{role}")
        shown = f"{{{role}}}" in pattern.line.en
        assert ("私" in told.ja) is (f"{{{role}}}" in pattern.line.ja)
        assert (re.search(r"\b(I|me)\b", told.en) is not None) is shown
        assert not re.search(r"\0|\bI (is|has|does)\b|\bme [a-z]+ed\b|\b(of|by) I\b", told.en), (
            told.en
        )
        assert f"id_of_{role}" not in told.en + told.ja


def _worded() -> Iterator[str]:
    """Every English sentence about a thing, with each thing that it can be about."""
    who = {"who": "Haru", "other": "Mio", "a": "Haru", "b": "Mio"}
    for form in FORMS.values():
        for words in (form.mine, form.other):
            if words is not None:
                yield from (words.en.format(about=one.en, **who) for one in form.abouts)
    gift = next(one for one in PATTERNS if one.name == "unexpected_gift")
    yield from (gift.line.en.format(w=one.en, **who) for one in GIFTS)
    habit = next(one for one in PATTERNS if one.name == "habit_broken")
    yield from (habit.line.en.format(w=one.en, **who) for one in HABIT_NAMES.values())


@pytest.mark.parametrize("told", list(_worded()))
def test_no_thing_has_two_articles_or_a_wrong_one(told: str) -> None:
    """Once "gave me a home-made pickled plums" and "a an old postcard"."""
    assert not re.search(r"\b(?:a|an|the|my) (?:a|an|the|my|some|three)\b", told), told
    assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", told), told
    assert not re.search(r"\ban? (?:[\w-]+ )?\w+[^s]s\b", told), told
    assert not re.search(r"\bI\b", told.partition(" gave ")[2]), told


def test_a_habit_is_told_in_words() -> None:
    """Its line said `bathe` in Japanese: an id is no word."""
    habit = next(one for one in PATTERNS if one.name == "habit_broken")
    broken = replace(_match(habit), roles={"a": "npc_mio", "w": "bathe"})
    things = LivingStories().things | {"npc_mio": Bilingual("ミオ", "Mio")}
    assert line_of(broken, things) == Bilingual(
        "ミオは毎日していた「お風呂」を、今日はしなかった。",
        "Mio did without a bath today, after days of it.",
    )
    assert {action.value for action in SELECTABLE if _is_habit(action)} <= set(things)


def _is_habit(action: GardenAction) -> bool:
    """Whether the deed can become one."""
    stats = Stats(satiety=1, energy=1, hygiene=1, mood=1, bladder=1, money=1)
    act = GardenActed(
        who="npc_mio",
        action=action,
        cause=Cause.DECISION,
        map_id="park",
        began=0,
        ended=1,
        planned_minutes=1,
        reason=Bilingual("", ""),
        before=stats,
        after=stats,
        place=Bilingual("", ""),
    )
    return any(one.verb == "did" for one in story_facts(EventId(1), act))


def test_the_teller_is_i_or_me_by_its_part_in_the_sentence() -> None:
    named = {one.name: _match(one) for one in PATTERNS}
    names = {f"id_of_{one}": Bilingual(one, one.upper()) for one in "abpw"}
    vain = named["waited_in_vain"]
    assert line_of(vain, names, "id_of_b").en == "A waited for me at P, and I did not come."
    assert line_of(vain, names, "id_of_a").ja == "私はpでbを待ったが、bは来なかった。"
    assert line_of(vain, names).en == "A waited for B at P, and B did not come."
    found = named["found_by_another"]
    assert line_of(found, names, "id_of_a").en.startswith("B found the W that I had lost")
    assert line_of(named["new_friend"], names, "id_of_b").en == "A made friends with me."


def _match(pattern: Pattern) -> StoryMatch:
    roles = {one: f"id_of_{one}" for one in known_after(pattern.steps, len(pattern.steps))}
    return StoryMatch(
        pattern=pattern.name,
        label=pattern.label,
        line=pattern.line,
        roles=roles,
        event_ids=(),
        weight=0.5,
        when=datetime(2026, 5, 4, tzinfo=UTC),
    )


async def test_a_log_longer_than_a_page_is_read_whole_and_in_order() -> None:
    clock = SystemClock(UTC)
    store = Store.in_memory(clock)
    journal = Journal(store.events, Hub(clock.now), clock)
    first = await journal.lived(bond("quarrelled", 1))
    for number in range(PAGE + 5):
        await journal.lived(
            GardenDayEnded(who="haru", at=2 + number, began=0, done=0, missed=0, changed=0)
        )
    last = await journal.lived(bond("made_up", PAGE + 50))
    (story,) = (await garden_stories(store.record)).told
    assert story.event_ids == (first.id, last.id)


async def test_a_day_has_at_most_three_lines_and_no_event_in_two() -> None:
    clock = SystemClock(UTC)
    store = Store.in_memory(clock)
    journal = Journal(store.events, Hub(clock.now), clock)
    for number in range(5):
        await journal.lived(bond("quarrelled", 10 * number))
        await journal.lived(bond("made_up", 10 * number + 5))
    told = (await garden_stories(store.record)).told
    used: list[EventId] = [event for story in told for event in story.event_ids]
    assert 1 <= len(told) <= 3
    assert len(used) == len(set(used))
