"""Sentences about memory itself are told from all others."""

import pytest

from companion.desk.memory_sentences import MemorySentence, MemoryWish, memory_sentence


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("No, it's 5 May", "5 May", ""),
        ("no, it's the 5th of May, not the 3rd", "the 5th of May", "the 3rd"),
        ("That's wrong", "", ""),
        ("Actually it's Friday", "Friday", ""),
        ("My birthday is 5 May, not 3 May", "5 May", "3 May"),
        ("I meant York", "York", ""),
        ("違うよ、5月5日だよ", "5月5日", ""),
        ("それは違う", "", ""),
        ("ピーナッツじゃなくてそばだよ", "そば", "ピーナッツ"),
        ("誕生日は5月3日じゃなくて5月5日です", "5月5日", "5月3日"),
    ],
)
def test_a_correction_names_the_right_value_and_the_wrong_one(
    text: str, right: str, wrong: str
) -> None:
    found = MemorySentence(wish=MemoryWish.WRONG, right=right, wrong=wrong)
    assert memory_sentence(text) == found


@pytest.mark.parametrize(
    ("text", "wish", "about"),
    [
        ("forget that", MemoryWish.FORGET, ""),
        ("Forget everything about Tom", MemoryWish.FORGET, "Tom"),
        ("forget what I said about my mother", MemoryWish.FORGET, "my mother"),
        ("今のは忘れてください", MemoryWish.FORGET, ""),
        ("母のアレルギーのことは忘れて", MemoryWish.FORGET, "母のアレルギー"),
        ("手術の話は忘れて。記録に残さんで", MemoryWish.FORGET, "手術"),
        ("forget what I told you about Bo. Please don't keep it", MemoryWish.FORGET, "Bo"),
        ("What do you know about me?", MemoryWish.KNOWN, "me"),
        ("私のこと何を覚えてる？", MemoryWish.KNOWN, "私"),
        ("why do you think so?", MemoryWish.SOURCE, ""),
        ("なんでそう思うの？", MemoryWish.SOURCE, ""),
        ("remember that", MemoryWish.KEEP, ""),
        ("覚えておいて", MemoryWish.KEEP, ""),
    ],
)
def test_memory_is_asked_and_told_to_forget(text: str, wish: MemoryWish, about: str) -> None:
    assert memory_sentence(text) == MemorySentence(wish=wish, about=about)


@pytest.mark.parametrize(
    "text",
    [
        "Turn on the light",
        "No, the bedroom",
        "電気つけて",
        "Don't forget the milk",
        "牛乳を忘れた",
        "What do you know?",
        "My mother is allergic to peanuts",
        "Why did you turn on the light?",
        "なんで電気をつけたの",
    ],
)
def test_other_sentences_are_left_to_others(text: str) -> None:
    assert memory_sentence(text) is None
