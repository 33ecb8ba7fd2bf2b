"""What a model's turn of a talk may say: what the form says, in other words, and nothing beside."""

import pytest

from companion.rooms.garden.talk_check import Turn, asks, withheld
from companion.words.language import Language

JA, EN = Language.JA, Language.EN
NAMES = {EN: ("Sora", "Ren"), JA: ("ソラ", "レン")}


def judged(text: str, form: str, language: Language, before: str = "") -> str:
    return withheld(Turn(text, form, before, language, NAMES[language]))


@pytest.mark.parametrize(
    ("language", "form", "text"),
    [
        (EN, "I am fond of stamps. What about you?", "Stamps make me so happy, Ren, and you?"),
        (EN, "It is. I keep looking up at the sky.", "Yes, I find I look up at the sky all day."),
        (EN, "Do you like {}?".format("the quarry"), "So, do you like the quarry, my friend?"),
        (EN, "I am fond of crème brûlée.", "Crème brûlée makes me so happy."),
        (JA, "切手のことなら、いくらでも話せます。", "ねえ、切手のことなら、いくらでも話せるよ！"),
        (JA, "採石場は、お好きですか。", "採石場は、好きなの？"),
        (JA, "無理しないでくださいね。", "無理しないでくれ。"),
    ],
)
def test_a_022_the_same_in_other_words_stands(language: Language, form: str, text: str) -> None:
    assert judged(text, form, language) == ""


@pytest.mark.parametrize(
    ("language", "form", "text", "rule"),
    [
        (EN, "I hope you like it.", "Nana hopes you like it.", "word"),
        (EN, "I hope you like it.", "I hope you like the cake.", "word"),
        (EN, "So-so, as always.", "I am fine, 3 times over.", "left out"),
        (EN, "Do you like the quarry?", "Do you like it here?", "left out"),
        (EN, "Do you like the quarry?", "You like the quarry.", "question"),
        (EN, "Shall we meet at 14:00?", "Shall we meet, then?", "left out"),
        (EN, "Shall we meet at 14:00?", "Shall we  meet at   ?", "form"),
        (EN, "I am fond of crème brûlée.", "I am só fond of crème brûlée.", "form"),
        (EN, "I am fond of crème brûlée.", "I am so fond of crème.", "left out"),
        (EN, "I don't mind it.", "I mind it.", "not"),
        (EN, "So-so, as always.", "ぼちぼちです。", "form"),
        (EN, "It cheers me up to hear you.", "It cheers me up to hear you!", "same"),
        (EN, "I will say hello next time.", "I will say hello tomorrow.", "word"),
        (EN, "So-so, as always.", "Not so well", "form"),
        (EN, "Is there anything I can do?", "Can you do anything for me?", "person"),
        (EN, "That may be.", "Yes, I am sure it will all be well.", "person"),
        (EN, "Is that all?", "Oh, what more could one want?", "strayed"),
        (JA, "まあ、ぼちぼちです。", "まあ、病院に行くくらいです。", "way"),
        (JA, "今日は雨ですね。", "今日は雨で、すね。", "way"),
        (JA, "分かりました。", "分かりません。", "way"),
        (JA, "それはよかったです。", "那是很好的。", "way"),
        (JA, "もういいです。", "もういいですか？", "way"),
        (JA, "もういいです。", "もういいです。", "same"),
    ],
)
def test_a_022_more_less_or_something_else_is_withheld(
    language: Language, form: str, text: str, rule: str
) -> None:
    """A-022: no name, thing, number or moment that the form does not have; what it names is named,
    a question stays one, and yes stays yes."""
    assert judged(text, form, language) == rule


def test_the_line_before_is_not_said_again() -> None:
    said, form = "That is all for today, my friend.", "Yes, that is all for today."
    assert judged(said, form, EN) == ""
    assert judged(said, form, EN, before=said.replace(".", "!")) == "repeated"


def test_a_call_begins_the_first_turn_alone() -> None:
    assert judged("なあ、もういい。", "もういいです。", JA) == ""
    assert judged("なあ、もういい。", "もういいです。", JA, before="分かった。") == "way"


def test_what_was_written_lately_or_stands_in_an_example_is_not_said_again() -> None:
    turn = Turn("That comforts me.", "It comforts me.", "", EN, NAMES[EN])
    assert withheld(turn) == "repeated"
    said = Turn("I am so glad I told you, really.", "I am glad I told you.", "", EN, NAMES[EN])
    assert withheld(said) == ""
    again = Turn(said.text, said.form, "", EN, NAMES[EN], lately=(said.text,))
    assert withheld(again) == "repeated"


def test_questions_of_the_forms() -> None:
    assert asks("お好きですか。")
    assert asks("How about you?")
    assert not asks("お好きなんですね。")
    assert not asks("Is that so.")
