"""Personal questions: what only people can tell of a relative or a pet."""

import pytest

from companion.desk.personal_question import names_relative, relative_asked, thing_sought


@pytest.mark.parametrize(
    ("text", "relative"),
    [
        ("what is my brother's name?", "brother"),
        ("What's my sister’s birthday", "sister"),
        ("when is my mum's birthday?", "mother"),
        ("what is our dog called?", "dog"),
        ("where does my uncle live?", "uncle"),
        ("what is my father allergic to?", "father"),
        ("弟の名前は何？", "younger_brother"),
        ("母の誕生日はいつだっけ", "mother"),
        ("うちの犬の名前は？", "dog"),
        ("おじさんはどこに住んでるの？", "uncle"),
        ("父は何のアレルギー？", "father"),
    ],
)
def test_a_question_about_a_relative_is_read(text: str, relative: str) -> None:
    assert relative_asked(text) == relative


@pytest.mark.parametrize(
    "text",
    [
        "where is my mother?",
        "what does my mother do?",
        "what is your name?",
        "what is my brother's name in Japanese history?",
        "my brother's name is Tom",
        "tell my brother's name to nobody",
        "call my mum",
        "when does the dog eat?",
        "母はどこ？",
        "名前は何？",
        "弟の名前はケンだよ",
        "犬の散歩はいつ？",
        "誕生日の歌を歌って",
        "猫の部屋の電気を消して",
    ],
)
def test_another_sentence_is_none(text: str) -> None:
    assert relative_asked(text) is None


def test_a_sentence_that_speaks_of_the_relative_is_known_by_any_word_for_it() -> None:
    assert names_relative("mum rang", "mother")
    assert names_relative("my brothers are here", "younger_brother")
    assert names_relative("お母さんから電話", "mother")
    assert not names_relative("the other one", "mother")


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("where is the spare key?", "spare key"),
        ("Where's my passport", "passport"),
        ("where are our umbrellas?", "umbrellas"),
        ("do you know where my glasses are?", "glasses"),
        ("where did I put the remote?", "remote"),
        ("合鍵どこ？", "合鍵"),
        ("パスポートはどこ", "パスポート"),
        ("私の眼鏡どこだっけ？", "眼鏡"),
        ("ハサミどこに置いたっけ", "ハサミ"),
        ("where is my mother?", None),
        ("where are you?", None),
        ("where is Mika?", None),
        ("母はどこ？", None),
        ("ここはどこ？", None),
        ("今どこ？", None),
        ("みんなどこ？", None),
        ("日本の首都はどこ？", None),
        ("where is the best place in town to eat?", None),
        ("the spare key is under the pot", None),
    ],
)
def test_b14_a_question_for_a_thing_is_read(text: str, thing: str | None) -> None:
    """Issue 14: of its owner's things, not of people, nor of the world."""
    assert thing_sought(text) == thing
