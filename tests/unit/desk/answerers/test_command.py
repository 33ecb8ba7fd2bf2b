"""Commands: each wish is an act of its own, then one answer of what was seen (T-57)."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from companion.desk.answerers.command import Command
from companion.desk.commands.outcome import Outcomes
from companion.desk.corrections import Corrections
from companion.home.request import device_request
from companion.words.event import Event
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.said import Said
from companion.words.understood import SentenceKind, SentenceReading
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP, Done, acted
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
            Command(
                requests=requests,
                outcomes=cast(Outcomes, Done()),
                corrections=Corrections(record=store.record, requests=requests),
            ),
        ),
    )
    said = await door.desk.say(Said("on and off", "web"))
    await door.settled()
    assert [t.requested for t in door.walked] == list(requests), "in the order said"
    assert {t.event_ids for t in door.walked} == {(said,)}
    assert await door.replies() == [answer]
    assert (door.triggers.depth(), door.talk.asked) == (0, [])


async def test_what_a_corrected_sentence_did_is_taken_back_where_it_differs(tmp_path: Path) -> None:
    """Issue 13, point 2: "turn on the light" | "in the bedroom". What is asked for still is neither
    taken back nor done twice; a lamp that is only dimmed now is not switched off before."""
    other = replace(LAMP, id=DeviceId("light.bedroom"))
    on, elsewhere = (device_request("light_turn_on", [lamp]) for lamp in (LAMP, other))
    off = device_request("light_turn_off", [LAMP])
    wishes = {"on": (on,), "bedroom": (elsewhere,), "both": (on, elsewhere), "off": (off,)}

    def read(event: Event) -> SentenceReading:
        return SentenceReading(SentenceKind.COMMAND, requests=wishes[event.user_text])

    async def walked(last: str) -> list[tuple[str, str, bool]]:
        door = door_of(
            tmp_path,
            lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP), MemoryDevice(other)]),
            read=read,
            answerers=lambda requests, teaching, store: (
                Command(
                    requests=requests,
                    outcomes=cast(Outcomes, Done()),
                    corrections=Corrections(record=store.record, requests=requests),
                ),
            ),
        )
        first = await door.desk.say(Said("on", "voice", place="hall"))
        await door.settled()
        await acted(door, first, on)
        door.walked.clear()
        await door.desk.say(Said(last, "voice", place="hall", adds_to=first))
        await door.settled()
        done = [t.requested for t in door.walked if t.requested is not None]
        return [
            (d.action_type.partition(".")[2], d.payload["device_id"], bool(d.undo_of)) for d in done
        ]

    assert await walked("bedroom") == [
        ("light_turn_off", LAMP.id, True),
        ("light_turn_on", other.id, False),
    ]
    assert await walked("both") == [("light_turn_on", other.id, False)]
    assert await walked("off") == [("light_turn_off", LAMP.id, False)]
    assert await walked("on") == []
