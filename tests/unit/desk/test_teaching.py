"""The owner's word on what is done by itself: written down first, and nobody else's."""

from pathlib import Path

import pytest

from companion.desk.teaching import MayNotTeach
from companion.home.taught import Lesson
from companion.words.event import EventSource
from companion.words.ids import EventId
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import door_of
from tests.unit.store.samples import decision, draft, result


async def test_only_the_owner_teaches_and_it_stands_in_the_record(tmp_path: Path) -> None:
    """T-56: a voice in the room decides nothing of that kind."""
    door = door_of(tmp_path, MemoryHouse)
    chosen = await door.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision()
    )
    done = await door.store.events.append(
        draft(EventSource.ACTION_RESULT), result=result(chosen.id)
    )
    with pytest.raises(MayNotTeach):
        await door.desk.teach(done.id, Lesson.NEVER, "voice")
    with pytest.raises(PermissionError):
        await door.desk.forget(done.id, "voice")
    with pytest.raises(KeyError):
        await door.desk.teach(EventId(99), Lesson.NEVER, "web")
    with pytest.raises(KeyError):
        await door.desk.forget(EventId(99), "web")
    assert door.taught == []
    asked = await door.store.record.event(await door.desk.teach(done.id, Lesson.NEVER, "web"))
    assert asked is not None
    assert (asked.payload["action_type"], asked.payload["of"]) == ("memory.teach", done.id)
    ((keys, lesson),) = door.taught
    assert lesson is Lesson.NEVER
    assert keys
