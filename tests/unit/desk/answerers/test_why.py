"""Why: which sentences ask it, and what is told of the cause (DESIGN 1.5, T-57)."""

from pathlib import Path

import pytest

from companion.desk.act_causes import ActCauses
from companion.desk.act_history import ActHistory
from companion.desk.answerers.never_again import forbids
from companion.desk.answerers.undo import asks_to_undo
from companion.desk.answerers.why import Why, asks_why
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
        "why did you turn on the hall light?",
        "Why did you open it",
        "why is the heating on?",
        "why?",
        "how come you closed the curtains — did I ask?",
        "なぜつけたの？",
        "なんで消した？",
        "どうして開けたんですか",
        "なぜ？",
        "どうして暖房がついてるの？",
    ],
)
def test_asking_why(text: str) -> None:
    assert asks_why(text)
    assert not asks_to_undo(text)
    assert not forbids(text)


@pytest.mark.parametrize(
    "text",
    [
        "never do the dishes again",
        "I will never do that again in my life",
        "don't do that to the lights at night",
        "テレビは消さないで",
        "turn on the light",
        "why not turn on the light",
        "undo the top button of your shirt",
        "put the book back",
        "本を元の棚に戻しておいたよ",
        "なぜ空は青いんだろう",
        "電気をつけて",
        "取り消し線を引いて",
        "",
    ],
)
def test_other_sentences_ask_for_neither(text: str) -> None:
    """T-12: a closed vocabulary; what is not in it is somebody else's to understand."""
    assert not asks_to_undo(text)
    assert not forbids(text)
    assert not asks_why(text) or "空" in text


async def test_a_wish_is_told_as_the_cause_in_quotation_marks(tmp_path: Path) -> None:
    """Of the newest act, or of the thing that the question names; with no model."""
    door = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="on")]),
        answerers=lambda requests, teaching, store: (
            Why(
                history=ActHistory(
                    record=store.record, catalogue=CatalogueTwin(), clock=requests.clock
                ),
                causes=ActCauses(
                    store.record,
                    Names(house=requests.house, catalogue=CapabilityRegistry({}), places={}),
                    requests.clock,
                ),
                places=(),
            ),
        ),
    )
    await door.desk.say(Said("why?", "web"))
    await door.settled()
    assert "I find nothing like that" in (await door.replies())[0]
    await lit(door, "turn it on, please")
    await door.desk.say(Said("why did you turn on the hall light?", "web"))
    await door.settled()
    assert "“turn it on, please”" in (await door.replies())[0]
    await door.desk.say(Said("なぜカーテンを開けたの？", "web"))
    await door.settled()
    assert "見つかりません" in (await door.replies())[0]
    assert door.talk.asked == []


async def test_issue_15_a_deed_that_is_not_in_the_record_is_not_taken_credit_for(
    tmp_path: Path,
) -> None:
    door = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="on")]),
        answerers=lambda requests, teaching, store: (
            Why(
                history=ActHistory(
                    record=store.record, catalogue=CatalogueTwin(), clock=requests.clock
                ),
                causes=ActCauses(
                    store.record,
                    Names(house=requests.house, catalogue=CapabilityRegistry({}), places={}),
                    requests.clock,
                ),
                places=(),
            ),
        ),
    )
    await lit(door, "turn it on, please")
    said = (
        ("Thanks for locking the door", "I find nothing like that"),
        ("Glad you turned the timer off", "I find nothing like that"),
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
