"""The topic of a question, in its own words."""

import pytest

from companion.rooms.understanding.topic import person_of, state_asked_of, topic_of


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What time is my swimming lesson?", "your swimming lesson"),
        ("How much was the new fridge?", "the new fridge"),
        ("うちの車検っていつだった？", "車検"),
        ("今度の遠足、どこ行くんだっけ", "遠足"),
        ("兄弟のどっちが来るの？", "兄弟"),
        ("何だっけ", ""),
        ("How are you?", ""),
    ],
)
def test_issue_15_the_topic_of_a_question_is_named(text: str, topic: str) -> None:
    assert topic_of(text) == topic


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Is the jacuzzi still on?", "jacuzzi"),
        ("温室まだ開いてる？", "温室"),
        ("雨戸を閉めたの？", "雨戸"),
        ("洗濯が済んでから納屋を開けたの？", "納屋"),
        ("何がついてる？", ""),
        ("Is the baby sleeping?", ""),
        ("おはよう", ""),
    ],
)
def test_issue_15_the_thing_whose_state_is_asked_for_is_named(text: str, thing: str) -> None:
    assert state_asked_of(text) == thing


def test_issue_15_a_person_is_named_as_the_sentence_calls_them() -> None:
    assert person_of("宅配便の人もう来た？") in ("人", "")
    assert person_of("子どもたちもう寝た？") == "子どもたち"
    assert person_of("ヒロさん帰ってきた？") == "ヒロさん"
    assert person_of("Has the builder been?") == "the builder"
