"""The one answer to a sentence, from its own chain of the record."""

from pathlib import Path
from zoneinfo import ZoneInfo

from companion.desk.commands.outcome import Outcomes
from companion.desk.commands.told import NOT_NOW
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.event import EventSource
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP, lit
from tests.unit.desk.door import Door, door_of


def outcomes_of(door: Door) -> Outcomes:
    return Outcomes(
        record=door.store.record,
        names=Names(house=door.house, catalogue=CapabilityRegistry({}), places={}),
        clock=door.clock,
        zone=ZoneInfo("Asia/Tokyo"),
    )


def door_with_a_lamp(folder: Path) -> Door:
    return door_of(folder, lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="on")]))


async def test_done_or_not_done(tmp_path: Path) -> None:
    """Of each sentence its own acts alone, and no more than was observed."""
    door = door_with_a_lamp(tmp_path)
    outcomes = outcomes_of(door)
    await lit(door, "turn it on")
    first = await door.store.record.recent(sources=(EventSource.USER_INPUT,))
    assert (await outcomes.of(first[0])).en == "Done, the hall light is on."
    other = await door.desk.journal.heard(Said("open the door", "web"), TrustLabel.OWNER)
    assert await outcomes.of(other) == NOT_NOW
    assert outcomes.words(()) == NOT_NOW
