"""Call heard 呼びかけ: the wake word as one companion of the home heard it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallHeard:
    """呼びかけ: one companion's hearing of a call."""

    device: str
    """Id of the companion among the devices of the home."""
    place: str
    """Room it was heard in; "" where nobody told."""
    loudness_db: float
    """How much louder the call was than the room before it."""
