"""The answer to "tell me, and I will remember it" is found by its place in the record."""

from pathlib import Path

from companion.desk.told_when_asked import asked_just_now, told_when_asked
from companion.words.event import Event
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import Door, door_of


async def _said(door: Door, text: str) -> Event:
    return await door.desk.journal.heard(Said(text, "web"), TrustLabel.OWNER)


async def _asked(door: Door) -> None:
    question = await _said(door, "What is my blood type?")
    await door.desk.journal.replied(
        "Nobody has told me about your blood type. Tell me, and I will remember it.",
        question,
        trust=TrustLabel.SELF,
        speaker_name="K",
    )


def _door(folder: Path) -> Door:
    return door_of(folder, lambda clock: MemoryHouse(clock, []))


async def test_issue_15_the_answer_to_its_own_question_is_found(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await _asked(door)
    said = await _said(door, "AB negative")
    assert await asked_just_now(door.store.record, said)
    found = await told_when_asked(door.store.record, "your blood type")
    assert found is not None
    assert found.id == said.id
    assert await told_when_asked(door.store.record, "your shoe size") is None


async def test_thanks_and_what_comes_late_is_no_answer(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await _asked(door)
    assert not await asked_just_now(door.store.record, await _said(door, "never mind"))
    await door.clock.sleep(600)
    assert not await asked_just_now(door.store.record, await _said(door, "AB negative"))
    assert await told_when_asked(door.store.record, "your blood type") is None
