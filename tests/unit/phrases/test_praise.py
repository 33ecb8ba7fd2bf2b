"""Thanks and complaints: whole sentences only."""

import pytest

from companion.phrases.praise import is_annoyed, is_thanks


@pytest.mark.parametrize(
    "text",
    ["thanks!", "Thank you so much", "ありがとうございます。", "ありがとうな、ほんま助かったわ"],
)
def test_thanks(text: str) -> None:
    assert is_thanks(text)
    assert not is_annoyed(text)


@pytest.mark.parametrize("text", ["うるさいなあ", "how annoying", "enough already!"])
def test_complaints(text: str) -> None:
    assert is_annoyed(text)
    assert not is_thanks(text)


@pytest.mark.parametrize("text", ["thanks, now open the curtain", "隣の犬がうるさい", "no"])
def test_more_than_that_is_neither(text: str) -> None:
    assert not is_thanks(text)
    assert not is_annoyed(text)
