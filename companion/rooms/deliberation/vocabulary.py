"""Closed vocabulary 閉じた語彙: holds the prompt's words for a mood, and the wants that a model may
pick under its grammar."""

from companion.words.language import Language
from companion.words.mood import Mood, Vad

MARKED = 0.34
"""A VAD component beyond this (either way) colours what is done; the bands of the mood."""

DESIRES = {
    Language.EN: ("comfort", "safety", "quiet", "saving", "company", "order"),
    Language.JA: ("快適", "安全", "静けさ", "節約", "交流", "整頓"),
}
"""Wants of a home companion; which one wins is the model's to say."""

PRIORITIES = ("High", "Mid", "Low")

_MOOD = {
    Language.EN: (
        ("low-spirited", "even", "cheerful"),
        ("sleepy", "calm", "lively"),
        ("hesitant", "steady", "confident"),
    ),
    Language.JA: (
        ("沈みがち", "平穏", "朗らか"),
        ("眠たげ", "静か", "活発"),
        ("遠慮がち", "安定", "自信"),
    ),
}
"""Per component V, A, D: the word when low, between, high."""

_TENDENCY = {
    Language.EN: (
        ("I would rather keep to myself", "", "I like to approach people"),
        ("I would rather wait than act", "", "I am quick to act"),
        ("I would rather ask than act on my own", "", "I act on my own judgement"),
    ),
    Language.JA: (
        ("人から少し離れていたい", "", "人に近づきたい"),
        ("動くより待ちたい", "", "すぐ動きたい"),
        ("自分で動くより確かめたい", "", "自分の判断で動きたい"),
    ),
}
"""Leaning of each component: approach, readiness, acting on one's own judgement."""


def felt(mood: Mood) -> Vad:
    """The mood as felt now: midway between the long mood and the recent average."""
    long, recent = mood.long_mood_state, mood.recent_vad_average
    return Vad((long.v + recent.v) / 2, (long.a + recent.a) / 2, (long.d + recent.d) / 2)


def band(value: float) -> int:
    """0 when clearly low, 2 when clearly high, 1 between."""
    return 0 if value <= -MARKED else 2 if value >= MARKED else 1


def mood_words(mood: Mood, language: Language) -> tuple[str, ...]:
    """The three words that are true of this mood."""
    vad = felt(mood)
    table = _MOOD[language]
    return tuple(table[i][band(x)] for i, x in enumerate((vad.v, vad.a, vad.d)))


def tendency(mood: Mood, language: Language) -> tuple[str, ...]:
    """The leanings of this mood as plain clauses; empty for an even mood."""
    vad = felt(mood)
    table = _TENDENCY[language]
    leanings = (table[i][band(x)] for i, x in enumerate((vad.v, vad.a, vad.d)))
    return tuple(leaning for leaning in leanings if leaning)
