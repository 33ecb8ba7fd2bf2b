"""Answers: one question back that names what is between, in both languages."""

from companion.rooms.understanding.answers import (
    MOST_NAMED,
    NEVER_HEARD_OF,
    did_you_mean,
    not_all_there,
    which_of,
)
from companion.rooms.understanding.frame import Group
from companion.rooms.understanding.home import Home, Room, Thing


def lamp(name: str, area: str = "") -> Thing:
    return Thing(
        id=f"light.{name}", names=(f"{name} light", f"{name}の灯"), domain="light", area=area
    )


HOME = Home(
    things=(lamp("a", "hall"), lamp("b", "kitchen")),
    rooms=(Room(id="hall", names=("Hall", "玄関")), Room(id="kitchen", names=("Kitchen",))),
)


def test_things_of_several_rooms_are_told_apart_by_their_room() -> None:
    asked = which_of(HOME.things, HOME)
    assert asked.en == "Which room: Hall or Kitchen?"
    assert asked.ja == "どの部屋ですか？（玄関、Kitchen）"


def test_things_of_one_room_are_told_apart_by_their_name() -> None:
    asked = which_of((lamp("a", "hall"), lamp("c", "hall")), HOME)
    assert asked.en == "Which one: a light or c light?"
    assert asked.ja == "どれですか？（aの灯、cの灯）"


def test_of_many_only_some_are_named() -> None:
    many = [lamp(str(n)) for n in range(MOST_NAMED + 2)]
    asked = which_of(many, HOME)
    assert asked.en.endswith(" ...?")
    assert asked.ja.endswith("など）")


def test_what_has_not_what_was_named_is_said() -> None:
    room = not_all_there([Group(areas=("kitchen",))], HOME)
    assert room.en == "I find nothing for that at Kitchen."
    assert not_all_there([Group()], HOME) == NEVER_HEARD_OF


def test_an_order_that_may_be_told_is_asked_for() -> None:
    assert did_you_mean("電気を消して").ja == "「電気を消して」ということですか？"
