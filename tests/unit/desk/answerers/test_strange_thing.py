"""Who asks for the state of a thing that is not here is told that it is not known here."""

import pytest

from companion.desk.answerers.strange_thing import StrangeThing
from companion.words.understood import SentenceKind, SentenceReading
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP
from tests.unit.desk.answerers.sentence import NOTHING, heard

ALL = SentenceReading(SentenceKind.QUESTION, about=("light.hall",))


def _answerer() -> StrangeThing:
    return StrangeThing(house=MemoryHouse(JumpClock(), [MemoryDevice(LAMP, value="on")]), places=())


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Is the jacuzzi still on?", "jacuzzi"),
        ("Is the attic lamp blinking?", "attic lamp"),
        ("岩盤浴ついてる？", "岩盤浴"),
        ("温室いつから開いてるの", "温室"),
        ("食器棚になに入ってる", "食器棚"),
    ],
)
async def test_issue_15_a_strange_thing_is_told_as_unknown(text: str, thing: str) -> None:
    answer = await _answerer().answer(heard(text, NOTHING))
    assert answer is not None
    assert answer.words is not None
    assert thing in str(answer.words)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Is the hall light on?", ALL),
        ("明かりついてる？", ALL),
        ("家の電気ついてる？", ALL),
        ("何がついてる？", NOTHING),
        ("I love the sauna", NOTHING),
    ],
)
async def test_a_known_thing_is_left_to_others(text: str, reading: SentenceReading) -> None:
    assert await _answerer().answer(heard(text, reading)) is None
