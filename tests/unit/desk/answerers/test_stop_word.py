"""A whole sentence that stops everything: one walk at once, and no words."""

from pathlib import Path

import pytest

from companion.desk.answerers.stop_word import StopWord
from companion.words.said import Said
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import door_of


@pytest.mark.parametrize(("text", "walks"), [("止まれ！", 1), ("stop the music", 0)])
async def test_only_the_whole_sentence_stops(tmp_path: Path, text: str, walks: int) -> None:
    """T-06: nothing is said to it, by code or by the model."""
    door = door_of(
        tmp_path,
        MemoryHouse,
        answerers=lambda requests, teaching, store: (StopWord(requests=requests),),
    )
    await door.desk.say(Said(text, "web"))
    await door.settled()
    assert len(door.walked) == walks
    assert len(door.talk.asked) == 1 - walks
    assert await door.replies() == []
