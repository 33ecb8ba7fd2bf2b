"""Kana: katakana becomes hiragana, and nothing else changes."""

import pytest

from companion.words.kana import hiragana


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("ハイ", "はい"),
        ("ローカ", "ろーか"),
        ("ヴァイオリン", "ゔぁいおりん"),
        ("ヶ", "ゖ"),
        ("廊下のABC、はい。", "廊下のABC、はい。"),
        ("・ー", "・ー"),
    ],
)
def test_katakana_becomes_hiragana_and_the_rest_stays(written: str, folded: str) -> None:
    assert hiragana(written) == folded
