"""Borrowed words: a sentence of two languages is said again in one."""

from companion.rooms.understanding.borrowed import in_own_words
from companion.rooms.understanding.home import Home, Room, Thing
from companion.words.language import Language

HOME = Home(
    things=(Thing(id="light.hall", names=("Hall Light", "玄関の灯"), domain="light", area="hall"),),
    rooms=(Room(id="hall", names=("hall", "玄関")),),
)


def test_a_japanese_word_in_an_english_sentence_becomes_english() -> None:
    said = in_own_words("turn the カーテン off", Language.EN, HOME)
    assert said.split() == ["turn", "the", "drape", "off"], "the shortest word for it"


def test_a_thing_is_called_by_its_name_in_the_language() -> None:
    said = in_own_words("turn on the 玄関の灯", Language.EN, HOME)
    assert said.split() == ["turn", "on", "the", "Hall", "Light"]
    assert in_own_words("hall lightをつけて", Language.JA, HOME) == "玄関の灯をつけて"


def test_an_english_deed_in_a_japanese_sentence_becomes_its_plain_verb() -> None:
    assert in_own_words("エアコンをturn offして", Language.JA, HOME) == "エアコンを消して"


def test_a_sentence_of_one_language_is_left_alone() -> None:
    assert in_own_words("turn on the light", Language.EN, HOME) == ""
    assert in_own_words("電気をつけて", Language.JA, HOME) == ""


def test_a_word_that_nobody_knows_is_not_guessed() -> None:
    assert in_own_words("turn the ゑゑゑ on", Language.EN, HOME) == ""
