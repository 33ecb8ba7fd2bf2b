"""B13: a fact that carried a decision and turned round stops its act."""

from dataclasses import replace

import pytest

from companion.rooms.context.carried import turned_round
from companion.words.decision import ActionDecision
from tests.twins.home import PLACES, decision, trigger
from tests.unit.rooms.context.home import Home


async def carried(
    act: ActionDecision,
    was: str | None,
    now: str | None,
    *,
    was_dark: bool = True,
    is_dark: bool = True,
) -> str:
    pack = await Home().room.gather(trigger())
    pack = replace(pack, people={"hall": was}, dark={"hall": was_dark}, places=PLACES)
    gone = turned_round(act, pack, {"hall": now}, {"hall": is_dark})
    return gone.en if gone is not None else ""


def lamp(turn: str) -> ActionDecision:
    return decision(f"device_control.light_{turn}", {"device_id": "light.hall"})


@pytest.mark.parametrize(
    ("turn", "was", "now", "stops"),
    [
        ("turn_on", "present", "absent", True),
        ("turn_on", None, "absent", True),
        ("turn_on", "present", "present", False),
        ("turn_on", "present", None, False),
        ("turn_off", "absent", "present", True),
        ("turn_off", "absent", "absent", False),
        ("turn_off", None, "absent", False),
        ("turn_off", "absent", None, False),
    ],
)
async def test_who_is_there_is_looked_at_again(
    turn: str, was: str | None, now: str | None, stops: bool
) -> None:
    assert bool(await carried(lamp(turn), was, now)) is stops


async def test_so_is_how_light_it_is() -> None:
    on = lamp("turn_on")
    assert "light" in await carried(on, "present", "present", is_dark=False)
    assert not await carried(lamp("turn_off"), "absent", "absent", is_dark=False)


async def test_of_several_rooms_each_counts() -> None:
    both = {"device_ids": ["light.living", "light.hall"]}
    act = decision("device_control.light_turn_on", both)
    assert "any more" in await carried(act, "present", "absent")
