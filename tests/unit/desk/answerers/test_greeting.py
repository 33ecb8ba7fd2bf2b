"""The first words of a newcomer are answered at once, without a model (issue 11, B16)."""

import re
from pathlib import Path

import pytest

from companion.desk.answerers.greeting import Greeter
from companion.rooms.understanding.greetings import Greeting, greeting_in
from companion.words.language import Bilingual
from companion.words.said import Said
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import door_of
from tests.unit.web.twins import Household

NAME = Bilingual("コト", "Koto")


@pytest.mark.parametrize(
    ("heard", "sentences"),
    [
        (
            Greeting.HELLO,
            (
                "hello",
                "Hi!",
                "hi there",
                "Hey Koto",
                "Good evening.",
                "こんにちは",
                "こんばんは。",
                "コト、こんにちは！",
            ),
        ),
        (Greeting.MORNING, ("good morning", "Morning!", "おはよう", "おはようございます")),
        (Greeting.NIGHT, ("Good night", "good night, Koto", "おやすみ", "お休みなさい。")),
        (Greeting.HOME, ("I'm home", "we are back", "ただいま", "ただいまー")),
        (Greeting.LEAVING, ("bye", "See you later!", "いってきます", "行ってくるね", "またね")),
        (Greeting.MEETING, ("nice to meet you", "はじめまして", "よろしくね")),
        (
            Greeting.NAME,
            (
                "who are you?",
                "What's your name?",
                "あなたの名前は？",
                "名前は何ですか",
                "君は誰？",
                "お名前を教えて",
            ),
        ),
        (Greeting.HOW, ("how are you?", "How's it going", "元気？", "調子はどう？", "気分は？")),
        (Greeting.PRAISE, ("good job", "well done!", "えらいね", "すごい！")),
    ],
)
def test_b16_greetings_are_heard(heard: Greeting, sentences: tuple[str, ...]) -> None:
    for sentence in sentences:
        assert greeting_in(sentence, (NAME.ja, NAME.en)) is heard, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "hello, turn on the light",
        "say hello to Mika",
        "who are you talking to?",
        "who is home?",
        "good night mode",
        "おやすみモードにして",
        "おはようって言って",
        "誰かいる？",
        "玄関は誰？",
        "what is up with the heating?",
        "how are the lights?",
        "名前をつけて",
        "元気に歌って",
        "いってきます、電気消して",
        "",
    ],
)
def test_b16_what_says_more_is_no_greeting(sentence: str) -> None:
    assert greeting_in(sentence, (NAME.ja, NAME.en)) is None


async def test_b16_every_greeting_is_answered_in_both_languages(tmp_path: Path) -> None:
    home = Household(tmp_path)
    greeter = Greeter(name=NAME, state=home.store.state, clock=home.clock)
    said = {kind: await greeter.words_for(kind) for kind in Greeting}
    assert all(words.ja and words.en for words in said.values())
    assert not [w for w in said.values() if re.search("あなた|貴方|貴女|君は|きみは", w.ja)]
    assert said[Greeting.NAME].en.startswith("I am Koto")
    assert said[Greeting.NAME].ja.startswith("コトです")
    assert said[Greeting.HELLO] == Bilingual("こんばんは。", "Good evening.")


async def test_b16_a_greeting_is_answered_at_once_and_thought_over(tmp_path: Path) -> None:
    """A newcomer's "hello" waited a minute for the model. That somebody goes to bed still bears on
    the home; the conversation model stays silent."""
    door = door_of(
        tmp_path,
        MemoryHouse,
        answerers=lambda requests, teaching, store: (
            Greeter(name=NAME, state=store.state, clock=requests.clock),
        ),
    )
    for text, answer, woken in (
        ("who are you?", "I am Koto, the companion of this home. Ask me “what can you do?”.", 0),
        ("おやすみ", "おやすみなさい。", 1),
        ("I finally passed my exam!", "How wonderful.", 2),
        ("寂しいな", "ここにいますよ。", 3),
    ):
        said = await door.desk.say(Said(text, "web"))
        newest = (await door.store.record.recent(limit=1))[0]
        assert newest.evidence_event_ids == (said,)
        assert newest.assistant_text == answer
        assert door.triggers.depth() == woken
    await door.settled()
    assert door.talk.asked == []
