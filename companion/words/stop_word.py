"""Stop word 止める言葉: a whole sentence that stops everything; any person may say it."""

import re
import unicodedata

STOP_WORDS = frozenset(
    {
        "stop",
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
safe, so it is taken from every speaker."""


WHILE_BUSY = frozenset(
    {
        "wait",
        "wait wait",
        "wait a minute",
        "wait a second",
        "hold on",
        "hold it",
        "enough",
        "that's enough",
        "stop it",
        "stop that",
        "stop talking",
        "quiet",
        "be quiet",
        "shut up",
        "cut it out",
        "never mind",
        "cancel",
        "待って",
        "まって",
        "ちょっと待って",
        "ちょっとまって",
        "待った",
        "待ってください",
        "やめて",
        "やめろ",
        "やめてください",
        "もうやめて",
        "もういい",
        "もういいよ",
        "もういいです",
        "静かにして",
        "静かに",
        "うるさい",
        "黙って",
        "だまって",
    }
)
"""Spoken while it talks or acts, these stop it too. At other times they mean something else: やめて
alone cancels what was asked for last."""
_PAUSES = re.compile(r"[\s、。,.!?]+")
_MARKS = " 、。,.!?"


def means_stop(text: str, *, busy: bool = False) -> bool:
    """True if the whole sentence is a stop word, also said several times: "stop, stop!". `busy`:
    it is heard while something is said or done."""
    said = unicodedata.normalize("NFKC", text).casefold().strip(_MARKS)
    words = STOP_WORDS | WHILE_BUSY if busy else STOP_WORDS
    return bool(said) and (said in words or _repeats(_PAUSES.sub(" ", said), words))


def _repeats(said: str, words: frozenset[str]) -> bool:
    """Whether it is made of stop words alone, the longest first."""
    if not said:
        return True
    found = (w for w in sorted(words, key=len, reverse=True) if said.startswith(w))
    rests = (said[len(word) :] for word in found)
    return any(
        _repeats(rest.lstrip(), words)
        for rest in rests
        if not rest or rest[0] == " " or _is_kana(rest)
    )


def _is_kana(rest: str) -> bool:
    """ストップストップ: Japanese writes no space between."""
    return ord(rest[0]) > _LATIN


_LATIN = 0x2FF
