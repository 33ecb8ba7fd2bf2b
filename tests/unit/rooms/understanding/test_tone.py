"""Tone: only an order may act; a question, a thought and a ban never do."""

import pytest

from companion.rooms.understanding.clauses import clauses_of
from companion.rooms.understanding.cover import cover
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.lexicon import words_of
from companion.rooms.understanding.tone import Tone, tones_of
from companion.words.language import Language

EN, JA = Language.EN, Language.JA


def tones(text: str, language: Language) -> list[Tone]:
    folded = fold(text, language)
    tokens = cover(folded, [words_of(language)], (), language)
    return tones_of(clauses_of(tokens, language), language)


@pytest.mark.parametrize(
    ("text", "language", "tone"),
    [
        ("turn on the light", EN, Tone.ORDER),
        ("could you turn on the light please", EN, Tone.ORDER),
        ("is the light on", EN, Tone.ASKS),
        ("don't turn on the light", EN, Tone.FORBIDS),
        ("電気をつけて", JA, Tone.ORDER),
        ("電気をつけてくれる？", JA, Tone.ORDER),
        ("電気はついてる？", JA, Tone.ASKS),
        ("電気をつけた", JA, Tone.THINKS),
    ],
)
def test_how_a_clause_is_said(text: str, language: Language, tone: Tone) -> None:
    assert tones(text, language)[-1] is tone


@pytest.mark.parametrize("text", ["電気をつけないで", "電気をつけるな", "never open the window"])
def test_a_ban_orders_nothing(text: str) -> None:
    assert Tone.ORDER not in tones(text, EN if text.isascii() else JA)


@pytest.mark.parametrize("text", ["雨が降ったら窓を閉めて", "if it rains close the window"])
def test_what_hangs_on_something_that_cannot_be_watched_orders_nothing(text: str) -> None:
    language = EN if text.isascii() else JA
    assert Tone.ORDER not in tones(text, language)


def test_what_is_done_in_one_breath_is_said_in_one_tone() -> None:
    """消して、閉めておきました tells of both."""
    assert Tone.ORDER not in tones("電気を消して、窓を閉めておきました", JA)
