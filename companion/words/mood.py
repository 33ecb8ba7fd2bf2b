"""Mood 気分: VAD, each -1.0..1.0; the long mood is a decaying average."""

from dataclasses import dataclass, field
from datetime import datetime

from companion.words.areas import MoodValue, value_in
from companion.words.language import Bilingual
from companion.words.writeplan import StateRow

MOOD, MOOD_KEY = "mood", "long"
"""Kind and key of the `state` row that holds the mood."""


@dataclass(frozen=True, slots=True)
class Vad:
    """情動: valence, arousal, dominance."""

    v: float = 0.0
    a: float = 0.0
    d: float = 0.0


@dataclass(frozen=True, slots=True)
class Mood:
    """気分: `long_mood_state` and the average of the last 20 affect records."""

    long_mood_state: Vad = field(default_factory=Vad)
    recent_vad_average: Vad = field(default_factory=Vad)
    at: datetime | None = None
    """When it was last updated; None means never moved from its start."""


def mood_of(row: StateRow | None) -> Mood:
    """The mood a row holds; no row is a mood that never moved from its start."""
    value = None if row is None else value_in(row, MoodValue)
    if row is None or value is None:
        return Mood()
    long, recent = value.long_mood_state, value.recent_vad_average
    return Mood(
        long_mood_state=Vad(long.v, long.a, long.d),
        recent_vad_average=Vad(recent.v, recent.a, recent.d),
        at=row.observed_at,
    )


MOOD_WORDS = (
    (Bilingual("しょんぼり", "low"), Bilingual("ふつう", "even"), Bilingual("おだやか", "content")),
    (
        Bilingual("沈みがち", "subdued"),
        Bilingual("平穏", "calm"),
        Bilingual("ごきげん", "cheerful"),
    ),
    (
        Bilingual("ぴりぴり", "tense"),
        Bilingual("そわそわ", "restless"),
        Bilingual("うきうき", "lively"),
    ),
)
"""Rows: low, even, high energy; columns: unpleasant, even, pleasant (circumplex of affect)."""
MOOD_EDGE = 0.34
"""Band edge, the one the mood words use."""


def mood_word(valence: float, arousal: float) -> Bilingual:
    """The mood in one word."""
    return MOOD_WORDS[_band(arousal)][_band(valence)]


def _band(value: float) -> int:
    return 0 if value <= -MOOD_EDGE else 2 if value >= MOOD_EDGE else 1
