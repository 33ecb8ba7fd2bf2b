"""What was told is corrected, forgotten, confirmed and asked after by a sentence (B-012, D-077)."""

from datetime import timedelta
from pathlib import Path

import pytest

from companion.words.areas import Standing
from companion.words.ids import EventId
from companion.words.said import Said
from companion.words.told import ToldKind
from companion.words.trigger import RequestedAction
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.desk.answerers.sentence import heard
from tests.unit.desk.talked_home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


CORRECTIONS = (
    ("My birthday is 3 May", "No, it's 5 May", "3 May", "5 May"),
    ("My birthday is 3 May", "My birthday is 5 May, not 3 May", "3 May", "5 May"),
    ("I live in Leeds", "I don't live in Leeds, I live in York", "Leeds", "York"),
    ("My cat is called Biscuit", "Sorry, I meant Bisto", "Biscuit", "Bisto"),
    ("My mother is allergic to peanuts", "that's wrong, it's cashews", "peanuts", "cashews"),
    ("The spare key is under the blue pot", "no, it's under the red one", "under the blue pot",
     "under the red one"),
    ("My cat is called Biscuit", "no, Bisto", "Biscuit", "Bisto"),
    ("The dentist is on Monday at nine", "no, Tuesday", "on Monday at nine", "on Tuesday at nine"),
    ("The dentist is on Monday at nine", "no, at ten", "on Monday at nine", "on Monday at ten"),
    ("My wife is a nurse", "No no, she's a vet", "nurse", "vet"),
    ("母の誕生日は6月4日です", "ごめん、6月6日だった", "6月4日", "6月6日"),
    ("誕生日は5月3日だよ", "違うよ、5月5日だよ", "5月3日", "5月5日"),
    ("母はかにアレルギーなんだ", "いや、えびアレルギーだよ", "かに", "えび"),
    ("猫の名前はミケ", "ミケじゃなくてタマだよ", "ミケ", "タマ"),
    ("弟は東京に住んでる", "訂正、大阪です", "東京", "大阪"),
)  # fmt: skip


@pytest.mark.parametrize(("told", "denied", "wrong", "right"), CORRECTIONS)
async def test_a_correction_takes_the_place_of_what_was_wrong(
    home: Home, told: str, denied: str, wrong: str, right: str
) -> None:
    await home.say(told, "Nell")
    assert await home.values() == [wrong]
    reply = await home.say(denied, "Nell")
    assert right in reply
    assert wrong not in reply
    assert await home.values() == [right]
    assert wrong not in await home.recalled()
    assert right in await home.recalled()


@pytest.mark.parametrize(
    "forget", ["forget that", "Please forget what I just said", "さっきの話は忘れて"]
)
async def test_what_was_told_last_is_forgotten(home: Home, forget: str) -> None:
    await home.say("I live in Leeds", "Nell")
    await home.say("My mother is allergic to peanuts", "Nell")
    assert await home.say(forget, "Nell")
    assert await home.values() == ["Leeds"]
    assert "peanuts" not in await home.recalled()


async def test_a_forgotten_thing_is_not_read_again(home: Home) -> None:
    """Not by re-extraction: the job may run again, and the same thing told twice goes twice."""
    await home.say("I live in Leeds", "Nell")
    await home.clock.sleep(timedelta(days=3).total_seconds())
    await home.say("I live in Leeds", "Nell")
    await home.say("forget that", "Nell")
    for number in range(1, 20):
        event = await home.store.record.event(EventId(number))
        if event is not None:
            await home.remember(event)
    assert await home.values() == []
    assert "Leeds" not in await home.recalled()


async def test_a_reply_that_repeated_it_goes_too(home: Home) -> None:
    await home.say("I live in Leeds", "Nell")
    await home.say("what do you know about me?", "Nell")
    assert "Leeds" in (await home.door.replies())[0]
    await home.say("It's York, not Leeds", "Nell")
    assert "Leeds" not in await home.recalled()


async def test_what_was_said_a_moment_ago_is_corrected(home: Home) -> None:
    """Before its job has run."""
    await home.door.desk.say(Said("I live in Leeds", "chat"))
    await home.door.desk.say(Said("No, it's York", "chat"))
    await home.door.settled()
    assert await home.values() == ["York"]


async def test_what_was_said_about_something_is_forgotten(home: Home) -> None:
    await home.say("The boiler man comes on Friday by bus", "Nell")
    await home.say("I live in Leeds", "Nell")
    assert "forgotten" in await home.say("forget what I said about the boiler man", "Nell")
    assert "boiler" not in await home.recalled()
    assert await home.values() == ["Leeds"]


async def test_a_wrong_thing_without_the_right_one_is_asked_for(home: Home) -> None:
    await home.say("私の誕生日は5月3日です", "Nell")
    assert "?" in await home.say("That's wrong", "Nell")
    assert await home.values() == []
    assert "5月5日" in await home.say("5月5日", "Nell")
    assert await home.values() == ["5月5日"]


