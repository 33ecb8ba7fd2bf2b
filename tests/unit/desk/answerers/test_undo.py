"""Undo: which sentences ask for it, and how it is taken back (DESIGN 1.5, T-57)."""

from pathlib import Path
from typing import cast

import pytest

from companion.desk.act_history import ActHistory
from companion.desk.answerers.never_again import forbids
from companion.desk.answerers.undo import Undo, asks_to_undo
from companion.desk.commands.outcome import Outcomes
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.said import Said
from tests.twins.home import CatalogueTwin
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP, Done, lit
from tests.unit.desk.door import door_of


@pytest.mark.parametrize(
    "text",
    [
        "undo that",
        "Undo.",
        "take that back please",
        "please undo the last thing",
        "undo what you just did",
        "put it back the way it was",
        "元に戻して",
        "元に戻してください。",
        "さっきのは取り消して",
        "今のなしで",
        "それを元に戻してくれる",
        "Scratch that. Leave it how it was",
        "no, put them back as they were please",
        "やっぱり前のに戻して",
    ],
)
def test_asking_to_undo(text: str) -> None:
    assert asks_to_undo(text)
    assert not forbids(text)


async def test_the_last_act_is_taken_back_by_a_wish_of_its_own(tmp_path: Path) -> None:
    """T-06: walked like every other wish, with the trust of who said it."""
    door = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="on")]),
        answerers=lambda requests, teaching, store: (
            Undo(
                history=ActHistory(
                    record=store.record, catalogue=CatalogueTwin(), clock=requests.clock
                ),
                names=Names(house=requests.house, catalogue=CapabilityRegistry({}), places={}),
                requests=requests,
                outcomes=cast(Outcomes, Done()),
            ),
        ),
    )
    await door.desk.say(Said("undo that", "voice"))
    await door.settled()
    assert "I find nothing that I did lately" in (await door.replies())[0]
    acted = await lit(door, "on")
    await door.desk.say(Said("undo that", "voice"))
    await door.settled()
    (trigger,) = door.walked
    assert trigger.requested is not None
    assert trigger.requested.undo_of == acted.id
    assert trigger.requested.action_type == "device_control.light_turn_off"
    assert trigger.about.trust.value == "household"
    assert (await door.replies())[0] == "Done."
