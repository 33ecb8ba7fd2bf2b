"""Credit: which sentences thank or blame for a deed (issue 15)."""

import pytest

from companion.phrases.credit import credits_a_deed


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for closing the shutters",
        "Thank you so much for feeding the fish.",
        "Kind of you to wash the car",
        "I'm glad you unlocked the gate in time",
        "The soup you cooked was great",
        "You forgot to water the roses.",
        "You left the gate open again",
        "洗濯物取り込んでくれてありがとう",
        "窓閉めといてくれて助かった",
        "床を拭いてくれたんだね",
        "また水やり忘れたでしょ",
    ],
)
def test_issue_15_who_credits_a_deed(text: str) -> None:
    assert credits_a_deed(text)


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for listening",
        "Thank you for asking",
        "Thanks!",
        "Is it the lamp you switched on?",
        "I left the gate open",
        "You are kind",
        "聞いてくれてありがとう",
        "ありがとう",
        "電気をつけてくれる？",
        "窓を閉めてくれ",
        "いてくれて嬉しい",
        "傘を忘れた",
    ],
)
def test_other_sentences_credit_none(text: str) -> None:
    assert not credits_a_deed(text)
