"""A wish about a list is read in both languages, with the items in the person's own words."""

import pytest

from companion.rooms.understanding.list_wish import ListDeed, ListWish, list_wish

ADD, REMOVE, CLEAR, READ = ListDeed.ADD, ListDeed.REMOVE, ListDeed.CLEAR, ListDeed.READ


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("please pop Marmite and some ham on the list", ListWish(ADD, "", ("Marmite", "ham"))),
        ("add a torch, pegs to my camp list", ListWish(ADD, "camp", ("torch", "pegs"))),
        ("cross the candles off the list please", ListWish(REMOVE, "", ("candles",))),
        ("empty the shopping list", ListWish(CLEAR)),
        ("what's still on the shopping list?", ListWish(READ)),
        ("is honey on the list", ListWish(ListDeed.ASKS_FOR, "", ("honey",))),
        ("we've nearly run out of tea bags", ListWish(ListDeed.LACKING, "", ("tea bags",))),
        ("買い物リストにふきんと味噌足しといて", ListWish(ADD, "", ("ふきん", "味噌"))),
        ("牛乳も買い物リストに入れて", ListWish(ADD, "", ("牛乳",))),
        ("キャンプのリストに懐中電灯書いて", ListWish(ADD, "キャンプ", ("懐中電灯",))),
        ("リストから味噌を外して", ListWish(REMOVE, "", ("味噌",))),
        ("買い物メモを空にして", ListWish(CLEAR)),
        ("買い物リスト読み上げて", ListWish(READ)),
        ("洗剤なくなりそう", ListWish(ListDeed.LACKING, "", ("洗剤",))),
    ],
)
def test_deed_list_and_items(text: str, wish: ListWish) -> None:
    assert list_wish(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        "put the lights on",
        "put it on the list",
        "we're out of time",
        "電話が切れた",
        "she read the whole list to me on the phone yesterday",
        "リストの話はまた今度",
        "turn it off too",
    ],
)
def test_all_else_is_no_matter_of_a_list(text: str) -> None:
    assert list_wish(text) is None


def test_more_is_meant_only_right_after_something_was_put_on_a_list() -> None:
    assert list_wish("and batteries") is None
    assert list_wish("and batteries", goes_on=True) == ListWish(ListDeed.MORE, "", ("batteries",))
    assert list_wish("あと電池も", goes_on=True) == ListWish(ListDeed.MORE, "", ("電池",))
