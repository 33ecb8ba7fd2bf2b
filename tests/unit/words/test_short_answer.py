"""Short answers are known in every spelling that speech to text gives them (T-12)."""

import pytest

from companion.words.short_answer import ShortAnswer, short_answers


@pytest.mark.parametrize(
    "text",
    [
        "はい。",
        "ハイ!",
        "はーい",
        "うん",
        "ウン",
        "オーケー",
        "Yes.",
        "yeah go on then",
        "go on then",
        "that would be lovely, thanks",
        "ああ、頼むわ",
        "うん、お願いね",
    ],
)
def test_a_yes_in_any_letters(text: str) -> None:
    assert ShortAnswer.YES in short_answers(text)


@pytest.mark.parametrize("text", ["ダメ", "だめです", "イヤ", "No!"])
def test_a_no_in_any_letters(text: str) -> None:
    assert ShortAnswer.NO in short_answers(text)


@pytest.mark.parametrize(
    "text", ["Hi!", "then", "thanks", "go on holiday", "灰", "はい、電気をつけて", "うーん", ""]
)
def test_what_is_more_or_else_is_no_yes(text: str) -> None:
    assert ShortAnswer.YES not in short_answers(text)


@pytest.mark.parametrize(
    "text",
    ["not now", "Maybe later.", "ask me later", "今はいい", "あとで", "また今度ね", "まだいいよ"],
)
def test_later_is_neither_yes_nor_no(text: str) -> None:
    """T-12: who has no time now refuses nothing."""
    assert short_answers(text) == {ShortAnswer.LATER}
