"""Which sentences ask why, ask to undo, or forbid: closed vocabularies (DESIGN 1.5, T-57)."""

import pytest

from companion.desk.answerers.never_again import forbids
from companion.desk.answerers.undo import asks_to_undo
from companion.desk.answerers.why import asks_why


@pytest.mark.parametrize(
    "text",
    [
        "why did you turn on the hall light?",
        "Why did you open it",
        "why is the heating on?",
        "why?",
        "how come you closed the curtains — did I ask?",
        "なぜつけたの？",
        "なんで消した？",
        "どうして開けたんですか",
        "なぜ？",
        "どうして暖房がついてるの？",
    ],
)
def test_asking_why(text: str) -> None:
    assert asks_why(text)
    assert not asks_to_undo(text)
    assert not forbids(text)


@pytest.mark.parametrize(
    "text",
    [
        "undo that",
        "Undo.",
        "take that back please",
        "please undo the last thing",
        "undo what you just did",
        "put it back the way it was",
        "元に戻して",
        "元に戻してください。",
        "さっきのは取り消して",
        "今のなしで",
        "それを元に戻してくれる",
    ],
)
def test_asking_to_undo(text: str) -> None:
    assert asks_to_undo(text)
    assert not forbids(text)


@pytest.mark.parametrize(
    "text",
    [
        "never do that again",
        "Don't do that again, please",
        "don't ever do that",
        "never again!",
        "もう二度としないで",
        "もうしないでね",
        "それはもうしないで",
        "勝手にしないでください",
        "今のは二度としないで",
    ],
)
def test_b16_asking_never_to_do_it_again(text: str) -> None:
    assert forbids(text)
    assert not asks_to_undo(text)


@pytest.mark.parametrize(
    "text",
    [
        "never do the dishes again",
        "I will never do that again in my life",
        "don't do that to the lights at night",
        "テレビは消さないで",
        "turn on the light",
        "why not turn on the light",
        "undo the top button of your shirt",
        "put the book back",
        "本を元の棚に戻しておいたよ",
        "なぜ空は青いんだろう",
        "電気をつけて",
        "取り消し線を引いて",
        "",
    ],
)
def test_other_sentences_ask_for_neither(text: str) -> None:
    """T-12: a closed vocabulary; what is not in it is somebody else's to understand."""
    assert not asks_to_undo(text)
    assert not forbids(text)
    assert not asks_why(text) or "空" in text
