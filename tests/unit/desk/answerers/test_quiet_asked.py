"""Quiet asked for is taken from people of the home, and the answer says until when it holds."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.desk.answerers.quiet_asked import QuietAsked
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.ports.answerer import Answerer
from companion.service.speech_purse import SpeechPurse
from companion.store.sqlite import Store
from companion.words.said import Said
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import door_of


@pytest.mark.parametrize(
    ("text", "reply", "lasts"),
    [
        ("静かにして", "分かりました。1時間は、聞かれたときだけ話します。", timedelta(hours=1)),
        (
            "no talking for the next two hours",
            "All right. Until {} I speak only when spoken to. Alarms and warnings of danger "
            "still sound.",
            timedelta(hours=2),
        ),
        ("you can talk again", "All right, I speak again.", None),
    ],
)
async def test_b16_it_is_quiet_for_as_long_as_was_said(
    tmp_path: Path, text: str, reply: str, lasts: timedelta | None
) -> None:
    """B16 of issue 11: nothing unasked; a stranger cannot ask for it."""
    until: list[datetime | None] = []
    purse = SpeechPurse(clock := JumpClock())

    async def hush(moment: datetime | None) -> None:
        until.append(moment)

    def answerers(requests: Requests, teaching: Teaching, store: Store) -> tuple[Answerer, ...]:
        return (QuietAsked(clock=clock, hush=hush, purse=purse),)

    door = door_of(tmp_path, MemoryHouse, clock=clock, answerers=answerers)
    await door.desk.say(Said(text, "roblox"))
    await door.settled()
    assert not until
    assert door.triggers.depth() == 1, "what a stranger asks for is thought of as his words"
    await door.desk.say(Said(text, "web"))
    await door.settled()
    assert until == [None if lasts is None else clock.now() + lasts]
    newest = (await door.store.record.recent(limit=1))[0]
    assert newest.assistant_text == reply.format(f"{until[0]:%H:%M}" if until[0] else "")
    assert (purse.closeness() == 0.0) is (lasts is not None)
