"""Plain order: what is left of a request without the way it is asked."""

import pytest

from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.plain_order import plain_order, without_right
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
