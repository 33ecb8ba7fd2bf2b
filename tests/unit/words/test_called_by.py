"""Called by: a sentence is the same with and without the companion's own name (issue 13)."""

import pytest

from companion.words.called_by import CalledBy

KOTO, MIRA = CalledBy(("コト", "Koto")), CalledBy(("ミラ", "Mira"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Koto, turn on the light", "turn on the light"),
        ("hey Koto turn on the light", "turn on the light"),
        ("Koto. Stop!", "Stop!"),
        ("turn it off, Koto", "turn it off"),
        ("is it off, Koto?", "is it off?"),
        ("コト、電気つけて", "電気つけて"),
        ("ねえコト、止まって", "止まって"),
        ("コトちゃん、止まれ", "止まれ"),
        ("コト止まって", "止まって"),
        ("こと、止まって", "止まって"),
        ("電気消して、コト。", "電気消して。"),
    ],
)
def test_its_name_before_and_behind_a_sentence_says_nothing(text: str, said: str) -> None:
    assert KOTO.without(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Koto is late",
        "Koto's light off",
        "Koto!",
        "who is Koto",
        "コト",
        "コトは元気？",
        "コトの電気つけて",
        "コトコト煮込んで",
        "ことしの目標は",
        "明日のこと",
    ],
)
def test_what_is_about_it_or_only_sounds_like_it_stays(text: str) -> None:
    assert KOTO.without(text) == text


def test_a_longer_word_is_not_the_name() -> None:
    assert MIRA.without("ミラーの電気つけて") == "ミラーの電気つけて"
    assert MIRA.without("Miracle, turn it off") == "Miracle, turn it off"
    assert MIRA.without("ミラ、ミラーの電気つけて") == "ミラーの電気つけて"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ミラの友だちは誰？", "君の友だちは誰？"),
        ("who are Mira's friends?", "who are your friends?"),
        ("アミラの友だちは誰？", "アミラの友だちは誰？"),
        ("who are Almira's friends?", "who are Almira's friends?"),
    ],
)
def test_the_name_as_an_owner_is_you(text: str, said: str) -> None:
    assert MIRA.as_you(text) == said


def test_without_a_name_every_sentence_stays() -> None:
    assert CalledBy().without("Koto, stop") == "Koto, stop"
