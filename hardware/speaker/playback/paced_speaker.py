"""Paced speaker: lets each sound take as long as it is, without a device."""

from collections.abc import AsyncGenerator

from companion.words.audio import AudioClip
from hardware.speaker.playback.clip_speaker import ClipSpeaker, Playing


class PacedSpeaker(ClipSpeaker):
    """Speaker that plays by the clock alone; its driver keeps what was played."""

    async def _sounds(self, playing: Playing, clips: AsyncGenerator[AudioClip, None]) -> None:
        async for clip in clips:
            playing.gives(clip)
            playing.waits = False
            await self._takes(clip)
            playing.waits = True

    async def _takes(self, clip: AudioClip) -> None:
        """As long as the clip is."""
        await self._clock.sleep(clip.length_s)
