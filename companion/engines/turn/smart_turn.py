"""Turn model on Smart Turn v3.2 (Daily, BSD-2-Clause): hears in eight seconds of sound whether a
speaker has finished.

It takes nearly every command that was cut in the middle for complete, and many whole Japanese ones
for cut: it is asked about talk alone, which the grammar cannot judge.
"""

from companion.engines.listening.clip_model import ClipModel, Settings
from companion.engines.listening.turn_weights import REMEDY, SMART_TURN
from companion.words.audio import AudioClip

__all__ = ["Settings", "SmartTurn", "build"]


class SmartTurn(ClipModel):
    """Implements the port `TurnModel`."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            settings,
            name="turn model",
            program="companion.engines.listening.turn_detection",
            weights=SMART_TURN,
            remedy=REMEDY,
        )

    async def finished(self, clip: AudioClip) -> float:
        """Judge the clip's last eight seconds. Raises `ListeningUnavailable`, `ValueError` for
        another sample rate."""
        return float((await self.ask(clip))["finished"])


def build(settings: Settings) -> SmartTurn:
    """Build it; it is not started yet."""
    return SmartTurn(settings)
