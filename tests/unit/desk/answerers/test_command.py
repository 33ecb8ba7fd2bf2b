"""Commands: each wish is an act of its own, then one answer of what was seen (T-57)."""

from pathlib import Path
from typing import cast

import pytest

from companion.desk.answerers.command import Command
from companion.desk.commands.outcome import Outcomes
from companion.home.request import device_request
from companion.links.memory_house import MemoryDevice, MemoryHouse
from companion.words.event import Event
from companion.words.language import Bilingual
from companion.words.said import Said
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.desk.answerers.lamp import LAMP, Done
from tests.unit.desk.door import door_of

LEFT = Bilingual("窓はできません。", "I cannot do the window.")


@pytest.mark.parametrize(
    ("left", "answer"), [(None, "Done."), (LEFT, "Done. I cannot do the window.")]
)
async def test_what_cannot_be_done_of_a_sentence_is_told_with_the_rest(
    tmp_path: Path, left: Bilingual | None, answer: str
) -> None:
    requests = (device_request("light_turn_on", [LAMP]), device_request("light_turn_off", [LAMP]))

    def read(event: Event) -> SentenceReading:
        return SentenceReading(SentenceKind.COMMAND, requests=requests, not_done=left)

    door = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="off")]),
        read=read,
        answerers=lambda requests, teaching, store: (
            Command(requests=requests, outcomes=cast(Outcomes, Done())),
        ),
    )
    said = await door.desk.say(Said("on and off", "web"))
    await door.settled()
    assert [t.requested for t in door.walked] == list(requests), "in the order said"
    assert {t.event_ids for t in door.walked} == {(said,)}
    assert await door.replies() == [answer]
    assert (door.triggers.depth(), door.talk.asked) == (0, [])
