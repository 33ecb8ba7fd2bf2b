"""Homecoming story: one story of its own garden, to who is home and free (issue 17, point 8)."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from companion.desk.homecoming_story import GUEST_STAYS, LOOK_S, PASSING, READ, HomecomingStory
from companion.dollhouse.chronicle import Chronicle
from companion.dollhouse.home import load_home
from companion.dollhouse.world import Whereabouts, World
from companion.home.occasion import Occasion
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.observation import Change
from companion.words.trust import TrustLabel
from tests.unit.desk.coming_home import EVENING, Home
from tests.unit.dollhouse.conftest import NIGHT_SKY
from tests.whole_sets import some

SYSTEM = EventSource.SYSTEM


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.EN, "While you were out, this happened in my own garden: Haru found a bell."),
        (Language.JA, "留守のあいだ、わたしの庭でこんなことがありました。Haru found a bell."),
    ],
)
async def test_what_happened_meanwhile_is_told_once_as_of_the_garden(
    language: Language, words: str
) -> None:
    """A-095, T-26: never twice, also after a restart; and no memory of the house."""
    home = Home(language)
    await home.lives("Haru found a bell.")
    await home.comes()
    assert await home.story.look() == "told"
    assert home.told() == [words]
    (message,) = home.spoken
    assert (message.origin, message.searchable) == ("garden", False)
    assert set(home.known[0].events) < set(message.evidence_event_ids)
    home.story = home.begun(language)  # a restart
    home.later(4 * 3600)
    await home.comes(away_h=8)
    assert await home.story.look() == "nothing to tell"
    assert len(home.told()) == 1


async def test_what_happens_again_in_the_same_words_is_not_told_again() -> None:
    """Issue 17: to who listens it is the same story; also after a restart, and long ago."""
    home = Home()
    for n in range(READ + 2):
        await home.lives("Haru found a bell." if n == 0 else f"Haru lost shoe {n}.")
        await home.comes()
        assert await home.story.look() == "told"
        home.later(30 * 3600)
    home.story = home.begun()
    await home.lives("Haru found a bell.")
    await home.comes()
    assert await home.story.look() == "nothing to tell"


async def test_only_what_has_to_do_with_the_coming_home_is_told() -> None:
    home = Home()
    await home.lives("Haru found a bell.")
    home.later(5 * 3600)
    await home.comes(away_h=3)
    assert await home.story.look() == "nothing to tell", "it happened before they left"
    await home.lives("Haru kept a promise.", of_promise=True)
    home.later(3600)
    await home.comes(away_h=None)
    assert await home.story.look() == "told"
    assert home.told() == ["About a promise, in my own garden: Haru kept a promise."]


async def _television(home: Home) -> None:
    home.plays("playing")


async def _only_on(home: Home) -> None:
    """Many a television never tells more than that it is on."""
    home.plays("on")


async def _says(home: Home) -> None:
    await home.speaks()


@pytest.mark.parametrize("busy", [_television, _only_on, _says])
async def test_it_waits_until_who_came_is_free(busy: Callable[[Home], Any]) -> None:
    """Issue 17: none while the owner speaks or watches; the story may come a little later."""
    home = Home()
    await home.lives("Haru found a bell.")
    await home.comes()
    await busy(home)
    assert await home.story.look() is None
    home.plays("idle")
    home.later(61)
    assert await home.story.look() == "told"


async def _guest_speaks(home: Home) -> None:
    await home.speaks(TrustLabel.GUEST)


async def _rang(home: Home) -> None:
    await home.observed(Change.APPEARED, Occasion.DOORBELL)


async def _two(home: Home) -> None:
    await home.observed(Change.COUNT, count=2)


async def _elsewhere(home: Home) -> None:
    home.there = {"hall": "present", "kitchen": "present"}


async def _to_bed(home: Home) -> None:
    await home.observed(Change.APPEARED, Occasion.BEDTIME)


async def _quiet_hours(home: Home) -> None:
    home.is_quiet = True


async def _told_off(home: Home) -> None:
    home.purse.told_off()


async def _next_day(home: Home) -> None:
    home.later(6 * 3600)


async def _goes_out(home: Home) -> None:
    home.there = {"hall": "absent"}


KEPT_BACK = [_guest_speaks, _rang, _two, _elsewhere, _quiet_hours, _goes_out]
ENDED = [_to_bed, _next_day]


@pytest.mark.parametrize("case", ENDED)
async def test_bedtime_and_the_end_of_the_day_end_it(case: Callable[[Home], Any]) -> None:
    home = Home()
    await home.lives("Haru found a bell.")
    await home.comes()
    await case(home)
    assert await home.story.look() == "over"


@pytest.mark.parametrize("case", [*KEPT_BACK, _told_off])
async def test_what_a_guest_or_quiet_hours_keep_back_is_told_once_at_a_good_moment(
    case: Callable[[Home], Any],
) -> None:
    """Issue 17, S-22: within its day, with what else keeps it back over by then."""
    home = Home()
    home.later(-10 * 3600)
    await home.lives("Haru found a bell.")
    await home.comes()
    await case(home)
    assert await home.story.look() is None
    home.there, home.is_quiet = {"hall": "present"}, False
    await home.observed(Change.GONE)
    home.later(8 * 3600 if case is _told_off else GUEST_STAYS.total_seconds())
    assert await home.story.look() == "told"
    assert await home.story.look() == "over"
    assert home.told() == ["While you were out, this happened in my own garden: Haru found a bell."]


async def test_who_walks_from_room_to_room_is_one_and_who_stays_in_the_other_is_a_guest() -> None:
    home = Home()
    await home.lives("Haru found a bell.")
    await home.comes()
    for there, passed_s, result in (
        ({"hall": "present", "kitchen": "present"}, 0, None),
        ({"hall": "present", "kitchen": "present"}, PASSING.total_seconds(), None),
        ({"kitchen": "present"}, 600, None),
        ({"kitchen": "present"}, GUEST_STAYS.total_seconds(), "told"),
    ):
        home.there = dict(there)
        home.later(passed_s)
        assert await home.story.look() == result
    other = Home()
    await other.lives("Haru found a bell.")
    await other.comes()
    await _elsewhere(other)
    assert await other.story.look() is None
    other.there = {"kitchen": "present"}
    other.later(LOOK_S)
    assert await other.story.look() == "told"


async def test_who_goes_out_again_is_told_after_the_next_coming_home_what_was_kept_back() -> None:
    """What happened between the two, with somebody at home, is no news of an absence."""
    home = Home()
    await home.lives("Haru found a bell.")
    await home.comes()
    home.plays("playing")
    assert await home.story.look() is None
    await home.lives("Haru lost a shoe.")
    home.plays("idle")
    home.later(1800)
    await home.comes(away_h=0.2)
    assert await home.story.look() == "told"
    assert home.told() == ["While you were out, this happened in my own garden: Haru found a bell."]


async def _restarts(home: Home) -> HomecomingStory:
    """The process ends and begins again: nothing but the record is left."""
    home.story = home.begun()
    await home.story.remember()
    return home.story


async def test_a_restart_forgets_no_story_that_was_kept_back() -> None:
    """Issue 17, point 8: told once, also after a second restart; no other than would have been."""
    home = Home()
    home.later(-6 * 3600)
    await home.lives("Haru found a bell.")
    await home.comes()
    home.plays("playing")
    assert await home.story.look() is None
    assert await home.story.look() is None
    kept = [one for one in await home.store.record.recent() if one.kind == "story_kept_back"]
    assert len(kept) == 1, "it is noted once"
    assert not kept[0].searchable
    story = await _restarts(home)
    assert await story.look() is None, "the film goes on"
    home.plays("idle")
    home.later(1800)
    await home.lives("Haru lost a shoe.")
    assert await story.look() == "told"
    assert home.told() == ["While you were out, this happened in my own garden: Haru found a bell."]
    assert await (await _restarts(home)).look() == "over"
    assert len(home.told()) == 1


async def test_after_a_restart_a_guest_is_a_guest_still_and_bedtime_is_bedtime() -> None:
    home = Home()
    home.later(-8 * 3600)
    await home.lives("Haru found a bell.")
    await home.comes()
    await _rang(home)
    assert await home.story.look() is None
    home.later(3600)
    await home.comes(away_h=0.2)
    assert await home.story.look() is None
    story = await _restarts(home)
    home.later(600)
    assert await story.look() is None, "the ring is an hour old"
    home.later(GUEST_STAYS.total_seconds())
    await _to_bed(home)
    assert await (await _restarts(home)).look() == "over"
    assert home.told() == []


@pytest.mark.parametrize("case", ENDED)
async def test_what_ended_before_a_restart_stays_ended(case: Callable[[Home], Any]) -> None:
    home = Home()
    await home.lives("Haru found a bell.")
    await home.comes()
    home.plays("playing")
    assert await home.story.look() is None
    home.plays("idle")
    await case(home)
    assert await (await _restarts(home)).look() == "over"
    assert home.told() == []


async def test_where_no_story_fits_nothing_is_noted() -> None:
    home = Home()
    await home.comes()
    home.plays("playing")
    assert await home.story.look() is None
    assert [one for one in await home.store.record.recent() if one.source is SYSTEM] == []


ROOMS = ("hall", "living")
MINUTE = timedelta(minutes=1)
DAY = (
    # (minutes after 09:00, who, room; "" is out of the house)
    (60, "resident", ""),
    (240, "resident", "hall"),  # with a friend, who stays for lunch
    (240, "friend", "hall"),
    (245, "resident", "living"),
    (245, "friend", "living"),
    (330, "friend", ""),
    (540, "resident", ""),
    (570, "resident", "hall"),
)


async def test_in_a_doll_s_house_the_story_of_the_morning_waits_until_guest_and_film_are_gone() -> (
    None
):
    """Issue 17, point 8: from the camera over the greeting to the words, once in the whole day."""
    home = Home()
    home.clock.at = start = EVENING.replace(hour=9, minute=0)
    world = World(load_home(), home.clock, Chronicle(home.clock), {}, NIGHT_SKY)
    world.people |= {one: Whereabouts(look="woman_grey") for one in ("resident", "friend")}
    world.enter("resident", "living")
    home.greets()
    counted = dict.fromkeys(ROOMS, 0)
    at_last = None
    for minute in range(14 * 60):
        home.clock.at = start + minute * MINUTE
        for _, who, room in (one for one in DAY if one[0] == minute):
            world.enter(who, room) if room else world.leave(who)
        home.there = {room: "present" if world.present(room) else "absent" for room in ROOMS}
        for room in ROOMS:
            before, counted[room] = counted[room], len(world.present(room))
            if before != counted[room]:
                await home.sees(room, before, counted[room])
        home.plays("playing" if 480 <= minute < 535 else "idle")
        home.is_quiet = minute >= 13.5 * 60
        if minute == 120:
            await home.lives("Haru found a bell.")
        if await home.story.look() == "told":
            at_last = minute
    assert [one for one in home.told() if "garden" in one] == [
        "While you were out, this happened in my own garden: Haru found a bell."
    ]
    assert at_last == 535, "the friend may be in the house for three hours more; then a film runs"
    assert len(home.told()) == 3, "with the two greetings"


async def test_of_many_arrivals_no_story_comes_twice_and_none_at_a_wrong_moment() -> None:
    """Issue 17: `make proof` takes 1,000 arrivals."""
    chance = random.Random(17)
    home = Home()
    wrong = (
        {None: 0} | dict.fromkeys([*KEPT_BACK, _to_bed, _told_off], 0) | {_television: 0, _says: 0}
    )
    moments: list[Any] = [None, None, None, *list(wrong)[1:]]
    told = 0
    for n in range(some(120, 1000)):
        home.there, home.is_quiet = {"hall": "present"}, False
        home.plays("idle")
        home.later(chance.uniform(0.2, 20) * 3600)
        if chance.random() < 0.7:
            await home.lives(f"Story {n}.", of_promise=chance.random() < 0.3)
        before = len(home.spoken)
        await home.comes(away_h=chance.choice([None, 0.1, 3.0, 9.0]))
        case = chance.choice(moments)
        if case is not None:
            await case(home)
        result = await home.story.look()
        if case is not None:
            wrong[case] += len(home.spoken) - before
            assert result != "told"
        told += len(home.spoken) - before
    assert set(wrong.values()) == {0}
    assert told == len(set(home.told())) > some(10, 100)
