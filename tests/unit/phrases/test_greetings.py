"""Greetings by the hour, in both languages."""

import pytest

from companion.phrases.greetings import greeting, part_of_day


@pytest.mark.parametrize(
    ("hour", "en", "ja"),
    [
        (4, "Good evening", "こんばんは"),
        (5, "Good morning", "おはようございます"),
        (10, "Good morning", "おはようございます"),
        (11, "Good afternoon", "こんにちは"),
        (17, "Good evening", "こんばんは"),
        (22, "Good evening", "こんばんは"),
    ],
)
def test_a_greeting_is_true_of_the_hour(hour: int, en: str, ja: str) -> None:
    assert (greeting(hour).en, greeting(hour).ja) == (en, ja)


def test_a_day_has_four_parts() -> None:
    assert [part_of_day(hour) for hour in (0, 6, 12, 18, 23)] == [
        "night",
        "morning",
        "day",
        "evening",
        "night",
    ]
