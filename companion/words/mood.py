"""Mood 気分: VAD, each -1.0..1.0; the long mood is a decaying average (B-025, S-19)."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Vad:
    """情動: valence, arousal, dominance (B-026..B-028)."""

    v: float = 0.0
    a: float = 0.0
    d: float = 0.0


@dataclass(frozen=True, slots=True)
class Mood:
    """気分: `long_mood_state` and the average of the last 20 affect records (S-19)."""

    long_mood_state: Vad = field(default_factory=Vad)
    recent_vad_average: Vad = field(default_factory=Vad)
    at: datetime | None = None
    """When it was last updated; None means never moved from its start."""
