"""A phrase of one's own is told apart from what other people say."""

import pytest

from companion.rooms.understanding.own_phrase import OwnPhrase, own_phrase


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("whenever we say lights out, turn everything off", "lights out"),
        ("when I say 'tea time' then turn on the kettle", "tea time"),
        ("when I say cosy dim the lamp", "cosy"),
        ("「出発」と言ったら電気を消して", "出発"),
        ("おやつタイムって言ったらテレビつけて", "おやつタイム"),
    ],
)
def test_the_phrase_is_found(text: str, phrase: str) -> None:
    found = own_phrase(text)
    assert isinstance(found, OwnPhrase)
    assert found.phrase == phrase


@pytest.mark.parametrize(
    "text",
    [
        "if mum says yes turn on the tv",
        "ママがいいって言ったらテレビつけて",
        "when I say so I mean it",
        "say lights out",
    ],
)
def test_the_word_of_somebody_else_is_no_phrase(text: str) -> None:
    assert own_phrase(text) is None
