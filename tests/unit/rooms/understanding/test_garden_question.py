"""A garden question: topic and person of a sentence about the companion's own life."""

import pytest

from companion.rooms.understanding.garden_question import GardenQuestions, plain
from tests.unit.desk.test_garden_replies import VIEW

QUESTIONS = GardenQuestions([one for one in VIEW.people if not one.is_self])


def topic(text: str) -> str:
    found = QUESTIONS.topic_of(plain(text))
    return found[0] if found is not None else ""


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Whom did you meet today?", "met"),
        ("Have you had lunch yet?", "ate"),
        ("誰と会ったの？", "met"),
        ("お金はいくら持ってる？", "money"),
        ("Did you lock the front door?", ""),
        ("明日の予定は？", ""),
    ],
)
def test_a_question_of_its_own_life_has_a_topic(text: str, asks: str) -> None:
    assert topic(text) == asks


def test_who_is_named_is_asked_about() -> None:
    name = next(one.name for one in VIEW.people if not one.is_self)
    assert topic(f"Who is {name.en}?") == topic(f"{name.ja}さんってどんな人？") == "person"
