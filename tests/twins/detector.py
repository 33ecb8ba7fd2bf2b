"""Detector twin: hears with given engines in this process, and is gone when it is told to be."""

from companion.engines.listening.detecting import BlockDetector
from companion.ports.listening import BlockHeard, ListeningUnavailable, VoiceActivity, WakeWord


class InProcessDetector:
    """Detector without a worker, for twins: it loads nothing."""

    def __init__(self, wake: WakeWord, vad: VoiceActivity) -> None:
        self._blocks = BlockDetector(wake, vad)
        self.gone = ""

    async def hear(self, sound: bytes, *, speech: bool = True) -> tuple[BlockHeard, ...]:
        """Speech and wake words in each block. Raises `ListeningUnavailable` when told to be
        gone."""
        if self.gone:
            raise ListeningUnavailable(self.gone)
        return self._blocks.hear(sound, speech=speech)

    async def reset(self) -> None:
        """Forget the sound so far."""
        self._blocks.reset()

    def why_down(self) -> str:
        """The scripted reason why it is gone; "" while it is there."""
        return self.gone

    async def close(self) -> None:
        """No process to end."""
