"""Plain order: what is left of a request without the way it is asked."""

import pytest

from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.plain_order import if_it_is_so, plain_order, without_right
from companion.words.language import Language


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("テレビ消しや", "テレビ消して"),
        ("テレビ消しときや", "テレビ消して"),
        ("テレビ消しな", "テレビ消して"),
        ("テレビ消しんさい", "テレビ消して"),
        ("テレビを消すこと", "テレビを消して"),
        ("テレビを消すの頼む", "テレビを消して"),
        ("テレビ消してくださんせ", "テレビ消して"),
        ("なあテレビ消して、早く", "テレビ消して"),
        ("タイマーを10分にセットしろ", "タイマーを10分にセットして"),
        ("ブラインド開けといてんか", "ブラインド開けて"),
    ],
)
def test_a_japanese_verb_of_any_ending_is_a_te_form(said: str, plain: str) -> None:
    folded = fold(said, Language.JA)
    assert plain_order(folded, Language.JA) == fold(plain, Language.JA)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("would you mind switching off the lamp", "switch off the lamp"),
        ("do you mind putting the kettle on for me", "put the kettle on"),
        ("be so kind as to dim the lamp asap thanks", "dim the lamp"),
        ("why don't you mute the tv", "mute the tv"),
        ("before i forget lock the front door", "lock the front door"),
    ],
)
def test_an_english_order_loses_what_stands_around_it(said: str, plain: str) -> None:
    assert plain_order(fold(said, Language.EN), Language.EN) == plain


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("テレビ消して", Language.JA),
        ("テレビ消した", Language.JA),
        ("お母さんが消せって", Language.JA),
        ("would you like me to turn off the tv", Language.EN),
        ("turn off the tv", Language.EN),
    ],
)
def test_what_asks_for_nothing_else_has_no_plainer_form(said: str, language: Language) -> None:
    assert plain_order(fold(said, language), language) is None


def test_right_before_a_verb_is_no_side() -> None:
    assert without_right("Right, turn on the kettle") == "turn on the kettle"
    assert without_right("right curtain open") == "right curtain open"


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("if the porch light is still on, switch it off", "switch the porch light off"),
        ("is the radio playing? if so stop it please", "stop the radio"),
        ("could you check whether the side door is unlocked and lock it", "lock the side door"),
        ("check the garage door's closed and if not close it", "close the garage door"),
        ("if my lamp is off turn it on", "turn my lamp on"),
    ],
)
def test_an_order_for_what_is_not_so_yet_is_the_order(said: str, order: str) -> None:
    """A5 of issue 11: they were not understood, and one made a routine that locks for ever."""
    assert if_it_is_so(said) == order


@pytest.mark.parametrize(
    "said",
    [
        "if the front door is locked unlock it",
        "whenever the front door is unlocked lock it",
        "if the kids are in bed turn it off",
        "if the lamp is on turn it on",
        "check the door is locked and if not tell me",
    ],
)
def test_another_condition_stays_in_the_sentence(said: str) -> None:
    """What is locked is not unlocked by a look at it."""
    assert if_it_is_so(said) == said
