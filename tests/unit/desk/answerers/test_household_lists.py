"""Household lists keep what people want to buy or to pack, and tell it again."""

from pathlib import Path

from companion.desk.answerers.household_lists import HouseholdLists
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.ports.answerer import Answerer
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.said import Said
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import Door, door_of


def door(folder: Path) -> Door:
    clock = JumpClock()

    def answerers(requests: Requests, teaching: Teaching, store: Store) -> tuple[Answerer, ...]:
        keep = Consolidation(store.state, store.state_writer).household_list
        journal = Journal(store.events, Hub(clock.now), clock)
        return (HouseholdLists(state=store.state, journal=journal, keep=keep),)

    return door_of(folder, MemoryHouse, clock=clock, answerers=answerers)


async def said(door: Door, *texts: str, channel: str = "web") -> str:
    """The reply to the last of the sentences."""
    for text in texts:
        await door.desk.say(Said(text, channel))
        await door.settled()
    return (await door.replies() or [""])[0]


async def test_what_was_put_on_a_list_is_told_and_taken_off_again(tmp_path: Path) -> None:
    home = door(tmp_path)
    assert await said(home, "put oats and salt on the shopping list") == (
        "I put oats and salt on the shopping list."
    )
    assert await said(home, "and yeast") == "I put yeast on the shopping list."
    assert await said(home, "what's on the shopping list?") == (
        "On the shopping list: oats, salt and yeast."
    )
    assert await said(home, "リストから酢を消して") == "酢は買い物リストに入っていません。"
    assert await said(home, "take the salt off the list", "read me the list") == (
        "On the shopping list: oats and yeast."
    )
    assert await said(home, "clear the list", "はい", "what's on the list") == (
        "There is nothing on the shopping list."
    )


async def test_what_ran_out_is_put_there_after_a_yes(tmp_path: Path) -> None:
    home = door(tmp_path)
    assert await said(home, "味噌切れちゃった") == "味噌を買い物リストに入れますか？"
    assert await said(home, "はい") == "買い物リストに味噌を入れました。"
    await said(home, "we're out of jam", "no thanks")
    assert await said(home, "買い物リスト何入ってる") == "買い物リストには味噌があります。"


async def test_lists_have_names_and_one_that_is_not_there_is_left_to_others(
    tmp_path: Path,
) -> None:
    home = door(tmp_path)
    await said(home, "put a tent on the camping list", "add jam to the shopping list")
    assert await said(home, "what's on the camping list") == "On the camping list: tent."
    await said(home, "what's on the guest list")
    assert [event.user_text for event in home.talk.asked] == ["what's on the guest list"]


async def test_a_stranger_changes_no_list(tmp_path: Path) -> None:
    home = door(tmp_path)
    await said(home, "put bleach on the shopping list", channel="roblox")
    assert await said(home, "what's on the shopping list") == (
        "There is nothing on the shopping list."
    )
