"""Stop word 止める言葉: a whole sentence that stops everything; any person may say it."""

STOP_WORDS = frozenset(
    {
        "stop",
        "stop!",
        "halt",
        "freeze",
        "emergency stop",
        "stop moving",
        "stop driving",
        "stop there",
        "stop right there",
        "stop right now",
        "please stop",
        "don't move",
        "止まれ",
        "止まって",
        "とまれ",
        "とまって",
        "止めて",
        "ストップ",
        "動くな",
        "動かないで",
        "動かないでください",
        "止まってください",
        "止まりなさい",
        "そこで止まって",
        "すぐ止まって",
        "緊急停止",
    }
)
"""Closed vocabulary: the whole sentence must be one of these. Stopping is always
safe, so it is taken from whoever says it."""


def means_stop(text: str) -> bool:
    """True if the whole sentence is a stop word."""
    return text.strip().rstrip("。.!！").casefold() in STOP_WORDS
