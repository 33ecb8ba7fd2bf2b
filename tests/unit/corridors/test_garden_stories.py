"""Stories are found in the recorded log of the garden and in nothing else."""

from datetime import UTC

from companion.corridors.garden_stories import PAGE, garden_stories
from companion.rooms.journal.room import Journal
from companion.service.clock import SystemClock
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.facts.garden import GardenBond, GardenDayEnded
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.said import Said
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
