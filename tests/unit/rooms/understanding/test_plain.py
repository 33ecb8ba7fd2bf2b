"""Plain: a reading as JSON, its first wish at the top."""

import json

from companion.rooms.understanding.plain import plain
from companion.words.language import Bilingual
from companion.words.timing import After
from companion.words.understood import SentenceKind, Understood, UnderstoodWish


def test_the_first_wish_stands_at_the_top_with_the_targets_of_its_like() -> None:
    one = UnderstoodWish(intent="HassTurnOn", targets=("light.a",), operation="x", when=After(60.0))
    same = UnderstoodWish(intent="HassTurnOn", targets=("light.b", "light.a"))
    other = UnderstoodWish(intent="HassTurnOff", targets=("fan.c",))
    told = plain(Understood(kind=SentenceKind.COMMAND, wishes=(one, same, other)))
    assert json.loads(json.dumps(told)) == told
    assert (told["kind"], told["intent"], told["operation"]) == ("command", "HassTurnOn", "x")
    assert told["targets"] == ["light.a", "light.b"]
    assert told["when"]["after_s"] == 60.0
    assert [wish["intent"] for wish in told["wishes"]] == [
        "HassTurnOn",
        "HassTurnOn",
        "HassTurnOff",
    ]


def test_a_sentence_that_nobody_understood_is_empty() -> None:
    told = plain(Understood(kind=SentenceKind.UNKNOWN))
    assert (told["intent"], told["wishes"], told["ask_back"]) == ("", [], None)


def test_a_question_back_is_told_in_both_languages() -> None:
    asked = Understood(kind=SentenceKind.COMMAND, ask_back=Bilingual("どれ？", "Which?"))
    assert plain(asked)["ask_back"] == {"ja": "どれ？", "en": "Which?"}
