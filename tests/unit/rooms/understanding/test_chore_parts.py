"""Chore parts: what is said in any order of words, and never with a word left over."""

from datetime import datetime

import pytest

from companion.rooms.understanding.chore_parts import chore_parts
from companion.rooms.understanding.chores import chore_of
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.reading import whens_of
from companion.words.language import Language

NOW = datetime.fromisoformat("2026-05-13T15:00:00+09:00")


@pytest.mark.parametrize(
    ("masked", "operation", "words"),
    [
        ("すべてのあらーむをきゃんせるして", "alarm_cancel", {}),
        ("Wに薬のりまいんだーを作成して", "reminder_set", {"message": "薬"}),
        ("ぱすたのたいまーを中止して", "timer_cancel", {"name": "ぱすた"}),
        ("たいまーをS追加して", "timer_add", {}),
        ("Sのたいまーを追加して", "timer_set", {}),
        ("たいまーを作成して", "timer_ask", {}),
        ("Wのりまいんだーを読み上げて", "kept", {}),
        ("Wに目覚ましを予約して", "alarm_set", {}),
    ],
)
def test_the_parts_of_a_japanese_chore(masked: str, operation: str, words: dict[str, str]) -> None:
    found = chore_parts(masked, Language.JA)
    assert found is not None
    assert (found.operation, found.words) == (operation, words)


@pytest.mark.parametrize(
    ("masked", "operation", "words"),
    [
        ("delete every alarm", "alarm_cancel", {}),
        ("set up a W alarm", "alarm_set", {}),
        ("to schedule an alarm W", "alarm_set", {}),
        ("start a timer called eggs for S", "timer_set", {"name": "eggs"}),
        ("reset the timer", "timer_cancel", {}),
        ("stop all my timers", "cancel_all_timers", {}),
        (
            "schedule a reminder W to call the school",
            "reminder_set",
            {"message": "call the school"},
        ),
        ("remove the reminder about the dentist", "reminder_cancel", {"name": "dentist"}),
        ("display my alarms for W", "kept", {}),
    ],
)
def test_the_parts_of_an_english_chore(masked: str, operation: str, words: dict[str, str]) -> None:
    found = chore_parts(masked, Language.EN)
    assert found is not None
    assert (found.operation, found.words) == (operation, words)


@pytest.mark.parametrize(
    ("masked", "language"),
    [
        ("昨日たいまーをかけて寝て", Language.JA),
        ("母のあらーむがうるさくて", Language.JA),
        ("Wにたいまーを設定して", Language.JA),
        ("電気を消して", Language.JA),
        ("あらーむを止めて", Language.JA),
        ("delete the photo of my alarm", Language.EN),
        ("set off the fire alarm as a joke", Language.EN),
        ("turn on the light", Language.EN),
    ],
)
def test_a_word_that_is_no_part_of_it_makes_it_no_chore(masked: str, language: Language) -> None:
    assert chore_parts(masked, language) is None


@pytest.mark.parametrize("said", ["目覚ましを午前5時に登録して", "schedule a 5 am alarm"])
def test_times_go_with_their_chore(said: str) -> None:
    language = Language.EN if said.isascii() else Language.JA
    text = fold(said, language)
    chore = chore_of(text, whens_of(text, language, NOW), language)
    assert chore is not None
    assert chore.operation == "alarm_set"
    assert chore.when is not None
