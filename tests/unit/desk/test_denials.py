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
        ("I'd said the second floor but it's the fifth", "the second floor", "the fifth"),
        ("Not Tuesday, Thursday. I mixed them up", "Tuesday", "Thursday"),
        (
            "The saw is at Ravi's, I only thought it was in the loft",
            "in the loft",
            "The saw is at Ravi's",
        ),
        ("東口やなかった、西口やった", "東口", "西口"),
        ("はしごは庭にはなくて、車庫だった", "庭", "車庫"),
        ("火曜だと思ってたけど、木曜だった", "火曜", "木曜"),
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
        "I should have said the ninth",
        "Tell a lie, it was four plates",
        "I gave you the old code, it's 9001",
        "あ、色ちがったわ、緑",
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


@pytest.mark.parametrize(
    "text",
    [
        "The invoice says eighty",
        "I looked it up, it's eighty",
        "According to the timetable it leaves at six",
        "Turns out it was eighty",
        "Eighty, Ravi was right",
        "保証書には五年って書いてある",
        "確かめたら五年だった",
        "明細が出てきた、八十円だった",
        "看板見てきた、五時までだ",
        "ケンの言うとおり八十円だった",
    ],
)
def test_a_source_is_read(text: str) -> None:
    assert denial_in(text).checked


@pytest.mark.parametrize(
    "text",
    ["The gas man says it wants a new pump", "My hip says no", "箱を二つ買った", "写真を撮った"],
)
def test_a_word_of_others_is_no_source(text: str) -> None:
    assert not denial_in(text).checked


def test_of_several_figures_the_one_that_holds_is_read() -> None:
    said = "I asked the shop and it's the ninth, the twelfth is the sale"
    assert "ninth" in held_true(said, lambda part: "th" in part)
    assert held_true("the ninth", bool) == "the ninth"
