"""The first words of a newcomer are answered at once, without a model (issue 11, B16)."""

import re
from pathlib import Path

import pytest

from companion.desk.answerers.greeting import Greeter
from companion.rooms.understanding.greetings import Greeting, greeting_in
from companion.words.language import Bilingual
from companion.words.said import Said
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.answerers.sentence import heard
from tests.unit.desk.door import door_of
from tests.unit.web.twins import Household

NAME = Bilingual("コト", "Koto")


@pytest.mark.parametrize(
    ("kind", "sentences"),
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
        (
            Greeting.HOW,
            (
                "how have you been lately?",
                "きみって眠くなったりする？",
                "You sound a bit down today.",
                "do you ever get lonely when we are out?",
                "最近、元気？",
                "元気しとったか",
                "一人で留守番してるとき、さびしくないの？",
            ),
        ),
        (
            Greeting.SCOLDED,
            (
                "You're so useless",
                "You're useless, you know that?",
                "stupid machine",
                "ポンコツ",
                "この役立たず！",
                "全然ちがうじゃん",
                "もう、ちゃんとしてよ",
                "もっとしっかりしてください",
                "That's not what I asked for!",
                "you got it wrong again",
            ),
        ),
        (Greeting.THERE, ("are you there?", "Koto, can you hear me?", "おーい", "聞いてる？")),
        (Greeting.EFFORT, ("お疲れさま", "今日もおつかれさまです")),
        (Greeting.FESTIVE, ("Happy birthday to you", "Merry Christmas!", "お誕生日おめでとう")),
        (Greeting.HELLO, ("long time no see", "久しぶりだね")),
        (Greeting.PRAISE, ("good job", "well done!", "えらいね", "すごい！")),
    ],
)
def test_b16_greetings_are_heard(kind: Greeting, sentences: tuple[str, ...]) -> None:
    for sentence in sentences:
        assert greeting_in(sentence, (NAME.ja, NAME.en)) is kind, sentence


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
        "are you listening to the radio?",
        "this lamp is useless",
        "元気ない",
        "最近",
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


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("ただいまー、あーつかれた", "おかえりなさい。おつかれさまです。"),
        ("hiya, i'm home. so tired", "Welcome home. Go easy on yourself."),
        ("じゃあ寝るね、おやすみ", "おやすみなさい。"),
        ("Hello? Is anybody in there?", "Yes, I am here."),
        ("ただいま、電気つけて", None),
        ("so tired, turn on the heating", None),
    ],
)
async def test_a_greeting_in_parts_is_answered_where_each_part_is_talk(
    sentence: str, answer: str | None, tmp_path: Path
) -> None:
    home = Household(tmp_path)
    greeter = Greeter(name=NAME, state=home.store.state, clock=home.clock)
    said = await greeter.answer(heard(sentence))
    words = said.words if said is not None else None
    assert words is None or isinstance(words, Bilingual)
    assert answer in (None if words is None else words.ja, None if words is None else words.en)


async def test_what_it_likes_better_stays_the_same(tmp_path: Path) -> None:
    """The same two in any order; the hour and the lamps are no matter of taste."""
    home = Household(tmp_path)
    greeter = Greeter(name=NAME, state=home.store.state, clock=home.clock)
    answers = [await greeter.answer(heard(one)) for one in ("cats or dogs?", "dogs or cats?")]
    assert answers[0] is not None
    assert answers[0] == answers[1]
    assert await greeter.answer(heard("now or later?")) is None
