"""Never again: which sentences forbid, and who may (T-56; issue 6)."""

from pathlib import Path

import pytest

from companion.desk.act_history import ActHistory
from companion.desk.answerers.never_again import NeverAgain, forbids
from companion.desk.answerers.undo import asks_to_undo
from companion.home.taught import Lesson
from companion.words.said import Said
from tests.twins.home import CatalogueTwin
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP, lit
from tests.unit.desk.door import door_of


@pytest.mark.parametrize(
    "text",
    [
        "never do that again",
        "Don't do that again, please",
        "don't ever do that",
        "never again!",
        "もう二度としないで",
        "もうしないでね",
        "それはもうしないで",
        "勝手にしないでください",
        "今のは二度としないで",
    ],
)
def test_b16_asking_never_to_do_it_again(text: str) -> None:
    assert forbids(text)
    assert not asks_to_undo(text)


async def test_only_the_owner_forbids_and_only_what_nobody_asked_for(tmp_path: Path) -> None:
    """A voice in the room decides nothing of that kind; what was asked for is no own idea."""
    door = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="on")]),
        answerers=lambda requests, teaching, store: (
            NeverAgain(
                history=ActHistory(
                    record=store.record, catalogue=CatalogueTwin(), clock=requests.clock
                ),
                teaching=teaching,
            ),
        ),
    )
    for mind, channel, answer, lessons in (
        ("reflex", "web", "I did nothing of my own accord lately.", []),
        ("llm", "voice", "Only the owner can decide that.", []),
        ("llm", "web", "All right. I will not do that by myself any more", [Lesson.NEVER]),
    ):
        await lit(door, "on", decided_by=mind)
        await door.desk.say(Said("never do that again", channel))
        await door.settled()
        assert answer in (await door.replies())[0]
        assert [lesson for _, lesson in door.taught] == lessons
