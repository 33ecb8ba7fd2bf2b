"""Credited: thanks and blame for deeds are answered by the record (issue 15)."""

from pathlib import Path

import pytest

from companion.desk.act_history import ActHistory
from companion.desk.answerers.credited import Credited, credits_a_deed
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.said import Said
from tests.twins.home import CatalogueTwin
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP, lit
from tests.unit.desk.door import door_of


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for closing the shutters",
        "Thank you so much for feeding the fish.",
        "Kind of you to wash the car",
        "I'm glad you unlocked the gate in time",
        "The soup you cooked was great",
        "You forgot to water the roses.",
        "You left the gate open again",
        "洗濯物取り込んでくれてありがとう",
        "窓閉めといてくれて助かった",
        "床を拭いてくれたんだね",
        "また水やり忘れたでしょ",
    ],
)
def test_issue_15_who_credits_a_deed(text: str) -> None:
    assert credits_a_deed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for listening",
        "Thank you for asking",
        "Thanks!",
        "Is it the lamp you switched on?",
        "I left the gate open",
        "You are kind",
        "聞いてくれてありがとう",
        "ありがとう",
        "電気をつけてくれる？",
        "窓を閉めてくれ",
        "いてくれて嬉しい",
        "傘を忘れた",
    ],
)
def test_other_sentences_credit_none(text: str) -> None:
    assert not credits_a_deed(text)


async def test_issue_15_a_deed_that_is_not_in_the_record_is_not_taken_credit_for(
    tmp_path: Path,
) -> None:
    door = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="on")]),
        answerers=lambda requests, teaching, store: (
            Credited(
                history=ActHistory(
                    record=store.record, catalogue=CatalogueTwin(), clock=requests.clock
                ),
                names=Names(house=requests.house, catalogue=CapabilityRegistry({}), places={}),
                places=(),
            ),
        ),
    )
    await lit(door, "turn it on, please")
    said = (
        ("Thanks for locking the door", "I find nothing like that"),
        ("Thanks for watering the plants", "I find nothing like that"),
        ("鍵かけてくれてありがとう", "見つかりません"),
        ("You forgot to feed the cat", "I find nothing like that"),
        ("Thanks for turning on the hall light", "You're welcome."),
        ("玄関の明かりつけてくれてありがとう", "どういたしまして。"),
    )
    for number, (text, _) in enumerate(said, start=1):
        await door.desk.say(Said(text, "web"))
        await door.settled()
        assert len(await door.replies()) == number
    replies = await door.replies()
    for text, wanted in said:
        assert any(wanted in one for one in replies), (text, replies)
    assert [r.startswith(("You're", "どういたし")) for r in replies].count(True) == 2
    assert door.talk.asked == []
