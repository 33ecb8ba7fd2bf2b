"""A wish to go somewhere as a request, or why this body cannot."""

import pytest

from companion.rooms.commands.travel import NO_WHEELS, Wheels
from companion.rooms.commands.wanted import CannotDo
from companion.words.travel import GO_TO_ROOM
from companion.words.understood import UnderstoodWish
from tests.twins.drive import DriveTwin
from tests.twins.home import PLACES

NAMES = {place.id: place.name for place in PLACES}
TO_KITCHEN = UnderstoodWish(
    intent="CompanionGoToRoom", operation=GO_TO_ROOM, parameters={"room": "kitchen"}
)
TO_DOCK = UnderstoodWish(intent="CompanionGoToRoom", operation=GO_TO_ROOM, slots={"dock": True})


def test_p_004_a_room_becomes_the_structured_wish() -> None:
    """P-004, C-047: what it does and what it touches, in both languages."""
    wish = Wheels(DriveTwin(), NAMES).request_for(TO_KITCHEN)
    assert (wish.action_type, dict(wish.payload)) == (GO_TO_ROOM, {"room": "kitchen"})
    assert wish.label is not None
    assert wish.impact is not None
    assert (wish.label.ja, wish.label.en) == ("台所へ行く", "Go to the kitchen")
    assert "元に戻せます" in wish.impact.ja
    assert Wheels(DriveTwin(), NAMES).request_for(TO_DOCK).payload["room"] == "living"


@pytest.mark.parametrize(
    ("drive", "wish", "says"),
    [
        (None, TO_KITCHEN, NO_WHEELS.en),
        (DriveTwin(ways=()), TO_KITCHEN, NO_WHEELS.en),
        (DriveTwin(ways=("hall",)), TO_KITCHEN, "I know no way to the kitchen."),
        (DriveTwin(home=""), TO_DOCK, "I have no charging dock."),
    ],
)
def test_t_51_what_the_body_cannot_do_is_said(
    drive: DriveTwin | None, wish: UnderstoodWish, says: str
) -> None:
    """T-51: no wheels, no way, no dock; nothing near it is done instead."""
    with pytest.raises(CannotDo) as refused:
        Wheels(drive, NAMES).request_for(wish)
    assert refused.value.words.en == says
