"""Kana 仮名: folds katakana onto hiragana, for words that are spelled in either."""

_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


def hiragana(text: str) -> str:
    """The text with its katakana as hiragana; all other letters stay, and ー does."""
    return text.translate(_HIRAGANA)


def katakana(text: str) -> str:
    """The text with its hiragana as katakana; all other letters stay."""
    return text.translate({code: kana for kana, code in _HIRAGANA.items()})
