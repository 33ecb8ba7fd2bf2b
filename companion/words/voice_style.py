"""Voice style 声の調子: the sound of the persona's speech."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceStyle:
    """声の調子: voice, pace, pitch and loudness of one message."""

    voice: str = ""
    """Name of a voice of the engine; "" for the engine's own choice."""
    pace: float = 1.0
    """1 is the voice's own pace; 2 is twice as fast."""
    pitch_semitones: float = 0.0
    """Higher (+) or lower (-) than the voice's own pitch."""
    volume: float = 1.0
    """0 to 1, of the engine's full loudness."""