async def test_nobody_takes_back_what_somebody_else_told(home: Home) -> None:
    """T-56: a voice of the household; the owner at the page may."""
    await home.say("I live in Leeds", "Nell", "voice")
    assert "Somebody else" in await home.say("It's York, not Leeds", "Rafi", "voice")
    assert await home.values() == ["Leeds"]
    await home.say("It's York, not Leeds", "", "chat")
    assert await home.values() == ["York"]
    (one,) = await home.things.told()
    assert (one.whose, one.told_by) == ("Nell", "Nell"), "it stays hers"


async def test_a_stranger_forgets_nothing_and_is_told_nothing(home: Home) -> None:
    await home.say("I live in Leeds", "Nell")
    for text in ("forget that", "It's York, not Leeds", "what do you know about me?"):
        assert await home.say(text, "", "doorbell") == ""
    assert await home.values() == ["Leeds"]


@pytest.mark.parametrize("denied", ["no, Tuesday", "no, it's on Tuesday at nine"])
async def test_what_else_the_sentence_told_stays(home: Home, denied: str) -> None:
    """C-031: one of two facts is put right; the other went out with its sentence."""
    await home.say("My cat is called Biscuit. The dentist is on Monday at nine.", "Nell")
    assert await home.values() == ["Biscuit", "on Monday at nine"]
    await home.say(denied, "Nell")
    assert await home.values() == ["Biscuit", "on Tuesday at nine"]


@pytest.mark.parametrize(
    ("said", "denied", "right"),
    [
        ("The boiler man comes on Friday by bus", "no, Thursday", "Thursday by bus"),
        ("図書館の本は水曜に返す", "いや、木曜だよ", "木曜に返す"),
    ],
)
async def test_a_sentence_that_no_rule_read_is_put_right(
    home: Home, said: str, denied: str, right: str
) -> None:
    """C-031: the day of it; twice, and never after a question."""
    await home.say(said, "Nell")
    assert right in await home.say(denied, "Nell")
    assert right in await home.recalled()
    assert said not in await home.recalled()
    assert "11" in await home.say("no, 11 May" if said.isascii() else "違う、11日", "Nell")


@pytest.mark.parametrize("courtesy", ["no, thanks", "no, not now", "nope, later", "sorry, what?"])
async def test_a_no_without_a_value_corrects_nothing(home: Home, courtesy: str) -> None:
    """What was told stays."""
    await home.say("My cat is called Biscuit", "Nell")
    await home.say(courtesy, "Nell")
    assert await home.values() == ["Biscuit"]


async def test_no_after_an_order_is_not_about_memory(home: Home) -> None:
    assert await home.say("No, it's the bedroom") == ""
    assert await home.say("違う、寝室の") == ""
    assert await home.say("don't turn on the light, it's late") == ""


async def test_what_the_grammar_reads_as_an_order_is_not_forgotten(home: Home) -> None:
    """A5: "forget about the hall light thing" was told to be forgotten, and the plan stayed."""
    drop = RequestedAction(action_type="schedule_alarm.cancel_alarm", payload={"alarm_id": 1})
    read = SentenceReading(SentenceKind.COMMAND, requests=(drop,))
    sentence = heard("forget about the hall light thing", read)
    unlearn = home.unlearn(home.door.desk.requests, None)
    assert await unlearn.answer(sentence) is None
    unread = await unlearn.answer(heard("forget about the hall light thing"))
    assert unread is not None


async def test_what_is_known_of_a_person_is_told_with_its_day(home: Home) -> None:
    await home.say("My mother is allergic to peanuts", "Nell")
    await home.say("I live in Leeds", "Nell")
    await home.say("I live in York", "Rafi")
    known = await home.say("what do you know about me?", "Nell")
    assert "Leeds" in known
    assert "York" not in known, "his is not hers"
    assert "peanuts" in await home.say("母について何を覚えてる？", "Nell")


async def test_a_taste_is_confirmed_by_a_sentence(home: Home) -> None:
    """D-077."""
    await home.say("I like it darker in the evening", "Nell")
    assert [one.status for one in await home.things.told()] == [Standing.CANDIDATE]
    await home.say("Yes, remember that", "Nell")
    (one,) = await home.things.told()
    assert (one.kind, one.status) == (ToldKind.PREFERENCE, Standing.CONFIRMED)


@pytest.mark.parametrize(
    "text", ["Remember that my mother is allergic to cats", "金曜は遅番だって覚えておいて"]
)
async def test_what_shall_be_remembered_is_acknowledged(home: Home, text: str) -> None:
    assert await home.say(text, "Nell") in ("I will remember it.", "覚えておきます。")
    assert len(await home.values()) == 1
