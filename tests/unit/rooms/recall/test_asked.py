"""What a question asks for, and what a text has of it."""

import pytest

from companion.rooms.recall.asked import (
    Asked,
    asked_of,
    has_asked,
    short_answer,
    values_of,
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When is the dentist?", Asked.TIME),
        ("What did she get when she turned six?", Asked.OTHER),
        ("what time does the train leave", Asked.TIME),
        ("Who broke the jug?", Asked.PERSON),
        ("Where's the tent?", Asked.PLACE),
        ("How many stamps are left?", Asked.NUMBER),
        ("What number is his plot?", Asked.NUMBER),
        ("Gareth's phone number, please", Asked.NUMBER),
        ("What colour is the boat?", Asked.COLOUR),
        ("Which knee is it?", Asked.SIDE),
        ("歯医者はいつだっけ", Asked.TIME),
        ("誰が割ったの?", Asked.PERSON),
        ("テントはどこ？", Asked.PLACE),
        ("切手はあと何枚?", Asked.NUMBER),
        ("車は何色?", Asked.COLOUR),
        ("猫の名前は?", Asked.NAME),
        ("痛いのは右だっけ、左だっけ", Asked.SIDE),
        ("なんで休んだの?", Asked.REASON),
        ("好きな食べ物は何?", Asked.OTHER),
    ],
)
def test_what_is_asked_for(question: str, asked: Asked) -> None:
    assert asked_of(question) is asked


@pytest.mark.parametrize(
    ("asked", "has", "has_not"),
    [
        (Asked.TIME, "It starts on 4 June at half past nine.", "It was lovely."),
        (Asked.TIME, "開店は二十七日の土曜です", "とても良かった"),
        (Asked.TIME, "We built it in two thousand and six.", "It was two thousand and six pounds."),
        (Asked.TIME, "That was nineteen eighty-eight.", "There were nineteen of us."),
        (Asked.NUMBER, "Thirteen point two kilos.", "Far too heavy."),
        (Asked.NUMBER, "二千四百円だった", "高かった"),
        (Asked.COLOUR, "紺色の靴下", "厚い靴下"),
        (Asked.SIDE, "the left wrist", "the wrist"),
        (Asked.PLACE, "物置の箱の中", "もう見つけた"),
    ],
)
def test_a_text_has_the_kind_of_thing_or_not(asked: Asked, has: str, has_not: str) -> None:
    assert has_asked(asked, has) is True
    assert has_asked(asked, has_not) is False


@pytest.mark.parametrize(
    ("asked", "text", "short"),
    [
        (Asked.NUMBER, "It's plot forty-one. No, wait, fourteen.", "fourteen"),
        (Asked.TIME, "宴会は金曜、いや違う、木曜だ", "木曜"),
        (Asked.NUMBER, "Two cats and seven hens.", ""),
        (Asked.COLOUR, "My hair is copper now.", "copper"),
    ],
)
def test_the_short_answer_is_the_only_one_or_the_corrected_one(
    asked: Asked, text: str, short: str
) -> None:
    assert short_answer(asked, text) == short


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("凛の誕生日って？", Asked.TIME),
        ("Nell's birthday, again?", Asked.TIME),
        ("Which nights does Ann swim?", Asked.TIME),
        ("裏口の暗証って？", Asked.NUMBER),
    ],
)
def test_a_thing_names_the_kind_where_no_word_asks(question: str, kind: Asked) -> None:
    assert asked_of(question) is kind


def test_a_temperature_behind_at_is_no_hour() -> None:
    assert values_of(Asked.TIME, "The heating is at nineteen.") == ()
    assert [one.text for one in values_of(Asked.NUMBER, "三トン二とれた")] == ["三トン二"]
