"""Closed vocabularies 閉じた語彙: what the model may pick to say how it felt and what it wanted.

The words are structured choices, not prose: they are written under a grammar, so
`persona_influence` and `mood_influence` can be neither empty nor invented (B-093, D-005).
"""

from companion.words.language import Language
from companion.words.mood import Mood, Vad
from companion.words.persona import PersonaSheet

MARKED = 0.34
"""A VAD component beyond this (either way) colours what is done; the bands of S-15."""

_CHARACTER = {
    Language.EN: ("attentive", "careful", "kind", "calm", "curious", "orderly", "reserved"),
    Language.JA: ("気配り", "慎重", "優しさ", "落ち着き", "好奇心", "几帳面", "控えめ"),
}
"""Traits offered where the character sheet names none."""

DESIRES = {
    Language.EN: ("comfort", "safety", "quiet", "saving", "company", "order"),
    Language.JA: ("快適", "安全", "静けさ", "節約", "交流", "整頓"),
}
"""Wants of a home companion (E-020); which one wins is the model's to say (E-021)."""

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
"""What each component leans to: approach (B-026), readiness (B-027), own hand (B-028)."""


def felt(mood: Mood) -> Vad:
    """The mood as felt now: midway between the long mood and the recent average (S-19)."""
    long, recent = mood.long_mood_state, mood.recent_vad_average
    return Vad((long.v + recent.v) / 2, (long.a + recent.a) / 2, (long.d + recent.d) / 2)


def band(value: float) -> int:
    """0 when clearly low, 2 when clearly high, 1 between."""
    return 0 if value <= -MARKED else 2 if value >= MARKED else 1


def character_words(persona: PersonaSheet, language: Language) -> tuple[str, ...]:
    """The sheet's own traits (E-024), a known one in the household's language; the closed
    list where the sheet names none."""
    known = {
        word: own
        for words in _CHARACTER.values()
        for word, own in zip(words, _CHARACTER[language], strict=True)
    }
    named = (" ".join(trait.split()) for trait in persona.traits)
    own = tuple(dict.fromkeys(known.get(trait, trait) for trait in named if trait))
    return own or _CHARACTER[language]


def mood_words(mood: Mood, language: Language) -> tuple[str, ...]:
    """The three words that are true of this mood: the model picks which one weighed."""
    vad = felt(mood)
    table = _MOOD[language]
    return tuple(table[i][band(x)] for i, x in enumerate((vad.v, vad.a, vad.d)))


def tendency(mood: Mood, language: Language) -> tuple[str, ...]:
    """What this mood leans to, as plain clauses; empty for an even mood."""
    vad = felt(mood)
    table = _TENDENCY[language]
    leanings = (table[i][band(x)] for i, x in enumerate((vad.v, vad.a, vad.d)))
    return tuple(leaning for leaning in leanings if leaning)


def vad_figures(mood: Mood) -> str:
    """The figures behind the word, for the record: `V+0.10 A-0.20 D+0.00`."""
    vad = felt(mood)
    return f"V{vad.v:+.2f} A{vad.a:+.2f} D{vad.d:+.2f}"
