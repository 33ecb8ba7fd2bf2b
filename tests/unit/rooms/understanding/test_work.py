"""Work: orders by a state or by what a machine does, read again as plain orders."""

import pytest

from companion.rooms.understanding.home import Home, Thing
from companion.rooms.understanding.work import by_the_machine, without_its_state


@pytest.mark.parametrize("text", ["電気がついてたら消して", "電気ついてるなら消して"])
def test_an_order_for_a_thing_in_a_state_is_the_plain_order(text: str) -> None:
    plain = without_its_state(text)
    assert "ついて" not in plain
    assert plain.endswith("消して")


def test_a_sentence_without_a_state_is_left_alone() -> None:
    assert without_its_state("電気を消して") in ("", "電気を消して")


def test_a_machine_is_named_by_its_work_only_where_there_is_one() -> None:
    home = Home(things=(Thing(id="fan.hood", names=("換気扇",), domain="fan"),))
    assert by_the_machine("換気して", home) not in ("", "換気して")
    assert by_the_machine("換気して", Home()) in ("", "換気して")
