"""Greetings 挨拶: name the part of the day and greet by it."""

from companion.words.language import Bilingual

PARTS = ("morning", "day", "evening", "night")
_GREETINGS = (
    Bilingual("おはようございます", "Good morning"),
    Bilingual("こんにちは", "Good afternoon"),
    Bilingual("こんばんは", "Good evening"),
    Bilingual("こんばんは", "Good evening"),
)


def part_of_day(hour: int) -> str:
    """The part of the day: morning from 5, day from 11, evening from 17, night from 22."""
    return PARTS[_part(hour)]


def greeting(hour: int) -> Bilingual:
    """The greeting that is true at this hour."""
    return _GREETINGS[_part(hour)]


def _part(hour: int) -> int:
    return 3 if hour < 5 or hour >= 22 else 0 if hour < 11 else 1 if hour < 17 else 2
