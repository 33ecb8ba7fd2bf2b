"""A whole clause that takes something back gives the denied value, the right one and the rest."""

import pytest

from companion.desk.denials import bare_value, denial_in, held_true


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("No, it's the loft where the tent is, not the shed", "the shed", "the loft"),
        ("The concert isn't Friday, it's Saturday", "Friday", "Saturday"),
        ("I said four but it's five", "four", "five"),
        (
            "She rides the brown horse. It's not the grey one",
            "the grey one",
            "rides the brown horse",
        ),
        ("The shed was wrong, the tent's in the loft", "The shed", "the tent's in the loft"),
        ("Twelve tiles isn't right, it's fourteen", "Twelve tiles", "fourteen"),
        ("傘は車じゃなくて玄関にある", "車", "玄関にある"),
        ("会議は三階ではなく五階です", "三階", "五階"),
        ("水曜って言ったけど金曜だった", "水曜", "金曜"),
        ("猫の名前はミケ。タマじゃないよ", "タマ", "猫の名前はミケ"),
    ],
)
def test_the_denied_and_the_right_value_are_read(text: str, wrong: str, right: str) -> None:
    denial = denial_in(text)
    assert (denial.wrong, bare_value(denial.right)) == (wrong, right)


@pytest.mark.parametrize(
    "text",
    [
        "I told you wrong, the vet comes at noon",
        "We were both mistaken, it cost thirty",
        "Scrap what I said about the ladder",
        "I had the two tins back to front, the tea is in the blue one",
        "I've counted them again and there are nine plates",
        "私の勘違いで、六月でした",
        "数え直したら皿は九枚だった",
        "ふたりともはずれ、二十枚だった",
        "言い間違えた、鍵は三つ",
    ],
)
def test_an_admission_is_read(text: str) -> None:
    assert denial_in(text).admits


@pytest.mark.parametrize(
    "text",
    [
        "I was wrong about him",
        "I took the wrong bus home",
        "電車を間違えて遅れた",
        "Don't forget the umbrella",
        "My aunt isn't well",
        "Grandad walked backwards into the pond",
        "I do not like rain",
        "雨が降らない",
    ],
)
def test_plain_talk_takes_nothing_back(text: str) -> None:
    denial = denial_in(text)
    assert not denial.admits
    assert not denial.wrong


def test_of_several_figures_the_one_that_holds_is_read() -> None:
    said = "I asked the shop and it's the ninth, the twelfth is the sale"
    assert "ninth" in held_true(said, lambda part: "th" in part)
    assert held_true("the ninth", bool) == "the ninth"
