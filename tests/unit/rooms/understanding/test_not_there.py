"""Not there: a thing that the home does not have is named, and no other stands in for it (A4)."""

import pytest

from tests.unit.rooms.understanding.test_engine import Listener


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("switch off the cellar lights", "cellar lights"),
        ("conservatory light on please", "conservatory light"),
        ("switch the overhead rack light on", "overhead rack light"),
        ("the shed light's still on, switch it off would you", "shed light"),
        ("I left the shed light on again, can you turn it off", "shed light"),
        ("物置の電気つけて", "物置の電気"),
        ("踊り場の電気ついたままだから消して", "踊り場の電気"),
        ("脱衣場の暖房つけて", "脱衣場の暖房"),
    ],
)
def test_a_thing_that_is_not_there_is_named(text: str, thing: str) -> None:
    """A4: the lamp of the room where one stood was put out for it."""
    heard = Listener("living_room")(text)
    assert heard.refused is not None
    assert thing in heard.refused.en
    assert not heard.wishes


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("put the main light on", "light_turn_on"),
        ("天井の電気消して", "light_turn_off"),
        ("the bloody lights are on again, turn them off", "light_turn_off"),
    ],
)
def test_what_tells_nothing_of_which_one_is_no_name(text: str, operation: str) -> None:
    wishes = Listener("living_room")(text).wishes
    assert {wish.operation for wish in wishes} == {f"device_control.{operation}"}
